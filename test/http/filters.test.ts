import { describe, expect, test } from "bun:test";
import { FAST, repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { TOMBSTONES } from "./clinic.ts";
import {
  CONDITIONS,
  clinic,
  type Filters,
  idsOf,
  insights,
  json,
  opinion_members,
  scan,
  subjectKey,
  technicianId,
  topic_members,
} from "./scan-clinic.ts";

const COMBINATIONS = repeats(300, 5000);
const CHOICES: { [name: string]: readonly string[] } = {
  rating: ["1", "2", "3", "4", "5"],
  min_rating: ["1", "2.5", "3", "5"],
  max_rating: ["1", "2", "3.5", "5"],
  since: ["2023-05-01", "2024-01-01", "2025-12-31"],
  until: ["2023-06-15", "2024-12-31", "2025-09-19"],
  query: ["great KNEE", "therapist", "don't", "don’t", "a", "the", "Zz", " knee  ", "–", "wait", "é", "ing th", "  "],
  mentions_technician: insights.entities.technicians.map(({ id, name }: { id: string; name: string }) =>
    id.length % 2 ? id : name,
  ),
  mentions_service: insights.entities.services.map(({ id }: { id: string }) => id),
  source: ["google", "yelp", "direct", "other"],
  verification: ["visit_record", "invitation", "platform_account", "operator"],
  language: ["en", "EN", "pt", "pt-BR", "en-us", "es", "e", "de"],
  has_text: ["true", "false"],
  has_reply: ["true", "false"],
  incentivized: ["true", "false"],
  edited: ["true", "false"],
  aspect: insights.aspects.map(({ id }: { id: string }) => id),
  aspect_sentiment: ["positive", "negative", "neutral", "mixed"],
  topic: [...topic_members.keys()],
  condition: CONDITIONS,
  sentiment: ["positive", "negative", "neutral", "mixed"],
  verification_level: ["business", "account"],
  updated_since: [
    "2026-03-15",
    "2026-05-15T08:30:00.250Z",
    "2026-05-15T10:30:00.250+02:00",
    "2026-07-01T00:00:00-07:00",
  ],
};

function randomFilters(random: () => number): Filters {
  const names = Object.keys(CHOICES).filter(() => random() < 0.14);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  return Object.fromEntries(names.map((name) => [name, pick(CHOICES[name] ?? [])]));
}

/** The number in "12 of 400 reviews match". */
function matchedOnPage(markup: string): number {
  const words = /<p class="outcome">([\d,]+) (?:of|reviews?)/.exec(markup)?.[1];
  if (words === undefined) throw new Error("the page has no outcome");
  return Number(words.replaceAll(",", ""));
}

const NUMBERS = new Set(["rating", "min_rating", "max_rating"]);
const FLAGS = new Set(["has_text", "has_reply", "incentivized", "edited"]);

/** A value of a URL as MCP takes it. */
const jsonValue = (name: string, value: string): unknown =>
  NUMBERS.has(name) ? Number(value) : FLAGS.has(name) ? value === "true" : value;

describe("one set of filters", () => {
  test("random combinations match what a plain scan finds, over HTTP, MCP, in the statistics and on the page", async () => {
    const random = openRandom(SEED);
    let some = 0;
    for (let run = 0; run < COMBINATIONS; run++) {
      const filters = randomFilters(random);
      const expected = scan(filters);
      if (expected > 0) some++;
      const query = new URLSearchParams(filters);
      const found = await json(`/api/reviews/search?${query}&limit=1`);
      const { query: blank, ...others } = filters;
      const applied = blank?.trim() ? { ...filters } : others;
      const { mentions_technician } = filters;
      if (mentions_technician) applied.mentions_technician = technicianId(mentions_technician);
      expect([filters, found.matched]).toEqual([filters, expected]);
      expect(Object.fromEntries(Object.entries(found.query).map(([name, value]) => [name, String(value)]))).toEqual(
        applied,
      );
      expect((await json(`/api/reviews/stats?${query}`)).matched).toBe(expected);
      const page = await (await clinic.ask(`/reviews?${query}&limit=1`)).text();
      expect([filters, matchedOnPage(page)]).toEqual([filters, expected]);
      const typed = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, jsonValue(name, value)]));
      expect([filters, (await clinic.callTool("search_reviews", { ...typed, limit: 1 })).matched]).toEqual([
        filters,
        expected,
      ]);
      expect((await clinic.callTool("get_statistics", typed)).matched).toBe(expected);
    }
    expect(some).toBeGreaterThan(FAST ? 0 : COMBINATIONS * 0.2);
  });

  test("the aspect filter counts what /insights.json counts, with and without a sentiment, by id and by label", async () => {
    expect(insights.aspects.length).toBeGreaterThan(5);
    for (const aspect of insights.aspects) {
      expect(await json(`/api/reviews/search?aspect=${aspect.id}`)).toMatchObject({ matched: aspect.mention_count });
      const label = encodeURIComponent(aspect.label.toUpperCase());
      expect(await json(`/api/reviews/search?aspect=${label}`)).toMatchObject({ matched: aspect.mention_count });
      for (const sentiment of ["positive", "negative", "neutral", "mixed"]) {
        const path = `/api/reviews/search?aspect=${aspect.id}&aspect_sentiment=${sentiment}`;
        expect((await json(path)).matched).toBe(aspect[`${sentiment}_count`]);
      }
    }
  });

  test("the topic filter finds as many reviews as the topic counts, its examples among them", async () => {
    expect(insights.topics.length).toBeGreaterThan(5);
    for (const { id, label, mention_count, example_review_ids } of insights.topics) {
      const found = await idsOf({ topic: id });
      expect(found).toHaveLength(mention_count);
      // In the same order; a review whose sentence reveals someone's health is counted, but is no example.
      expect(found.filter((one: string) => example_review_ids.includes(one))).toEqual(example_review_ids);
      expect(await idsOf({ topic: label })).toHaveLength(mention_count);
    }
  });

  test("a condition has as many reviews as the insights count, by id, label, and another word in English or Spanish", async () => {
    expect(insights.entities.problems.length).toBeGreaterThan(5);
    for (const { id, name, mention_count } of insights.entities.problems) {
      const found = await json(`/api/reviews/search?condition=${id}`);
      expect([id, found.matched]).toEqual([id, mention_count]);
      expect((await json(`/api/reviews/search?condition=${encodeURIComponent(name)}`)).matched).toBe(mention_count);
    }
    const { mention_count } = insights.entities.problems.find(({ id }: { id: string }) => id === "shoulder");
    for (const word of ["rotator cuff", "Hombro", "FROZEN shoulder"]) {
      expect((await json(`/api/reviews/search?condition=${encodeURIComponent(word)}`)).matched).toBe(mention_count);
    }
  });

  test("a sentiment toward a person, a service or a topic is what the insights count", async () => {
    const { technicians, services } = insights.entities;
    for (const [name, named] of [
      ["mentions_technician", technicians],
      ["mentions_service", services],
    ] as const) {
      for (const entity of named) {
        for (const sentiment of ["positive", "negative", "neutral", "mixed"]) {
          const found = opinion_members.get(subjectKey(name, entity.id, sentiment))?.size;
          expect([entity.id, sentiment, found]).toEqual([entity.id, sentiment, entity[`${sentiment}_count`]]);
        }
      }
    }
    for (const { id, score, mention_count } of insights.topics) {
      const [positive = 0, negative = 0] = ["positive", "negative"].map(
        (sentiment) => opinion_members.get(subjectKey("topic", id, sentiment))?.size,
      );
      expect((positive - negative) / mention_count).toBeCloseTo(score, 2);
    }
    const { overall_sentiment } = insights;
    for (const sentiment of ["positive", "negative", "neutral", "mixed"]) {
      const { matched } = await json(`/api/reviews/search?sentiment=${sentiment}`);
      expect(matched).toBe(overall_sentiment[`${sentiment}_count`]);
    }
  });

  test("groups by condition and by level of verification are what their filters find", async () => {
    for (const by of ["condition", "verification_level"]) {
      const { groups } = await json(`/api/reviews/stats?group_by=${by}`);
      for (const group of groups.filter((one: { [name: string]: unknown }) => one[by] !== null)) {
        expect((await json(`/api/reviews/search?${by}=${group[by]}`)).matched).toBe(group.count);
      }
    }
    const { aggregate_rating } = await json("/reviews.json");
    const { groups } = await json("/api/reviews/stats?group_by=verification_level");
    for (const { verification_level, count } of groups) {
      expect(aggregate_rating.verification_levels[verification_level]).toBe(count);
    }
  });

  test("with updated_since an answer lists what was deleted since then, and without it does not", async () => {
    expect((await json("/api/reviews/search?updated_since=2026-06-01T10:00:00Z&rating=5")).deleted).toEqual([
      { id: TOMBSTONES[1]?.id, date: "2024-05-05", deleted_at: "2026-06-01T10:00:00Z", reason: "erased_on_request" },
    ]);
    expect((await json("/api/reviews/search?updated_since=2026-06-01T10:00:00.001Z")).deleted).toEqual([]);
    expect((await json("/api/reviews/search?updated_since=2026-01-01")).deleted).toHaveLength(2);
    expect(await json("/api/reviews/search?rating=5")).not.toHaveProperty("deleted");
  });

  test("updated_since is exact below a millisecond: a commit at .250 is before .2501", async () => {
    const at = async (time: string) =>
      (await json(`/api/reviews/search?updated_since=2026-05-15T08:30:00${time}Z`)).matched;
    const then = clinic.rows.filter((row) => row.changed_at === "2026-05-15T08:30:00.250Z").length;
    expect((await at(".250")) - (await at(".2501"))).toBe(then);
    expect(await at(".2500")).toBe(await at(".25"));
  });

  test("a cursor of other filters is refused", async () => {
    const { next_url } = await json("/api/reviews/search?edited=true&limit=1");
    const cursor = new URL(next_url).searchParams.get("cursor");
    expect((await clinic.ask(`/api/reviews/search?edited=true&limit=5&cursor=${cursor}`)).status).toBe(200);
    for (const other of ["edited=false", "edited=true&has_text=true", "updated_since=2026-01-01", ""]) {
      expect((await clinic.ask(`/api/reviews/search?${other}&cursor=${cursor}`)).status).toBe(400);
    }
  });
});
