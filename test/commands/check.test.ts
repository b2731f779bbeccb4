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

test("check lists the faults of a profile in YAML; a JSON file may be reviews, and gets one line", async () => {
  const linesOf = async (name: string) => {
    const file = join(newFolder(), name);
    writeFileSync(file, '{"name": "Tern", "name": "Gull",\n "url": "a", "url": "b"}');
    const { code, error } = await candor("sqlite:unused", ["check", file]);
    return [code, error.trimEnd().split("\n").length];
  };
  expect(await linesOf("business.yaml")).toEqual([1, 3]);
  expect(await linesOf("business.json")).toEqual([1, 1]);
});

test("only YAML and JSON can be a profile: the same words in another file are no reviews", async () => {
  const check = async (name: string) => {
    const file = join(newFolder(), name);
    writeFileSync(file, "name: Tern\ntime_zone: UTC\n");
    return (await candor("sqlite:unused", ["check", file])).code;
  };
  expect([await check("business.yml"), await check("business.txt")]).toEqual([0, 1]);
});
