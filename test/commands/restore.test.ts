import { expect, test } from "bun:test";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/commands/erase.ts";
import { readDataset } from "../../src/store/dataset.ts";
import { openStore } from "../../src/store/open.ts";
import { announceTopics, readTopics } from "../../src/store/topics.ts";
import { candor } from "../candor.ts";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { runCandor, startCandor } from "../server-process.ts";

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

test("a restored backup goes on from what it replaces: erasures win, holds stay, everything is new to clients", async () => {
  const { folder, path, backup, env, replaced } = await prepare();
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
  expect(statSync(path).mode & 0o777).toBe(statSync(kept).mode & 0o777);
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
  // An empty file is a database to be: looking at it creates nothing.
  const fresh = ["warning", 1, false, 1, false];
  const harmed = ["fault", 1, false, 1, false];
  expect(found).toEqual(Object.fromEntries(harms.map(([what]) => [what, what === "empty" ? fresh : harmed])));
}, 120_000);

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
}, 60_000);
