import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { feedDocument, reviewsDocument } from "../../src/model/documents.ts";
import type { StoredTombstone } from "../../src/model/snapshot-source.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { type Data, snapshotOf } from "../service.ts";
import { HOSTILE } from "./hostile.ts";

const textOf = (snapshot: Snapshot, path: string) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
    wholeBody(snapshot.documents.get(path)?.bodies.identity ?? []),
  );
const reviewsOf = async (data: Data) =>
  reviewsDocument.parse(JSON.parse(textOf(await snapshotOf(data), "/reviews.json")));
const feedOf = async (data: Data) => feedDocument.parse(JSON.parse(textOf(await snapshotOf(data), "/api/feed.json")));

const deletion = (number: number, deleted_at: string): StoredTombstone => ({
  id: String(number).padStart(26, "0"),
  date: "2025-01-01",
  deleted_at,
  reason: "erased_on_request",
  changed_at: deleted_at,
});

/** jsonfeed.org/version/1.1, as a schema: what must be there, of what type, and that extensions begin with _. */
const JSON_FEED = {
  type: "object",
  required: ["version", "title", "items"],
  properties: {
    version: { const: "https://jsonfeed.org/version/1.1" },
    title: { type: "string" },
    home_page_url: { type: "string", format: "uri" },
    feed_url: { type: "string", format: "uri" },
    description: { type: "string" },
    language: { type: "string", pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" },
    hubs: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "url"],
        properties: { type: { type: "string" }, url: { type: "string", format: "uri" } },
        additionalProperties: false,
      },
    },
    items: { type: "array", items: { $ref: "#/$defs/item" } },
  },
  patternProperties: { "^_[^.]": { type: "object" } },
  additionalProperties: false,
  $defs: {
    item: {
      type: "object",
      required: ["id"],
      anyOf: [{ required: ["content_html"] }, { required: ["content_text"] }],
      properties: {
        id: { type: "string", minLength: 1 },
        url: { type: "string", format: "uri" },
        external_url: { type: "string", format: "uri" },
        title: { type: "string" },
        content_html: { type: "string" },
        content_text: { type: "string", minLength: 1 },
        date_published: { type: "string", format: "date-time" },
        date_modified: { type: "string", format: "date-time" },
        authors: {
          type: "array",
          items: {
            type: "object",
            minProperties: 1,
            properties: { name: { type: "string" }, url: { type: "string" }, avatar: { type: "string" } },
            additionalProperties: false,
          },
        },
        tags: { type: "array", items: { type: "string" } },
        language: { type: "string", pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$" },
      },
      patternProperties: { "^_[^.]": { type: "object" } },
      additionalProperties: false,
    },
  },
} as const;
const ajv = new Ajv2020({ allErrors: true, strict: false });
formats.default(ajv);
const isJsonFeed = ajv.compile(JSON_FEED);

