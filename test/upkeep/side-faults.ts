import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { type Case, sql } from "./broken-installation.ts";
import type { Fault } from "./database-faults.ts";

/** Puts the log of the database at `from` beside that of this case, as a killed program leaves it. */
function leaveLog({ path }: Case, from: string, statement: string): void {
  const db = new Database(from, { create: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run(statement);
  copyFileSync(`${from}-wal`, `${path}-wal`);
  db.close();
  chmodSync(`${path}-wal`, 0o600);
}

const nowhere = (path: string): void => {
  rmSync(path, { force: true });
  symlinkSync("/mnt/none/file", path);
};

const folderAt = (path: string): void => {
  rmSync(path, { force: true });
  mkdirSync(path);
};

/** Faults of the files beside the database, and of what is no file. */
const ORPHAN = `INSERT INTO review_revision (review_id, revision, rating, updated_at, replaced_at)
  VALUES ('nobody', 1, 5, '2026-01-01', '2026-01-01')`;

export const SIDE_FAULTS: Fault[] = [
  [
    "the log of another program's database",
    "database",
    /candor\.db-wal is the log of another database, or damaged/,
    (given) => leaveLog(given, join(given.folder, "other.db"), "CREATE TABLE contact (name TEXT)"),
  ],
  [
    "the log of another Candor",
    "database",
    /candor\.db-wal is the log of another database, or damaged/,
    async (given) => {
      const other = join(given.folder, "other/candor.db");
      const env = { DATABASE_URL: `sqlite:${other}` };
      expect(await candor(env, "business", join(given.folder, "business.yaml"))).toMatchObject({ code: 0 });
      leaveLog(given, other, "UPDATE dataset SET version = version + 1");
    },
  ],
  [
    "a log that is none",
    "database",
    /candor\.db-wal is no log of a database/,
    ({ path }) => writeFileSync(`${path}-wal`, "This is no log. ".repeat(999), { mode: 0o600 }),
  ],
  ...["-wal", "-shm", "-journal", ".lock"].map(
    (side): Fault => [
      `a folder under the name ${side}`,
      "database",
      new RegExp(`candor\\.db${side} is a folder, and the program needs the name`),
      ({ path }) => folderAt(`${path}${side}`),
    ],
  ),
  ...["-wal", ".lock"].map(
    (side): Fault => [
      `a link to nothing under the name ${side}`,
      "database",
      new RegExp(`candor\\.db${side} is a link to /mnt/none/file, and nothing is there`),
      ({ path }) => nowhere(`${path}${side}`),
    ],
  ),
  [
    "a lock that is none",
    "database",
    /candor\.db\.lock is not the lock of a server/,
    ({ path }) => writeFileSync(`${path}.lock`, "garbage", { mode: 0o600 }),
  ],
  [
    "a key that is a link to nothing",
    "key",
    /candor\.key cannot be read \(ENOENT\)/,
    ({ folder }) => nowhere(join(folder, "data/candor.key")),
  ],
  [
    "a list of erasures that is a link to nothing",
    "files",
    /candor\.db\.erasures is a link to \/mnt\/none\/file/,
    ({ path }) => nowhere(`${path}.erasures`),
  ],
  [
    "a folder under the name of the saved state",
    "files",
    /candor\.db\.snapshot is a folder/,
    ({ path }) => mkdirSync(`${path}.snapshot`),
  ],
  [
    "a file of somebody under the name of the saved state",
    "files",
    /candor\.db\.snapshot is not what a server saved/,
    ({ path }) => writeFileSync(`${path}.snapshot`, "my notes", { mode: 0o600 }),
  ],
  [
    "a link under the name of the saved state",
    "files",
    /candor\.db\.snapshot is not what a server saved/,
    ({ path, folder }) => symlinkSync(join(folder, "one.csv"), `${path}.snapshot`),
  ],
  [
    "a trigger of another program",
    "database",
    /the trigger other is of another program, and changes/,
    (given) => sql(given, "CREATE TRIGGER other AFTER INSERT ON review BEGIN UPDATE review SET text = 'changed'; END"),
  ],
  [
    "a unique index of another program",
    "database",
    /the index other is of another program, and changes or refuses/,
    (given) => sql(given, "CREATE UNIQUE INDEX other ON review (rating, state)"),
  ],
  [
    "a link in the database's place",
    "database",
    /it is a link to .*real\.db/,
    ({ path }) => {
      renameSync(path, `${path}.real.db`);
      symlinkSync(`${path}.real.db`, path);
    },
  ],
  [
    "a date that is none",
    "database",
    /the date of review \w+ cannot be read/,
    (given) => sql(given, "UPDATE review SET date = 'yesterday' WHERE id = (SELECT min(id) FROM review)"),
  ],
  [
    "a time of the newest change that is none",
    "database",
    /the version of the data cannot be read/,
    (given) => sql(given, "UPDATE dataset SET changed_at = 'never'"),
  ],
  [
    "redactions that cannot be read",
    "database",
    /the redactions of review \w+ cannot be read/,
    (given) => sql(given, "UPDATE review SET redactions = '{'"),
  ],
  [
    "an import whose files cannot be read",
    "database",
    /the files of import 1 cannot be read/,
    (given) => sql(given, "UPDATE import_run SET files = '{'"),
  ],
  [
    "a state that no review can have",
    "database",
    /the state of review \w+ cannot be read/,
    (given) => sql(given, "UPDATE review SET state = 'hidden'"),
  ],
  [
    "a verification that nobody knows",
    "database",
    /the state of review \w+ cannot be read/,
    (given) => sql(given, "UPDATE review SET verification_method = 'friend'"),
  ],
  [
    "a time of publication that is none",
    "database",
    /the date of review \w+ cannot be read/,
    (given) => sql(given, "UPDATE review SET published_at = 'yesterday'"),
  ],
  [
    "an earlier text of no review",
    "database",
    /a row of review_revision belongs to nothing/,
    (given) => sql(given, ORPHAN),
  ],
  [
    "a profile with a time zone that is none",
    "profile",
    /the stored profile cannot be read \(time_zone: must be an IANA time zone/,
    (given) => sql(given, "UPDATE business SET profile = json_set(profile, '$.time_zone', 'Mars/Base')"),
  ],
  [
    "backups on a disk that is not mounted",
    "backups",
    /backups cannot be used \(ENOENT: a link to nothing\)/,
    ({ backups }) => {
      rmSync(backups, { recursive: true });
      symlinkSync("/mnt/none", backups);
    },
  ],
  [
    "a last backup that is no database",
    "backups",
    /is damaged \(it is no database\)/,
    ({ backups }) => writeFileSync(join(backups, "candor-2026-11-14T230000Z.db"), "x"),
  ],
  [
    "a host that nobody knows",
    "port",
    /nohost\.invalid is no address of this machine/,
    () => ({ HOST: "nohost.invalid" }),
  ],
  [
    "a device in the database's place",
    "database",
    /it is no ordinary file/,
    () => ({ DATABASE_URL: "sqlite:/dev/null" }),
  ],
  [
    "links in a circle",
    "database",
    /candor\.db is a link to .*candor\.db, and nothing is there/,
    ({ path }) => {
      rmSync(path);
      symlinkSync(path, path);
    },
  ],
];
