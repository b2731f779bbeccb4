import { dayNumber } from "../../model/basics/time.ts";
import { OperatorError } from "../../operator-error.ts";
import { type ColumnFacts, createFacts, FIT, fitOf, mayBeAnother, noteValue } from "./column-facts.ts";
import { type ConsentGiven, type Consents, createConsentSurvey } from "./consent/consent-survey.ts";
import { readWhen } from "./dates/when.ts";
import {
  aliasOf,
  type Columns,
  FIELD_NAMES,
  type FieldName,
  findGiven,
  findMapped,
  textColumns,
} from "./find-columns.ts";
import { checkIds, createIds } from "./id-columns.ts";
import { saysWhether } from "./may-publish.ts";
import { choose, OpenQuestions, quoteHeader } from "./open-questions.ts";
import { checkScale, createStatedScale } from "./rating-scale.ts";
import { createStatuses } from "./status-columns.ts";
import { createUnreadText, refuseNames, refuseReplyAlone } from "./unread-text.ts";
import { type Fields, type Scale, textOf } from "./values.ts";

/** Which columns hold the fields of a file without a known format, what was not certain about it, and what is not read. */
export type Mapping = {
  columns: Columns;
  unsure: string[];
  ignored: string[];
  /** How the columns are read that say whether a review may be published: for the rows, and in words. */
  consents: Consents;
};

/** Two of them are no question: read only if the operator asks for them, or the clearer one counts. */
const UNASKED = new Set<FieldName>(["location", "location_name", "status"]);

/** A name of this rank says that the column is the review's own: "Review Rating", not "Rating". */
const OWN_RANK = 3;

/** A value, and the days that it may name: two if the day and the month can be exchanged. */
type Comparable = { text: string; days: number[]; instant: boolean };

function comparable(field: FieldName, value: unknown): Comparable {
  const text = textOf(value) ?? "";
  const orders = field === "date" ? (["month_first", "day_first"] as const) : [];
  const readings = orders.flatMap((order) => readWhen(text, { order }) ?? []);
  const days = readings.map((when) => dayNumber("date" in when ? when.date : when.published_at.slice(0, 10)));
  return { text, days, instant: readings.some((when) => "published_at" in when) };
}

/** Whether two columns may say the same. An instant may be on the next or the previous day in the zone of the business. */
function isSame(one: Comparable, other: Comparable): boolean {
  if (one.text === other.text) return true;
  const slack = one.instant === other.instant ? 0 : 1;
  return one.days.some((day) => other.days.some((another) => Math.abs(day - another) <= slack));
}

/** Notes which columns that may hold the same field differ in a row. */
function noteDifferences(record: Fields, byField: ReadonlyMap<FieldName, ColumnFacts[]>, differing: Set<string>): void {
  for (const [field, candidates] of byField) {
    if (candidates.length < 2) continue;
    const values = candidates.map(({ header }) => ({ header, ...comparable(field, record[header]) }));
    for (const [at, one] of values.entries()) {
      for (const other of values.slice(at + 1)) {
        if (!isSame(one, other)) differing.add(`${one.header}\n${other.header}`);
      }
    }
  }
}

/** The field that a column may hold; null if it is read as none. */
function fieldOf(header: string, given: Columns): { field: FieldName; rank: number } | null {
  const isNamed = (name: string) => findGiven([header], name) !== undefined;
  const pinned = FIELD_NAMES.find((field) => textColumns(given[field]).some(isNamed));
  if (pinned) return { field: pinned, rank: OWN_RANK };
  const says_whether = given.date !== undefined && saysWhether(header);
  const alias = says_whether ? ({ field: "status", rank: 2 } as const) : aliasOf(header);
  return alias && alias.field !== "consent" && given[alias.field] === undefined ? alias : null;
}

/** What the operator said, and the cells above the column names. */
type SurveyGiven = ConsentGiven & { titles?: readonly string[] };