describe("/reviews.json", () => {
  test("has its members in the contract's order and the reviews newest first", async () => {
    const rows = [
      reviewRow(1, { date: "2025-01-02", published_at: "2025-01-02T10:00:00Z" }),
      reviewRow(2, { date: "2025-01-02", published_at: "2025-01-02T10:00:00.5Z" }),
      reviewRow(3, { date: "2025-01-03", published_at: "2025-01-01T00:00:00Z" }),
      reviewRow(4, { date: "2025-01-02", published_at: "2025-01-02T10:00:00Z" }),
    ];
    const text = textOf(await snapshotOf({ rows }), "/reviews.json");
    expect(Object.keys(JSON.parse(text))).toEqual([
      "schema_version",
      "updated_at",
      "license",
      "business",
      "aggregate_rating",
      "withheld",
      "erased",
      "total",
      "reviews",
      "links",
    ]);
    const { reviews } = await reviewsOf({ rows });
    expect(reviews.map(({ id }) => Number(id))).toEqual([3, 2, 4, 1]);
    const reversed = textOf(await snapshotOf({ rows: [...rows].reverse() }), "/reviews.json");
    expect(reversed).toBe(text);
  });

  test("an empty store serves nulls and empty lists", async () => {
    const document = await reviewsOf({ profile: null });
    expect(document).toMatchObject({
      updated_at: null,
      license: null,
      business: null,
      erased: 0,
      total: 0,
      reviews: [],
      aggregate_rating: {
        rating_value: null,
        rating_count: 0,
        review_count: 0,
        best_rating: 5,
        worst_rating: 1,
        distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
      },
    });
  });

  test("without a profile everything still serves", async () => {
    const data: Data = { profile: null, rows: [reviewRow(1)] };
    expect(await reviewsOf(data)).toMatchObject({ business: null, total: 1 });
    const feed = await feedOf(data);
    expect(feed.title).toBe("Customer reviews");
    expect(feed.items).toHaveLength(1);
  });

  test("the aggregate counts all reviews and those with text, and rounds half up", async () => {
    const stars = (rating: number, count: number, from: number) =>
      Array.from({ length: count }, (_, i) => reviewRow(from + i, { rating, text: rating === 4 ? null : "x" }));
    // 29 fives and 11 fours: 189 stars of 40 are 4.725.
    const { aggregate_rating } = await reviewsOf({ rows: [...stars(5, 29, 0), ...stars(4, 11, 100)] });
    expect(aggregate_rating).toEqual({
      rating_value: 4.73,
      rating_count: 40,
      review_count: 29,
      best_rating: 5,
      worst_rating: 1,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 11, "5": 29 },
      verification_levels: { business: 0, account: 40 },
    });
  });

  test("says how many are withheld and why, and which business is a demonstration", async () => {
    const withheld = { unverified: 3, consent: 0, duplicate: 2, legal: 0 };
    const document = await reviewsOf({ profile: testProfile(), source: { withheld, demonstration: true } });
    expect(document.withheld).toEqual(withheld);
    expect([document.demonstration, document.business?.demonstration]).toEqual([true, true]);
    expect(await reviewsOf({})).not.toHaveProperty("demonstration");
    expect((await reviewsOf({})).business).not.toHaveProperty("demonstration");
  });

  test("a deletion moves updated_at, and every change moves Last-Modified", async () => {
    const rows = [reviewRow(1)];
    const changed = async (data: Data) => (await snapshotOf(data)).documents.get("/reviews.json")?.changed_at;
    expect((await reviewsOf({ rows, tombstones: [deletion(9, "2026-06-06T06:06:06Z")] })).updated_at).toBe(
      "2026-06-06T06:06:06Z",
    );
    expect(await changed({ rows })).toBe("2026-01-01T00:00:00Z");
    expect(await changed({ rows, tombstones: [deletion(9, "2026-06-06T06:06:06Z")] })).toBe("2026-06-06T06:06:06Z");
    expect(await changed({ rows, source: { profile_changed_at: "2026-07-07T07:07:07Z" } })).toBe(
      "2026-07-07T07:07:07Z",
    );
    expect(await changed({ rows, source: { withheld_changed_at: "2026-08-08T08:08:08Z" } })).toBe(
      "2026-08-08T08:08:08Z",
    );
    const moved = reviewRow(2, { moved_from: "2025-01-01", moved_at: "2026-09-09T09:09:09Z" });
    expect(await changed({ rows: [...rows, moved] })).toBe("2026-09-09T09:09:09Z");
    expect(await changed({ profile: null })).toBe("1970-01-01T00:00:00Z");
  });

  test("counts as erased what can never come back, without what a court withholds", async () => {
    const tombstones = (["erased_on_request", "legal", "removed_at_source", "legal"] as const).map(
      (reason, number): StoredTombstone => ({ ...deletion(number, "2026-01-01T00:00:00Z"), reason }),
    );
    const withheld = { unverified: 0, consent: 0, duplicate: 0, legal: 1 };
    expect((await reviewsOf({ tombstones, source: { withheld } })).erased).toBe(2);
  });
});

