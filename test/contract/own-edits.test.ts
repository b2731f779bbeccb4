import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ShownRow } from "../../src/model/review-row.ts";
import { correctReview } from "../../src/owner/correct-review.ts";
import { forgetHidden, hideWords } from "../../src/owner/hide-words.ts";
import { restoreBackup } from "../../src/owner/restore-backup.ts";
import { rewordReply } from "../../src/owner/reword-reply.ts";
import { publicReview } from "../../src/render/review.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { openImports } from "./imports.ts";

const HEAD = "id,name,rating,date,review,reply";
const TELLS = "We were glad to treat your shoulder last month.";
const row = (text: string, reply = "", rating = 5) => `1,Ann Bee,${rating},2026-01-01,${text},${reply}`;

describe.each(DATABASES)("what the owner changes in a review in $dialect", ({ newDatabase }) => {
  const { open, deps, load, undo, idOf, pass } = openImports(HEAD);
  let store: Store;
  beforeEach(async () => {
    store = await open(await newDatabase());
  });
  afterEach(() => store.close());

  const stored = async () => {
    const [found] = await store.query("SELECT text, redactions, reply_text, reply_state FROM review");
    return found;
  };
  const hide = async (words: string) => {
    pass(60_000);
    return hideWords(deps(), await idOf("1"), { words, kind: "phone" });
  };
  const reword = async (reply: string) => {
    pass(60_000);
    return rewordReply(deps(), await idOf("1"), reply);
  };

  test("words are hidden wherever they are, and stay hidden through imports and undo", async () => {
    const text = "Dial ring five five twice. Really: ring five five!";
    const hidden = "Dial [phone hidden by the business] twice. Really: [phone hidden by the business]!";
    await load([row(text)]);
    await load([row(text, "", 4)]);
    expect(await hide("ring six")).toBe("not_found");
    expect(await hide(" r ")).toBe("too_short");
    expect(await hide("ring five five")).toBe("hidden");
    expect(await stored()).toMatchObject({ text: hidden, redactions: '[{"kind":"phone","count":2}]' });
    for (const table of ["review", "former_review", "review_revision", "owner_edit"])
      expect(JSON.stringify(await store.query(`SELECT * FROM ${table}`))).not.toContain("ring five");
    expect(await load([row(text, "", 4)])).toMatchObject({ unchanged: 1, run: null });
    await undo();
    expect(await stored()).toMatchObject({ text: hidden, redactions: '[{"kind":"phone","count":2}]' });
    await load([row(`Now. ${text}`)]);
    expect((await stored())?.text).toBe(`Now. ${hidden}`);
    await forgetHidden(deps(), await idOf("1"));
    await load([row(text)]);
    expect(await stored()).toMatchObject({ text, redactions: "[]" });
  });

  test("a reply is reworded and checked again, and the source's words do not come back", async () => {
    await load([row("Good.", TELLS)]);
    expect((await stored())?.reply_state).toBe("held");
    expect(await reword(" ")).toBe("empty");
    expect(await reword("Thank you! Call 541-555-0137.")).toBe("published");
    expect(await stored()).toMatchObject({ reply_text: "Thank you! Call [phone].", reply_state: "published" });
    expect(await load([row("Good.", TELLS)])).toMatchObject({ unchanged: 1, run: null });
    await load([row("Good.", TELLS, 4)]);
    await undo();
    expect((await stored())?.reply_text).toBe("Thank you! Call [phone].");
    expect(await reword(TELLS.replace("last month", "in May"))).toBe("held");
    expect((await stored())?.reply_state).toBe("held");
    expect(await reword("Thank you!")).toBe("published");
    expect(await reword("Thank you!")).toBe("unchanged");
    await load([row("Good.", "We are glad!")]);
    expect((await stored())?.reply_text).toBe("We are glad!");
    await load([row("Good.", TELLS)]);
    expect((await stored())?.reply_text).toBe("Thank you!");
  });
});

