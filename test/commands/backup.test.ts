import { expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { openStore } from "../../src/store/connection/open-store.ts";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";

test("a backup taken while the store is open restores every review", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  const store = await openStore(env.DATABASE_URL);
  await insertRows(store, [reviewRow(1), reviewRow(2, { text: "Kept as it was." })]);
  await bumpDataset(store);
  expect(await candor(env, "backup", `${folder}/copy.db`)).toMatchObject({ code: 0 });
  await store.query("DELETE FROM review");
  await store.close();

  copyFileSync(`${folder}/copy.db`, `${folder}/restored.db`);
  const restored = await openStore(`sqlite:${folder}/restored.db`);
  expect(await restored.query("SELECT text FROM review ORDER BY id")).toEqual([
    { text: "Review number 1." },
    { text: "Kept as it was." },
  ]);
  await restored.close();
});

test("a backup never overwrites a file, and needs a file name", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  await (await openStore(env.DATABASE_URL)).close();
  expect(await candor(env, "backup", `${folder}/copy.db`)).toMatchObject({ code: 0 });
  const again = await candor(env, "backup", `${folder}/copy.db`);
  expect(again).toMatchObject({ code: 1, error: `candor: ${folder}/copy.db already exists: name another file\n` });
  expect((await candor(env, "backup")).code).toBe(2);
});
