import { itemAt } from "../../model/basics/typed-array.ts";
import { BadField, type Candidate, type RowPlace } from "./candidate.ts";
import { type ConsentRule, consentOf } from "./consent/consent-rules.ts";
import type { RowDates } from "./dates/date-hints.ts";
import { parseReply, parseUpdated, parseWhen, type WhenOptions } from "./dates/when.ts";
import { type Columns, type FieldName, isFirstName, textColumns } from "./find-columns.ts";
import { refuseUnpublished } from "./may-publish.ts";
import { type Fields, isFields, parseMethod, parseRating, parseSource, type Scale, textOf } from "./values.ts";

/** Some tools put JSON into a cell: gives the first of `members` that has text. */
function textInCell(value: unknown, ...members: string[]): unknown {
  let opened = value;
  if (typeof value === "string" && value.includes("{") && /^\s*\{[\s\S]*\}\s*$/.test(value)) {
    try {
      opened = JSON.parse(value);
    } catch {
      return value; // plain text that happens to be in braces
    }
  }
  if (!isFields(opened)) return opened;
  const inside = opened;
  return members.map((member) => inside[member]).find((member) => textOf(member) !== null) ?? null;
}

/** Columns that say something else than when the review was written. */
const NOT_ITS_DATE = ["date", "updated_at", "reply_date", "rating", "source_id", "text", "reply"] as const;

/** The number of a patient's chart in the place of a name, or beside it. */
const CHART = "mrn|emr|ehr|medical record|patient|pt|chart|record|case|account|acct|client|member|id";
const CHART_NUMBER = new RegExp(
  String.raw`(?<!\p{L})(?:${CHART})(?:\s{0,3}(?:id|no|nr|num|number))?[\s.:#№-]{0,4}\d{3,}`,
  "iu",
);
const authorOf = (value: unknown): string | null => {
  const name = textOf(textInCell(value, "name", "displayName", "display_name"));
  return name !== null && /\d/.test(name) && CHART_NUMBER.test(name) ? null : name;
};

/** A name in two columns is one name. Elsewhere a last name is not the reviewer's, or the column of the author has it. */
function joinNames(header: string | undefined, author: string | null, last: string | null): string | null {
  if (author === null || last === null || !isFirstName(header ?? "")) return author;
  if (/^\p{Script=Han}+$/u.test(author + last)) return last + author;
  return author.toLowerCase().endsWith(last.toLowerCase()) ? author : `${author} ${last}`;
}

/** The value of a field. A member without a name is none. */
const cellOf = (record: Fields, columns: Columns, field: FieldName): unknown =>
  columns[field] ? record[columns[field]] : undefined;

/** Cells that may hold a date with slashes, whose order depends on the whole file. */
export function rowDatesOf(record: Fields, columns: Columns): RowDates {
  const cell = (field: FieldName) => cellOf(record, columns, field);
  const others = (): Fields => {
    const used = new Set<string | undefined>(NOT_ITS_DATE.map((field) => columns[field]));
    return Object.fromEntries(Object.entries(record).filter(([header]) => !used.has(header)));
  };
  return { date: cell("date"), later: [cell("updated_at"), cell("reply_date")], others };
}

/** What identifies a row. Known even if the rest of the row cannot be used. */
export function nameRecord(record: Fields, columns: Columns) {
  const cell = (field: FieldName) => textOf(cellOf(record, columns, field));
  const source = parseSource(cell("source"));
  const location_name = cell("location_name");
  const location = cell("location") ?? location_name;
  return {
    ...(source ? { source } : {}),
    source_id: cell("source_id"),
    ...(location === null ? {} : { location, location_name }),
  };
}

/** Each part of a text in several columns has its question: "What could be better? The waiting." */
function textOfRow(record: Fields, named: string | undefined): string | null {
  const headers = textColumns(named);
  const textIn = (header: string) => textOf(textInCell(record[header], "text", "comment", "body", "original"));
  if (headers.length === 1) return textIn(itemAt(headers, 0));
  const parts = headers.flatMap((header) => {
    const text = textIn(header);
    if (text === null) return [];
    const question = header.replace(/(?<![\s:])[\s:]+$/, "");
    return `${question}${/[?!.？]$/.test(question) ? "" : ":"} ${text}`;
  });
  return parts.length === 0 ? null : parts.join("\n");
}

/** Turns a row of a table, or an object with the same members, into a candidate. */
export function parseRecord(
  record: Fields,
  columns: Columns,
  place: RowPlace,
  options: WhenOptions & { scale?: Scale; consents?: readonly ConsentRule[] } = {},
): Candidate {
  const cell = (field: FieldName) => cellOf(record, columns, field);
  const has = (field: FieldName) => columns[field] !== undefined;
  const text = textOfRow(record, columns.text);
  const reply = textInCell(cell("reply"), "text", "comment", "body");
  const replied = has("reply_date")
    ? cell("reply_date")
    : textInCell(cell("reply"), "updateTime", "date", "created_at");
  const translated = textOf(cell("translation"));
  const language = textOf(cell("language"));
  if (text !== null && /^#(?:REF|VALUE|NAME|N\/A)[!?]?$/.test(text))
    throw new BadField(`text is the spreadsheet error ${text}`);
  refuseUnpublished(columns.status, cell("status"));
  return {
    place,
    ...nameRecord(record, columns),
    author: joinNames(columns.author, authorOf(cell("author")), textOf(cell("last_name"))),
    ...parseRating(textInCell(cell("rating"), "ratingValue", "value", "rating"), options.scale),
    ...parseWhen(cell("date"), options),
    ...parseUpdated(cell("updated_at"), options),
    ...(has("title") ? { title: textOf(cell("title")) } : {}),
    text,
    ...(language && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? { language } : {}),
    ...(text !== null && translated !== null && translated !== text
      ? { translation: { text: translated, language: textOf(cell("translation_language")) } }
      : {}),
    ...(has("source_url") ? { source_url: textOf(cell("source_url")) } : {}),
    ...(has("reply")
      ? {
          reply: parseReply(reply, typeof reply === "string" && reply === replied ? null : replied, {
            ...(options.order ? { order: options.order } : {}),
          }),
        }
      : {}),
    ...parseMethod(cell("verified_by")),
    ...consentOf(record, options.consents ?? []),
  };
}
