import { parseRow } from "../record/candidate.ts";
import { findColumns } from "../record/find-columns.ts";
import { datesOf, nameRecord, parseRecord } from "../record/parse-record.ts";
import { flatten, isFields } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

/** Any JSON with a rating and a date. */
export const json: JsonFormat = {
  name: "json",
  source: "other",
  verified_by: null,
  looksLike({ value }) {
    if (!isFields(value)) return false;
    const { rating, date } = findColumns(Object.keys(flatten(value)));
    return rating !== undefined && date !== undefined;
  },
  dates({ value }, map) {
    if (!isFields(value)) return null;
    const record = flatten(value);
    return datesOf(record, findColumns(Object.keys(record), map));
  },
  *parse({ value }, place, { map, order, scale }) {
    if (!isFields(value)) return yield { place, reason: "the entry is not an object" };
    const record = flatten(value);
    const columns = findColumns(Object.keys(record), map);
    yield parseRow(
      place,
      () => parseRecord(record, columns, place, { order, scale }),
      () => nameRecord(record, columns),
    );
  },
};
