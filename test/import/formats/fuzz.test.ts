import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { candor } from "../../commands/terminal.ts";
import { newFolder, newSqliteDatabase } from "../../databases.ts";
import { repeats } from "../../length.ts";
import { SEED } from "../../seed.ts";
import { buildZip } from "../../zip.ts";
import { OWN_FILE } from "../own-file.ts";

const RUNS = repeats(20, 3000);
const FIXTURES = fileURLToPath(new URL("./fixtures/", import.meta.url));
const folder = newFolder();
const database = newSqliteDatabase();
await (await openStore(database)).close();
const readStatus = async () => JSON.parse((await candor(database, ["status", "--json"])).out);
let before = await readStatus();

/** The import exits with 0 or 1 in limited time, and stores exactly what its report says. */
async function importSurvives(name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const started = process.cpuUsage();
  const result = await candor(database, ["import", path, "--json", "--yes", "--verified-by", "operator"]);
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  expect([0, 1]).toContain(result.code);
  const after = await readStatus();
  const report = result.out === "" ? null : JSON.parse(result.out);
  if (report === null) expect(result.error).toMatch(/^(?:candor: .+\n)+$/);
  expect(after.dataset.version - before.dataset.version).toBe(report?.version === null || report === null ? 0 : 1);
  const stored = (status: typeof after) =>
    status.reviews.published + Object.values<number>(status.reviews.held).reduce((sum, count) => sum + count, 0);
  const expected = report === null || report.version === null ? 0 : report.added - report.removed;
  expect(stored(after) - stored(before)).toBe(expected);
  before = after;
}

describe("an import never crashes, hangs or stores half a file of", () => {
  test("arbitrary bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), (bytes) => importSurvives("bytes.bin", bytes)),
      { numRuns: RUNS, seed: SEED },
    );
  });

  test("arbitrary text that begins like a known format", async () => {
    const start = fc.constantFrom(
      "",
      "{",
      "[",
      "<",
      "\ufeff[",
      '{"reviews":[',
      "rating,date\n",
      "rating;date\n5;",
      "PK\u0003\u0004",
      '[{"rating":5,"date":',
    );
    await fc.assert(
      fc.asyncProperty(start, fc.string({ unit: "binary", maxLength: 500 }), (head, tail) =>
        importSurvives("text.txt", Buffer.from(head + tail)),
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });

  test("fixtures with bytes changed, removed and repeated", async () => {
    const fixtures = readdirSync(FIXTURES).map((name) => readFileSync(join(FIXTURES, name)));
    const zip = buildZip([
      {
        name: "Takeout/Google Business Profile/account-1/location-2/reviews.json",
        data: readFileSync(join(FIXTURES, "takeout-reviews.json")),
      },
    ]);
    const change = fc.record({
      at: fc.nat(5000),
      kind: fc.constantFrom("set", "cut", "copy"),
      size: fc.integer({ min: 1, max: 60 }),
      byte: fc.nat(255),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fixtures, Buffer.from(OWN_FILE), zip),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        (original, changes) => {
          let bytes = Buffer.from(original);
          for (const { at, kind, size, byte } of changes) {
            const place = at % Math.max(1, bytes.length);
            if (kind === "set") bytes[place] = byte;
            else if (kind === "cut") bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + size)]);
            else bytes = Buffer.concat([bytes.subarray(0, place + size), bytes.subarray(place)]);
          }
          return importSurvives("mutated", bytes);
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

test("JSON with the right members and wrong values is rejected row by row", async () => {
  mkdirSync(folder, { recursive: true });
  const value = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.string(),
    fc.constant({}),
    fc.constant([]),
    fc.constantFrom("FIVE", "2025-01-01", "2025-01-01T00:00:00Z", "x".repeat(21_000)),
  );
  const names = [
    "id",
    "rating",
    "stars",
    "starRating",
    "date",
    "createTime",
    "publishedAtDate",
    "text",
    "comment",
    "reviewer",
    "user",
    "author",
    "name",
    "reviewReply",
    "language",
    "translation",
    "title",
    "redactions",
    "mentions",
  ];
  const row = fc.dictionary(fc.constantFrom(...names), value);
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), (rows) =>
      importSurvives("rows.json", Buffer.from(JSON.stringify([{ rating: 5, date: "2025-01-01", id: 1 }, ...rows]))),
    ),
    { numRuns: RUNS, seed: SEED },
  );
});