/** Columns that may hold a field. Reads all rows, because one value can decide: a 7 is not out of five. */
export function createSurvey(file: string, { map: given, consent, ignore, titles = [] }: SurveyGiven) {
  const columns = new Map<string, ColumnFacts | null>();
  const byField = new Map<FieldName, ColumnFacts[]>();
  /** "Rating\nScore" if the two columns differ in some row. */
  const differing = new Set<string>();
  const ids = createIds();
  const scales = createStatedScale(titles);
  const unread = createUnreadText();
  const statuses = createStatuses();
  const consents = createConsentSurvey(file, { map: given, consent, ignore });
  let rows = 0;

  function addColumn(header: string): ColumnFacts | null {
    const alias = fieldOf(header, given);
    if (!alias) return null;
    const facts = createFacts(header, alias.field, alias.rank);
    byField.set(facts.field, [...(byField.get(facts.field) ?? []), facts]);
    return facts;
  }

  return {
    note(record: Fields): void {
      rows += 1;
      for (const header of Object.keys(record)) {
        let facts = columns.get(header);
        if (facts === undefined) {
          facts = addColumn(header);
          columns.set(header, facts);
        }
        if (facts) noteValue(facts, record[header]);
        else unread.note(header, record[header]);
      }
      scales.note(record);
      consents.note(record);
      for (const { header } of byField.get("status") ?? []) statuses.note(header, record[header]);
      noteDifferences(record, byField, differing);
      for (const { header } of byField.get("source_id") ?? []) ids.note(header, record);
    },
    choose(scale: Scale | null): Mapping {
      const differ = (one: ColumnFacts, other: ColumnFacts) =>
        differing.has(`${one.header}\n${other.header}`) || differing.has(`${other.header}\n${one.header}`);
      const several =
        textColumns(given.text).length > 1 ? findMapped([...columns.keys()], given.text ?? "") : undefined;
      const mapping = { columns: (several ? { text: several } : {}) as Columns };
      if (given.status === undefined) moveAnswers(byField);
      for (const field of FIELD_NAMES) {
        const candidates = (byField.get(field) ?? []).filter(
          ({ header }) => field !== "source_id" || given.source_id !== undefined || !ids.repeated.has(header),
        );
        const best = field === "text" && several ? undefined : chooseOne(file, field, candidates, differ);
        // An empty column is as good as none, except that its name explains why rows are rejected.
        if (best) mapping.columns[field] = best.header;
      }
      checkIds(file, mapping.columns, ids.repeated);
      if (given.status === undefined) statuses.check(file, mapping.columns.status);
      checkWords({ file, given, ignore, byField, unread }, mapping.columns);
      const chosen = (field: FieldName) => byField.get(field)?.find(({ header }) => header === mapping.columns[field]);
      const rating = chosen("rating");
      if (rating && scale === null) checkScale(file, rating, scales.stated);
      checkRelative(file, chosen("date"));
      const found = consents.choose(new Set(Object.values(mapping.columns)), true);
      const asking = takeAsking(mapping.columns, found);
      const unsure = describeDoubts(mapping.columns, byField, rows);
      return { ...mapping, unsure, ignored: unread.headers(mapping.columns.author, asking), consents: found };
    },
  };
}

/** Whether its source shows the review is part of what a row says about publication, and is not read twice. */
function takeAsking(columns: Columns, { rules }: Consents): Set<string> {
  const asking = new Set(rules.map(({ column }) => column));
  if (asking.has(columns.status ?? "")) delete columns.status;
  return asking;
}

type Surveyed = {
  file: string;
  given: Columns;
  ignore: readonly string[];
  byField: ReadonlyMap<FieldName, ColumnFacts[]>;
  unread: ReturnType<typeof createUnreadText>;
};

/**
 * Finds the author by a first name, and stops a file whose texts or names may be in a column that is not read as such. An
 * empty column is as good as none.
 */
function checkWords({ file, given, ignore, byField, unread }: Surveyed, columns: Columns): void {
  const find = (field: FieldName) =>
    byField.get(field)?.find(({ header, filled }) => header === columns[field] && filled > 0);
  if (!find("text") && given.text === undefined) {
    unread.check(file);
    const reply = find("reply");
    // "Owner answer", or a date of the reply beside it, says whose words they are.
    if (reply?.rank === 1 && !find("reply_date")) refuseReplyAlone(file, reply.header);
  } else if (given.text === undefined) unread.checkCriticism(file, columns.text ?? "", ignore);
  if (find("author") || given.author !== undefined) return;
  const first = unread.firstName();
  const last = find("last_name");
  if (first !== undefined) columns.author = first;
  else if (last) refuseNames(file, last.header);
  else unread.checkNames(file);
}

