import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { createPreparation, type FileFacts } from "../../../src/import/prepare/preparation.ts";
import { openPreparers, type Preparer, prepareAhead } from "../../../src/import/prepare/prepare-ahead.ts";
import type { Candidate, CandidateRows, Rejection } from "../../../src/import/record/candidate.ts";
import { importFiles } from "../../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type RowOutcome } from "../../../src/import/run/run.ts";
import { profile } from "../../../src/model/business.ts";
import { openStore, sqlitePath } from "../../../src/store/connection/open-store.ts";
import { ensureIdentityKey } from "../../../src/store/erasure/identity-key.ts";
import { copySqlite, newFolder, newSqliteDatabase } from "../../databases.ts";
import { repeats } from "../../length.ts";

const CLINIC = profile.parse({
  name: "Clinic",
  time_zone: "America/Los_Angeles",
  technicians: [{ id: "priya", name: "Priya Raman" }],
});
const NOW_MS = Date.parse("2026-05-01T10:00:00Z");
const FACTS: FileFacts = {
  format: "csv",
  source: "google",
  location: null,
  verified_by: "platform_account",
  complete: false,
};

const TEXTS = [
  null,
  "",
  "Good.",
  "Priya listened, found the cause and gave me a plan I could keep.",
  "Call me at 541-555-0137 or write to lee @ gmail . com, I live at 1500 Broadway.",
  "Vaig sortir caminant i ja no em fa mal res quan pujo les escales de casa.",
  "Maria Sanchez here. <b>Great</b> &amp; kind \ud800 \u202e people",
  "とても親切でした。",
  "a".repeat(20_001),
];
const AUTHORS = [null, "Maria Sanchez", "Nguyễn Văn Minh", "佐藤花子", "x_smith99", "Smith Plumbing LLC", "Ann"];

const candidate = fc.record<Candidate>(
  {
    place: fc.record({ file: fc.constant("a.csv"), row: fc.nat(9999) }),
    author: fc.constantFrom(...AUTHORS),
    rating: fc.constantFrom(1, 5, 0, 4.5, -0, Number.NaN, Number.POSITIVE_INFINITY),
    date: fc.constantFrom("2026-04-01", "2026-05-02", "1990-01-01", "2026-02-30"),
    text: fc.constantFrom(...TEXTS),
    source_id: fc.constantFrom(null, "r1", "r2"),
    title: fc.constantFrom(null, "Fine"),
    reply: fc.constantFrom(null, { text: "We reviewed your chart, Maria Sanchez.", date: "2026-04-02" }),
    source_url: fc.constantFrom(null, "https://example.com/r1", "javascript:alert(1)"),
  },
  { requiredKeys: ["place", "author", "rating", "text"] },
);
const rejection = fc.record<Rejection>({
  place: fc.record({ file: fc.constant("a.csv"), row: fc.nat(9999) }),
  reason: fc.constantFrom("no rating", "no date"),
  source_id: fc.constantFrom(null, "r3"),
});
/** No format gives a number as a name: such a fault of our own has to come through as it is. */
const faulty = fc.constant({ place: { file: "a.csv", row: 7 }, author: 7, rating: 5, date: "2026-04-01", text: null });

const parsed = fc.oneof({ weight: 8, arbitrary: candidate }, { weight: 1, arbitrary: rejection });
const chunks = fc.array(fc.array(parsed, { maxLength: 40 }), { maxLength: 6 });

/** Everything that comes, in order; a failure comes last. */
async function drain(rows: CandidateRows, preparer: Preparer): Promise<unknown[]> {
  const seen: unknown[] = [];
  try {
    for await (const ready of prepareAhead(rows, FACTS, preparer)) seen.push(...ready);
  } catch (error) {
    seen.push({ failed: String(error) });
  }
  return seen;
}

