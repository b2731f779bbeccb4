import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eraseReviews } from "../../src/import/run/erase-reviews.ts";
import { importFiles } from "../../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS, type ImportOptions } from "../../src/import/run/run.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { DATABASES, newFolder } from "../databases.ts";

const HEAD = "rating,date,name,review";
const WORDS = "She listened and found the cause of the pain.";

describe.each(DATABASES)("corrections in $dialect", ({ newDatabase }) => {
  let store: Store;
  let runs = 0;
  const load = (lines: string[], options: Partial<ImportOptions> = {}) => {
    const path = join(newFolder(), "own.csv");
    writeFileSync(path, `${[HEAD, ...lines].join("\n")}\n`);
    const deps = { store, now: () => new Date("2026-05-01T12:00:00Z"), newRun: () => `run-${++runs}` };
    return importFiles(deps, [path], { ...DEFAULT_OPTIONS, verified_by: "operator", ...options });
  };
  type Row = { id: string; rating: number; date: string; author: string; text: string | null; revision: number };
  const rows = async () => [
    ...(await store.query<Row>(
      "SELECT id, rating, date, author, text, revision FROM review ORDER BY date, rating, text",
    )),
  ];

  beforeEach(async () => {
    store = await openStore(await newDatabase());
  });
  afterEach(() => store.close());

  /** Imports `before`, then `after`, which must change the only review, and then nothing more. */
  async function corrects(before: string, after: string): Promise<Row | undefined> {
    await load([before]);
    const [stored] = await rows();
    expect(await load([after])).toMatchObject({ added: 0, updated: 1, repeated: 0 });
    const [row, ...more] = await rows();
    expect([row?.id, more]).toEqual([stored?.id ?? "", []]);
    expect(await load([after])).toMatchObject({ added: 0, updated: 0, unchanged: 1, version: null });
    return row;
  }
  async function addsAnother(before: string, after: string): Promise<void> {
    await load([before]);
    expect(await load([after])).toMatchObject({ added: 1, updated: 0 });
  }

  test("another date is the same review, with the new date", async () => {
    const row = await corrects(`5,2025-03-04,Ann Lee,${WORDS}`, `5,2025-04-03,Ann Lee,${WORDS}`);
    expect(row).toMatchObject({ date: "2025-04-03", revision: 1 });
    const [times] = await store.query("SELECT published_at, updated_at FROM review");
    expect(times).toEqual({ published_at: "2025-04-03T00:00:00Z", updated_at: "2026-05-01T12:00:00Z" });
  });

  test("the day before or after is a correction, too", async () => {
    expect(await corrects(`5,2025-03-04,Ann Lee,${WORDS}`, `5,2025-03-05,Ann Lee,${WORDS}`)).toMatchObject({
      date: "2025-03-05",
    });
  });

  test("another rating is the same review, edited", async () => {
    expect(await corrects(`5,2025-03-04,Ann Lee,${WORDS}`, `4,2025-03-04,Ann Lee,${WORDS}`)).toMatchObject({
      rating: 4,
      revision: 2,
    });
  });

  test("another date and another rating, with words of their own, are the same review", async () => {
    await corrects(`5,2025-03-04,Ann Lee,${WORDS}`, `4,2025-04-03,Ann Lee,${WORDS}`);
  });

  test("a corrected typo is the same review, edited", async () => {
    expect(
      await corrects(
        "5,2025-03-04,Ann Lee,She lisened and found the cuase of it.",
        "5,2025-03-04,Ann Lee,She listened and found the cause of it.",
      ),
    ).toMatchObject({ text: "She listened and found the cause of it.", revision: 2 });
  });

  test("short words by a full name are the same review with another date", async () => {
    await corrects("5,2025-03-04,Ann Lee,Great!", "5,2025-04-03,Ann Lee,Great!");
  });

  test("a short name is enough if the words are long", async () => {
    await corrects(`5,2025-03-04,Ann L.,${WORDS}`, `5,2025-04-03,Ann L.,${WORDS}`);
    await load([`5,2025-04-03,Ann L.,${WORDS}`]);
  });

  test("short words by a short name with another date are another review", async () => {
    await addsAnother("5,2025-03-04,Ann L.,Great!", "5,2025-04-03,Ann L.,Great!");
  });

  test("stars without words are corrected on the same day only", async () => {
    await corrects("5,2025-03-04,Ann Lee,", "2,2025-03-04,Ann Lee,");
    await addsAnother("5,2025-03-06,Bo Ek,", "5,2025-03-07,Bo Ek,");
  });

  test("other words, another person, another source and no name are other reviews", async () => {
    await addsAnother(`5,2025-03-04,Ann Lee,${WORDS}`, "5,2025-03-04,Ann Lee,The best place for a bad back.");
    await addsAnother(`5,2025-03-04,Cy Dee,${WORDS}`, `5,2025-04-03,Cy Doe,${WORDS}`);
    await addsAnother(`5,2025-03-04,,${WORDS}`, `5,2025-04-03,,${WORDS}`);
    await addsAnother(`5,2025-03-04,Anonymous,${WORDS}`, `5,2025-05-03,Anonymous,${WORDS}`);
    await load([`5,2025-03-04,Di Ek,${WORDS}`]);
    expect(await load([`5,2025-06-03,Di Ek,${WORDS}`], { source: "yelp" })).toMatchObject({ added: 1 });
  });

  test("a file that also has the review as it is stored has two reviews, in any order and far apart", async () => {
    const [first, second] = [`5,2025-03-04,Ann Lee,${WORDS}`, `5,2025-04-03,Ann Lee,${WORDS}`];
    const others = Array.from({ length: 1200 }, (_, at) => `4,2024-01-01,Person Number${at},Words of number ${at}.`);
    await load([first]);
    expect(await load([second, ...others, first])).toMatchObject({ added: 1201, updated: 0 });
    expect((await rows()).filter(({ author }) => author === "Ann L.").map(({ date }) => date)).toEqual([
      "2025-03-04",
      "2025-04-03",
    ]);
    expect(await load([first, ...others, second])).toMatchObject({ added: 0, updated: 0, version: null });
  });

  test("one row corrects one review: the nearest, and the other row is new", async () => {
    await load([`5,2025-03-04,Ann Lee,${WORDS}`]);
    expect(await load([`5,2025-09-04,Ann Lee,${WORDS}`, `5,2025-03-05,Ann Lee,${WORDS}`])).toMatchObject({
      added: 1,
      updated: 1,
    });
    expect((await rows()).map(({ date }) => date)).toEqual(["2025-03-05", "2025-09-04"]);
  });

  test("two reviews by one person are corrected by two rows, each by its nearest", async () => {
    await load([`5,2025-03-04,Ann Lee,${WORDS}`, `5,2025-08-09,Ann Lee,${WORDS}`]);
    const before = await rows();
    expect(await load([`5,2025-08-10,Ann Lee,${WORDS}`, `5,2025-03-05,Ann Lee,${WORDS}`])).toMatchObject({
      added: 0,
      updated: 2,
    });
    expect((await rows()).map(({ id, date }) => [id, date])).toEqual([
      [before[0]?.id ?? "", "2025-03-05"],
      [before[1]?.id ?? "", "2025-08-10"],
    ]);
  });

  test("a complete file with a corrected date does not delete the review", async () => {
    const complete = { complete: true, exported_at: "2026-04-30T00:00:00Z", yes: true };
    await load([`5,2025-03-04,Ann Lee,${WORDS}`], complete);
    expect(await load([`5,2025-04-03,Ann Lee,${WORDS}`], complete)).toMatchObject({ added: 0, updated: 1, removed: 0 });
    expect(await store.query("SELECT id FROM tombstone")).toEqual([]);
  });

  test("an erased review does not come back with another date or rating", async () => {
    await load(["5,2025-03-04,Ann Lee,Great!", `5,2025-03-04,Bo Ek,${WORDS}`]);
    const ids = (await rows()).map(({ id }) => id);
    await eraseReviews({ store, now: () => new Date("2026-05-01T13:00:00Z") }, ids, "erased_on_request");
    expect(await load(["4,2025-04-03,Ann Lee,Great!", `4,2025-04-03,Bo Ek,${WORDS}`])).toMatchObject({
      added: 0,
      kept_out: 2,
    });
    expect(await load(["4,2025-04-03,Ann Lin,Great!"])).toMatchObject({ added: 1, kept_out: 0 });
  });

  test("a dry run shows the correction field by field", async () => {
    await load([`5,2025-03-04,Ann Lee,${WORDS}`]);
    expect(await load([`5,2025-04-03,Ann Lee,${WORDS}`], { dry_run: true })).toMatchObject({ added: 0, updated: 1 });
    expect(await rows()).toMatchObject([{ date: "2025-03-04" }]);
  });
});
