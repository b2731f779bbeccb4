import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { announceTopics } from "../../src/store/hub/hub-topics.ts";
import { candor } from "../candor.ts";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { runCandor, startCandor } from "../server-process.ts";
import { readTopics } from "../websub/subscriptions.ts";

const SECRET_WORDS = "Only Zebediah knows these words.";
const now = () => new Date("2026-06-01T00:00:00Z");

/** A store with three reviews, its backup, and an erasure, a hold and a review since. */
async function prepare() {
  const folder = newFolder();
  const [path, backup] = [join(folder, "candor.db"), join(folder, "backup.db")];
  const env = { DATABASE_URL: `sqlite:${path}`, PORT: "1" };
  const store = await openStore(env.DATABASE_URL);
  const rows = [reviewRow(1), reviewRow(2, { text: SECRET_WORDS }), reviewRow(3)];
  await insertRows(store, rows);
  await store.query("UPDATE review SET match_key = 'key of ' || id");
  await bumpDataset(store);
  await announceTopics(store, 1, new Map([["/feed.xml", "a"]]));
  expect(await candor(env, "backup", backup)).toMatchObject({ code: 0 });
  await eraseReviews({ store, now }, [rows[1]?.id ?? ""], "erased_on_request");
  await store.query(
    "UPDATE review SET state = 'held', held_reason = 'legal', held_at = '2026-05-01T00:00:00Z' WHERE id = $1",
    [rows[2]?.id ?? ""],
  );
  await insertRows(store, [reviewRow(4)]);
  await bumpDataset(store);
  const replaced = await readDataset(store);
  await store.close();
  return { folder, path, backup, env, replaced };
}

/** What a restore that was killed leaves: a copy, and a log that another database would take for its own. */
function leaveHalfRestored(path: string) {
  const other = new Database(`${path}.other`);
  other.exec("PRAGMA journal_mode = WAL; CREATE TABLE other (id TEXT)");
  for (const side of ["", "-wal"]) copyFileSync(`${path}.other${side}`, `${path}.restoring${side}`);
  other.close();
}

test("a restored backup goes on from what it replaces: erasures win, holds stay, everything is new to clients", async () => {
  const { folder, path, backup, env, replaced } = await prepare();
  chmodSync(path, 0o640);
  leaveHalfRestored(path);
  const { code, out } = await candor(env, "restore", backup, "--yes", "--json");
  expect(code).toBe(0);
  const kept = `${path}.replaced-20261115T000000Z`;
  expect(JSON.parse(out)).toEqual({ restored: backup, kept, version: replaced.version + 1, erased: 1 });
  const store = await openStore(env.DATABASE_URL);
  expect(await store.query("SELECT id, state FROM review ORDER BY id")).toEqual([
    { id: reviewRow(1).id, state: "published" },
    { id: reviewRow(3).id, state: "held" },
  ]);
  expect(await store.query("SELECT id, reason FROM tombstone")).toEqual([
    { id: reviewRow(2).id, reason: "erased_on_request" },
  ]);
  const dataset = await readDataset(store);
  expect(dataset.version).toBe(replaced.version + 1);
  expect(dataset.commit_id).not.toBe(replaced.commit_id);
  expect(dataset.changed_at > replaced.changed_at).toBe(true);
  expect(await readTopics(store)).toMatchObject([{ path: "/feed.xml", hash: "a", seq: 2 }]);
  await store.close();
  expect(readFileSync(path).includes("Zebediah")).toBe(false);
  expect([path, kept].map((file) => statSync(file).mode & 0o777)).toEqual([0o640, 0o640]);
  expect(readdirSync(folder).filter((name) => name.includes("restoring"))).toEqual([]);
});

test("the words of an erased review do not come back under another id either", async () => {
  const { backup, env } = await prepare();
  const copy = await openStore(`sqlite:${backup}`);
  await copy.query("UPDATE review SET id = $1 WHERE text = $2", ["7Q2M4D9ZK1VXB3H8RTCNE5WYA6", SECRET_WORDS]);
  await copy.close();
  expect(JSON.parse((await candor(env, "restore", backup, "--yes", "--json")).out)).toMatchObject({ erased: 1 });
  const store = await openStore(env.DATABASE_URL);
  expect(await store.query("SELECT id FROM review WHERE text = $1", [SECRET_WORDS])).toEqual([]);
  await store.close();
});

function overwrite(path: string, from: number, bytes: Buffer): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
}

