import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadDemo } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder } from "../databases.ts";
import { candor } from "./terminal.ts";

const ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";

test.each([
  [["undo"]],
  [["verify", ID, "--verified-by", "operator"]],
  [["verify", ID, "--undo"]],
  [["withhold", ID, "--reason", "legal"]],
  [["erase", ID, "--reason", "legal"]],
  [["person", "Ann Bee"]],
  [["reply", ID, "publish"]],
])("%p without a database says so and creates none", async (argv) => {
  const path = join(newFolder(), "data", "candor.db");
  const { code, out, error } = await candor(`sqlite:${path}`, argv);
  expect([code, out]).toEqual([1, ""]);
  expect(error).toStartWith(`candor: there is no database yet at ${path}`);
  expect(existsSync(join(path, ".."))).toBe(false);
});

test("digest without a database says nothing, so that cron sends no mail, and one line with --always", async () => {
  const path = join(newFolder(), "candor.db");
  expect(await candor(`sqlite:${path}`, ["digest"])).toEqual({ code: 0, out: "", error: "" });
  expect(await candor(`sqlite:${path}`, ["digest", "--always"])).toEqual({
    code: 0,
    out: "there is no database yet: nothing new, and nothing waits for you\n",
    error: "",
  });
  expect(existsSync(path)).toBe(false);
});

test("digest --json without a database has empty lists, and creates none", async () => {
  const path = join(newFolder(), "candor.db");
  const { code, out } = await candor(`sqlite:${path}`, ["digest", "--json"]);
  expect([code, JSON.parse(out)]).toMatchObject([0, { business: null, new: [], edited: [], held_count: 0 }]);
  expect(existsSync(path)).toBe(false);
});

test("a review by hand that is refused creates no database", async () => {
  const path = join(newFolder(), "data", "candor.db");
  for (const wrong of [
    ["--rating", "9"],
    ["--rating", "5", "--date", "2099-01-01"],
  ]) {
    const { code, error } = await candor(`sqlite:${path}`, ["add", ...wrong]);
    expect([code, error]).toEqual([1, expect.stringContaining("the review was not added")]);
  }
  expect(existsSync(join(path, ".."))).toBe(false);
});

test("a dry run and a file that does not exist create no database", async () => {
  const folder = newFolder();
  const path = join(folder, "data", "candor.db");
  const own = join(folder, "own.csv");
  writeFileSync(own, "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n");
  const tried = await candor(`sqlite:${path}`, ["import", own, "--dry-run"]);
  expect([tried.code, tried.error]).toEqual([0, ""]);
  expect(tried.out).toContain("dry run: nothing was changed\n");
  expect(await candor(`sqlite:${path}`, ["import", own, join(folder, "nosuch.csv")])).toEqual({
    code: 1,
    out: "",
    error: `candor: ${folder}/nosuch.csv does not exist: check the path\n`,
  });
  expect(existsSync(join(folder, "data"))).toBe(false);
});

test("a file that is no database is not restored, and leaves nothing behind", async () => {
  const folder = newFolder();
  const file = join(folder, "v1.csv");
  writeFileSync(file, "id,name,rating\n");
  for (const given of [file, folder]) {
    const refused = await candor(`sqlite:${join(folder, "candor.db")}`, ["restore", given, "--yes"]);
    expect(refused).toEqual({ code: 1, out: "", error: `candor: ${given} is not a database: nothing was changed\n` });
  }
  expect(readdirSync(folder)).toEqual(["v1.csv"]);
});

test("a demonstration is not restored, and leaves nothing behind", async () => {
  const folder = newFolder();
  const file = join(folder, "demo.db");
  await (await openStore(`sqlite:${file}`, { kind: "demonstration" })).close();
  const refused = await candor(`sqlite:${join(folder, "candor.db")}`, ["restore", file, "--yes"]);
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining("it is a demonstration")]);
  expect(readdirSync(folder)).toEqual(["demo.db"]);
});

test("status on a demonstration offers no undo and names no file that is gone", async () => {
  const database = `sqlite:${join(newFolder(), "candor.db")}`;
  const store = await openStore(database, { kind: "demonstration" });
  await loadDemo(store, () => new Date("2026-11-15T00:00:00Z"));
  await store.close();
  const { code, out } = await candor(database, ["status"]);
  expect(code).toBe(0);
  expect(out).toContain("published   ");
  expect(out).not.toMatch(/candor undo|candor-demo-|last imports/);
  expect(JSON.parse((await candor(database, ["status", "--json"])).out)).toMatchObject({ imports: [] });
});
