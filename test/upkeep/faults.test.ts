import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Finding } from "../../src/model/finding.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { ledgerPath } from "../../src/upkeep/erasure-ledger.ts";
import { candor, runCommand } from "../candor.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { mountSmallDisk } from "../faults/tmpfs.ts";
import { freePort } from "../free-port.ts";
import { startCandor } from "../server-process.ts";
import { type Break, type Case, closeAll, makeHealthy, newCase, sql } from "./broken-installation.ts";
import { FAULTS } from "./injected-faults.ts";

const READ_ONLY = "ALTER DATABASE SET default_transaction_read_only = on";
const DROP_TRIGGER = "DROP TRIGGER review_touched_by_update ON review";
const RENAME_COLUMN = "ALTER TABLE tombstone RENAME COLUMN reason TO why";

beforeAll(makeHealthy);
afterAll(closeAll);

async function doctor({ ENV_FILE, ...env }: Record<string, string>, now = "2026-11-15T00:00:00Z") {
  const file = ENV_FILE === undefined ? [] : ["--env", ENV_FILE];
  const { code, out } = await runCommand(["doctor", "--json", ...file], env, now);
  const findings = JSON.parse(out) as Finding[]; // what the command prints
  return { code, faults: findings.filter(({ state }) => state === "fault"), findings };
}

test("there are at least 40 faults, and the list says different things", () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(FAULTS.map(([what]) => what)).size).toBe(FAULTS.length);
});

/** What is in every file of the data, but for SQLite's index of its log. */
const contents = ({ folder }: Case): string[] =>
  readdirSync(join(folder, "data")).flatMap((name) => {
    const path = join(folder, "data", name);
    if (name.endsWith("-shm") || !lstatSync(path).isFile()) return [];
    return [`${path} ${Bun.hash(readFileSync(path))}`];
  });

/** With another clock or without a database, other things are wrong, too. */
async function expectFault(given: Case, check: string, found: RegExp, breaking: Break): Promise<void> {
  const { NOW, ...changed }: Record<string, string> = {
    ...given.env,
    ...((await breaking(given)) as Record<string, string> | undefined),
  };
  const before = contents(given);
  const { code, faults } = await doctor(changed, NOW);
  expect(contents(given)).toEqual(before);
  const more = NOW !== undefined || changed.DATABASE_URL?.startsWith("postgres") === true;
  const shown = more ? faults.filter((fault) => fault.check === check) : faults;
  expect([code, shown.map((fault) => fault.check)]).toEqual([1, [check]]);
  expect(shown[0]?.found).toMatch(found);
  expect(shown[0]?.fix).toMatch(/\w{3}/);
}

for (const [what, check, found, breaking] of FAULTS) {
  test(`doctor names ${what}, and only that, with what to do`, () => expectFault(newCase(), check, found, breaking));
}

describe.each(DATABASES)("the ledger of erasures in $dialect", ({ newDatabase }) => {
  test("is looked for where it is written", async () => {
    const env = { DATABASE_URL: await newDatabase(), STATE_FOLDER: join(newFolder(), "state") };
    await (await openStore(env.DATABASE_URL)).close();
    const file = ledgerPath(parseSettings(env));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "{");
    const { faults } = await doctor(env);
    expect(faults.find(({ check }) => check === "ledger")?.found).toContain(`${file} is not a ledger`);
  });
});

test("what is in the folder of backups under their names and is none of them is no backup", async () => {
  const { env, backups } = newCase();
  for (const name of ["candor-2026-11-14T230000Z.db", "candor-2026-11-14T230000Z.db.erasures"])
    rmSync(join(backups, name));
  mkdirSync(join(backups, "candor-2026-11-14T230000Z.db"));
  writeFileSync(join(backups, "candor-2026-99-99T990000Z.db"), "x");
  const { code, findings } = await doctor(env);
  expect([code, findings.find(({ check }) => check === "backups")?.found]).toEqual([
    0,
    expect.stringContaining("there is none yet"),
  ]);
});

test("a stored profile that cannot be read is named by every command, and candor business replaces it", async () => {
  const given = newCase();
  sql(given, "UPDATE business SET profile = json_set(profile, '$.time_zone', 'Mars/Base')");
  for (const argv of [["status"], ["import", join(given.folder, "one.csv")], ["export", join(given.folder, "site")]]) {
    const { code, error } = await candor(given.env, ...argv);
    expect([argv[0], code, error]).toEqual([
      argv[0],
      1,
      expect.stringMatching(/^candor: the stored profile .*business FILE\n$/),
    ]);
  }
  expect(await candor(given.env, "business", join(given.folder, "business.yaml"))).toMatchObject({ code: 0 });
  expect(await candor(given.env, "status")).toMatchObject({ code: 0 });
});

test("an upgrade that finds parts of a later version says that the database is damaged", async () => {
  const given = newCase();
  sql(given, "DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)");
  const { code, error } = await candor(given.env, "import", join(given.folder, "one.csv"));
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(/damaged \(it says that it has schema \d+, and has parts of a/),
  ]);
});

test("the address ::1 may be written in brackets", async () => {
  const { faults } = await doctor({ ...newCase().env, HOST: "[::1]" });
  expect(faults).toEqual([]);
});

