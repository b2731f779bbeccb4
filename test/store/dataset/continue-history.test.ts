import { expect, test } from "bun:test";
import { startSession } from "../../../src/owner/desk-access.ts";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { saveProfile } from "../../../src/store/dataset/business.ts";
import { continueHistory, readReplaced } from "../../../src/store/dataset/continue-history.ts";
import { readDataset } from "../../../src/store/dataset/dataset.ts";
import { addDeskPerson, addPasskey, readManagers } from "../../../src/store/desk/desk-people.ts";
import { announceTopics } from "../../../src/store/hub/hub-topics.ts";
import { saveTombstones } from "../../../src/store/reviews/tombstones.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { insertRows, reviewRow, testProfile } from "../../rows.ts";
import { readTopics } from "../../websub/subscriptions.ts";

test("a restored backup is the next version: all of it is new to clients, and what is held for legal reasons stays held", async () => {
  const BEFORE = "2026-01-01T00:00:00Z";
  const AT = "2026-05-01T12:00:00Z";
  const store = await openStore(newSqliteDatabase());
  const [legal, open] = [reviewRow(1), reviewRow(2)];
  await insertRows(store, [legal, open]);
  await saveProfile(store, testProfile({}), BEFORE);
  const tombstone = {
    id: reviewRow(3).id,
    date: "2026-01-01",
    deleted_at: BEFORE,
    reason: "removed_at_source",
  } as const;
  await saveTombstones(store, [tombstone], BEFORE);
  await announceTopics(store, 1, new Map([["/feed.xml", "a"]]));
  const held = [{ id: legal.id, held_at: "2026-02-01T00:00:00Z" }];

  await store.transaction((tx) =>
    continueHistory(tx, store.dialect, { version: 41, held, withheld: [], likeness: [], at: AT }),
  );

  for (const table of ["review", "tombstone", "business"]) {
    const rows = await store.query<{ changed_at: string }>(`SELECT DISTINCT changed_at FROM ${table}`);
    expect([table, rows]).toEqual([table, [{ changed_at: AT }]]);
  }
  const dataset = await readDataset(store);
  expect([dataset.version, dataset.changed_at]).toEqual([42, AT]);
  expect((await readTopics(store)).map(({ seq }) => seq)).toEqual([2]);
  expect((await readReplaced(store, dataset)).held).toEqual(held);
  await store.close();
});

test("a restored backup lets in who may come in now: not who was removed since, and nobody by an old session", async () => {
  const [AT, LATER] = ["2026-05-01T12:00:00Z", "2026-05-02T12:00:00Z"];
  const [backup, replaced] = [await openStore(newSqliteDatabase()), await openStore(newSqliteDatabase())];
  const somebody = (name: string) => ({ id: name, name, folded: name, role: "manager", invited_at: AT }) as const;
  const passkeyOf = (name: string) => ({ id: `key of ${name}`, person_id: name, public_key: "AA", counter: 7 });
  for (const [store, names] of [
    [backup, ["ana", "removed"]],
    [replaced, ["ana", "new"]],
  ] as const) {
    for (const name of names) {
      await addDeskPerson(store, somebody(name));
      await addPasskey(store, passkeyOf(name), AT);
    }
  }
  await startSession(backup, { member: "ana", role: "manager", person_id: "ana", confirmed_at: AT }, null, AT);
  const { desk } = await readReplaced(replaced, await readDataset(replaced));
  const restored = { version: 41, held: [], withheld: [], likeness: [], at: LATER };
  await backup.transaction((tx) => continueHistory(tx, backup.dialect, { ...restored, desk }));
  expect((await readManagers(backup)).map(({ id }) => id).sort()).toEqual(["ana", "new"]);
  expect(await backup.query("SELECT hash FROM desk_session")).toEqual([]);
  // On a new machine there is nobody yet: those of the backup stay.
  await backup.transaction((tx) =>
    continueHistory(tx, backup.dialect, { ...restored, desk: { people: [], passkeys: [] } }),
  );
  expect((await readManagers(backup)).length).toBe(2);
  for (const store of [backup, replaced]) await store.close();
});