/** "Published" may say when, or whether: a column of answers is no date. */
function moveAnswers(byField: Map<FieldName, ColumnFacts[]>): void {
  const dates = byField.get("date") ?? [];
  const answers = dates.filter(
    ({ header, filled, answers }) => saysWhether(header) && filled > 0 && answers === filled,
  );
  byField.set(
    "date",
    dates.filter((facts) => !answers.includes(facts)),
  );
  const moved = answers.map((facts): ColumnFacts => ({ ...facts, field: "status", rank: 2, fitting: facts.filled }));
  byField.set("status", [...(byField.get("status") ?? []), ...moved]);
}

/** Whether the one column is certainly a better choice than the other. */
function beats(one: ColumnFacts, other: ColumnFacts): boolean {
  const [fit, otherFit] = [fitOf(one), fitOf(other)];
  if (otherFit === FIT.empty) return true; // They differ, so the one is not empty.
  if (fit <= FIT.wrong) return false;
  // A name counts only if it is clear and the column is not mostly empty.
  const named = one.rank >= OWN_RANK && one.rank > other.rank && one.filled * 2 >= other.filled;
  if (otherFit === FIT.wrong) return named || !mayBeAnother(other);
  // "4/5" under a clear name says what it is; a number under "Score" does not.
  if (one.field === "rating" && one.plain === 0 && other.plain > 0 && one.rank > other.rank && fit === FIT.clean)
    return true;
  return named || (otherFit === FIT.constant && fit > otherFit && one.rank >= other.rank);
}

function chooseOne(
  file: string,
  field: FieldName,
  candidates: readonly ColumnFacts[],
  differ: (one: ColumnFacts, other: ColumnFacts) => boolean,
): ColumnFacts | undefined {
  const ordered = [...candidates].sort((a, b) => b.rank - a.rank);
  const winner = ordered.find((one) =>
    ordered.every((other) => other === one || !differ(one, other) || beats(one, other)),
  );
  if (winner || ordered.length === 0) return winner;
  if (UNASKED.has(field)) return ordered.find(({ filled }) => filled > 0);
  const best = ordered.filter(
    (one) => !ordered.some((other) => other !== one && differ(one, other) && beats(other, one)),
  );
  const shown = best
    .slice(0, 4)
    .map(({ header, first }) =>
      field === "rating" || field === "date" ? `${quoteHeader(header)} (${first}, …)` : quoteHeader(header),
    );
  throw new OpenQuestions([
    {
      id: `column:${field}`,
      kind: "column",
      file,
      column: null,
      values: best.flatMap(({ first, filled }) => (first === null ? [] : { value: first, rows: filled })),
      text: `${file} has ${best.length} columns that may be the ${field}: ${shown.join(" and ")}. Choose one: --map ${field}=${quoteHeader(best[0]?.header ?? "")}`,
      choices: best.map(({ header }) => choose(`${header} is the ${field}`, { map: { [field]: header } })),
    },
  ]);
}

function checkRelative(file: string, date: ColumnFacts | undefined): void {
  if (!date || date.relative === 0 || date.relative < date.filled / 2) return;
  throw new OperatorError(
    `${file} has dates such as "3 weeks ago" in column ${quoteHeader(date.header)}, which count from a day that the file does not name. Export the reviews with their dates`,
  );
}

/** What the operator should look at, although nothing contradicts it. */
function describeDoubts(columns: Columns, byField: ReadonlyMap<FieldName, ColumnFacts[]>, rows: number): string[] {
  const doubts: string[] = [];
  if (columns.author === undefined) doubts.push("no column is known to be the author: every review is anonymous");
  for (const [field, candidates] of byField) {
    const chosen = candidates.find(({ header }) => header === columns[field]);
    if (!chosen || field === "source" || field === "language" || field === "verified_by") continue;
    const others = candidates
      .filter((other) => other !== chosen && other.filled > 0)
      .map(({ header }) => quoteHeader(header));
    if (others.length > 0)
      doubts.push(`${field} is read from ${quoteHeader(chosen.header)}, not from ${others.join(" or ")}`);
    if (rows >= 5 && chosen.constant && chosen.filled === rows) {
      doubts.push(`every row has the same ${field} (column ${quoteHeader(chosen.header)})`);
    }
  }
  return doubts;
}
