import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSecretKeys } from "../src/secret-key.ts";
import { parseSettings } from "../src/settings.ts";
import { newFolder } from "./databases.ts";

const KEY = "0123456789abcdef0123456789abcdef";

test("with SQLite a key is created once, beside the database, readable only by its owner", () => {
  const folder = join(newFolder(), "data");
  const settings = parseSettings({ DATABASE_URL: `sqlite:${folder}/candor.db` });
  const keys = readSecretKeys(settings);
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(readSecretKeys(settings)).toEqual(keys);
  expect(statSync(join(folder, "candor.key")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "candor.key"), "utf8")).toBe(`${keys[0]}\n`);
});

test("the keys in SECRET_KEY are used, newest first", () => {
  const settings = parseSettings({ SECRET_KEY: `${KEY}, ${KEY}-old`, DATABASE_URL: "postgres://db/candor" });
  expect(readSecretKeys(settings)).toEqual([KEY, `${KEY}-old`]);
  expect(readSecretKeys(parseSettings({ SECRET_KEY: KEY, DATABASE_URL: "postgres://db/candor" }))).toEqual([KEY]);
});

test("with PostgreSQL a missing key is refused with a clear message", () => {
  const settings = parseSettings({ DATABASE_URL: "postgres://db/candor" });
  expect(() => readSecretKeys(settings)).toThrow("setting SECRET_KEY is missing: with PostgreSQL");
});

test("when another process creates the key first, its key is used", () => {
  const folder = newFolder();
  const settings = parseSettings({ DATABASE_URL: `sqlite:${folder}/candor.db` });
  const keys = readSecretKeys(settings, (bytes) => {
    writeFileSync(join(folder, "candor.key"), `${KEY}\n`);
    return Buffer.alloc(bytes);
  });
  expect(keys).toEqual([KEY]);
  expect(readdirSync(folder)).toEqual(["candor.key"]);
});

test("a key file that is too short is refused, not used", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "candor.key"), `${KEY.slice(1)}\n`);
  const settings = parseSettings({ DATABASE_URL: `sqlite:${folder}/candor.db` });
  expect(() => readSecretKeys(settings)).toThrow("must contain at least 32 characters");
});
