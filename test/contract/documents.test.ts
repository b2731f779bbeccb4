import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { importFiles } from "../../src/import/run/import-files.ts";
import type { ImportReport } from "../../src/import/run/run.ts";
import { saveBusiness } from "../../src/import/run/save-business.ts";
import { reviewsDocument } from "../../src/model/documents.ts";
import { SOURCES, VERIFICATION_METHODS } from "../../src/model/review-kinds.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { allBodies } from "../../src/snapshot/encodings.ts";
import { reviewsSince } from "../../src/snapshot/since.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { buildOf } from "../build.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { testProfile } from "../rows.ts";
import { SEED } from "../seed.ts";

const base_url = "https://reviews.example";
const OPTIONS = {
  format: "candor",
  source: null,
  location: null,
  verified_by: null,
  complete: false,
  exported_at: null,
  dry_run: false,
  yes: false,
  strict: true,
  map: {},
  scale: null,
  dates: null,
} as const;

const deps = (store: Store, at: string) => {
  let runs = 0;
  return { store, now: () => new Date(at), newRun: () => `run-${++runs}` };
};

async function load(store: Store, content: unknown, at = "2026-05-01T12:00:00Z"): Promise<ImportReport> {
  const path = join(newFolder(), "reviews.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return importFiles(deps(store, at), [path], OPTIONS);
}

const snapshotOf = (store: Store, renderDocuments = documentsBeside(null)) =>
  readSnapshotSource(store, (source) => buildOf(source, { base_url, renderDocuments }));

/** Everything that is served of a store: bytes and hash of each document and of some windows. */
async function pictureOf(store: Store) {
  const snapshot = await snapshotOf(store);
  const documents = Array.from(snapshot.documents, ([path, document]) => ({
    path,
    hash: document.hash,
    bytes: Buffer.from(wholeBody(document.bodies.identity)).toString("utf8"),
    encoded: allBodies(document).map(([encoding, body]) => [encoding, Bun.hash(wholeBody(body))]),
  }));
  const windows = ["2000-01-01", "2024-06-01", "2026-01-01"].map((date) => {
    const { hash, parts } = reviewsSince(snapshot.reviews, date);
    return { date, hash, bytes: Buffer.concat(parts).toString("utf8") };
  });
  return { documents, windows };
}

const ID_LETTERS = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];
const day = fc.date({ min: new Date("2000-01-01"), max: new Date("2026-04-30"), noInvalidDate: true });
const time = day.map((date) => date.toISOString());
const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
const anyReview = fc.record({
  id: fc.array(fc.constantFrom(...ID_LETTERS), { minLength: 26, maxLength: 26 }).map((letters) => letters.join("")),
  rating: fc.integer({ min: 1, max: 5 }),
  date: day.map((date) => date.toISOString().slice(0, 10)),
  author: fc.option(words),
  title: fc.option(words),
  text: fc.option(fc.oneof(words, fc.constant("Ana did the dry needling in Old Town."))),
  language: fc.option(fc.constantFrom("en", "es", "pt-BR")),
  translation: fc.option(fc.record({ text: words, language: fc.constantFrom("en", null) })),
  published_at: time,
  updated_at: time,
  revision: fc.integer({ min: 1, max: 9 }),
  source: fc.constantFrom(...SOURCES),
  source_url: fc.option(fc.constantFrom("https://maps.example/r?a=1&b=%20", "http://x.example/")),
  owner_reply: fc.option(fc.record({ text: words, date: fc.constantFrom("2026-01-01", null) })),
  verification: fc.record({ method: fc.constantFrom(...VERIFICATION_METHODS), verified_at: time }),
  incentivized: fc.boolean(),
});
const someReviews = fc.uniqueArray(anyReview, { selector: ({ id }) => id, minLength: 1, maxLength: 40 });
const [SAMPLE = []] = fc.sample(someReviews, { numRuns: 1, seed: 20_260_501 });

test("the same data gives the same bytes and ETags on both databases, filled apart and at other times", async () => {
  const pictures = [];
  for (const [i, { newDatabase }] of [...DATABASES, ...DATABASES].entries()) {
    const store = await openStore(await newDatabase());
    await saveBusiness(deps(store, `2026-05-0${i + 1}T00:00:00Z`), testProfile());
    // In other orders and in one run or many.
    const reviews = i % 2 === 0 ? SAMPLE : [...SAMPLE].reverse();
    const half = i < 2 ? reviews.length : Math.floor(reviews.length / 2);
    await load(store, reviews.slice(0, half), `2026-05-1${i}T00:00:00Z`);
    if (half < reviews.length) await load(store, reviews.slice(half), `2026-05-2${i}T00:00:00Z`);
    pictures.push(await pictureOf(store));
    expect(await pictureOf(store)).toEqual(pictures[i] as Awaited<ReturnType<typeof pictureOf>>); // built again
    await store.close();
  }
  expect(SAMPLE.length).toBeGreaterThan(5);
  for (const picture of pictures.slice(1)) expect(picture).toEqual(pictures[0] as (typeof pictures)[number]);
});

describe.each(DATABASES)("what /reviews.json serves from $dialect", ({ dialect, newDatabase }) => {
  const numRuns = repeats(dialect === "SQLite" ? 8 : 2, 100);
  const reviewsOf = async (store: Store) => {
    const body = (await snapshotOf(store, async () => [])).documents.get("/reviews.json")?.bodies.identity ?? [];
    const text = Buffer.from(wholeBody(body)).toString("utf8");
    reviewsDocument.parse(JSON.parse(text));
    return { text, reviews: text.slice(text.indexOf('"reviews":['), text.lastIndexOf('"links":')) };
  };

  test.each([
    ["with a profile here and none there", true, false],
    ["with the same profile on both sides", true, true],
    ["without any profile", false, false],
  ])("imported into an empty store gives the same reviews byte for byte, %s", async (_, here, there) => {
    await fc.assert(
      fc.asyncProperty(someReviews, async (reviews) => {
        const [first, second] = [await openStore(await newDatabase()), await openStore(await newDatabase())];
        if (here) await saveBusiness(deps(first, "2026-05-01T00:00:00Z"), testProfile());
        if (there) await saveBusiness(deps(second, "2026-05-01T00:00:00Z"), testProfile());
        const report = await load(first, reviews);
        expect(report.rejected).toBe(0);
        const served = await reviewsOf(first);
        await load(second, served.text, "2026-06-01T00:00:00Z");
        expect((await reviewsOf(second)).reviews).toBe(served.reviews);
        await Promise.all([first.close(), second.close()]);
      }),
      { seed: SEED, numRuns },
    );
  });
});
