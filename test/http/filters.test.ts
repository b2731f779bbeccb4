import { describe, expect, test } from "bun:test";
import { wholeBody } from "../../src/snapshot/body.ts";
import { FAST, repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { openClinic, TOMBSTONES } from "./clinic.ts";

const COMBINATIONS = repeats(300, 5000);
type Review = {
  id: string;
  rating: number;
  date: string;
  text: string | null;
  language: string | null;
  source: string;
  verification: { method: string };
  owner_reply: object | null;
  incentivized: boolean;
  revision: number;
  mentions: { technicians: { id: string; name: string }[]; services: { id: string; name: string }[] };
};
type Filters = { [name: string]: string };

const clinic = await openClinic(SEED, 400);
const { json } = clinic;
const all: { reviews: Review[] } = JSON.parse(Buffer.from(wholeBody(clinic.snapshot.reviews.json)).toString());
const { reviews } = all;
const changed_at = new Map(clinic.rows.map((row) => [row.id, row.changed_at]));
const aspects_of = new Map<string, { aspect: string; sentiment: string }[]>();
for (const { id } of reviews) aspects_of.set(id, (await json(`/api/reviews/${id}/insights`)).aspects);
const insights = clinic.insights();

/** All ids that a search gives, page by page. */
async function idsOf(filters: Filters): Promise<string[]> {
  const found: string[] = [];
  let next: string | null = `/api/reviews/search?${new URLSearchParams({ ...filters, limit: "100" })}`;
  while (next) {
    const page: { reviews: Review[]; next_url: string | null } = await json(next);
    found.push(...page.reviews.map(({ id }) => id));
    next = page.next_url?.slice("https://reviews.example".length) ?? null;
  }
  return found;
}

const topic_members = new Map<string, Set<string>>();
for (const { id } of insights.topics) topic_members.set(id, new Set(await idsOf({ topic: id })));

/** The folding of the contract, written again: what the text and the query must agree in. */
const plain = (text: string): string =>
  text
    .replace(/['’‘‛ʼ′´`]/g, "'")
    .replace(/["“”„‟«»″]/g, '"')
    .replace(/[-‐‑‒–—―−]/g, "-")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/\s+/g, " ");

const flagOf = { has_text: "text", has_reply: "owner_reply" } as const;

/** The contract's table, one filter at a time, read from the public documents. */
function passes(review: Review, [name, value]: [string, string]): boolean {
  const aspects = aspects_of.get(review.id) ?? [];
  switch (name) {
    case "rating":
      return review.rating === Number(value);
    case "min_rating":
      return review.rating >= Number(value);
    case "max_rating":
      return review.rating <= Number(value);
    case "since":
      return review.date >= value;
    case "until":
      return review.date <= value;
    case "query":
      return plain(value).trim() === "" || plain(review.text ?? "").includes(plain(value).trim());
    case "mentions_technician":
      return review.mentions.technicians.some((named) => named.id === value || named.name === value);
    case "mentions_service":
      return review.mentions.services.some((named) => named.id === value || named.name === value);
    case "source":
      return review.source === value;
    case "verification":
      return review.verification.method === value;
    case "language":
      return `${review.language?.toLowerCase()}-`.startsWith(`${value.toLowerCase()}-`);
    case "has_text":
    case "has_reply":
      return String(review[flagOf[name]] !== null) === value;
    case "incentivized":
      return String(review.incentivized) === value;
    case "edited":
      return String(review.revision > 1) === value;
    case "aspect":
      return aspects.some(({ aspect }) => aspect === value);
    case "topic":
      return topic_members.get(value)?.has(review.id) ?? false;
    case "updated_since":
      return (
        Date.parse(changed_at.get(review.id) ?? "") >= Date.parse(value.length > 10 ? value : `${value}T07:00:00Z`)
      );
    default:
      throw new Error(name);
  }
}

function scan({ aspect, aspect_sentiment, ...filters }: Filters): number {
  return reviews.filter((review) => {
    const found = aspects_of.get(review.id) ?? [];
    const about = found.filter(
      (item) =>
        (aspect === undefined || item.aspect === aspect) &&
        (aspect_sentiment === undefined || item.sentiment === aspect_sentiment),
    );
    if ((aspect ?? aspect_sentiment) !== undefined && about.length === 0) return false;
    return Object.entries(filters).every((filter) => passes(review, filter));
  }).length;
}

const CHOICES: { [name: string]: readonly string[] } = {
  rating: ["1", "2", "3", "4", "5"],
  min_rating: ["1", "2.5", "3", "5"],
  max_rating: ["1", "2", "3.5", "5"],
  since: ["2023-05-01", "2024-01-01", "2025-12-31"],
  until: ["2023-06-15", "2024-12-31", "2025-09-19"],
  query: ["therapist", "don't", "don’t", "a", "the", "Zz", " knee  ", "–", "wait", "é", "ing th", "  "],
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
  const words = /<p class="outcome">([\d,]+) (?:of|verified)/.exec(markup)?.[1];
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
      const applied = blank?.trim() ? filters : others;
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
