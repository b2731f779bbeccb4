import { parseRow } from "../record/candidate.ts";
import { type Columns, findColumns } from "../record/find-columns.ts";
import { nameRecord, parseRecord, rowDatesOf } from "../record/parse-record.ts";
import { type Fields, flatten, isFields } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

/** How many sets of members are remembered. Rows differ only in optional members. */
const KNOWN_LIMIT = 200;
const known = new WeakMap<Columns, Map<string, Columns>>();

/** Finding the columns takes longer than all other work for a row here, so it is done once per set of members. */
function columnsOf(record: Fields, map: Columns): Columns {
  const headers = Object.keys(record);
  const key = headers.join("\u0000");
  const found = known.get(map) ?? new Map<string, Columns>();
  known.set(map, found);
  const columns = found.get(key) ?? findColumns(headers, map);
  if (found.size < KNOWN_LIMIT) found.set(key, columns);
  return columns;
}

/** `dates` and `parse` are called one after the other for the same row. */
let last: { value: Fields; record: Fields } = { value: {}, record: {} };
function recordOf(value: Fields): Fields {
  if (last.value !== value) last = { value, record: flatten(value) };
  return last.record;
}

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
    const record = recordOf(value);
    return rowDatesOf(record, columnsOf(record, map));
  },
  *parse({ value }, place, { map, order, scale }) {
    if (!isFields(value)) return yield { place, reason: "the entry is not an object" };
    const record = recordOf(value);
    const columns = columnsOf(record, map);
    yield parseRow(
      place,
      () => parseRecord(record, columns, place, { order, scale }),
      () => nameRecord(record, columns),
    );
  },
};
