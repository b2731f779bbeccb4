import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSideFault } from "../../../src/store/connection/database-sides.ts";

/** A database in a new folder with its log, as a killed program leaves both: `moved` is in the file, `logged` in the log. */
function leaveLogged(moved: string, logged: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "candor-test-")), "candor.db");
  const killed = `${path}.killed`;
  const db = new Database(killed, { create: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE dataset (id INTEGER PRIMARY KEY, database_id TEXT NOT NULL)");
  db.run(moved);
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.run(logged);
  copyFileSync(killed, path);
  copyFileSync(`${killed}-wal`, `${path}-wal`);
  db.close();
  return path;
}

test.each([
  ["the row", "CREATE TABLE other (id INTEGER)", "INSERT INTO dataset VALUES (1, 'a')"],
  ["the id", "INSERT INTO dataset VALUES (1, '')", "UPDATE dataset SET database_id = 'a'"],
  ["a later value", "INSERT INTO dataset VALUES (1, 'a')", "CREATE TABLE other (id INTEGER)"],
])("a log that still has %s is that of the database", (_, moved, logged) => {
  expect(findSideFault(leaveLogged(moved, logged))).toBeNull();
});

test("a log in which the database has another id is that of another one", () => {
  const path = leaveLogged("INSERT INTO dataset VALUES (1, 'a')", "UPDATE dataset SET database_id = 'b'");
  expect(findSideFault(path)?.what).toBe(`${path}-wal is the log of another database, or damaged`);
});
