import type { TableFormat } from "../formats/format.ts";
import type { Records } from "../read/table-records.ts";
import {
  type Candidate,
  type CandidateRows,
  type ParsedRows,
  parseRow,
  type Rejection,
  withRowHash,
} from "./candidate.ts";
import type { ConsentRule } from "./consent/consent-rules.ts";
import { createDateOrder } from "./dates/date-order.ts";
import type { DateOrder } from "./dates/when.ts";
import type { Columns } from "./find-columns.ts";
import { nameRecord, parseRecord, rowDatesOf } from "./parse-record.ts";
import { type Fields, type Scale, withoutPlaceholder } from "./values.ts";

export type MappedTable = {
  file: string;
  format: TableFormat;
  headers: readonly string[];
  columns: Columns;
  consents: readonly ConsentRule[];
  scale: Scale;
  /** From --dates. */
  order: DateOrder | null;
  /** The last day that is not in the future. */
  today: string | null;
  records: Records;
  /** Reads the records again from the start. */
  reread: () => Promise<Records>;
};

type Row = { number: number; cells: readonly string[]; record: Fields };

/** As a spreadsheet counts: the header is row 1. */
const FIRST_ROW = 2;

export function toRecord(headers: readonly string[], cells: readonly string[]): Fields {
  const record: Fields = {};
  for (let at = 0; at < headers.length; at += 1) record[headers[at] ?? ""] = withoutPlaceholder(cells[at] ?? "");
  return record;
}

async function* readDates({ headers, columns, reread }: MappedTable) {
  for await (const batch of await reread()) {
    for (const { cells } of batch) yield rowDatesOf(toRecord(headers, cells), columns);
  }
}

/** `joined`: the headers, of which every row has a hash. */
type HashedTable = MappedTable & { joined: string };

function parseCells(table: HashedTable, { number, cells, record }: Row, order: DateOrder): Candidate | Rejection {
  const { format, headers, joined, columns } = table;
  const place = { file: table.file, row: number };
  if (cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== "")) {
    const reason = `the row has ${cells.length} cells but the header has ${headers.length}: put quotes around text that contains the delimiter`;
    return { place, reason };
  }
  return parseRow(
    place,
    () => {
      const options = { utc: format.utc ?? false, order, scale: table.scale, consents: table.consents };
      return withRowHash(parseRecord(record, columns, place, options), () => `${joined}\u0000${cells.join("\u0000")}`);
    },
    () => nameRecord(record, columns),
  );
}

/** Parses the records of a table into candidates. */
export function parseTable(table: MappedTable): ParsedRows {
  const { format, headers, columns, records } = table;
  const fixed = table.order;
  const hashed = { ...table, joined: headers.join("\u0000") };
  const dates = createDateOrder({
    file: table.file,
    first_row: FIRST_ROW,
    today: table.today,
    usual: format.order ?? null,
    reread: () => readDates(table),
  });
  async function* rows(): CandidateRows {
    for await (const batch of records) {
      const parsed: (Candidate | Rejection)[] = [];
      for (const { row: number, cells } of batch) {
        const record = toRecord(headers, cells);
        if (!fixed && dates.note(rowDatesOf(record, columns), number)) await dates.settle();
        parsed.push(parseCells(hashed, { number, cells, record }, fixed ?? dates.order()));
      }
      yield parsed;
    }
    dates.finish();
  }
  return { rows: rows(), warning: () => dates.hint() };
}
