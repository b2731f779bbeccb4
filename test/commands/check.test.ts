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

test("check says what is wrong with a taxonomy, and a profile names one beside it", async () => {
  const folder = newFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const check = (name: string) => candor("sqlite:unused", ["check", join(folder, name)]);
  const good = "id: bikes\nlabel: Bikes\nnoun: shop\naspects:\n  - { id: repairs, label: Repairs, words: gears }\n";
  write("taxonomy.yaml", good);
  expect(await check("taxonomy.yaml")).toMatchObject({
    code: 0,
    out: `${join(folder, "taxonomy.yaml")}: a taxonomy (bikes), 1 aspect, 0 questions, 0 topics\n`,
  });
  write("bad.yaml", good.replace("words: gears", "words: ''").replace("noun: shop\n", ""));
  const bad = await check("bad.yaml");
  expect([bad.code, bad.error]).toEqual([1, expect.stringContaining("bad.yaml: noun: ")]);
  write("business.yaml", "name: Tern\ntime_zone: UTC\ntaxonomy: taxonomy.yaml\n");
  expect((await check("business.yaml")).code).toBe(0);
  write("business.yaml", "name: Tern\ntime_zone: UTC\ntaxonomy: bad.yaml\n");
  expect(await check("business.yaml")).toMatchObject({ code: 1, error: expect.stringContaining("noun") });
  write("business.yaml", "name: Tern\ntime_zone: UTC\ntaxonomy: dentst\n");
  expect((await check("business.yaml")).error).toContain("did you mean dentist?");
  write("business.yaml", "name: Tern\ntime_zone: UTC\ntaxonomy: hotel\naspects: restaurant\n");
  expect((await check("business.yaml")).error).toContain("aspects and taxonomy are different: keep taxonomy alone");
  write("business.yaml", "name: Tern\ntime_zone: UTC\ntaxonomy: hotel\naspects: hotel\n");
  expect((await check("business.yaml")).code).toBe(0);
});
