import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../../src/import/run/run.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";

const WORDS = "Zebediahwords nobody else would ever write down here";

describe.each(DATABASES)("erasing in $dialect", ({ newDatabase }) => {
  let store: Store;
  let url: string;
  const folder = newFolder();
  const now = () => new Date("2026-06-01T00:00:00Z");
  const run = (text: string, changes: Partial<typeof DEFAULT_OPTIONS> = {}) => {
    const path = join(folder, "reviews.csv");
    writeFileSync(path, `id,name,rating,date,review\n${text}`);
    const options = { ...DEFAULT_OPTIONS, verified_by: "operator" as const, ...changes };
    return importFiles({ store, now, newRun: () => crypto.randomUUID() }, [path], options);
  };
  beforeAll(async () => {
    url = await newDatabase();
    store = await openStore(url);
  });
  afterAll(() => store.close());

  /** The bytes in which the database keeps the tables: on PostgreSQL the files of the tables, before and after. */
  async function readBytes(paths: readonly string[]): Promise<string> {
    if (store.dialect === "sqlite") {
      const place = dirname(url.slice("sqlite:".length));
      return readdirSync(place)
        .map((file) => readFileSync(join(place, file)).toString("latin1"))
        .join("");
    }
    const parts: string[] = [];
    for (const path of paths) {
      const rows = await store.query<{ bytes: string | null }>(
        "SELECT encode(pg_read_binary_file($1, 0, 100000000, true), 'escape') AS bytes",
        [path],
      );
      parts.push(rows[0]?.bytes ?? "");
    }
    return parts.join("");
  }
  const tablePaths = async () =>
    store.dialect === "sqlite"
      ? []
      : (
          await store.query<{ path: string }>(
            "SELECT pg_relation_filepath(oid) AS path FROM pg_class WHERE relname IN ('review', 'review_revision', 'analysis', 'staging')",
          )
        ).map(({ path }) => path);

  test("the words of every revision are gone from the files of the database", async () => {
    await run(`1,Ann Bee,5,2026-01-01,${WORDS} first\n2,Cy Dee,4,2026-01-02,Stays here.\n`);
    await run(`1,Ann Bee,5,2026-01-01,${WORDS} second\n`);
    if (store.dialect === "postgres") await store.query("CHECKPOINT");
    const before = await tablePaths();
    expect(await readBytes(before)).toContain("Zebediahwords");
    const rows = await store.query<{ id: string }>("SELECT id FROM review WHERE text LIKE 'Zebediah%'");
    expect(await eraseReviews({ store, now }, [rows[0]?.id ?? ""], "erased_on_request")).toBe(1);
    if (store.dialect === "postgres") await store.query("CHECKPOINT");
    const after = await readBytes([...before, ...(await tablePaths())]);
    expect(after).toContain("Stays here.");
    expect(after).not.toContain("Zebediahwords");
  });

  test("a review that is gone at its source gives way to its held duplicate", async () => {
    const words = "They listened to me and the plan they made really worked.";
    const others = Array.from({ length: 12 }, (_, index) => `g${index},Pat ${index},5,2026-02-01,Filler ${index}\n`);
    const complete = {
      source: "google",
      location: "here",
      complete: true,
      yes: true,
      exported_at: "2026-05-01T00:00:00Z",
    } as const;
    await run(`a,Eve Fox,5,2026-02-01,${words}\n${others.join("")}`, complete);
    await run(`b,Eve Fox,5,2026-02-02,${words}\n`, { source: "yelp" });
    const state = () =>
      store.query<{ source: string; state: string; held_reason: string | null }>(
        "SELECT source, state, held_reason FROM review WHERE text LIKE 'They listened%' ORDER BY source",
      );
    expect(await state()).toEqual([
      { source: "google", state: "published", held_reason: null },
      { source: "yelp", state: "held", held_reason: "duplicate" },
    ]);
    await run(others.join(""), { ...complete, exported_at: "2026-05-02T00:00:00Z" });
    expect(await state()).toEqual([{ source: "yelp", state: "published", held_reason: null }]);
  });
});
