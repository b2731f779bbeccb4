import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { undoImport } from "../../src/import/run/undo-import.ts";
import { loadDemo } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { openPostgres } from "../../src/store/connection/postgres.ts";
import { openSqlite } from "../../src/store/connection/sqlite.ts";
import { readProfile } from "../../src/store/dataset/business.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { inventedIds } from "../../src/store/dataset/invented-reviews.ts";
import { markDemonstration, readInventedRemoved, readKind } from "../../src/store/dataset/kind.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { MIGRATIONS } from "../../src/store/migrations.ts";
import type { StoredReview } from "../../src/store/reviews/reviews.ts";
import { placeholders, type Store } from "../../src/store/store.ts";
import { candor } from "../candor.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { makeOldSchema } from "../old-schema.ts";
import { reviewRow, testProfile } from "../rows.ts";

const NOW = () => new Date("2026-11-15T00:00:00Z");
const newRun = () => crypto.randomUUID();
const INVENTED = [...inventedIds()];
const DEMO_FILE = join(import.meta.dir, "../../examples/demo-clinic/reviews.ndjson");
type Demo = { id: string; author: string; rating: number; date: string; text: string | null };
const DEMO: Demo[] = readFileSync(DEMO_FILE, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const OWN = ["00000000000000000000000001", "00000000000000000000000002"];
const MENTIONS = '{"technicians":[{"id":"priya-raman","name":"Priya Raman"}],"services":[],"service_areas":[]}';
/** The columns of a review before stores knew their kind. */
const OLD_COLUMNS =
  "id source source_id format location author author_avatar_url rating rating_basis date title text language translation_text translation_language published_at updated_at revision source_url reply_text reply_date reply_state reply_held_reason verification_method verified_at incentivized mentions redactions state held_reason held_at changed_at moved_from moved_at".split(
    " ",
  );
const before = MIGRATIONS.findIndex((statements) =>
  statements.some((statement) => JSON.stringify(statement).includes("CREATE TABLE store_kind")),
);

type Old = {
  ids: readonly string[];
  more?: readonly Partial<StoredReview>[];
  profile: object | null;
  erased?: readonly string[];
};

/** A store as the version before made it. */
async function makeOldStore(url: string, { ids, more = [], profile, erased = [] }: Old): Promise<void> {
  const store: Store = url.startsWith("sqlite:")
    ? await openSqlite(url.slice("sqlite:".length), { thread: false, busy_timeout_ms: 1000 })
    : await openPostgres(url, { connections: 1 });
  await store.transaction(async (tx) => {
    await makeOldSchema(tx, store.dialect, before);
    for (const [number, given] of [...ids.map((id) => ({ id })), ...more].entries()) {
      const row: Record<string, string | number | null> = { ...reviewRow(number, { mentions: MENTIONS, ...given }) };
      await tx.query(
        `INSERT INTO review (${OLD_COLUMNS.join(", ")}) VALUES ${placeholders(1, OLD_COLUMNS.length)}`,
        OLD_COLUMNS.map((column) => row[column] ?? null),
      );
    }
    for (const id of erased) {
      await tx.query(
        "INSERT INTO tombstone (id, date, deleted_at, reason, changed_at) VALUES ($1, '2026-01-01', '2026-01-02T00:00:00Z', 'erased_on_request', '2026-01-02T00:00:00Z')",
        [id],
      );
    }
    if (profile) {
      await tx.query("INSERT INTO business (id, profile, changed_at) VALUES (1, $1, '2026-01-01T00:00:00Z')", [
        JSON.stringify(profile),
      ]);
    }
    await tx.query("UPDATE dataset SET version = 7, changed_at = '2026-01-02T00:00:00Z' WHERE id = 1");
  });
  await store.close();
}

const DEMO_PROFILE = { ...testProfile(), structured_data: undefined, name: "Harborline", demonstration: true };
const OWN_PROFILE = { ...testProfile(), structured_data: undefined };

async function openOld(url: string, old: Old) {
  await makeOldStore(url, old);
  const notices: string[] = [];
  const store = await openStore(url, { now: NOW, notice: (line) => notices.push(line) });
  const rows = await store.query<{ id: string; mentions: string }>("SELECT id, mentions FROM review ORDER BY id");
  return { store, notices, rows };
}

describe.each(DATABASES)("on $dialect", ({ newEmptyDatabase: newDatabase }) => {
  test("a new store is a business's own unless it is made for the demonstration", async () => {
    const own = await openStore(await newDatabase());
    expect(await readKind(own)).toBe("business");
    await own.close();
    const url = await newDatabase();
    const demo = await openStore(url, { kind: "demonstration" });
    expect(await readKind(demo)).toBe("demonstration");
    await demo.close();
    const again = await openStore(url);
    expect(await readKind(again)).toBe("demonstration");
    await again.close();
  });

  test("the mark stays, whatever profile is saved, and only the demonstration itself may be loaded into it", async () => {
    const store = await openStore(await newDatabase());
    expect(await loadDemo(store, NOW)).toBe(true);
    expect(await loadDemo(store, NOW)).toBe(false);
    const deps = { store, now: NOW, newRun };
    const refused = "the database is a demonstration with made-up reviews: nothing was changed";
    expect(await endOf(saveBusiness(deps, testProfile()))).toThrow(refused);
    const file = join(newFolder(), "own.csv");
    writeFileSync(file, "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
    expect(await endOf(importFiles(deps, [file], { ...DEFAULT_OPTIONS, verified_by: "operator" }))).toThrow(refused);
    await saveBusiness({ ...deps, kind: "demonstration" }, testProfile());
    expect(await readKind(store)).toBe("demonstration");
    expect(await readSnapshotSource(store, async ({ demonstration }) => demonstration)).toBe(true);
    await store.close();
  });

  test("a store with anything in it does not become a demonstration", async () => {
    const store = await openStore(await newDatabase());
    await saveBusiness({ store, now: NOW, newRun }, testProfile());
    expect(await endOf(markDemonstration(store, NOW))).toThrow("the database holds a business's own data");
    expect(await endOf(loadDemo(store, NOW))).toThrow("the demonstration needs a database of its own");
    expect(await readKind(store)).toBe("business");
    await store.close();
  });

  test("an import that was compared before the store became a demonstration is refused when it commits", async () => {
    const store = await openStore(await newDatabase());
    const file = join(newFolder(), "own.csv");
    writeFileSync(file, "id,rating,date,review\n1,5,2026-01-01,Fine.\n");
    const options = { ...DEFAULT_OPTIONS, verified_by: "operator" } as const;
    const importing = importFiles({ store, now: NOW, newRun }, [file], options, {
      confirm: async () => {
        await markDemonstration(store, NOW);
        return true;
      },
    });
    expect(await endOf(importing)).toThrow("the database is a demonstration");
    expect(await store.query("SELECT id FROM review")).toEqual([]);
    await store.close();
  });

  test("the import of the demonstration cannot be taken back", async () => {
    const store = await openStore(await newDatabase());
    await loadDemo(store, NOW);
    const { version } = await readDataset(store);
    const undoing = undoImport({ store, now: NOW, newRun }, null, async () => true);
    expect(await endOf(undoing)).toThrow("the database is a demonstration");
    expect((await readDataset(store)).version).toBe(version);
    await store.close();
  });
});

describe.each(DATABASES)("a store of the version before on $dialect", ({ newEmptyDatabase: newDatabase }) => {
  test("with made-up reviews alone is a demonstration from now on", async () => {
    const { store, notices, rows } = await openOld(await newDatabase(), { ids: INVENTED, profile: DEMO_PROFILE });
    expect([await readKind(store), notices, rows.length]).toEqual(["demonstration", [], 217]);
    expect((await readProfile(store))?.name).toBe("Harborline");
    await store.close();
  });

  test("whose demonstration was loaded only to the profile is one, too", async () => {
    const { store } = await openOld(await newDatabase(), { ids: [], profile: DEMO_PROFILE });
    expect(await readKind(store)).toBe("demonstration");
    expect(await loadDemo(store, NOW)).toBe(true);
    await store.close();
  });

  test("with made-up reviews under a real profile loses them, and says so", async () => {
    const { store, notices, rows } = await openOld(await newDatabase(), { ids: INVENTED, profile: OWN_PROFILE });
    expect([await readKind(store), rows]).toEqual(["business", []]);
    expect(notices).toEqual([
      "an earlier version had mixed the demonstration with your data: 217 made-up reviews were removed",
    ]);
    expect((await readProfile(store))?.name).toBe("Harbor Physical Therapy");
    expect(await readInventedRemoved(store)).toEqual({ count: 217, at: "2026-11-15T00:00:00.000Z" });
    const { version, changed_at } = await readDataset(store);
    expect([version, changed_at]).toEqual([8, "2026-11-15T00:00:00Z"]);
    await store.close();
  });

  test("that mixes both keeps the real reviews, without mentions of made-up people", async () => {
    const ids = [...INVENTED.slice(5), ...OWN];
    const erased = INVENTED.slice(0, 2);
    const { store, notices, rows } = await openOld(await newDatabase(), { ids, profile: DEMO_PROFILE, erased });
    expect([await readKind(store), rows.map(({ id }) => id)]).toEqual(["business", OWN]);
    expect(rows.map(({ mentions }) => mentions)).toEqual(
      Array(2).fill('{"technicians":[],"services":[],"service_areas":[]}'),
    );
    expect(notices).toEqual([
      "an earlier version had mixed the demonstration with your data: 212 made-up reviews were removed, and the made-up profile: set yours with candor business FILE, then import your files again",
    ]);
    expect(await readProfile(store)).toBeNull();
    // Readers drop what they have, and no made-up review counts as erased.
    const tombstones = await store.query(
      "SELECT reason, CAST(count(*) AS INTEGER) AS count FROM tombstone GROUP BY reason",
    );
    expect(tombstones).toEqual([{ reason: "removed_at_source", count: 214 }]);
    await store.close();
  });

  test("loses made-up reviews that were imported as a table, and keeps one or two with the same words", async () => {
    const copies = DEMO.map(({ author, rating, date, text }, at) => {
      const id = `1${String(at).padStart(25, "0")}`;
      return { id, author, rating, date, text, source_id: null };
    });
    const all = await openOld(await newDatabase(), { ids: OWN, more: copies, profile: OWN_PROFILE });
    expect([await readKind(all.store), all.rows.map(({ id }) => id)]).toEqual(["business", OWN]);
    expect(all.notices).toEqual([
      "an earlier version had mixed the demonstration with your data: 217 made-up reviews were removed",
    ]);
    await all.store.close();
    const wordy = copies.filter(({ text }) => (text?.length ?? 0) > 80);
    const two = await openOld(await newDatabase(), { ids: OWN, more: wordy.slice(0, 2), profile: OWN_PROFILE });
    expect([two.rows.length, two.notices]).toEqual([4, []]);
    await two.store.close();
  });

  test("with real reviews alone stays as it is", async () => {
    const { store, notices, rows } = await openOld(await newDatabase(), { ids: OWN, profile: OWN_PROFILE, erased: [] });
    expect([await readKind(store), notices, rows.length]).toEqual(["business", [], 2]);
    expect((await readDataset(store)).version).toBe(7);
    await store.close();
  });

  test("is recognized in whatever way it is opened first", async () => {
    const url = await newDatabase();
    await makeOldStore(url, { ids: [...INVENTED, ...OWN], profile: OWN_PROFILE });
    const store = await openStore(url, { existing: true });
    expect(await readSnapshotSource(store, async ({ demonstration }) => demonstration)).toBe(false);
    expect((await store.query("SELECT id FROM review")).length).toBe(2);
    await store.close();
  });
});

test("the ids of the made-up reviews are those of the demonstration's file", () => {
  expect(INVENTED.length).toBe(217);
  expect(INVENTED[0]).toBe("F7CJ9BZ2YWDBGJK3TX7G67Q2FG");
});

test("a restored backup of the version before says what is removed from it, and show says why", async () => {
  const folder = newFolder();
  const backup = join(folder, "backup.db");
  await makeOldStore(`sqlite:${backup}`, { ids: [...INVENTED, ...OWN], profile: OWN_PROFILE });
  const env = { DATABASE_URL: `sqlite:${join(folder, "candor.db")}` };
  const restored = await candor(env, "restore", backup, "--yes");
  expect([restored.code, restored.error]).toEqual([
    0,
    "candor: an earlier version had mixed the demonstration with your data: 217 made-up reviews were removed\n",
  ]);
  const shown = await candor(env, "show", INVENTED[0] ?? "");
  expect(shown.out).toContain("it was one of the demonstration's made-up reviews");
  expect(shown.out).not.toContain("missing from a complete export");
});
