import { Database } from "bun:sqlite";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Break, endWithTest, missing, sql } from "./broken-installation.ts";

export type Fault = [what: string, check: string, found: RegExp, Break];

/** Faults of settings and of the database. */
export const DATABASE_FAULTS: Fault[] = [
  ["a malformed setting", "settings", /setting PORT is "x"/, () => ({ PORT: "x" })],
  ["an unknown setting of ours", "settings", /unknown setting WEBSUB_SPEED/, () => ({ WEBSUB_SPEED: "9" })],
  ["a misspelled time between backups", "settings", /setting BACKUP_EVERY is "day"/, () => ({ BACKUP_EVERY: "day" })],
  ["a base URL with a path", "settings", /BASE_URL.*an origin only/, () => ({ BASE_URL: "https://a.example/reviews" })],
  ["a short secret key", "settings", /SECRET_KEY: each key must have/, () => ({ SECRET_KEY: "short" })],
  ["leases in a wrong order", "settings", /MIN ≤ DEFAULT ≤ MAX/, () => ({ WEBSUB_LEASE_MIN: "999999" })],
  [
    "PostgreSQL without a key",
    "settings",
    /PostgreSQL without SECRET_KEY/,
    () => ({ DATABASE_URL: "postgres://a@127.0.0.1:1/b", BACKUP_FOLDER: "" }),
  ],
  [
    "backups with PostgreSQL",
    "settings",
    /BACKUP_FOLDER is for SQLite/,
    () => ({ DATABASE_URL: "postgres://a@127.0.0.1:1/b", SECRET_KEY: "k".repeat(40) }),
  ],
  [
    "PostgreSQL that does not run",
    "database",
    /cannot be used/,
    () => ({ DATABASE_URL: "postgres://a@127.0.0.1:1/b", SECRET_KEY: "k".repeat(40), BACKUP_FOLDER: "" }),
  ],
  [
    "a clock from before the release",
    "clock",
    /before this program was released/,
    () => ({ NOW: "2020-01-01T00:00:00Z" }),
  ],
  [
    "a missing database beside its ledger",
    "database",
    /missing, and .*\.erasures shows/,
    (given) => missing(given, ".erasures"),
  ],
  [
    "a missing database beside one that was replaced",
    "database",
    /missing, and .*\.replaced-2026 shows/,
    (given) => missing(given, ".replaced-2026"),
  ],
  [
    "a missing database beside a killed restore",
    "database",
    /missing, and .*\.restoring shows/,
    (given) => missing(given, ".restoring"),
  ],
  [
    "a missing database beside its saved state",
    "database",
    /missing, and .*\.snapshot shows/,
    (given) => missing(given, ".snapshot"),
  ],
  ["a missing database beside its log", "database", /missing, and .*-wal shows/, (given) => missing(given, "-wal")],
  [
    "a missing database beside its key",
    "database",
    /missing, and .*candor\.key shows/,
    (given) => missing(given, join(given.folder, "data/candor.key")),
  ],
  [
    "a disk that is not mounted",
    "database",
    /DATABASE_MUST_EXIST is true/,
    ({ folder }) => ({ DATABASE_URL: `sqlite:${folder}/none/candor.db`, DATABASE_MUST_EXIST: "true" }),
  ],
  ["an empty file", "database", /an empty file/, ({ path }) => truncateSync(path, 0)],
  [
    "a folder in its place",
    "database",
    /it is a folder/,
    ({ path }) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  [
    "a link to a disk that is not mounted",
    "database",
    /candor\.db is a link to \/mnt\/none\/candor\.db, and nothing is there/,
    ({ path }) => {
      rmSync(path);
      symlinkSync("/mnt/none/candor.db", path);
    },
  ],
  [
    "a folder that is a link to nothing",
    "database",
    /disk is a link to \/mnt\/none/,
    ({ folder }) => {
      symlinkSync("/mnt/none", join(folder, "disk"));
      return { DATABASE_URL: `sqlite:${folder}/disk/candor.db` };
    },
  ],
  [
    "a file where its folder should be",
    "database",
    /candor\.yaml is a file, not a folder/,
    ({ folder }) => {
      writeFileSync(join(folder, "candor.yaml"), "", { mode: 0o600 });
      return { DATABASE_URL: `sqlite:${folder}/candor.yaml/candor.db` };
    },
  ],
  [
    "a program that holds the lock",
    "database",
    /another process has locked the database/,
    ({ path }) => {
      const db = new Database(path);
      db.run("BEGIN IMMEDIATE");
      endWithTest(() => db.close());
    },
  ],
  [
    "another program's database",
    "database",
    /another program/,
    (given) => {
      rmSync(given.path);
      sql(given, "CREATE TABLE contact (name TEXT)");
      chmodSync(given.path, 0o600);
    },
  ],
  [
    "a text file",
    "database",
    /file is not a database/,
    ({ path }) => writeFileSync(path, "This is no database. ".repeat(999)),
  ],
  ["a truncated database", "database", /damaged|malformed/, ({ path }) => truncateSync(path, statSync(path).size >> 1)],
  [
    "an overwritten page",
    "database",
    /damaged|malformed/,
    ({ path }) => {
      const bytes = readFileSync(path);
      bytes.fill(0x5a, 8192, bytes.length - 4096);
      writeFileSync(path, bytes);
    },
  ],
  ["a dropped table", "database", /the table decision is missing/, (given) => sql(given, "DROP TABLE decision")],
  [
    "a dropped index",
    "database",
    /the index \w+ is missing/,
    (given) => {
      const db = new Database(given.path);
      const row = db.query("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").get() as {
        name: string;
      };
      db.run(`DROP INDEX ${row.name}`);
      db.close();
    },
  ],
  [
    "a dropped trigger",
    "database",
    /the trigger review_touched_by_update is missing/,
    (given) => sql(given, "DROP TRIGGER review_touched_by_update"),
  ],
  [
    "a column of another name",
    "database",
    /the column tombstone\.reason is missing/,
    (given) => sql(given, "ALTER TABLE tombstone RENAME COLUMN reason TO why"),
  ],
  [
    "no version of the data",
    "database",
    /the version of the data is missing/,
    (given) => sql(given, "DELETE FROM dataset"),
  ],
  [
    "no place in the log of changes",
    "database",
    /the place in the log of changes is missing/,
    (given) => sql(given, "DELETE FROM change_log"),
  ],
  [
    "no key by which reviews are recognized",
    "database",
    /the key by which reviews are recognized is missing/,
    (given) => sql(given, "DELETE FROM identity_key"),
  ],
  [
    "a database that does not say its version",
    "database",
    /does not say of which version/,
    (given) => sql(given, "DELETE FROM schema_migration"),
  ],
  [
    "a database of a newer version",
    "database",
    /from a newer Candor/,
    (given) => sql(given, "INSERT INTO schema_migration VALUES (9999, '2026')"),
  ],
  [
    "mentions that cannot be read",
    "database",
    /the mentions of review .* cannot be read/,
    (given) => sql(given, "UPDATE review SET mentions = '{'"),
  ],
  [
    "a profile that cannot be parsed",
    "database",
    /the profile cannot be read/,
    (given) => sql(given, "UPDATE business SET profile = '{'"),
  ],
  [
    "a profile of another shape",
    "profile",
    /the stored profile cannot be read/,
    (given) => sql(given, "UPDATE business SET profile = '{}'"),
  ],
  ["reviews without a profile", "profile", /no profile/, (given) => sql(given, "DELETE FROM business")],
  [
    "a change of the year 2031",
    "time",
    /2031-01-01.*the clock is or was wrong/,
    (given) => sql(given, "UPDATE dataset SET changed_at = '2031-01-01T00:00:00Z'"),
  ],
  [
    "a clock that was set back by two hours",
    "time",
    /2026-11-15T02:00:00Z.*the clock is or was wrong/,
    (given) => sql(given, "UPDATE dataset SET changed_at = '2026-11-15T02:00:00Z'"),
  ],
  [
    "a review of the year 2031",
    "dates",
    /1 review have a date in the future, up to 2031|1 review .* up to 2031/,
    (given) => sql(given, "UPDATE review SET date = '2031-01-01' WHERE id = (SELECT min(id) FROM review)"),
  ],
];
