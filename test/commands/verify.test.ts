import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

/** Two reviews of a file: the first is held, the second is published. */
async function open(): Promise<{ database: string; ids: string[]; verified: () => Promise<unknown> }> {
  const database = await newSqliteStore();
  const file = join(newFolder(), "own.csv");
  for (const [row, ...options] of [
    ["1,Ann Bee,5,2026-01-01,Good day."],
    ["2,Cy Dee,4,2026-01-02,Calm.", "--verified-by", "operator"],
  ]) {
    writeFileSync(file, `id,name,rating,date,review\n${row}\n`);
    await candor(database, ["import", file, ...options]);
  }
  const read = async <T>(columns: string): Promise<T[]> => {
    const store = await openStore(database);
    const rows = await store.query<T>(`SELECT ${columns} FROM review ORDER BY date`);
    await store.close();
    return rows;
  };
  const ids = (await read<{ id: string }>("id")).map(({ id }) => id);
  return { database, ids, verified: () => read("state, verification_method AS method, verified_at AS at") };
}

test("verify publishes, and says how to reverse it for each review", async () => {
  const { database, ids, verified } = await open();
  const [ann = "", cy = ""] = ids;
  const { out } = await candor(database, ["verify", ann, cy, "--verified-by", "visit_record"], "2026-05-02T12:00:00Z");
  expect(out).toStartWith("2 of 2 published\n");
  expect(out).toEndWith(
    `to reverse: candor verify ${ann} --undo\nto reverse: candor verify ${cy} --verified-by operator\n`,
  );
  const at = "2026-05-02T12:00:00Z";
  expect(await verified()).toEqual([
    { state: "published", method: "visit_record", at },
    { state: "published", method: "visit_record", at },
  ]);
  const again = await candor(database, ["verify", cy, "--verified-by", "operator"], "2026-05-03T12:00:00Z");
  expect(again.out).toEndWith(`to reverse: candor verify ${cy} --verified-by visit_record\n`);
  expect(again.out).not.toContain("--undo");
});

test("a review that was withheld keeps the time of its verification", async () => {
  const { database, ids, verified } = await open();
  const [, cy = ""] = ids;
  await candor(database, ["withhold", cy, "--reason", "legal"], "2026-05-02T12:00:00Z");
  await candor(database, ["verify", cy, "--verified-by", "operator"], "2026-05-03T12:00:00Z");
  expect(await verified()).toMatchObject([{ state: "held" }, { state: "published", at: "2026-05-01T12:00:00Z" }]);
});

test("only what verify published can be taken back, and a method is needed", async () => {
  const { database, ids } = await open();
  const [ann = "", cy = ""] = ids;
  await candor(database, ["verify", cy, "--verified-by", "visit_record"]);
  for (const id of [ann, cy]) {
    const { code, error } = await candor(database, ["verify", id, "--undo"]);
    expect([code, error.includes("was not published by candor verify")]).toEqual([1, true]);
  }
  expect(await candor(database, ["verify", ann])).toEqual({
    code: 2,
    out: "",
    error: "candor: --verified-by is required: use one of visit_record, invitation, platform_account, operator\n",
  });
});
