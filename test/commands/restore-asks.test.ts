import { expect, test } from "bun:test";
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { ensureIdentityKey } from "../../src/store/erasure/identity-key.ts";
import { candor } from "../candor.ts";
import { newFolder } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";

const KEPT = "replaced-20261115T000000Z";

async function prepare() {
  const folder = newFolder();
  const [path, backup] = [join(folder, "candor.db"), join(folder, "backup.db")];
  const env = { DATABASE_URL: `sqlite:${path}` };
  const store = await openStore(env.DATABASE_URL);
  await insertRows(store, [reviewRow(1), reviewRow(2)]);
  await ensureIdentityKey(store);
  await bumpDataset(store);
  expect((await candor(env, "backup", backup)).code).toBe(0);
  return { folder, path, backup, env, store };
}

const idsIn = async (path: string) => {
  const store = await openStore(`sqlite:${path}`, { existing: true });
  const rows = await store.query<{ id: string }>("SELECT id FROM review ORDER BY id");
  await store.close();
  return rows.map(({ id }) => id);
};

test("a restore says what it replaced, where that is kept, and what it erased again", async () => {
  const { path, backup, env, store } = await prepare();
  const now = () => new Date("2026-11-14T00:00:00Z");
  await eraseReviews({ store, now }, [reviewRow(1).id], "erased_on_request");
  await store.close();
  expect(await candor(env, "restore", backup, "--yes")).toEqual({
    code: 0,
    out: `${backup} is restored\nwhat was there is kept in ${path}.${KEPT}\n1 review of the backup had been erased since: erased again\n`,
    error: "",
  });
  expect([await idsIn(path), await idsIn(`${path}.${KEPT}`)]).toEqual([[reviewRow(2).id], [reviewRow(2).id]]);
  const again = await candor(env, "restore", backup, "--yes");
  expect([again.code, again.error]).toEqual([1, `candor: ${path}.${KEPT} already exists: try again\n`]);
  expect(existsSync(`${path}.restoring`)).toBe(false);
});

test("where nothing was, only the backup is named, and a log without its database goes", async () => {
  const { folder, path: other, backup, store } = await prepare();
  const [path, left] = [join(folder, "new", "candor.db"), join(folder, "left.db")];
  await store.query("UPDATE review SET text = 'Of another database.'");
  copyFileSync(`${other}-wal`, `${left}-wal`);
  await store.close();
  const env = { DATABASE_URL: `sqlite:${path}` };
  const none = { code: 1, error: `candor: ${folder} is not a database: nothing was changed\n` };
  expect(await candor(env, "restore", folder, "--yes")).toMatchObject(none);
  expect(existsSync(join(folder, "new"))).toBe(false);
  chmodSync(backup, 0o644);
  expect(await candor(env, "restore", backup, "--yes")).toEqual({ code: 0, out: `${backup} is restored\n`, error: "" });
  expect([(await idsIn(path)).length, statSync(path).mode & 0o777]).toEqual([2, 0o600]);
  expect((await candor({ DATABASE_URL: `sqlite:${left}` }, "restore", backup, "--yes")).code).toBe(0);
  const restored = await openStore(`sqlite:${left}`);
  expect(await restored.query("SELECT id FROM review WHERE text = 'Of another database.'")).toEqual([]);
  await restored.close();
});

test.skipIf(process.getuid?.() !== 0)("as root, the database keeps its owner", async () => {
  const { path, backup, env, store } = await prepare();
  await store.close();
  chownSync(path, 1001, 1002);
  expect((await candor(env, "restore", backup, "--yes")).code).toBe(0);
  const { uid, gid } = statSync(path);
  expect([uid, gid]).toEqual([1001, 1002]);
});

test("a backup that was copied while it was open brings its log along", async () => {
  const { folder, path, env, store } = await prepare();
  const copy = join(folder, "copy.db");
  await store.query("UPDATE review SET text = 'Only in the log.'");
  for (const side of ["", "-wal"]) copyFileSync(`${path}${side}`, `${copy}${side}`);
  await store.query("UPDATE review SET text = 'Later.'");
  await store.close();
  expect((await candor(env, "restore", copy, "--yes")).code).toBe(0);
  const restored = await openStore(env.DATABASE_URL);
  expect(await restored.query("SELECT DISTINCT text FROM review")).toEqual([{ text: "Only in the log." }]);
  await restored.close();
});