describe.each(DATABASES)("corrections in $dialect", ({ newDatabase }) => {
  const { open, deps, load, undo, idOf, pass } = openImports(HEAD);
  let store: Store;
  beforeEach(async () => {
    store = await open(await newDatabase());
  });
  afterEach(() => store.close());
  const correct = async (given: Parameters<typeof correctReview>[2]) => {
    pass(60_000);
    return correctReview(deps(), await idOf("1"), given);
  };
  const stored = async () => (await store.query("SELECT * FROM review"))[0];

  test("of date, source and language last through imports and undo, and tell the former value", async () => {
    await load([row("Good and kind.")]);
    await load([row("Good and kind.", "", 4)]);
    expect(await correct({ date: "2026-13-01" })).toEqual({ refused: "date" });
    expect(await correct({ date: "2027-01-01" })).toEqual({ refused: "date" });
    expect(await correct({ language: "not a tag" })).toEqual({ refused: "language" });
    expect(await correct({ date: "2025-12-31", source: "yelp", rating: "1", text: "Bad." })).toBe("corrected");
    const shown = { date: "2025-12-31", source: "yelp", rating: 4, text: "Good and kind.", moved_from: "2026-01-01" };
    expect(await stored()).toMatchObject(shown);
    const corrections = JSON.parse(String((await stored())?.corrections));
    expect(corrections).toMatchObject([
      { member: "date", from: "2026-01-01", to: "2025-12-31" },
      { member: "source", from: expect.any(String), to: "yelp" },
    ]);
    expect(await load([row("Good and kind.", "", 4)])).toMatchObject({ unchanged: 1, run: null });
    await undo();
    expect(await stored()).toMatchObject({ ...shown, rating: 5 });
    expect(await correct({ date: "2025-12-31" })).toBe("unchanged");
    expect(await correct({ date: "2025-12-30" })).toBe("corrected");
    expect(JSON.parse(String((await stored())?.corrections))).toHaveLength(3);
    await load([row("Better and kind.")]);
    expect(await stored()).toMatchObject({ date: "2025-12-30", text: "Better and kind." });
  });

  test("of a review that was added by hand reach its stars, name and words, without their former values", async () => {
    await load([row("Good and kind.")]);
    await store.query("UPDATE review SET format = 'by-hand'");
    expect(await correct({ rating: "6" })).toEqual({ refused: "rating" });
    expect(await correct({ rating: "3", author: "Cy Dee", text: "Call 541-555-0137." })).toBe("corrected");
    expect(await stored()).toMatchObject({ rating: 3, author: "Cy D.", text: "Call [phone]." });
    const [rating, ...words] = JSON.parse(String((await stored())?.corrections));
    expect(rating).toMatchObject({ member: "rating", from: 5, to: 3 });
    expect(words.map((one: object) => Object.keys(one))).toEqual([
      ["member", "at"],
      ["member", "at"],
    ]);
  });

  test("are public, and our own document brings them into an empty store", async () => {
    await load([row("Good and kind.")]);
    await correct({ date: "2025-12-31" });
    const [shown] = (await store.query<ShownRow>("SELECT * FROM review")).map((one) =>
      publicReview(one, "https://reviews.example"),
    );
    expect(shown?.corrections).toMatchObject([{ member: "date", from: "2026-01-01", to: "2025-12-31" }]);
    const file = join(newFolder(), "reviews.json");
    writeFileSync(file, JSON.stringify({ schema_version: "1", reviews: [shown] }));
    const url = await newDatabase();
    expect((await candor(url, ["import", file])).code).toBe(0);
    const other = await openStore(url);
    const [again] = (await other.query<ShownRow>("SELECT * FROM review")).map((one) =>
      publicReview(one, "https://reviews.example"),
    );
    await other.close();
    expect(again).toEqual(shown);
  });
});

test("what is hidden and reworded stays so in a restored backup from before", async () => {
  const { open, deps, load, idOf, pass } = openImports(HEAD);
  const [path, backup] = [join(newFolder(), "candor.db"), join(newFolder(), "backup.db")];
  let store = await open(`sqlite:${path}`);
  await load([row("Dial ring five five.", TELLS)]);
  expect((await candor(`sqlite:${path}`, ["backup", backup])).code).toBe(0);
  pass(60_000);
  await hideWords(deps(), await idOf("1"), { words: "ring five five", kind: "phone" });
  await rewordReply(deps(), await idOf("1"), "Thank you!");
  await store.close();
  await restoreBackup({ path, file: backup, ledgers: [], now: deps().now, notice: () => {} });
  store = await openStore(`sqlite:${path}`);
  expect(await store.query("SELECT text, reply_text, reply_state FROM review")).toEqual([
    { text: "Dial [phone hidden by the business].", reply_text: "Thank you!", reply_state: "published" },
  ]);
  await store.close();
});
