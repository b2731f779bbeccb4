import { describe, expect, test } from "bun:test";
import { wholeBody } from "../../src/snapshot/body.ts";
import { openRandom } from "../random.ts";
import { reviewRow } from "../rows.ts";
import { SEED } from "../seed.ts";
import { openService, snapshotOf } from "../service.ts";
import { openClinic } from "./clinic.ts";

const parse = async (response: Response) => JSON.parse(await response.text());

const rows = [
  reviewRow(1, { date: "2025-01-10", rating: 5, source: "direct", reply_text: "Thanks.", reply_state: "published" }),
  reviewRow(2, { date: "2025-04-02", rating: 4, source: "google", text: null }),
  reviewRow(3, { date: "2024-12-31", rating: 2, source: "google", language: null, revision: 2 }),
  reviewRow(4, {
    date: "2025-04-03",
    rating: 4,
    source: "google",
    mentions:
      '{"technicians":[{"id":"ana-ruiz","name":"Ana Ruiz"},{"id":"bo","name":"Bo"}],"services":[{"id":"dry-needling","name":"Dry needling"}],"service_areas":[{"id":"old-town","name":"Old Town"}]}',
  }),
];

describe("statistics", async () => {
  const service = openService({ snapshot: await snapshotOf({ rows }) });
  const stats = async (query: string) => parse(await service.ask(`/api/reviews/stats?${query}`));

  test("give the figures of all reviews, with members in the contract's order", async () => {
    const text = await (await service.ask("/api/reviews/stats")).text();
    expect(text).toBe(
      '{"query":{},"group_by":[],"total":4,"matched":4,"overall":{"count":4,"average_rating":3.75,' +
        '"distribution":{"1":0,"2":1,"3":0,"4":2,"5":1},"text_count":3,"text_pct":75,"reply_count":1,"reply_pct":25,' +
        '"first_date":"2024-12-31","last_date":"2025-04-03","enough":false},"group_count":0,"groups":[]}',
    );
  });

  test("of nothing are nulls", async () => {
    expect((await stats("rating=1")).overall).toEqual({
      count: 0,
      average_rating: null,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
      text_count: 0,
      text_pct: null,
      reply_count: 0,
      reply_pct: null,
      first_date: null,
      last_date: null,
      enough: false,
    });
  });

  test("round a half up", async () => {
    const of = async (ratings: number[]) => {
      const snapshot = await snapshotOf({ rows: ratings.map((rating, i) => reviewRow(i, { rating })) });
      return (await parse(await openService({ snapshot }).ask("/api/reviews/stats"))).overall.average_rating;
    };
    expect(await of([1, 1, 1, 1, 1, 1, 1, 2])).toBe(1.13); // 1.125
    expect(await of([5, 5, 5, 5, 5, 5, 5, 4])).toBe(4.88); // 4.875
    expect(await of([4, 4, 5])).toBe(4.33);
  });

  test("group by one or two dimensions, with labels for people", async () => {
    const groups = async (by: string) =>
      (await stats(`group_by=${by}`)).groups.map((group: { [name: string]: unknown; label: string; count: number }) => [
        ...by.split(",").map((name) => group[name]),
        group.label,
        group.count,
      ]);
    expect(await groups("source")).toEqual([
      ["google", "Google", 3],
      ["direct", "Direct", 1],
    ]);
    expect(await groups("source,year")).toEqual([
      ["google", "2025", "Google, 2025", 2],
      ["google", "2024", "Google, 2024", 1],
      ["direct", "2025", "Direct, 2025", 1],
    ]);
    expect(await groups("quarter")).toEqual([
      ["2025-Q2", "Q2 2025", 2],
      ["2025-Q1", "Q1 2025", 1],
      ["2024-Q4", "Q4 2024", 1],
    ]);
    expect(await groups("month,rating")).toEqual([
      ["2025-04", 4, "April 2025, 4 stars", 2],
      ["2025-01", 5, "January 2025, 5 stars", 1],
      ["2024-12", 2, "December 2024, 2 stars", 1],
    ]);
    expect(await groups("language")).toEqual([
      ["en", "en", 3],
      [null, "Unknown language", 1],
    ]);
    expect(await groups("edited,has_reply")).toEqual([
      [true, false, "Edited, Without a response", 1],
      [false, true, "Never edited, With a response", 1],
      [false, false, "Never edited, Without a response", 2],
    ]);
    expect(await groups("technician")).toEqual([
      ["ana-ruiz", "Ana Ruiz", 1],
      ["bo", "bo", 1],
      [null, "No technician", 3],
    ]);
    expect(await groups("service,service_area")).toEqual([
      ["dry-needling", "old-town", "Dry needling, Old Town", 1],
      [null, null, "No service, No service area", 3],
    ]);
    expect(await groups("language,rating")).toEqual([
      ["en", 5, "en, 5 stars", 1],
      ["en", 4, "en, 4 stars", 2],
      [null, 2, "Unknown language, 2 stars", 1],
    ]);
    expect((await groups("verification,incentivized")).map(([, , label]: string[]) => label)).toEqual([
      "Platform account, Not incentivized",
    ]);
  });

  test.each([
    ["group_by=", "empty"],
    ["group_by=source,source", "repeated"],
    ["group_by=source,year,month", "too_big"],
    ["group_by=source,", "invalid_value"],
    ["group_by=color", "invalid_value"],
    ["group_by=source&group_by=year", "repeated"],
    ["limit=5", "unrecognized_key"],
    ["cursor=abc", "unrecognized_key"],
    ["colour=red", "unrecognized_key"],
    ["language=%2A", "invalid_value"],
    ["has_text=yes", "invalid_type"],
    ["updated_since=2026-02-30", "invalid_date"],
    ["updated_since=2026-01-01T00:00:00", "invalid_date"],
    ["source=Google", "invalid_value"],
    ["aspect_sentiment=bad", "invalid_value"],
    ["max_rating=6", "too_big"],
  ])("%s is refused as %s", async (query, code) => {
    const response = await service.ask(`/api/reviews/stats?${query}`);
    expect(response.status).toBe(400);
    expect((await parse(response)).issues.map((issue: { code: string }) => issue.code)).toEqual([code]);
  });

  test("have the same bytes and ETag whatever the order of import", async () => {
    const other = openService({ snapshot: await snapshotOf({ rows: rows.toReversed() }) });
    for (const query of ["", "group_by=source,year", "group_by=technician", "group_by=month&has_text=true"]) {
      const [a, b] = [await service.ask(`/api/reviews/stats?${query}`), await other.ask(`/api/reviews/stats?${query}`)];
      expect(b.headers.get("etag")).toBe(a.headers.get("etag"));
      expect(await b.text()).toBe(await a.text());
    }
  });
});

