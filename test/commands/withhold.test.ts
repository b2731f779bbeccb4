import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { candor } from "./terminal.ts";

test("withhold succeeds with and without --json, also for what is withheld already", async () => {
  const database = newSqliteDatabase();
  const file = join(newFolder(), "own.csv");
  writeFileSync(file, "id,name,rating,date,review\n1,Ann Bee,2,2026-01-01,Fine.\n2,Cy,3,2026-01-02,Good.\n");
  await candor(database, ["import", file, "--source", "google", "--verified-by", "operator"]);
  const store = await openStore(database);
  const ids = (await store.query<{ id: string }>("SELECT id FROM review ORDER BY date")).map(({ id }) => id);
  await store.close();
  const withhold = (...given: string[]) => candor(database, ["withhold", ...given, "--reason", "legal"]);
  const first = await withhold(ids[0] ?? "", "--json");
  expect([first.code, JSON.parse(first.out)]).toEqual([0, { withheld: 1, public: "unknown" }]);
  const both = await withhold(...ids);
  expect([both.code, both.out.split("\n")[0]]).toEqual([0, "1 of 2 withheld"]);
  const again = await withhold(...ids, "--json");
  expect([again.code, JSON.parse(again.out)]).toEqual([0, { withheld: 0, public: "unknown" }]);
});
