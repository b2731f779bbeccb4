import { afterEach, expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { createBuilder } from "../../src/publish/builder.ts";
import { startRefresh } from "../../src/publish/refresh.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset } from "../../src/store/dataset/dataset.ts";
import type { Store } from "../../src/store/store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { insertRows, reviewRow } from "../rows.ts";

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** A store with some reviews. `change` edits the first ones and commits that, one minute later each time. */
async function openClinic(count: number) {
  const database_url = newSqliteDatabase();
  const store = await openStore(database_url);
  stores.push(store);
  await insertRows(
    store,
    Array.from({ length: count }, (_, number) => reviewRow(number)),
  );
  await bumpDataset(store, "sqlite", "2026-01-01T00:00:00Z");
  let minute = 0;
  const change = (edited: number, unnoticed = "") =>
    store.transaction(async (tx) => {
      const at = `2026-01-01T00:${String(++minute).padStart(2, "0")}:00Z`;
      await tx.query("UPDATE review SET rating = $1, changed_at = $2 WHERE id < $3", [
        1 + (minute % 5),
        at,
        String(edited).padStart(26, "0"),
      ]);
      // Something that changes a row without its time, which nothing in the program does.
      await tx.query("UPDATE review SET text = 'unnoticed' WHERE id = $1", [unnoticed]);
      await bumpDataset(tx, "sqlite", at);
    });
  const base = { database_url, base_url: "http://localhost:8080", kind: "business" as const };
  return { store, base, change };
}

test("a thread that ended because it was idle is followed by one that continues from what is served, a failed one is not", async () => {
  const { base, change } = await openClinic(5);
  const stopping = new AbortController();
  const build = createBuilder({ stopping: stopping.signal, log: createLog("error"), rebuilt: () => {}, idle_ms: 5000 });
  let before: Snapshot | null = null;
  const built = async (): Promise<Snapshot> => {
    const result = await build({ ...base, served: null, before });
    if ("error" in result) throw new Error(result.error);
    before = result.snapshot;
    return result.snapshot;
  };
  expect((await built()).reviews.text.delta).toBeNull();
  await change(2);
  const spliced = await built();
  expect(spliced.reviews.text.delta?.positions).toHaveLength(2); // the thread knew the snapshot before
  await Bun.sleep(9000);
  await change(3);
  const continued = await built();
  expect(continued.reviews.text.delta?.positions).toHaveLength(3);
  expect(continued.reviews.count).toBe(5);
  expect(await build({ ...base, database_url: "sqlite:/nowhere/candor.db", served: null, before })).toHaveProperty(
    "error",
  );
  await change(2);
  expect((await built()).reviews.text.delta).toBeNull();
  stopping.abort();
});

test("data of the other kind is refused, and a build ends with the program", async () => {
  const { base } = await openClinic(5);
  const stopping = new AbortController();
  const build = createBuilder({ stopping: stopping.signal, log: createLog("error"), rebuilt: () => {} });
  const request = { ...base, served: null, before: null };
  expect(await build({ ...request, kind: "demonstration" })).toEqual({
    error: expect.stringContaining("holds a business's own reviews"),
    passing: false,
    newer_schema: false,
  });
  // Even if a store becomes one while it is served.
  const made_up = newSqliteDatabase();
  stores.push(await openStore(made_up, { kind: "demonstration" }));
  expect(await build({ ...request, database_url: made_up })).toMatchObject({
    error: expect.stringContaining("is a demonstration with made-up reviews: candor serve --demo shows"),
  });
  const unfinished = build(request);
  stopping.abort();
  expect(await unfinished).toEqual({ error: "stopped", passing: true, newer_schema: false });
});

/** Serves until `stop`. */
async function serveClinic({ store, base }: Awaited<ReturnType<typeof openClinic>>) {
  const lines: { level: string; event: string; paths?: string[] }[] = [];
  const current = createCurrent();
  const stopping = new AbortController();
  const log = createLog("info", (line) => void lines.push(JSON.parse(line)));
  const refresh = await startRefresh({ ...base, store, current, log, stopping: stopping.signal, swapped: () => {} });
  return {
    current,
    lines,
    async stop() {
      stopping.abort();
      await refresh.ended;
    },
  };
}

const textOf = (snapshot: Snapshot | null): string => Buffer.from(wholeBody(snapshot?.reviews.json ?? [])).toString();

test("after many changes everything is built anew in the background, and nothing differs", async () => {
  const clinic = await openClinic(400);
  const { current, lines, stop } = await serveClinic(clinic);
  await clinic.change(200);
  await until(() => current.get()?.dataset_version === 2);
  const served = textOf(current.get());
  await until(() => lines.some((line) => "rebuilt" in line));
  expect(current.get()?.reviews.text.delta).toBeNull();
  expect(current.get()?.dataset_version).toBe(2);
  expect(textOf(current.get())).toBe(served);
  expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
  await stop();
});

test("what was served wrong is replaced when everything is built anew, and the log says so", async () => {
  const clinic = await openClinic(400);
  const { current, lines, stop } = await serveClinic(clinic);
  await clinic.change(200, reviewRow(399).id);
  await until(() => lines.some((line) => "rebuilt" in line));
  const said = lines.find(({ event }) => event === "snapshot_differs");
  expect(said?.level).toBe("error");
  expect(said?.paths).toContain("/reviews.json");
  expect(textOf(current.get())).toContain("unnoticed");
  await stop();
});