test("a demonstration is neither restored nor replaced, and a refusal leaves nothing behind", async () => {
  const { folder, backup, env, store } = await prepare();
  await store.close();
  const demonstration = join(folder, "demonstration.db");
  await (await openStore(`sqlite:${demonstration}`, { kind: "demonstration" })).close();
  const before = readdirSync(folder).sort();
  const refused = await candor(env, "restore", demonstration, "--yes");
  expect([refused.code, refused.error]).toEqual([
    1,
    `candor: ${demonstration} is not a backup to restore, and nothing was changed (it is a demonstration, with made-up reviews)\n`,
  ]);
  const fresh = await candor({ DATABASE_URL: `sqlite:${folder}/none.db` }, "restore", demonstration, "--yes");
  expect(fresh.code).toBe(1);
  expect(
    readdirSync(folder)
      .filter((name) => name !== "candor.db.lock")
      .sort(),
  ).toEqual(before);
  const replaced = await candor({ DATABASE_URL: `sqlite:${demonstration}` }, "restore", backup, "--yes");
  expect([replaced.code, replaced.error]).toEqual([
    1,
    `candor: sqlite:${demonstration} is a demonstration with made-up reviews, and nothing was changed: move it away (mv ${demonstration} ${demonstration}.demonstration) or set DATABASE_URL to another database, and run this again\n`,
  ]);
});

test.each([
  ["y", 0],
  [" YES ", 0],
  ["n", 1],
  ["yesterday", 1],
  ["", 1],
])("on a terminal it asks first; the answer %p ends with %d", async (answer, code) => {
  const { path, backup, env, store } = await prepare();
  await store.query("DELETE FROM review WHERE id = $1", [reviewRow(2).id]);
  await store.close();
  const [asked, errors]: string[][] = [[], []];
  const terminal = {
    env,
    out: () => {},
    error: (text: string) => void errors?.push(text),
    interactive: true,
    now: () => new Date("2026-11-15T00:00:00Z"),
    ask: async (question: string) => {
      asked?.push(question);
      return answer;
    },
  };
  expect(await runCli(["restore", backup], terminal)).toBe(code);
  expect([asked, errors]).toEqual([
    [`Replace ${path} by ${backup}? (y/n) `],
    code === 0 ? [] : ["candor: nothing was changed\n"],
  ]);
  expect((await idsIn(path)).length).toBe(code === 0 ? 2 : 1);
});

test("a ledger alone erases again what it says, from the files, too", async () => {
  const { folder, backup, env, store } = await prepare();
  const now = () => new Date("2026-11-14T00:00:00Z");
  await eraseReviews({ store, now }, [reviewRow(1).id], "erased_on_request");
  await store.close();
  const ledger = join(folder, "newest.ledger");
  expect((await candor(env, "backup", "--ledger", ledger)).code).toBe(0);
  const path = join(folder, "new", "candor.db");
  const fresh = { DATABASE_URL: `sqlite:${path}` };
  await candor(fresh, "restore", backup, "--yes");
  const holder = await openStore(fresh.DATABASE_URL);
  const before = (await readDataset(holder)).version;
  expect(await candor(fresh, "restore", "--ledger", ledger)).toEqual({
    code: 0,
    out: `1 review erased again, as ${ledger} says\n`,
    error: "",
  });
  expect((await readDataset(holder)).version).toBe(before + 1);
  for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes(reviewRow(1).text ?? "")).toBe(false);
  expect(readFileSync(`${path}.erasures`, "utf8")).toContain(reviewRow(1).id);
  await holder.close();
  const again = await candor(fresh, "restore", "--ledger", ledger, "--json");
  expect(JSON.parse(again.out)).toEqual({ ledger, erased: 0 });
});

test("a restore that cannot be meant is refused with what to write", async () => {
  const { folder, path, backup, env, store } = await prepare();
  await store.close();
  const postgres = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
  const name_one = "candor: name one backup: candor restore candor-2026-11-15.db --yes\n";
  for (const [code, error, given, ...argv] of [
    [2, name_one, env],
    [2, name_one, env, backup, backup],
    [2, `candor: this replaces ${path} by ${backup}: run it again with --yes\n`, env, backup],
    [1, `candor: ${folder}/none.db does not exist\n`, env, `${folder}/none.db`, "--yes"],
    [1, `candor: ${path} is the database itself\n`, env, path, "--yes"],
    [2, "candor: name one ledger: candor restore --ledger candor-2026-11-15.erasures\n", postgres],
    [1, "candor: the database is PostgreSQL: use pg_restore --clean", postgres, backup, "--yes"],
  ] as const) {
    const refused = await candor(given, "restore", ...argv);
    expect([refused.code, refused.error.slice(0, error.length)]).toEqual([code, error]);
  }
});
