import { isRelative, readWhen } from "./dates/when.ts";
import type { FieldName } from "./find-columns.ts";
import { isRecommendation, readStars, textOf } from "./values.ts";

/** How well the values of a column fit its field. */
export const FIT = { empty: 0, wrong: 1, constant: 2, mostly: 3, clean: 4 } as const;

/** What all rows say about one column that may hold a field. */
export type ColumnFacts = {
  header: string;
  field: FieldName;
  rank: number;
  filled: number;
  /** The first value, and whether all others are equal to it. */
  first: string | null;
  constant: boolean;
  /** Values that the field can hold. */
  fitting: number;
  /** Ratings above five, by the smallest scale that holds them, and the first such value. */
  above: { ten: number; hundred: number; example: string | null };
  /** Ratings that do not say what they are out of. */
  plain: number;
  /** Ratings with a fraction, such as averages. */
  decimals: number;
  /** Dates such as "3 weeks ago". */
  relative: number;
  /** Values such as "true" in a column of dates. */
  answers: number;
};

export const createFacts = (header: string, field: FieldName, rank: number): ColumnFacts => ({
  header,
  field,
  rank,
  filled: 0,
  first: null,
  constant: true,
  fitting: 0,
  above: { ten: 0, hundred: 0, example: null },
  plain: 0,
  decimals: 0,
  relative: 0,
  answers: 0,
});

function noteRating(facts: ColumnFacts, text: string): void {
  const percent = /^(\d{1,3}(?:[.,]\d+)?)\s?%$/.exec(text);
  const found = percent ? { number: 100, best: null } : readStars(text);
  if (!found && isRecommendation(text)) facts.fitting += 1;
  if (!found) return;
  const { number, best } = found;
  const stars = best === 10 || best === 100 ? (number * 5) / best : number;
  if (Number.isInteger(stars) && stars >= 1 && stars <= 5) facts.fitting += 1;
  if (!Number.isInteger(number)) facts.decimals += 1;
  if (best === null) facts.plain += 1;
  if (best !== null || number <= 5 || number > 100) return;
  facts.above.example ??= text;
  if (number <= 10) facts.above.ten += 1;
  else facts.above.hundred += 1;
}

/** Whether a value can be what the field holds. Fields that are not listed can hold anything. */
const FITS: { [field in FieldName]?: (text: string) => boolean } = {
  author: (text) => /\p{L}/u.test(text) && text.length <= 200 && readWhen(text) === null,
  text: (text) => /\p{L}{2}|\p{Extended_Pictographic}|[^\x00-\x7f]/u.test(text),
  reply: (text) => /\p{L}{2}/u.test(text),
  source_url: (text) => /^(?:https?:)?\/\/|^www\./i.test(text),
};

/** Adds one value of the column. */
export function noteValue(facts: ColumnFacts, value: unknown): void {
  const plain =
    typeof value === "boolean" || (typeof value === "object" && value !== null) ? JSON.stringify(value) : value;
  const text = textOf(plain);
  if (text === null) return;
  facts.filled += 1;
  if (facts.first === null) facts.first = text;
  else if (facts.constant && facts.first !== text) facts.constant = false;
  // JSON in a cell is opened when the row is parsed.
  if (text.startsWith("{")) facts.fitting += 1;
  else if (facts.field === "rating") noteRating(facts, text);
  else if (facts.field === "date" || facts.field === "updated_at" || facts.field === "reply_date") {
    if (readWhen(text) !== null) facts.fitting += 1;
    else if (isRelative(text)) facts.relative += 1;
    else if (/^(?:true|false|yes|no|[yn01])$/i.test(text)) facts.answers += 1;
  } else if (FITS[facts.field]?.(text) ?? true) facts.fitting += 1;
}

/** With fewer rows, equal values say nothing. A handful of reviews may well all have five stars. */
const constantRows = (field: FieldName): number => (field === "rating" ? 6 : 3);
const MOSTLY = 0.9;

export function fitOf({ field, filled, fitting, constant }: ColumnFacts): number {
  if (filled === 0) return FIT.empty;
  if (fitting < filled * MOSTLY) return FIT.wrong;
  if (constant && filled >= constantRows(field)) return FIT.constant;
  return fitting === filled ? FIT.clean : FIT.mostly;
}

/** The values do not fit as they are, but they may be the field on another scale or in an unknown style. */
export function mayBeAnother({ field, constant, filled, above, decimals, relative }: ColumnFacts): boolean {
  if (field === "date" && relative > 0) return true;
  if (constant && filled >= constantRows(field)) return false;
  if (field === "rating") return above.ten + above.hundred > 0 && decimals < filled / 2;
  return field === "date";
}
