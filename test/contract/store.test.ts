import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset, commitTime, lockDataset, readDataset } from "../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { insertRows, reviewRow } from "../rows.ts";

const ROOT = join(import.meta.dir, "..", "..");
const CLINIC = join(ROOT, "test/commands/fixtures/clinic.yaml");

function candor(args: string[], database_url: string) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; out: string; error: string }>();
  const child = Bun.spawn([process.execPath, join(ROOT, "src/cli.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: database_url },
    stdout: "pipe",
    stderr: "pipe",
  });
  void Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]).then(
    ([code, out, error]) => resolve({ code, out, error }),
  );
  return promise;
}

describe.each(DATABASES)("a store on $dialect", ({ newEmptyDatabase: newDatabase }) => {
  let url = "";
  let store: Store;
  beforeAll(async () => {
    url = await newDatabase();
    store = await openStore(url);
  });
  afterAll(() => store.close());

  test("four processes that open an empty database together migrate it once", async () => {
    const fresh = await newDatabase();
    const answers = await Promise.all(Array.from({ length: 4 }, () => candor(["business", CLINIC, "--json"], fresh)));
    expect(answers.map(({ code, error }) => ({ code, error }))).toEqual(Array(4).fill({ code: 0, error: "" }));
    const opened = await openStore(fresh);
    const rows = await opened.query<{ version: number }>("SELECT version FROM schema_migration ORDER BY version");
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: rows.length }, (_, i) => i + 1));
    await opened.close();
  });

  test("a database from a newer program is refused with one clear line, and not changed", async () => {
    const newer = await newDatabase();
    const opened = await openStore(newer);
    await opened.query("INSERT INTO schema_migration (version, migrated_at) VALUES (999, '2030-01-01T00:00:00Z')");
    await opened.close();
    const { code, out, error } = await candor(["status"], newer);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toMatch(/^candor: the database is from a newer Candor \(schema 999; this program knows \d+\): .+\n$/);
  });

  test("a transaction that fails leaves nothing, and a statement that waited for it is kept", async () => {
    let outside: Promise<unknown> = Promise.resolve();
    const failing = store.transaction(async (tx) => {
      await tx.query("INSERT INTO erased_key (source, key) VALUES ('in', 'transaction')");
      // Sent from outside while the transaction is open: it must not join it.
      outside = store.query("INSERT INTO erased_key (source, key) VALUES ('from', 'outside')");
      await Bun.sleep(50);
      throw new Error("no");
    });
    expect(await failing.catch((error: Error) => error.message)).toBe("no");
    await outside;
    expect(await store.query("SELECT source FROM erased_key")).toEqual([{ source: "from" }]);
  });

  test("a hundred changes at once run one after another, and none is lost", async () => {
    const before = await readDataset(store);
    const work = Array.from({ length: 100 }, (_, n) =>
      store.transaction(async (tx) => {
        const { version } = await lockDataset(tx, store.dialect);
        await Bun.sleep(n % 3);
        if (n % 10 === 9) throw new Error("rolled back");
        return [version, await bumpDataset(tx, store.dialect, "2026-01-01T00:00:00Z")] as const;
      }),
    );
    const settled = await Promise.allSettled(work);
    const done = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(done).toHaveLength(90);
    for (const [seen, made] of done) expect(made).toBe(seen + 1);
    expect((await readDataset(store)).version).toBe(before.version + 90);
  });

  test("every change commits a new random id next to the version", async () => {
    const seen = new Set<string>();
    for (let change = 0; change < 20; change += 1) {
      await store.transaction((tx) => bumpDataset(tx, store.dialect, "2026-01-01T00:00:00Z"));
      seen.add((await readDataset(store)).commit_id);
    }
    expect(seen.size).toBe(20);
    for (const id of seen) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  test("the last thousand commits are remembered", async () => {
    await store.query("UPDATE dataset SET version = 5000 WHERE id = 1");
    await store.query("INSERT INTO dataset_commit (version, commit_id) VALUES (4001, 'too old'), (4002, 'kept')");
    await store.transaction((tx) => bumpDataset(tx, store.dialect, "2026-01-01T00:00:00Z"));
    expect(await store.query("SELECT version FROM dataset_commit ORDER BY version")).toEqual([
      { version: 4002 },
      { version: 5001 },
    ]);
  });

  test("the time of a commit is the database's clock where that is another machine's", async () => {
    const skew_ms = async () => (await store.transaction((tx) => lockDataset(tx, store.dialect))).clock_skew_ms;
    expect(await skew_ms()).toBe(0);
    setSystemTime(new Date(Date.now() + 3_600_000));
    const ahead = await skew_ms();
    setSystemTime();
    expect(Math.round(ahead / 60_000)).toBe(store.dialect === "sqlite" ? 0 : -60);
  });

  test("a view does not see changes committed while it is open", async () => {
    const other = await openStore(url);
    const counts = await store.view(async (tx) => {
      const count = () => tx.query("SELECT id FROM review").then((rows) => rows.length);
      const first = await count();
      await insertRows(other, [reviewRow(9001)]);
      return [first, await count()];
    });
    expect(itemAt(counts, 1)).toBe(itemAt(counts, 0));
    expect((await store.query("SELECT id FROM review")).length).toBe(itemAt(counts, 0) + 1);
    await other.close();
  });

  test("every published review is read in pages, none twice and none missing", async () => {
    const full = await openStore(await newDatabase());
    await insertRows(
      full,
      Array.from({ length: 4001 }, (_, n) => reviewRow(n, n % 1000 === 0 ? { state: "held" } : {})),
    );
    const ids = await readSnapshotSource(full, async (source) => {
      const found: string[] = [];
      for await (const page of source.reviews()) found.push(...page.map(({ id }) => id));
      return found;
    });
    expect(ids).toHaveLength(3996);
    expect(new Set(ids).size).toBe(3996);
    await full.close();
  });

  test("an erased review whose date was moved back is reported under the newest date it ever had", async () => {
    const row = reviewRow(7001, { date: "2025-03-01", moved_from: "2025-06-10", moved_at: "2026-01-01T00:00:00Z" });
    await insertRows(store, [row]);
    expect(await eraseReviews({ store, now: () => new Date("2026-05-01T00:00:00Z") }, [row.id], "legal")).toBe(1);
    expect(await store.query("SELECT date FROM tombstone WHERE id = $1", [row.id])).toEqual([{ date: "2025-06-10" }]);
  });

  test("text comes back exactly as it was stored", async () => {
    const text = "naïve 😀 \u2028 'quoted' \"double\" \\ $1 %s \t\n — ﷽";
    const row = reviewRow(8001, { text, title: "", author: "'; DROP TABLE review; --", translation_text: text });
    await insertRows(store, [row]);
    const [back] = await store.query(`SELECT * FROM review WHERE id = $1`, [row.id]);
    expect(back).toMatchObject(row);
  });
});

