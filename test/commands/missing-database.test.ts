import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { runCandor, startCandor } from "../server-process.ts";

const ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const CSV = "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n";
const PROFILE = "name: Clinic\ntime_zone: UTC\n";

/** Every command that uses the database. `own` has the files that they name. */
const commandsIn = (own: string): string[][] => [
  ["import", join(own, "one.csv")],
  ["import", join(own, "one.csv"), "--dry-run"],
  ["business", join(own, "business.yaml")],
  ["add", "--rating", "5", "--text", "Fine."],
  ["undo"],
  ["show", ID],
  ["waiting"],
  ["accept", ID],
  ["refuse", ID],
  ["verify", ID, "--verified-by", "operator"],
  ["withhold", ID, "--reason", "legal"],
  ["erase", ID, "--reason", "legal"],
  ["person", "Ann Bee"],
  ["reply", ID, "publish"],
  ["status"],
  ["digest"],
  ["subscriptions"],
  ["sync"],
  ["sync", "status"],
  ["sync", "add", "folder", "desk", own],
  ["backup", join(own, "copy.db")],
  ["export", join(own, "site")],
];

function ownFiles(): string {
  const own = newFolder();
  writeFileSync(join(own, "one.csv"), CSV);
  writeFileSync(join(own, "business.yaml"), PROFILE);
  return own;
}

/** What is in a folder: names, sizes and times. */
const contents = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });

const TRACES = [
  "candor.db.restoring",
  "candor.db.replaced-20261115T000000Z",
  "candor.db.erasures",
  "candor.db.snapshot",
  "candor.db-wal",
  "candor.key",
];

/** Commands that only read leave even a copy of a killed restore. */
const READS = new Set(["show", "waiting", "status", "digest", "subscriptions", "backup", "export"]);

test.each(TRACES)(
  "a database that is missing beside %s is a fault in every command, and nothing is created",
  async (trace) => {
    const own = ownFiles();
    for (const argv of commandsIn(own)) {
      const folder = newFolder();
      writeFileSync(join(folder, trace), "a key of more than thirty-two characters\n");
      const before = contents(folder);
      const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, SYNC_FOLDER_SECONDS: "60" };
      const { code, out, error } = await candor(env, ...argv);
      // Nothing is left of a restore that was killed, so the folder is then a new one.
      if (trace.endsWith(".restoring") && !READS.has(argv[0] ?? "")) continue;
      expect([argv[0], code, out]).toEqual([argv[0], 1, ""]);
      expect(error).toBe(
        `candor: the database sqlite:${folder}/candor.db cannot be used (it is missing, and ${folder}/${trace} shows that there was one): ` +
          `mount its disk or put the file back, or restore a backup (candor restore FILE); to begin anew, move ${folder}/${trace} away\n`,
      );
      expect(contents(folder)).toEqual(before);
    }
    expect(readdirSync(own).sort()).toEqual(["business.yaml", "one.csv"]);
  },
);

test("a server does not start where a database is missing, and creates nothing; doctor says the same", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "candor.db.erasures"), "");
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  const { code, output } = await runCandor(env, ["serve"]);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^candor: the database .* is missing, and .*\.erasures shows/),
  ]);
  const doctor = await candor({ ...env, PORT: "1" }, "doctor");
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(".erasures shows that there was one\n")]);
  expect(readdirSync(folder)).toEqual(["candor.db.erasures"]);
});

test("what a demonstration of an earlier version left is no trace, and a new one has a key of its own", async () => {
  const folder = newFolder();
  const own = ownFiles();
  for (const name of ["demo.db", "candor.key"]) writeFileSync(join(folder, name), "");
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  expect(await candor(env, "import", join(own, "one.csv"))).toMatchObject({ code: 0 });
  const demo = join(newFolder(), "data");
  mkdirSync(demo);
  const settings = { DATABASE_URL: `sqlite:${demo}/demo.db`, SECRET_KEY: "" };
  const server = await startCandor(settings, ["--demo"]);
  await server.stop();
  expect(readdirSync(demo).filter((name) => name.endsWith(".key"))).toEqual(["demo.key"]);
  expect(await candor({ DATABASE_URL: `sqlite:${demo}/candor.db` }, "import", join(own, "one.csv"))).toMatchObject({
    code: 0,
  });
});

test("a demonstration is not put where a business's database is missing", async () => {
  const folder = newFolder();
  writeFileSync(join(folder, "candor.db.erasures"), "");
  const work = newFolder();
  const command = ["env", "-C", work, process.execPath, join(import.meta.dir, "../../src/cli.ts")];
  const server = await startCandor({ DATABASE_URL: `sqlite:${folder}/candor.db` }, ["--demo"], command);
  await server.stop();
  expect([readdirSync(folder), existsSync(join(work, "data/demo.db"))]).toEqual([["candor.db.erasures"], true]);
});

