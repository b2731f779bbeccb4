import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backupName, chooseExpired, listBackups } from "../../src/upkeep/kept-backups.ts";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { runCandor, startCandor } from "../server-process.ts";

const KEEP = { daily: 7, weekly: 4, monthly: 12 };

/** Backups at these times, newest first. */
function madeAt(times: readonly string[]) {
  const folder = newFolder();
  for (const time of times) writeFileSync(join(folder, backupName(new Date(time))), "");
  return listBackups(folder);
}

test("a backup is named after its time, and a file of another name is not listed", () => {
  const folder = newFolder();
  expect(backupName(new Date("2026-11-15T01:02:03.456Z"))).toBe("candor-2026-11-15T010203Z.db");
  for (const name of [
    "candor-2026-11-15T010203Z.db",
    "candor-2026-11-16.db",
    "own.db",
    "candor-2026-11-15T010203Z.db.erasures",
  ])
    writeFileSync(join(folder, name), "x");
  expect(listBackups(folder)).toEqual([
    { file: join(folder, "candor-2026-11-15T010203Z.db"), at: "2026-11-15T01:02:03Z", bytes: 1, has_ledger: true },
  ]);
  expect(listBackups(join(folder, "none"))).toEqual([]);
});

test("of a year of daily backups, the last seven days, four weeks and twelve months stay", () => {
  const day = (ago: number) => new Date(Date.parse("2026-11-15T02:00:00Z") - ago * 86_400_000).toISOString();
  const backups = madeAt(Array.from({ length: 400 }, (_, ago) => day(ago)));
  const expired = new Set(chooseExpired(backups, KEEP));
  const kept = backups.filter((backup) => !expired.has(backup)).map(({ at }) => at.slice(0, 10));
  expect(kept.slice(0, 7)).toEqual([
    "2026-11-15",
    "2026-11-14",
    "2026-11-13",
    "2026-11-12",
    "2026-11-11",
    "2026-11-10",
    "2026-11-09",
  ]);
  // Sundays, then the last days of months.
  expect(kept.slice(7)).toEqual([
    "2026-11-08",
    "2026-11-01",
    "2026-10-31",
    "2026-10-25",
    "2026-09-30",
    "2026-08-31",
    "2026-07-31",
    "2026-06-30",
    "2026-05-31",
    "2026-04-30",
    "2026-03-31",
    "2026-02-28",
    "2026-01-31",
    "2025-12-31",
  ]);
});

test("the newest backup stays, whatever is kept", () => {
  const backups = madeAt(["2026-11-14T00:00:00Z", "2026-11-15T00:00:00Z", "2026-11-15T12:00:00Z"]);
  expect(chooseExpired(backups, { daily: 0, weekly: 0, monthly: 0 }).map(({ at }) => at)).toEqual([
    "2026-11-15T00:00:00Z",
    "2026-11-14T00:00:00Z",
  ]);
});

const CSV = "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n";

async function newStore() {
  const folder = newFolder();
  const backups = join(folder, "backups");
  const env = {
    DATABASE_URL: `sqlite:${folder}/data/candor.db`,
    BACKUP_FOLDER: backups,
    BACKUP_EVERY: "1s",
    BACKUP_KEEP: "1,0,0",
  };
  writeFileSync(join(folder, "one.csv"), CSV);
  expect(await candor(env, "import", join(folder, "one.csv"), "--verified-by", "operator")).toMatchObject({ code: 0 });
  return { folder, backups, env };
}

test("a server makes backups by itself, whole and with their ledger, and deletes only its own", async () => {
  const { folder, backups, env } = await newStore();
  const status = async () => JSON.parse((await candor(env, "status", "--json")).out).backups;
  expect(await status()).toEqual({ folder: backups, every_seconds: 1, kept: 0, last: null });
  await using server = await startCandor(env);
  const made = () => server.events().filter(({ event }) => event === "backup");
  await until(() => made().length >= 1);
  writeFileSync(join(backups, "candor-of-my-own.db"), "mine");
  await until(() => made().length >= 3);
  await server.stop();
  expect(made()[0]).toMatchObject({ published: 1 });
  const names = readdirSync(backups)
    .filter((name) => name.endsWith(".db"))
    .sort();
  expect(names).toEqual([expect.stringMatching(/^candor-\d{4}-\d\d-\d\dT\d{6}Z\.db$/), "candor-of-my-own.db"]);
  const [name = ""] = names;
  expect([existsSync(join(backups, `${name}.erasures`)), statSync(join(backups, name)).mode & 0o777]).toEqual([
    true,
    0o600,
  ]);
  expect(readFileSync(join(backups, "candor-of-my-own.db"), "utf8")).toBe("mine");
  expect(await candor(env, "restore", "--test", join(backups, name))).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /can be restored\nin it {10}1 published review, 0 held, .*\nrestored {7}1 published review, 0 held\nthe database {3}1 published/,
    ),
  });
  expect((await candor(env, "status")).out).toMatch(/^backups {5}1 kept, the last from .*Z, in /m);
  expect(readdirSync(folder).sort()).toEqual(["backups", "data", "one.csv"]);
});

test("a backup that cannot be made is said in the log, and the server goes on", async () => {
  const { backups, env } = await newStore();
  writeFileSync(backups, "a file where the folder should be");
  await using server = await startCandor(env);
  await until(() => server.events().some(({ event }) => event === "backup_failed"));
  expect((await server.get("/healthz")).status).toBe(200);
});

test("with PostgreSQL the settings of backups stop the start with one line", async () => {
  const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", BACKUP_FOLDER: "/backups" };
  const { code, output } = await runCandor(env, ["serve"]);
  expect([code, output]).toEqual([
    2,
    "candor: setting BACKUP_FOLDER is for SQLite, and the database is PostgreSQL: remove it, and let pg_dump and candor backup --ledger run on a schedule, as in deploy/compose.yaml\n",
  ]);
});

test.each([
  ["BACKUP_EVERY", "daily", "must be a time such as 30s, 15m, 1h or 1d"],
  ["BACKUP_KEEP", "7", "must be three numbers: daily, weekly, monthly, such as 7,4,12"],
])("%s=%s is refused", async (name, value, said) => {
  const { code, error } = await candor({ [name]: value }, "status");
  expect([code, error]).toEqual([2, `candor: setting ${name} is "${value}": ${said}\n`]);
});
