import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { lockServer } from "../../../src/store/connection/server-lock.ts";
import { newSqliteDatabase } from "../../databases.ts";

test("a SQLite file has one server: a second is refused with the reason until the first lets go", () => {
  const database = newSqliteDatabase();
  const path = database.slice("sqlite:".length);
  const first = lockServer(database);
  expect(existsSync(`${path}.lock`)).toBe(true);
  expect(() => lockServer(database)).toThrow(
    `another server already serves ${path}: stop it first, or use PostgreSQL to run several on one database`,
  );
  const other = lockServer(newSqliteDatabase());
  first.release();
  const next = lockServer(database);
  for (const lock of [other, next]) lock.release();
});

test("PostgreSQL serves several: nothing is locked", () => {
  const url = "postgres://nobody@127.0.0.1:1/none";
  for (const lock of [lockServer(url), lockServer(url)]) lock.release();
});