test("an empty file, a folder and another program's database are faults in every command, and stay as they are", async () => {
  const own = ownFiles();
  const folder = newFolder();
  writeFileSync(join(folder, "empty.db"), "");
  mkdirSync(join(folder, "folder.db"));
  for (const mode of ["delete", "wal"]) {
    const other = new Database(join(folder, `${mode}.db`));
    other.run(`PRAGMA journal_mode = ${mode}`);
    other.run("CREATE TABLE contact (name TEXT)");
    other.run("INSERT INTO contact VALUES ('Ann')");
    other.close();
  }
  const before = contents(folder);
  const bytes = readFileSync(join(folder, "wal.db"));
  for (const [name, said] of [
    ["empty.db", "it is an empty file, which is no database"],
    ["folder.db", "it is a folder"],
    ["delete.db", "it is the database of another program"],
    ["wal.db", "it is the database of another program"],
  ]) {
    const env = { DATABASE_URL: `sqlite:${folder}/${name}`, PORT: "1" };
    for (const argv of commandsIn(own)) {
      const { code, error } = await candor(env, ...argv);
      expect([argv[0], code, error]).toEqual([argv[0], 1, expect.stringContaining(`cannot be used (${said}): `)]);
    }
    expect(await runCandor(env, ["serve"])).toMatchObject({ code: 1, error: expect.stringContaining(said ?? "") });
    expect(await candor(env, "doctor")).toMatchObject({ code: 1, out: expect.stringContaining(said ?? "") });
  }
  expect(contents(folder)).toEqual(before);
  expect(readFileSync(join(folder, "wal.db")).equals(bytes)).toBe(true);
});

test("with DATABASE_MUST_EXIST a server begins nothing, and says how to begin; an import may", async () => {
  const own = ownFiles();
  const folder = newFolder();
  const path = join(folder, "data", "candor.db");
  const env = { DATABASE_URL: `sqlite:${path}`, DATABASE_MUST_EXIST: "true", PORT: "0" };
  expect(await runCandor(env, ["serve"])).toEqual({
    code: 1,
    output: expect.any(String),
    error: `candor: there is no database at ${path}, and DATABASE_MUST_EXIST is true: mount its disk, restore a backup (candor restore FILE), or begin with candor business FILE, then candor import FILE\n`,
  });
  expect(existsSync(join(folder, "data"))).toBe(false);
  expect(await candor(env, "import", join(own, "one.csv"))).toMatchObject({ code: 0 });
  const server = await startCandor(env);
  expect(await server.stop()).toBe(0);
});

test("a plain server may begin, and says in one line that nothing is stored and what to do", async () => {
  const env = { DATABASE_URL: `sqlite:${newFolder()}/data/candor.db` };
  const server = await startCandor(env);
  await server.stop();
  expect(server.events().filter(({ event }) => event === "nothing_stored")).toMatchObject([
    { next: "bring your reviews in: candor business FILE, then candor import FILE" },
  ]);
});

test("sync never begins a database", async () => {
  const path = join(newFolder(), "data", "candor.db");
  const { code, error } = await candor(
    { DATABASE_URL: `sqlite:${path}` },
    "sync",
    "add",
    "folder",
    "desk",
    newFolder(),
  );
  expect([code, error]).toEqual([1, expect.stringContaining(`there is no database yet at ${path}`)]);
  expect(existsSync(join(path, ".."))).toBe(false);
});

test("status and doctor change nothing, also of a database of an earlier version", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db`, PORT: "1" };
  expect(await candor(env, "import", join(ownFiles(), "one.csv"))).toMatchObject({ code: 0 });
  const older = new Database(join(folder, "candor.db"));
  older.run("DELETE FROM schema_migration WHERE version = (SELECT max(version) FROM schema_migration)");
  older.close();
  const bytes = readFileSync(join(folder, "candor.db"));
  const status = await candor(env, "status");
  expect([status.code, status.error]).toEqual([
    1,
    expect.stringContaining("the database is from an earlier Candor (schema "),
  ]);
  expect((await candor(env, "doctor")).out).toContain("warning  database: the database is from an earlier Candor");
  expect(readFileSync(join(folder, "candor.db")).equals(bytes)).toBe(true);
});

test("a database in memory is refused by what would store something, because nothing of it would stay", async () => {
  const own = ownFiles();
  const cwd = process.cwd();
  for (const DATABASE_URL of ["sqlite::memory:", "sqlite:file:candor.db?mode=memory"])
    for (const args of [
      ["import", join(own, "one.csv")],
      ["business", join(own, "business.yaml")],
      ["serve"],
      ["restore", join(own, "one.csv")],
    ]) {
      const { code, error } = await candor({ DATABASE_URL }, ...args);
      expect([args[0], code, error.includes("is no file, so nothing would be kept")]).toEqual([args[0], 2, true]);
    }
  expect(readdirSync(cwd).filter((name) => name.includes("memory"))).toEqual([]);
});
