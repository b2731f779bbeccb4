import { describe, expect, test } from "bun:test";
import { createPreparation, type Preparation } from "../../../src/import/prepare/preparation.ts";
import { prepareReview } from "../../../src/import/prepare/prepare-review.ts";
import { prepareRow } from "../../../src/import/prepare/prepare-row.ts";
import type { Candidate } from "../../../src/import/record/candidate.ts";
import { profile } from "../../../src/model/business.ts";

const PLACE = { file: "reviews.json", row: 1 };
const NOW_MS = Date.parse("2026-05-01T05:00:00Z");
const CLINIC = profile.parse({ name: "Clinic", time_zone: "America/Los_Angeles" });

const candidateOf = (changes: Partial<Candidate>): Candidate => ({
  place: PLACE,
  author: "Ann Bee",
  rating: 5,
  date: "2026-01-02",
  text: "Good.",
  ...changes,
});
const preparationOf = (changes: Partial<Preparation>): Preparation => ({
  ...createPreparation(CLINIC, NOW_MS),
  format: "json",
  source: "other",
  location: null,
  verified_by: "operator",
  complete: false,
  ...changes,
});
const prepareWhole = (candidate: Partial<Candidate>, changes: Partial<Preparation> = {}) =>
  prepareReview(candidateOf(candidate), preparationOf(changes));
const prepare = (candidate: Partial<Candidate>, changes: Partial<Preparation> = {}) =>
  prepareWhole(candidate, changes).row;

describe("the date of a review", () => {
  test("is rejected before 1995", () => {
    expect(() => prepare({ date: "1994-12-31" })).toThrow(
      "date 1994-12-31 is before 1995, when there were no online reviews",
    );
    expect(prepare({ date: "1995-01-01" }).date).toBe("1995-01-01");
  });

  test("is rejected after today in the time zone of the business", () => {
    expect(() => prepare({ date: "2026-05-01" })).toThrow("date 2026-05-01 is in the future");
    expect(prepare({ date: "2026-04-30" }).date).toBe("2026-04-30");
  });

  test("without a profile, may be today in the earliest time zone", () => {
    const unknown = createPreparation(null, Date.parse("2026-05-01T10:00:00Z"));
    expect(unknown.today).toBe("2026-05-02");
    expect(prepare({ date: "2026-05-02" }, unknown).date).toBe("2026-05-02");
    expect(() => prepare({ date: "2026-05-03" }, unknown)).toThrow("date 2026-05-03 is in the future");
  });

  test("must be a calendar date, and gives the instant of its midnight if there is none", () => {
    expect(() => prepare({ date: "2026-02-30" })).toThrow('date "2026-02-30" is not a calendar date');
    expect(() => prepare({ published_at: "yesterday" })).toThrow('time "yesterday" is not an RFC 3339 time');
    expect(prepare({ date: "2026-01-02" }).published_at).toBe("2026-01-02T08:00:00Z");
  });
});

describe("the last update of a review", () => {
  const published_at = "2026-01-02T10:00:00Z";

  test("is never before it was published", () => {
    expect(prepare({ published_at, updated_at: "2026-01-02T09:59:59Z" }).updated_at).toBe("2026-01-02T10:00:00Z");
    expect(prepare({ published_at, updated_at: "2026-01-02T10:00:01Z" }).updated_at).toBe("2026-01-02T10:00:01Z");
    expect(prepare({ published_at }).updated_at).toBe("2026-01-02T10:00:00Z");
  });

  test("is kept as given in a file with our ids", () => {
    const given = { id: "7Q2M4D9ZK1VXB3H8RTCNE5WYA6", published_at, updated_at: "2026-01-02T09:59:59Z" };
    expect(prepare(given).updated_at).toBe("2026-01-02T09:59:59Z");
  });

  test("is the later one of the review and its reply", () => {
    const reply = { text: "Thanks!", date: null, updated_at: "2026-01-04T10:00:00Z" };
    expect(prepare({ published_at, updated_at: "2026-01-03T10:00:00Z", reply }).updated_at).toBe(
      "2026-01-04T10:00:00Z",
    );
    expect(prepare({ published_at, updated_at: "2026-01-05T10:00:00Z", reply }).updated_at).toBe(
      "2026-01-05T10:00:00Z",
    );
  });
});

