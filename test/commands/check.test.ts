import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { candor } from "./terminal.ts";

test("check counts the reviews of a file: read, accepted, rejected and unverified", async () => {
  const file = join(newFolder(), "own.csv");
  writeFileSync(
    file,
    "name,rating,date,review\nAnn,5,2026-01-01,Good.\nBob,,2026-01-02,Fine.\nCy,3,2026-01-03,Slow.\n",
  );
  const { code, out } = await candor("sqlite:unused", ["check", file, "--json"]);
  expect([code, JSON.parse(out)]).toMatchObject([1, { read: 3, accepted: 2, rejected: 1, unverified: 2 }]);
  writeFileSync(file, "name,rating,date,review\n");
  const empty = await candor("sqlite:unused", ["check", file, "--json"]);
  expect(JSON.parse(empty.out)).toMatchObject({ read: 0, accepted: 0, rejected: 0, unverified: 0 });
});
