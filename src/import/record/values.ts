import { parseWordLists } from "../../model/basics/word-lists.ts";
import { SOURCES, type Source, VERIFICATION_METHODS, type VerificationMethod } from "../../model/review-kinds.ts";
import { BadField } from "./candidate.ts";
import words from "./values.words.txt" with { type: "text" };

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const DEPTH = 4;

/** A member whose name is empty: a column without a name in a program that made JSON of a table. */
const UNNAMED = "(no name)";

/** The question and the answer of a form: {"label": "May we publish this?", "value": "No"}. */
const QUESTION = ["question", "label", "name", "title", "key", "field"];
const ANSWER = ["answer", "value", "response"];
const memberOf = (names: readonly string[], fields: Fields): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined);

/** The answers in a list of a form's questions. Of another list, nothing. */
function answersIn(list: readonly unknown[]): Fields {
  const answers: Fields = {};
  for (const one of list) {
    const question = isFields(one) ? textOf(memberOf(QUESTION, one)) : null;
    if (isFields(one) && question !== null && ANSWER.some((name) => name in one))
      answers[question] = memberOf(ANSWER, one) ?? null;
  }
  return answers;
}

/** Reads {user: {name}} as a column "user.name". */
export function flatten(value: Fields, depth = DEPTH): Fields {
  const flat: Fields = {};
  for (const [given, member] of Object.entries(value)) {
    const name = given.trim() === "" ? UNNAMED : given;
    const fields = Array.isArray(member) ? answersIn(member) : member;
    if (member !== fields) flat[name] = member;
    if (!isFields(fields) || depth === 0) flat[name] = typeof member === "string" ? withoutPlaceholder(member) : member;
    else for (const [inner, part] of Object.entries(flatten(fields, depth - 1))) flat[`${name}.${inner}`] = part;
  }
  return flat;
}

/** The value as text, or null. Accepts numbers, because ids come as either. */
export function textOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  return text === "" ? null : text;
}

/** What programs write for a cell without a value. "Nan" is a name. */
const PLACEHOLDER =
  /^\s*(?:nan|NaN|NAN|null|NULL|Null|\(null\)|<null>|undefined|n\/a|N\/A|N\/a|<NA>|None|none|NONE|nil)\s*$/;
export const withoutPlaceholder = (cell: string): string => (cell.length < 20 && PLACEHOLDER.test(cell) ? "" : cell);

export const shorten = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** The five answers of most surveys, from the worst. */
const {
  worst,
  bad,
  middle,
  good,
  best: most,
} = parseWordLists("values.words.txt", words, [...(["worst", "bad", "middle", "good", "best"] as const)]);
const SATISFACTION = new RegExp(
  `^(?:${[worst, bad, middle, good, most].map((list) => `(${list.join("|")})`).join("|")})$`,
  "iu",
);

const STAR_WORDS = "star rating|stars?|sterne?n?|sterren|stjärnor|estrellas?|estrelas?|étoiles?|stell[ae]";
const STAR = String.raw`(?:${STAR_WORDS}|gwiazd\p{L}*|звёзд\p{L}*|[★⭐]\ufe0f?)`;
const OUT_OF = String.raw`(?:\/|out of|of|von|sur|de|su|van|na|z|av|из)`;
const NUMBER = new RegExp(
  String.raw`^(?:rated\s{1,4})?(\d{1,9}(?:[.,]\d{1,9})?)\s{0,4}(?:${OUT_OF}\s{0,4}(\d{1,9}))?\s{0,4}${STAR}?$`,
  "iu",
);

