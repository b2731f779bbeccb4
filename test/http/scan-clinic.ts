import { join } from "node:path";
import { wholeBody } from "../../src/snapshot/body.ts";
import { SEED } from "../seed.ts";
import { openClinic } from "./clinic.ts";

/*
 * The filters of the contract, written again as a plain scan over the public documents: what the search must find.
 */

type Review = {
  id: string;
  rating: number;
  date: string;
  title: string | null;
  text: string | null;
  language: string | null;
  source: string;
  verification: { method: string; level: string };
  owner_reply: object | null;
  incentivized: boolean;
  revision: number;
  mentions: { technicians: { id: string; name: string }[]; services: { id: string; name: string }[] };
};
export type Filters = { [name: string]: string };

export const clinic = await openClinic(SEED, 400);
export const { json } = clinic;
const all: { reviews: Review[] } = JSON.parse(Buffer.from(wholeBody(clinic.snapshot.reviews.json)).toString());
const { reviews } = all;
const changed_at = new Map(clinic.rows.map((row) => [row.id, row.changed_at]));
const aspects_of = new Map<string, { aspect: string; sentiment: string }[]>();
for (const { id } of reviews) aspects_of.set(id, (await json(`/api/reviews/${id}/insights`)).aspects);
export const insights = clinic.insights();

/** All ids that a search gives, page by page. */
export async function idsOf(filters: Filters): Promise<string[]> {
  const found: string[] = [];
  let next: string | null = `/api/reviews/search?${new URLSearchParams({ ...filters, limit: "100" })}`;
  while (next) {
    const page: { reviews: Review[]; next_url: string | null } = await json(next);
    found.push(...page.reviews.map(({ id }) => id));
    next = page.next_url?.slice("https://reviews.example".length) ?? null;
  }
  return found;
}

/** The words of each condition, from the file that the engine reads. Patterns are left out. */
const taxonomy: { problems: { id: string; name: string; words: string[]; words_es: string[] }[] } = await Bun.file(
  join(import.meta.dir, "../../insights/engine/taxonomies/physical-therapy.json"),
).json();
const isWords = (pattern: string) => /^[\w' -]+$/.test(pattern);
const anyOf = (words: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.filter(isWords).join("|")})(?![\\p{L}\\p{N}])`, "u");
const wordPatterns = new Map(
  taxonomy.problems.map(({ id, words, words_es }) => [
    id,
    { any: anyOf([...words, ...words_es]), es: anyOf(words_es) },
  ]),
);
/** The tags of these reviews are random. A few English words with a Spanish tag are read as Spanish. */
function hasWordFor({ text, language }: Review, condition: string): boolean {
  const patterns = wordPatterns.get(condition);
  return patterns?.[language === "es" ? "es" : "any"].test(plain(text ?? "")) ?? false;
}
/** Those without a pattern, which plain words do not find. */
export const CONDITIONS = taxonomy.problems
  .filter(({ words, words_es }) => [...words, ...words_es].every(isWords))
  .map(({ id }) => id);

export const subjectKey = (name: string, id: string, sentiment: string) => `${name} ${id} ${sentiment}`;
export const opinion_members = new Map<string, Set<string>>();

export const topic_members = new Map<string, Set<string>>();
for (const { id } of insights.topics) topic_members.set(id, new Set(await idsOf({ topic: id })));

for (const [name, named] of [
  ["mentions_technician", insights.entities.technicians],
  ["mentions_service", insights.entities.services],
  ["topic", insights.topics],
] as const) {
  for (const { id } of named) {
    for (const sentiment of ["positive", "negative", "neutral", "mixed"]) {
      opinion_members.set(subjectKey(name, id, sentiment), new Set(await idsOf({ [name]: id, sentiment })));
    }
  }
}

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
      return [review.text, review.title].some((words) => plain(words ?? "").includes(plain(value).trim()));
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
    case "verification_level":
      return review.verification.level === value;
    case "condition":
      return insights.per_review[review.id] !== undefined && hasWordFor(review, value);
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

/** The id of a technician's name; anything else is an id already. */
export const technicianId = (name: string): string =>
  insights.entities.technicians.find((one: { id: string; name: string }) => one.name === name)?.id ?? name;

/** Toward everything that the filters name, or of the whole review. */
function hasSentiment({ id }: Review, { sentiment, ...filters }: Filters): boolean {
  if (sentiment === undefined) return true;
  const named = ["mentions_technician", "mentions_service", "topic"].filter((name) => filters[name] !== undefined);
  if (named.length === 0) return insights.per_review[id]?.label === sentiment;
  return named.every((name) => {
    const wanted = filters[name] ?? "";
    return opinion_members.get(subjectKey(name, technicianId(wanted), sentiment))?.has(id) ?? false;
  });
}

export function scan({ aspect, aspect_sentiment, ...all }: Filters): number {
  const { sentiment: _, ...filters } = all;
  return reviews.filter((review) => {
    if (!hasSentiment(review, all)) return false;
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