type Shown = { [name: string]: unknown };
type Review = Shown & {
  date: string;
  rating: number;
  text: string | null;
  owner_reply: object | null;
  revision: number;
  verification: { method: string };
  mentions: { [kind: string]: { id: string }[] };
};

test("groups are those of a plain scan, for every dimension and every pair", async () => {
  const { json, snapshot } = await openClinic(SEED, 300);
  const { reviews }: { reviews: Review[] } = JSON.parse(Buffer.from(wholeBody(snapshot.reviews.json)).toString());
  const ids = (of: { id: string }[] | undefined) => (of?.length ? of.map(({ id }) => id) : [null]);
  const valuesOf: { [dimension: string]: (review: Review) => unknown[] } = {
    rating: ({ rating }) => [rating],
    source: ({ source }) => [source],
    verification: ({ verification }) => [verification.method],
    language: ({ language }) => [language],
    technician: ({ mentions }) => ids(mentions.technicians),
    service: ({ mentions }) => ids(mentions.services),
    service_area: ({ mentions }) => ids(mentions.service_areas),
    month: ({ date }) => [date.slice(0, 7)],
    quarter: ({ date }) => [`${date.slice(0, 4)}-Q${Math.floor((Number(date.slice(5, 7)) + 2) / 3)}`],
    year: ({ date }) => [date.slice(0, 4)],
    has_reply: ({ owner_reply }) => [owner_reply !== null],
    incentivized: ({ incentivized }) => [incentivized],
    edited: ({ revision }) => [revision > 1],
  };
  const names = Object.keys(valuesOf);
  const random = openRandom(SEED);
  for (const outer of names) {
    for (const inner of [null, ...names.filter((name) => name !== outer)]) {
      const by = inner === null ? [outer] : [outer, inner];
      const min_rating = 1 + Math.floor(random() * 3);
      const matched = reviews.filter(({ rating }) => rating >= min_rating);
      const members = new Map<string, Review[]>();
      for (const review of matched) {
        for (const a of valuesOf[outer]?.(review) ?? []) {
          for (const b of inner === null ? [undefined] : (valuesOf[inner]?.(review) ?? [])) {
            const key = JSON.stringify(inner === null ? [a] : [a, b]);
            members.set(key, [...(members.get(key) ?? []), review]);
          }
        }
      }
      const found = await json(`/api/reviews/stats?min_rating=${min_rating}&group_by=${by.join(",")}`);
      expect([by, found.group_count]).toEqual([by, members.size]);
      expect(found.groups).toHaveLength(Math.min(200, members.size));
      for (const group of found.groups) {
        const of = members.get(JSON.stringify(by.map((name) => group[name]))) ?? [];
        const dates = of.map(({ date }) => date).sort();
        expect(group).toMatchObject({
          count: of.length,
          text_count: of.filter(({ text }) => text !== null).length,
          reply_count: of.filter(({ owner_reply }) => owner_reply !== null).length,
          first_date: dates[0],
          last_date: dates.at(-1),
          enough: of.length >= 5,
        });
        const mean = of.reduce((sum, { rating }) => sum + rating, 0) / of.length;
        expect(Math.abs(group.average_rating - mean)).toBeLessThan(0.00500001);
      }
    }
  }
});

test("grouped by aspect and by topic, the counts are those of /insights.json", async () => {
  const clinic = await openClinic(SEED, 300);
  const insights = clinic.insights();
  for (const [dimension, entries] of [
    ["aspect", insights.aspects],
    ["topic", insights.topics],
  ] as const) {
    const { groups, matched } = await clinic.json(`/api/reviews/stats?group_by=${dimension}`);
    const counted = (list: Shown[], id: string) => Object.fromEntries(list.map((entry) => [entry[id], entry]));
    const by_id = counted(groups, dimension);
    for (const { id, label, mention_count } of entries)
      expect(by_id[id]).toMatchObject({ label, count: mention_count });
    expect(groups.filter((group: Shown) => group[dimension] !== null)).toHaveLength(entries.length);
    expect(matched).toBe(300);
  }
});