/** A number and the best that is possible there, if it says so: "4/5", "5 out of 5 stars", "5⭐", FIVE, ★★★★☆, ****. */
export function readStars(text: string): { number: number; best: number | null } | null {
  const plain = /^\d$/.test(text) ? Number(text) : null;
  if (plain !== null) return { number: plain, best: null };
  const word = WORDS.indexOf(text.toUpperCase().replace(/(?<![\s_-])[\s_-]*STARS?$/, ""));
  if (word !== -1) return { number: word + 1, best: 5 };
  const answer =
    SATISFACTION.exec(text)
      ?.slice(1)
      .findIndex((level) => level !== undefined) ?? -1;
  if (answer !== -1) return { number: answer + 1, best: 5 };
  if (/^(?:[★⭐]\ufe0f?)+[☆✩]*$/u.test(text)) return { number: text.match(/[★⭐]/gu)?.length ?? 0, best: 5 };
  if (/^\*{1,5}$/.test(text)) return { number: text.length, best: 5 };
  const found = NUMBER.exec(text);
  if (!found?.[1]) return null;
  const starred = /\p{L}|[★⭐]/u.test(text);
  const number = Number(found[1].replace(",", "."));
  return { number, best: found[2] ? Number(found[2]) : starred ? 5 : null };
}

/** A rating that does not say its scale is out of this. */
export type Scale = 5 | 10 | 100;

/** Reads a rating as stars. Rejects half stars: rounding would invent a rating. */
export function parseStars(value: unknown, scale: Scale = 5): number {
  const text = textOf(value);
  if (text === null) throw new BadField("no rating");
  const percent = scale === 100 ? text.replace(/\s?%$/, "") : text;
  const found = readStars(percent);
  if (!found) throw new BadField(`rating ${shorten(value)} is not understood`);
  const best = found.best ?? scale;
  const stars = best === 10 || best === 100 ? (found.number * 5) / best : found.number;
  if (![5, 10, 100].includes(best) || !Number.isInteger(stars) || stars < 1 || stars > 5) {
    const of = scale === 5 ? "" : ` on a scale of ${scale}`;
    throw new BadField(`rating ${shorten(value)}${of} is not a whole number from 1 to 5`);
  }
  return stars;
}

const RECOMMENDS = /^(?:positive?|positiv|positivo|positif|recommended)$/i;
const ADVISES_AGAINST = /^(?:negative?|negativ|negativo|négatif|not recommended)$/i;
export const isRecommendation = (text: string): boolean => RECOMMENDS.test(text) || ADVISES_AGAINST.test(text);

/** A rating, or whether somebody was content at all: that counts as a recommendation. */
export function parseRating(value: unknown, scale: Scale = 5): { rating: number; rating_basis?: "recommendation" } {
  const text = textOf(value) ?? "";
  if (RECOMMENDS.test(text)) return { rating: 5, rating_basis: "recommendation" };
  if (ADVISES_AGAINST.test(text)) return { rating: 1, rating_basis: "recommendation" };
  return { rating: parseStars(value, scale) };
}

const SOURCE_NAMES: [RegExp, Source][] = [
  [/google|gmb|maps/i, "google"],
  [/yelp/i, "yelp"],
  [/facebook|meta/i, "facebook"],
  [/trust ?pilot/i, "trustpilot"],
  [/health ?grades/i, "healthgrades"],
  [
    /^(?:direct|website|our website|own site|web|survey|email|sms|podium|birdeye|judge\.?me|in[- ]?store|organic)/i,
    "direct",
  ],
];

/** Maps the value of a Source or Site column to a known source, else to "other". */
export function parseSource(value: unknown): Source | undefined {
  const text = textOf(value);
  if (text === null) return undefined;
  const exact = SOURCES.find((source) => source === text.toLowerCase());
  return exact ?? SOURCE_NAMES.find(([name]) => name.test(text))?.[1] ?? "other";
}

/** Reads a column that says how a review was verified. A value that is not a method is ignored. */
export function parseMethod(value: unknown): { verification?: { method: VerificationMethod } } {
  if (value === undefined) return {};
  const text = textOf(value)
    ?.toLowerCase()
    .replace(/[\s-]+/g, "_");
  const method = VERIFICATION_METHODS.find((name) => name === text);
  return method ? { verification: { method } } : {};
}