describe("a SQLite file", () => {
  test("that another process has locked blocks the store's thread, never the event loop", async () => {
    const path = join(newFolder(), "candor.db");
    const store = await openStore(`sqlite:${path}`, { thread: true, busy_timeout_ms: 20_000 });
    const other = new Database(path);
    other.run("BEGIN IMMEDIATE");
    const write = store.query("UPDATE dataset SET version = 7 WHERE id = 1");
    for (let tick = 0; tick < 40; tick += 1) await Bun.sleep(10);
    // An event loop that waited for the lock could not release it: the write would time out.
    other.run("COMMIT");
    await write;
    expect((await readDataset(store)).version).toBe(7);
    other.close();
    await store.close();
  });

  test("that stays locked beyond the timeout fails only that statement", async () => {
    const path = join(newFolder(), "candor.db");
    const store = await openStore(`sqlite:${path}`, { thread: true, busy_timeout_ms: 100 });
    const other = new Database(path);
    other.run("BEGIN IMMEDIATE");
    const write = store.query("UPDATE dataset SET version = 7 WHERE id = 1");
    expect(await write.catch((error: Error) => error.message)).toBe("database is locked");
    expect((await readDataset(store)).version).toBe(0);
    other.run("ROLLBACK");
    await store.query("UPDATE dataset SET version = 8 WHERE id = 1");
    expect((await readDataset(store)).version).toBe(8);
    other.close();
    await store.close();
  });
});

describe("the time of a commit", () => {
  test("is corrected by what the database's clock is ahead or behind", () => {
    const locked = { changed_at: "2026-01-01T00:00:10Z", clock_skew_ms: -3_600_000 };
    expect(commitTime(locked, new Date("2026-01-01T02:00:00Z"))).toBe("2026-01-01T01:00:00Z");
  });

  const before = { changed_at: "2026-01-01T00:00:10Z", clock_skew_ms: 0 };
  test.each([
    ["2026-01-01T00:00:20.000Z", "2026-01-01T00:00:20Z"],
    ["2026-01-01T00:00:20.999Z", "2026-01-01T00:00:20Z"],
    ["2026-01-01T00:00:10.500Z", "2026-01-01T00:00:11Z"],
    ["2026-01-01T00:00:11.000Z", "2026-01-01T00:00:11Z"],
    ["2025-06-01T00:00:00.000Z", "2026-01-01T00:00:11Z"],
  ])("at %s is %s: whole seconds, later than the last one", (now, expected) => {
    expect(commitTime(before, new Date(now))).toBe(expected);
  });
});