describe("the verification of a review", () => {
  const published_at = "2026-01-02T10:00:00Z";

  test("by a platform account has the time of the review, by another method the time of the import", () => {
    expect(prepare({ published_at }, { verified_by: "platform_account" }).verified_at).toBe("2026-01-02T10:00:00Z");
    expect(prepare({ published_at }, { verified_by: "invitation" }).verified_at).toBe("2026-05-01T05:00:00Z");
  });

  test("in the row comes before that of the file", () => {
    const verification = { method: "visit_record", verified_at: "2026-01-03T00:00:00Z" } as const;
    expect(prepare({ verification })).toMatchObject({
      verification_method: "visit_record",
      verified_at: "2026-01-03T00:00:00Z",
      state: "published",
    });
    expect(prepare({}, { verified_by: null })).toMatchObject({ state: "held", held_reason: "unverified" });
  });
});

test("a title is cut at 300 characters, and a text over 20,000 is rejected", () => {
  const row = prepare({ title: "t".repeat(301), text: "x".repeat(20_000) });
  expect([row.title?.length, row.text?.length]).toEqual([300, 20_000]);
  expect(() => prepare({ text: "x".repeat(20_001) })).toThrow("text has 20001 characters; the limit is 20000");
});

test("the id does not depend on how much of a name is shown", () => {
  const ids = (["first_initial", "full", "initials", "anonymous"] as const).map((names) => {
    const shown = { ...CLINIC, privacy: { ...CLINIC.privacy, names } };
    return prepare({}, { profile: shown }).id;
  });
  expect(new Set(ids).size).toBe(1);
});

test("without a profile names and texts get the default privacy, except in a document that Candor published", () => {
  const open = createPreparation(null, NOW_MS);
  const candidate = { text: "Call 541-555-0137.", author_avatar_url: "https://a.example/1.png" };
  expect(prepare(candidate, open)).toMatchObject({
    author: "Ann B.",
    text: "Call [phone].",
    author_avatar_url: null,
    redactions: '[{"kind":"phone","count":1}]',
  });
  expect(prepare({ ...candidate, already_public: true }, open)).toMatchObject({
    author: "Ann Bee",
    text: "Call 541-555-0137.",
    author_avatar_url: "https://a.example/1.png",
    redactions: "[]",
  });
});

test("a rejected row keeps its source and its id there", async () => {
  const bad = candidateOf({ source: "yelp", source_id: "y1", date: "1990-01-01" });
  const reason = "date 1990-01-01 is before 1995, when there were no online reviews";
  expect(await prepareRow(bad, preparationOf({}))).toEqual({ place: PLACE, source: "yelp", source_id: "y1", reason });
});

test("members that a format does not have are unknown, and only a file with ids and revisions is kept as given", () => {
  expect(prepareWhole({}).unknown).toEqual([
    "title",
    "author_avatar_url",
    "translation_text",
    "translation_language",
    "source_url",
    "verified_at",
    "incentivized",
    "reply_text",
    "reply_date",
    "reply_state",
    "reply_held_reason",
  ]);
  expect(prepareWhole({ incentivized: false, title: null, reply: null }).unknown).toEqual([
    "author_avatar_url",
    "translation_text",
    "translation_language",
    "source_url",
    "verified_at",
  ]);
  const id = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
  expect([prepareWhole({ id }).as_given, prepareWhole({ id, revision: 1 }).as_given]).toEqual([false, true]);
});

test("a reply is checked before it is redacted, and not again if Candor published it", () => {
  const reply = { text: "Your session on 2024-05-01 at https://a.example/your-knee-surgery.", date: null };
  const insurer = { text: "See your page at https://a.example/aetna now.", date: null };
  expect(prepare({ reply }).reply_state).toBe("held");
  expect(prepare({ reply: insurer }).reply_held_reason).toBe("may reveal health details");
  expect(prepare({ reply, already_public: true })).toMatchObject({ reply_state: "published", reply_held_reason: null });
});

test("a translation is redacted", () => {
  const translation = { text: "Call 541-555-0137.", language: "en" };
  expect(prepare({ translation })).toMatchObject({ translation_text: "Call [phone].", translation_language: "en" });
});

test("only a review without a name and text has no match key, and only one without a name no name key", () => {
  expect(prepare({ author: null }).name_key).toBeNull();
  expect(prepare({ author: "Ann" }).name_key).toHaveLength(26);
  expect(prepare({ author: null, text: null }).match_key).toBeNull();
  expect(prepare({ author: null }).match_key).not.toBeNull();
  expect(prepare({ text: null }).match_key).not.toBeNull();
});