const HARMS: [string, (path: string) => void][] = [
  ["truncated to half", (path) => truncateSync(path, statSync(path).size >> 1)],
  ["truncated by a page", (path) => truncateSync(path, statSync(path).size - 4096)],
  ["empty", (path) => truncateSync(path, 0)],
  ["all zeros", (path) => overwrite(path, 0, Buffer.alloc(statSync(path).size))],
  ["another text", (path) => overwrite(path, 0, Buffer.from("This is not a database. ".repeat(50)))],
];

/** The demonstration, closed, as one file. */
async function demonstration() {
  const folder = newFolder();
  const path = join(folder, "candor.db");
  const env = { DATABASE_URL: `sqlite:${path}`, PORT: "1" };
  await (await startClinic({ ...env, PORT: "0" })).stop();
  return { folder, path, env };
}

test("doctor finds damage wherever it is, backup refuses it and leaves no file, restore refuses it and changes nothing", async () => {
  const { folder, path } = await demonstration();
  const size = statSync(path).size;
  const pages = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((part) => Math.floor((size * part) / 4096) * 4096);
  const harms: typeof HARMS = [
    ...HARMS,
    ...pages.map((at): (typeof HARMS)[number] => [`zeros at ${at}`, (file) => overwrite(file, at, Buffer.alloc(4096))]),
    ...pages.map((at): (typeof HARMS)[number] => [
      `0x5a at ${at}`,
      (file) => overwrite(file, at, Buffer.alloc(4096, 0x5a)),
    ]),
  ];
  const found: Record<string, unknown> = {};
  for (const [number, [what, harm]] of harms.entries()) {
    const file = join(folder, `harmed-${number}.db`);
    copyFileSync(path, file);
    harm(file);
    const harmed = { DATABASE_URL: `sqlite:${file}`, PORT: "1" };
    const whole = { DATABASE_URL: `sqlite:${folder}/other-${number}.db`, PORT: "1" };
    const restored = await candor(whole, "restore", file, "--yes");
    const doctor = JSON.parse((await candor(harmed, "doctor", "--json")).out) as { check: string; state: string }[];
    const backup = await candor(harmed, "backup", join(folder, `backup-${number}.db`));
    found[what] = [
      doctor.find(({ check }) => check === "database")?.state,
      backup.code,
      existsSync(join(folder, `backup-${number}.db`)),
      restored.code,
      existsSync(`${folder}/other-${number}.db`),
    ];
  }
  expect(found).toEqual(Object.fromEntries(harms.map(([what]) => [what, ["fault", 1, false, 1, false]])));
});

test("a restore is refused while a server runs, without --yes, and without a file; a damaged store says so", async () => {
  const { path, backup, env } = await prepare();
  expect(await candor(env, "restore", backup)).toMatchObject({ code: 2 });
  expect(await candor(env, "restore", "--yes")).toMatchObject({ code: 2 });
  expect(await candor(env, "restore", `${backup}.none`, "--yes")).toMatchObject({ code: 1 });
  expect(await candor(env, "restore", path, "--yes")).toMatchObject({ code: 1 });
  const before = readFileSync(path);
  const server = await startCandor({ ...env, PORT: "0" });
  const refused = await runCandor(env, ["restore", backup, "--yes"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.output).toMatch(/^candor: another server already serves .*: stop it first/);
  await server.stop();
  expect(before.length).toBeGreaterThan(0);
  overwrite(path, 0, Buffer.from("This is not a database. ".repeat(500)));
  const { code, error } = await candor(env, "restore", backup, "--yes");
  expect({ code, error }).toEqual({
    code: 0,
    error: "candor: what was there is too damaged to read: erase again what was erased since the backup\n",
  });
  expect(
    await candor({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }, "restore", backup, "--yes"),
  ).toMatchObject({
    code: 1,
    error: expect.stringContaining("use pg_restore --clean --if-exists --single-transaction"),
  });
});

/** A store whose one review was erased after its backup, with the command, so that there is a ledger. */
async function eraseAfterBackup() {
  const folder = newFolder();
  const path = join(folder, "data", "candor.db");
  const env = { DATABASE_URL: `sqlite:${path}`, PORT: "1" };
  const csv = join(folder, "reviews.csv");
  writeFileSync(csv, `id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,${SECRET_WORDS}\n`);
  expect(await candor(env, "import", csv, "--verified-by", "operator")).toMatchObject({ code: 0 });
  mkdirSync(join(folder, "backups"));
  const backup = join(folder, "backups", "monday.db");
  expect(await candor(env, "backup", backup)).toMatchObject({ code: 0 });
  const store = await openStore(env.DATABASE_URL);
  const [review] = await store.query<{ id: string }>("SELECT id FROM review");
  await store.close();
  expect(await candor(env, "erase", review?.id ?? "", "--reason", "erased_on_request")).toMatchObject({ code: 0 });
  return { folder, path, env, backup, id: review?.id ?? "" };
}

const erasedAgain = async (env: Record<string, string>, ...args: string[]) => {
  const { code, out, error } = await candor(env, "restore", ...args, "--json");
  return { code, erased: code === 0 ? JSON.parse(out).erased : null, error };
};

test("the ledger has hashes and tombstones alone, for its owner alone, and a copy is beside each backup", async () => {
  const { path, env, folder, id } = await eraseAfterBackup();
  const ledger = readFileSync(`${path}.erasures`, "utf8");
  // Ids and hashes are random letters: "bee" alone is in one of sixteen.
  expect(ledger).not.toMatch(/zebediah|ann bee|\bann\b|\bbee\b/i);
  expect(
    ledger
      .split("\n")
      .slice(0, 2)
      .map((line) => Object.keys(JSON.parse(line))),
  ).toEqual([
    ["candor_ledger", "store"],
    ["id", "date", "deleted_at", "reason"],
  ]);
  expect(ledger).toContain(id);
  expect(statSync(`${path}.erasures`).mode & 0o777).toBe(0o600);
  expect(await candor(env, "backup", join(folder, "later.db"))).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "later.db.erasures"), "utf8")).toBe(ledger);
  expect(await candor(env, "backup", "--ledger", join(folder, "alone"))).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "alone"), "utf8")).toBe(ledger);
});

