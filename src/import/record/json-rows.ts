import type { JsonFormat } from "../formats/format.ts";
import type { JsonElement } from "../read/json-elements.ts";
import {
  type Candidate,
  type CandidateRows,
  isRejection,
  type ParsedRows,
  type Rejection,
  withRowHash,
} from "./candidate.ts";
import { type ConsentRule, consentOf } from "./consent/consent-rules.ts";
import type { RowDates } from "./dates/date-hints.ts";
import { createDateOrder } from "./dates/date-order.ts";
import type { DateOrder } from "./dates/when.ts";
import type { Columns } from "./find-columns.ts";
import { flatten, isFields, type Scale } from "./values.ts";

const BATCH = 200;
const FIRST_ROW = 1;
const NO_DATES: RowDates = { date: null, later: [], others: () => ({}) };

export type JsonDocument = {
  file: string;
  format: JsonFormat;
  map: Columns;
  consents: readonly ConsentRule[];
  scale: Scale;
  /** From --dates. */
  order: DateOrder | null;
  /** The last day that is not in the future. */
  today: string | null;
  elements: AsyncIterable<JsonElement>;
  /** Reads the elements again from the start. */
  reread: () => AsyncIterable<JsonElement>;
};

/** Parses the elements of a JSON document or a web page into candidates. */
export function parseElements(document: JsonDocument): ParsedRows {
  const { file, format, map, consents, scale, order, today, elements, reread } = document;
  let count = 0;
  let root: JsonElement["root"] = {};
  const datesOf = (element: JsonElement) => format.dates?.(element, map) ?? NO_DATES;
  async function* readDates() {
    for await (const element of reread()) yield datesOf(element);
  }
  const dates = createDateOrder({ file, first_row: FIRST_ROW, today, usual: null, reread: readDates });
  const withConsents = (parsed: (Candidate | Rejection)[], { value }: JsonElement): (Candidate | Rejection)[] => {
    if (consents.length === 0) return parsed;
    const reviews = format.reviews?.(value) ?? [value];
    return parsed.map((row, at) => {
      const review = reviews[at];
      return isRejection(row) || !isFields(review) ? row : { ...row, ...consentOf(flatten(review), consents) };
    });
  };
  async function* rows(): CandidateRows {
    let batch: (Candidate | Rejection)[] = [];
    for await (const element of elements) {
      const row = FIRST_ROW + count;
      count += 1;
      root = element.root;
      if (format.dates && order === null && dates.note(datesOf(element), row)) await dates.settle();
      const options = { map, scale, order: order ?? dates.order() };
      const parsed = withConsents([...format.parse(element, { file, row }, options)], element);
      const [only] = parsed;
      // An element with several reviews says nothing about one of them.
      if (parsed.length === 1 && only && !isRejection(only))
        batch.push(withRowHash(only, () => JSON.stringify(element.value)));
      else batch.push(...parsed);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
    dates.finish();
  }
  return { rows: rows(), warning: () => format.finish?.(root, count) ?? dates.hint() };
}
