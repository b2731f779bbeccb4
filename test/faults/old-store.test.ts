import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashName } from "../../src/import/prepare/identity.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import { openPostgres } from "../../src/store/connection/postgres.ts";
import { openSqlite } from "../../src/store/connection/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { LONG } from "../length.ts";
import { makeOldSchema, OLD_COLUMNS } from "../old-schema.ts";
import { insertRows, reviewRow } from "../rows.ts";
import { runHere, startCandor } from "../server-process.ts";

/** The schemas that earlier versions of the program left behind: before people were told apart, and before imports were numbered. */
const VERSIONS = LONG ? [7, 8] : [8];
const KEY = "ab".repeat(32);
const PERSON = hashName(KEY, "Maria Sanchez");

const openRaw = (url: string): Promise<Store> | Store =>
  url.startsWith("sqlite:")
    ? openSqlite(url.slice("sqlite:".length), { thread: false, busy_timeout_ms: 5000, existing: false })
    : openPostgres(url, { connections: 2 });

const OLD_ROWS: ReviewRow[] = [
  reviewRow(1, { source: "other", source_id: null, format: "csv", text: "Kind and calm, and my knee is fine again." }),
  reviewRow(2, { source_id: "r2", text: "Edited words.", revision: 2 }),
  reviewRow(3, {
    state: "held",
    held_reason: "unverified",
    held_at: "2026-01-01T00:00:00Z",
    verification_method: null,
  }),
];

/** Writes a store as a program with that many migrations did. */
async function writeOldStore(url: string, version: number): Promise<void> {
  const store = await openRaw(url);
  await store.transaction(async (tx) => {
    await makeOldSchema(tx, store.dialect, version);
    await insertRows(tx, OLD_ROWS, OLD_COLUMNS);
    await tx.query(
      "INSERT INTO review_revision VALUES ($1, 1, 5, NULL, 'First words.', NULL, '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z')",
      [OLD_ROWS[1]?.id ?? ""],
    );
    if (version >= 8) {
      await tx.query("INSERT INTO identity_key (id, key) VALUES (1, $1)", [KEY]);
      await tx.query("UPDATE review SET person = $1 WHERE source_id IS NULL", [PERSON]);
    }
    await tx.query("UPDATE dataset SET version = 3, commit_id = 'old'");
  });
  await store.close();
}

describe.each(DATABASES)("a store of an earlier version in $dialect", ({ newEmptyDatabase: newDatabase }) => {
  test.each(VERSIONS)("with schema %d opens, is served as it was, and everything new works on it", async (version) => {
    const env = { DATABASE_URL: await newDatabase() };
    await writeOldStore(env.DATABASE_URL, version);
    const candor = (...args: string[]) => runHere(env, args);
    const refused = await candor("status", "--json");
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining(`the database is from an earlier Candor (schema ${version}; this program's is `),
    ]);
    await using server = await startCandor(env);
    const read = async () => {
      await server.until("/readyz", (_, { status: code }) => code === 200);
      return (await (await server.get("/reviews.json")).json()) as {
        total: number;
        reviews: { text: string; date: string }[];
      };
    };
    expect((await read()).reviews.map(({ text }) => text)).toEqual([
      "Edited words.",
      "Kind and calm, and my knee is fine again.",
    ]);
    const status = await candor("status", "--json");
    expect(JSON.parse(status.output)).toMatchObject({
      reviews: { published: 2 },
      imports: [],
      dataset: { version: 3 },
    });
    const [first, edited, held] = OLD_ROWS.map(({ id }) => id);
    const shown = await candor("show", edited ?? "");
    expect(shown.output).toContain("edited; before: 5 stars, First words.");
    expect(await candor("undo")).toMatchObject({
      code: 1,
      output: expect.stringContaining("no import to take back"),
    });
    expect(await candor("verify", held ?? "", "--verified-by", "operator")).toMatchObject({ code: 0 });
    await server.until("/reviews.json", (body) => JSON.parse(body).total === 3);
    const path = join(newFolder(), "own.csv");
    writeFileSync(
      path,
      'rating,date,name,review\n5,2024-03-01,Maria Sanchez,"Kind and calm, and my knee is fine again."\n',
    );
    const report = JSON.parse((await candor("import", path, "--verified-by", "operator", "--json")).output);
    // A name is known since schema 8: there another date corrects the review.
    expect(report).toMatchObject({ run: 1, added: version >= 8 ? 0 : 1, updated: version >= 8 ? 1 : 0 });
    await server.until("/reviews.json", (body) => body.includes("2024-03-01"));
    expect(await candor("undo")).toMatchObject({ code: 0 });
    await server.until("/reviews.json", (body) => !body.includes("2024-03-01"));
    expect((await read()).reviews.map(({ date }) => date)).toContain(OLD_ROWS[0]?.date ?? "");
    expect(await candor("erase", first ?? "", "--reason", "erased_on_request")).toMatchObject({ code: 0 });
    await server.until(`/api/reviews/${first}`, (_, { status: code }) => code === 410);
  });
});