test("a database that is too damaged to read has its ledger beside it", async () => {
  const { path, env, backup } = await eraseAfterBackup();
  overwrite(path, 0, Buffer.from("This is not a database. ".repeat(500)));
  expect(await erasedAgain(env, backup, "--yes")).toEqual({ code: 0, erased: 1, error: "" });
  expect(readFileSync(path).includes("Zebediah")).toBe(false);
});

test("the ledger of a later backup in the same folder counts for an older one", async () => {
  const { folder, env, backup } = await eraseAfterBackup();
  expect(await candor(env, "backup", join(folder, "backups", "tuesday.db"))).toMatchObject({ code: 0 });
  const fresh = { DATABASE_URL: `sqlite:${join(folder, "fresh", "candor.db")}`, PORT: "1" };
  expect(await erasedAgain(fresh, backup, "--yes")).toEqual({ code: 0, erased: 1, error: "" });
});

test("on a new machine the newest ledger is asked for; --yes goes on without one", async () => {
  const { folder, path, backup } = await eraseAfterBackup();
  const fresh = (name: string) => ({ DATABASE_URL: `sqlite:${join(folder, name, "candor.db")}`, PORT: "1" });
  const refused = await erasedAgain(fresh("one"), backup);
  expect(refused.code).toBe(1);
  expect(refused.error).toContain(`run: candor restore ${backup} --ledger FILE`);
  expect(existsSync(join(folder, "one"))).toBe(false);
  expect(await erasedAgain(fresh("one"), backup, "--ledger", `${path}.erasures`)).toMatchObject({ erased: 1 });
  expect(await erasedAgain(fresh("two"), backup, "--yes")).toMatchObject({ erased: 0 });
  // It is applied later, too, without a backup.
  expect(await erasedAgain(fresh("two"), "--ledger", `${path}.erasures`)).toMatchObject({ erased: 1 });
  const asked: string[] = [];
  const answers = [`${path}.erasures`, "y"];
  const terminal = {
    env: fresh("three"),
    out: () => {},
    error: () => {},
    interactive: true,
    now: () => new Date("2026-11-15T00:00:00Z"),
    ask: async (question: string) => {
      asked.push(question);
      return answers.shift() ?? "";
    },
  };
  expect(await runCli(["restore", backup], terminal)).toBe(0);
  expect(asked).toEqual([expect.stringContaining("newest ledger")]);
  expect(readFileSync(join(folder, "three", "candor.db")).includes("Zebediah")).toBe(false);
});

test("a damaged ledger and the ledger of another database are refused, and nothing is changed", async () => {
  const { folder, path, env, backup } = await eraseAfterBackup();
  const before = readFileSync(path);
  const broken = join(folder, "broken.ledger");
  writeFileSync(broken, `${readFileSync(`${path}.erasures`, "utf8")}{"key":`);
  expect(await erasedAgain(env, backup, "--yes", "--ledger", broken)).toMatchObject({
    code: 1,
    error: expect.stringContaining("is not a ledger of erasures (line"),
  });
  const other = await eraseAfterBackup();
  for (const args of [[backup, "--yes"], []])
    expect(await erasedAgain(env, ...args, "--ledger", `${other.path}.erasures`)).toMatchObject({
      code: 1,
      error: expect.stringContaining("is the ledger of another database"),
    });
  expect(readFileSync(path).equals(before)).toBe(true);
});