test("a file where the temporary files should be is a fault", async () => {
  const [given, before] = [newCase(), process.env.TMPDIR];
  process.env.TMPDIR = join(given.folder, "one.csv");
  const { faults } = await doctor(given.env).finally(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  expect(faults.map(({ found }) => found)).toEqual([expect.stringMatching(/one\.csv cannot be written \(ENOTDIR\)/)]);
});

const POSTGRES_FAULTS: [what: string, check: string, found: RegExp, statement: string][] = [
  ["that is set to be read only", "database", /takes no changes: it is a standby, or set/, READ_ONLY],
  ["without a table", "database", /the table decision is missing/, "DROP TABLE decision"],
  ["without a trigger", "database", /the trigger \w+_by_update is missing/, DROP_TRIGGER],
  ["without an index", "database", /the index ended_subscription_age is missing/, "DROP INDEX ended_subscription_age"],
  ["without a column", "database", /the column tombstone\.reason is missing/, RENAME_COLUMN],
  ["of a newer version", "database", /from a newer Candor/, "INSERT INTO schema_migration VALUES (9999, '2026')"],
  ["with a file as STATE_FOLDER", "state", /one\.csv cannot be used \(ENOTDIR\)/, "SELECT 1"],
];

describe.each(DATABASES.filter(({ dialect }) => dialect === "PostgreSQL"))("a $dialect database", ({ newDatabase }) => {
  for (const [what, check, found, statement] of POSTGRES_FAULTS) {
    test(`${what} is a fault with what to do`, async () => {
      const given = newCase();
      const DATABASE_URL = await newDatabase();
      const name = new URL(DATABASE_URL).pathname.slice(1);
      const db = new Bun.SQL(DATABASE_URL);
      await db.unsafe(statement.replace("DATABASE", `DATABASE "${name}"`));
      await db.close();
      const STATE_FOLDER = check === "state" ? join(given.folder, "one.csv") : join(given.folder, "state");
      const env = { DATABASE_URL, STATE_FOLDER, SECRET_KEY: "k".repeat(40), PORT: given.env.PORT ?? "" };
      const { code, faults } = await doctor(env);
      expect([code, faults.find((fault) => fault.check === check)]).toEqual([
        1,
        expect.objectContaining({ found: expect.stringMatching(found), fix: expect.stringMatching(/\w{3}/) }),
      ]);
      expect(faults.some(({ fix }) => fix?.includes("candor restore"))).toBe(false);
    });
  }

  test("of which nothing is wrong has no fault", async () => {
    const STATE_FOLDER = join(newFolder(), "state");
    const { code, faults } = await doctor({
      DATABASE_URL: await newDatabase(),
      STATE_FOLDER,
      SECRET_KEY: "k".repeat(40),
    });
    expect([code, faults]).toEqual([0, []]);
  });
});

test("a healthy installation has no fault, with a server that runs and without one", async () => {
  const given = newCase();
  const stopped = await doctor(given.env);
  expect([stopped.code, stopped.faults]).toEqual([0, []]);
  const BASE_URL = `http://127.0.0.1:${given.env.PORT}`;
  await using server = await startCandor({ ...given.env, BASE_URL, SECRET_KEY: "" });
  await server.until("/readyz", (_, { status }) => status === 200);
  const { code, findings } = await doctor({ ...given.env, BASE_URL }, new Date().toISOString());
  expect([code, findings.filter(({ state }) => state === "fault")]).toEqual([0, []]);
  expect(findings.find(({ check }) => check === "public address")?.state).toBe("ok");
});

test("a server that runs and is not reached under BASE_URL is a fault", async () => {
  const given = newCase();
  await using _ = await startCandor({ ...given.env, SECRET_KEY: "" });
  const env = { ...given.env, BACKUP_FOLDER: "", BASE_URL: `http://127.0.0.1:${freePort()}` };
  const { code, faults } = await doctor(env, new Date().toISOString());
  expect([code, faults.map(({ check, found }) => `${check}: ${found}`)]).toEqual([
    1,
    [expect.stringMatching(/^public address: a server runs, and .* does not answer/)],
  ]);
});

test("a new, empty installation has warnings and no fault, and doctor creates nothing", async () => {
  const folder = newFolder();
  const { code, faults, findings } = await doctor({
    DATABASE_URL: `sqlite:${folder}/data/candor.db`,
    PORT: String(freePort()),
  });
  expect([code, faults, findings.some(({ state }) => state === "warning")]).toEqual([0, [], true]);
  expect(statSync(join(folder, "data"), { throwIfNoEntry: false })).toBeUndefined();
});

test("a full disk, one without room for another file, and a read-only one are faults", async () => {
  using disk = mountSmallDisk(6);
  if (!disk) return;
  const given = newCase();
  cpSync(join(given.folder, "data"), disk.folder, { recursive: true });
  const env = { ...given.env, DATABASE_URL: `sqlite:${disk.folder}/candor.db` };
  expect((await doctor(env)).faults.map(({ found }) => found)).toEqual([
    expect.stringMatching(/^the disk of .* is full: \d MB free$/),
  ]);
  disk.setReadOnly();
  expect((await doctor(env)).faults.map(({ found }) => found)).toContainEqual(expect.stringContaining("is read-only"));
  disk.setWritable();
});

test.skipIf(process.getuid?.() !== 0)(
  "files of another user are a fault for whoever may not write them, with the number of the user",
  async () => {
    const given = newCase();
    chmodSync(given.folder, 0o755);
    const program = [process.execPath, join(import.meta.dir, "../../src/cli.ts"), "doctor", "--json"];
    const child = Bun.spawnSync(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", ...program], {
      cwd: "/",
      env: { ...given.env, PATH: process.env.PATH ?? "", TMPDIR: "/tmp" },
    });
    if (!child.stdout.toString().startsWith("["))
      return console.warn(`SKIPPED: another user cannot run this: ${child.stderr}`);
    const findings = JSON.parse(child.stdout.toString()) as Finding[];
    expect(findings.find(({ check }) => check === "database")).toMatchObject({
      state: "fault",
      found: expect.stringMatching(/belongs to another user \(number 0\)|may not/),
    });
  },
);
