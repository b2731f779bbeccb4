import { expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readSaved } from "../../src/publish/saved/read-saved.ts";
import type { SavedKey } from "../../src/publish/saved/saved-format.ts";
import { writeSaved } from "../../src/publish/saved/write-saved.ts";
import { newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { reviewRow } from "../rows.ts";
import { SEED } from "../seed.ts";
import { snapshotOf } from "../service.ts";

const KEY: SavedKey = {
  program: "1.0.0 abc",
  engine: "1.16.0",
  rules: 4,
  base_url: "https://reviews.example",
  kind: "business",
  database: "0123456789abcdef",
};
const always = async () => true;

const snapshot = await snapshotOf({
  rows: [1, 2, 3].map((number) => reviewRow(number)),
  tombstones: [
    {
      id: "T".repeat(26),
      date: "2026-01-02",
      deleted_at: "2026-01-03T00:00:00Z",
      reason: "erased_on_request",
      changed_at: "2026-01-03T00:00:00Z",
    },
  ],
});

function newSaved(): string {
  const file = join(newFolder(), "candor.db.snapshot");
  writeFileSync(file, "", { mode: 0o600 });
  expect(writeSaved(file, KEY, snapshot)).toBe(readFileSync(file).length);
  return file;
}

const reasonOf = async (file: string, key = KEY, mayServe: typeof always = always): Promise<string | null> => {
  const read = await readSaved(file, key, mayServe);
  return read && "ignored" in read ? read.ignored : null;
};

test("what is read equals what was saved, in shared memory, and an array that appears twice is one array", async () => {
  const read = await readSaved(newSaved(), KEY, async (made) => {
    expect(made).toEqual({
      version: 1,
      commit_id: "first",
      changed_at: snapshot.committed_at,
      sequence: snapshot.changes.sequence,
    });
    return true;
  });
  if (read === null || "ignored" in read) throw new Error("not read");
  expect(read.snapshot).toEqual(snapshot);
  expect(read.snapshot.reviews.ids.buffer).toBeInstanceOf(SharedArrayBuffer);
  const body = read.snapshot.documents.get("/reviews.json")?.bodies.identity[0];
  expect(body?.length).toBeGreaterThan(500);
  expect(read.snapshot.reviews.json[0]).toBe(body);
});

test("no file is no fault", async () => {
  expect(await readSaved(join(newFolder(), "none"), KEY, always)).toBeNull();
});

test.each([
  ["program", { program: "1.0.1 abc" }, "it is of another version of the program"],
  ["engine", { engine: "1.17.0" }, "it is of another version of the insights engine"],
  ["rules, newer or older", { rules: 3 }, "it is of another version of the rules"],
  ["base_url", { base_url: "https://other.example" }, "it is of another BASE_URL"],
  ["kind", { kind: "demonstration" as const }, "it is of another kind of data"],
  ["database", { database: "f" }, "it is of another database"],
])("a file of another %s is ignored", async (_, other, reason) => {
  expect(await reasonOf(newSaved(), { ...KEY, ...other })).toBe(reason);
});

test("a commit that must not be served any more is ignored", async () => {
  expect(await reasonOf(newSaved(), KEY, async () => false)).toBe("more than additions was committed since");
});

test("a file that is cut anywhere, or longer, is ignored", async () => {
  const whole = newSaved();
  const { length } = readFileSync(whole);
  const random = openRandom(SEED);
  for (const at of [0, 1, 15, 16, 19, 20, 200, length - 9, length - 1, Math.floor(random() * length)]) {
    const file = join(newFolder(), "cut");
    copyFileSync(whole, file);
    truncateSync(file, at);
    chmodSync(file, 0o600);
    expect([SEED, at, await reasonOf(file)]).toEqual([SEED, at, expect.any(String)]);
  }
  writeFileSync(whole, "more", { flag: "a" });
  expect(await reasonOf(whole)).toBe("it is not complete");
});

test("one flipped bit anywhere is noticed, and nothing is thrown", async () => {
  const whole = newSaved();
  const bytes = readFileSync(whole);
  const random = openRandom(SEED);
  const tries = repeats(100, 700);
  // The first bytes, which say what the file has, one by one in the long run.
  const start = Array.from({ length: tries }, (_, at) => Math.floor(((at + random()) * 700) / tries));
  const rest = Array.from({ length: repeats(50, 300) }, () => Math.floor(random() * bytes.length));
  for (const at of [...start, ...rest, bytes.length - 1]) {
    const bit = 1 << Math.floor(random() * 8);
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ bit;
    writeFileSync(whole, damaged);
    expect([SEED, at, bit, await reasonOf(whole)]).toEqual([SEED, at, bit, expect.any(String)]);
  }
});

test("a link, a second name, a folder, a file that others may read, and one of another program are ignored", async () => {
  const file = newSaved();
  const folder = newFolder();
  symlinkSync(file, join(folder, "link"));
  expect(await reasonOf(join(folder, "link"))).toBe("it is a link");
  mkdirSync(join(folder, "folder"));
  expect(await reasonOf(join(folder, "folder"))).toBe("it is no file");
  chmodSync(file, 0o640);
  expect(await reasonOf(file)).toBe("others may read or write it");
  chmodSync(file, 0o600);
  linkSync(file, join(folder, "second"));
  expect(await reasonOf(file)).toBe("it has a second name");
  const foreign = join(folder, "foreign");
  writeFileSync(foreign, "SQLite format 3\0 and more", { mode: 0o600 });
  expect(await reasonOf(foreign)).toBe("another program wrote it");
});

test("a file of another user is ignored", async () => {
  if (process.getuid?.() !== 0) return; // only root can give a file away
  const file = newSaved();
  const { chownSync } = await import("node:fs");
  chownSync(file, 12_345, 12_345);
  expect(await reasonOf(file)).toBe("it belongs to another user");
});

test("it is not written where a command has deleted its name", () => {
  const file = join(newFolder(), "deleted");
  expect(() => writeSaved(file, KEY, snapshot)).toThrow("ENOENT");
});