describe("rows that are prepared in a thread", () => {
  const run = createPreparation(CLINIC, NOW_MS, "a key");
  const preparers = openPreparers(run, 1);
  const [here, thread] = [preparers.forSize(0), preparers.forSize(1)];
  afterAll(preparers.close);

  test("are the same in the same order, and so are rejections and failures", async () => {
    const failure = fc.constantFrom(null, "a.csv is damaged");
    const large = fc.constantFrom(1, 1, 1, 30);
    await fc.assert(
      fc.asyncProperty(chunks, fc.option(faulty), failure, large, async (some, fault, message, times) => {
        async function* rows(): CandidateRows {
          for (let time = 0; time < times; time += 1) yield* some;
          // A fault of the program: its type says that it cannot happen.
          if (fault) yield [fault as unknown as Candidate];
          if (message) throw new Error(message);
        }
        expect(await drain(rows(), thread)).toEqual(await drain(rows(), here));
      }),
      { numRuns: repeats(12, 2000) },
    );
  });

  const good = (row: number) => ({
    place: { file: "a.csv", row },
    author: "Ann",
    rating: 5,
    date: "2026-04-01",
    text: null,
  });

  test.each([
    ["thread", thread],
    ["no thread", here],
  ])("with a file that ends in a failure, %s: the rows before it come first", async (_, preparer) => {
    async function* rows(): CandidateRows {
      yield Array.from({ length: 501 }, (_, at) => good(at + 1));
      throw new Error("a.csv is damaged");
    }
    const seen = await drain(rows(), preparer);
    expect(seen.length).toBe(502);
    expect(seen[500]).toMatchObject({ place: { row: 501 } });
    expect(seen[501]).toEqual({ failed: "Error: a.csv is damaged" });
  });

  test("a fault comes before what was read after it, and after what was read before it", async () => {
    const bad = { ...good(1001), author: 7 } as unknown as Candidate; // as above
    async function* rows(): CandidateRows {
      yield Array.from({ length: 1000 }, (_, at) => good(at + 1));
      yield [bad];
      yield Array.from({ length: 1500 }, (_, at) => good(at + 1002));
      throw new Error("a.csv is damaged");
    }
    const seen = await drain(rows(), thread);
    expect(seen.length).toBe(1001);
    expect(seen.at(-1)).toEqual({ failed: expect.stringContaining("TypeError") });
    expect(seen).toEqual(await drain(rows(), here));
  });
});

const ROWS = repeats(1200, 40_000);

/** Rows with and without ids, repeats, bare ratings, rejected ones, replies and several languages. */
function writeTable(path: string): void {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const text = TEXTS.slice(0, 6)[row % 6] ?? "";
    const words = text.length > 20 ? `${text} Visit ${row - (row % 50)}.` : text;
    const author = AUTHORS[row % 5] ?? "";
    const date = row % 41 === 0 ? "tomorrow" : `2026-0${1 + (row % 4)}-1${row % 9}`;
    const id = row % 3 === 0 ? "" : `r${row % 1900}`;
    return `${id},${author},${1 + (row % 5)},${date},"${words}","${row % 7 === 0 ? "Thank you, see you next week." : ""}"`;
  });
  writeFileSync(path, `id,name,rating,date,review,reply\n${lines.join("\n")}\n`);
}

async function importInto(database_url: string, table: string, thread_from_bytes: number) {
  const store = await openStore(database_url);
  const [rejections, outcomes]: [Rejection[], RowOutcome[]] = [[], []];
  const deps = { store, now: () => new Date(NOW_MS), newRun: () => "run", thread_from_bytes };
  const options = { ...DEFAULT_OPTIONS, verified_by: "visit_record" as const, map: { source_id: "id" } };
  const importOnce = () =>
    importFiles(deps, [table], options, {
      rejected: (rejected) => rejections.push(rejected),
      outcome: (outcome) => outcomes.push(structuredClone(outcome)),
    });
  const reports = [await importOnce(), await importOnce()];
  const rows = await store.query("SELECT * FROM review ORDER BY id");
  await store.close();
  return { reports, rejections, outcomes, rows };
}

test(`an import of ${ROWS} rows, and a second one, does the same with a thread and without`, async () => {
  const table = join(newFolder(), "reviews.csv");
  writeTable(table);
  const first = newSqliteDatabase();
  const store = await openStore(first);
  await ensureIdentityKey(store);
  await store.close();
  const second = newSqliteDatabase();
  copySqlite(sqlitePath(first) ?? "", second);
  const threaded = await importInto(first, table, 0);
  const alone = await importInto(second, table, Number.POSITIVE_INFINITY);
  expect(threaded.reports[0]).toMatchObject({ read: ROWS, version: 1 });
  expect(threaded.rejections.length).toBeGreaterThan(0);
  expect(threaded.reports[1]).toMatchObject({ added: 0, updated: 0 });
  expect(threaded).toEqual(alone);
});

test("a small import starts no thread", async () => {
  const table = join(newFolder(), "reviews.csv");
  writeFileSync(table, "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Good day.\n");
  const store = await openStore(newSqliteDatabase());
  const original = globalThis.Worker;
  let started = 0;
  globalThis.Worker = class extends original {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      started += 1;
    }
  };
  try {
    const deps = { store, now: () => new Date(NOW_MS), newRun: () => "run" };
    await importFiles(deps, [table], DEFAULT_OPTIONS);
    expect(started).toBe(0);
    await importFiles({ ...deps, thread_from_bytes: 1 }, [table], DEFAULT_OPTIONS);
    expect(started).toBe(1);
  } finally {
    globalThis.Worker = original;
    await store.close();
  }
});