describe("/api/feed.json", () => {
  test("is a JSON Feed 1.1 of the 50 newest, whatever they say", async () => {
    const rows = Array.from({ length: 60 }, (_, n) =>
      reviewRow(n, {
        text: n % 7 === 0 ? null : (HOSTILE[n % HOSTILE.length] ?? ""),
        title: n % 5 === 0 ? (HOSTILE[n % HOSTILE.length] ?? null) : null,
        source_url: n % 3 === 0 ? "https://maps.example/r?a=1&b=2" : null,
        language: n % 4 === 0 ? "es-MX" : null,
      }),
    );
    const snapshot = await snapshotOf({ rows, tombstones: [deletion(99, "2026-01-01T00:00:00Z")] });
    const feed: unknown = JSON.parse(textOf(snapshot, "/api/feed.json"));
    expect(isJsonFeed(feed) ? [] : isJsonFeed.errors).toEqual([]);
    const { items } = feedDocument.parse(feed);
    expect(items).toHaveLength(50);
    expect(items.map(({ _candor }) => Number(_candor.id))).toEqual(Array.from({ length: 50 }, (_, i) => 59 - i));
    expect(new Set(items.map(({ id }) => id)).size).toBe(50);
  });

  test("a rating without a comment says so, and the response from the owner follows the text", async () => {
    const rows = [
      reviewRow(1, { text: null, rating: 1 }),
      reviewRow(2, { text: "Good.", reply_text: "Thanks!", reply_date: "2025-01-01", reply_state: "published" }),
      reviewRow(3, { text: "Fine.", reply_text: "Held back.", reply_state: "held" }),
    ];
    const [third, second, first] = (await feedOf({ rows })).items;
    expect(first).toMatchObject({ content_text: "1 star, no comment.", title: "1 star from Maria S." });
    expect(second?.content_text).toBe("Good.\n\nResponse from the owner: Thanks!");
    expect(third?.content_text).toBe("Fine.");
  });

  test("lists the 50 newest deletions, newest first to the millisecond", async () => {
    const tombstones = [
      deletion(1, "2026-01-01T00:00:00Z"),
      deletion(2, "2026-01-01T00:00:00.500Z"),
      deletion(3, "2025-12-31T23:59:59.999Z"),
      ...Array.from({ length: 60 }, (_, n) => deletion(100 + n, "2025-01-01T00:00:00Z")),
    ];
    const { deleted } = (await feedOf({ tombstones }))._candor;
    expect(deleted).toHaveLength(50);
    expect(deleted.slice(0, 4).map(({ id }) => Number(id))).toEqual([2, 1, 3, 159]);
    expect(deleted[0]).toEqual({
      id: "2".padStart(26, "0"),
      url: `https://reviews.example/reviews/${"2".padStart(26, "0")}`,
      deleted_at: "2026-01-01T00:00:00.500Z",
    });
  });

  test("Last-Modified is that of the newest change among those that are shown, the last one included", async () => {
    const rows = [reviewRow(1, { changed_at: "2026-03-03T00:00:00Z" }), reviewRow(2)];
    const changed = async (data: Data) => (await snapshotOf(data)).documents.get("/feed.xml")?.changed_at;
    expect(await changed({ rows })).toBe("2026-03-03T00:00:00Z");
    expect(await changed({ rows: rows.slice(0, 1) })).toBe("2026-03-03T00:00:00Z");
    expect(await changed({ tombstones: [deletion(9, "2026-04-04T00:00:00Z")] })).toBe("2026-04-04T00:00:00Z");
    expect(await changed({})).toBe("2026-01-01T00:00:00Z"); // the profile
  });

  test("a change beyond the 50 newest leaves its ETag and Last-Modified as they were", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => reviewRow(n));
    const edited = rows.map((row, n) =>
      n === 3
        ? { ...row, text: "Edited.", changed_at: "2026-09-09T00:00:00Z", updated_at: "2026-09-09T00:00:00Z" }
        : row,
    );
    const before = (await snapshotOf({ rows })).documents;
    const after = (await snapshotOf({ rows: edited })).documents;
    for (const path of ["/api/feed.json", "/feed.xml"]) {
      expect(after.get(path)?.hash).toBe(before.get(path)?.hash as string); // undefined would fail as well
      expect(after.get(path)?.changed_at).toBe(before.get(path)?.changed_at as string);
    }
    expect(after.get("/reviews.json")?.hash).not.toBe(before.get("/reviews.json")?.hash as string);
  });
});
