import { buildSeenIds, type SeenIds } from "../run/seen-ids.ts";
import type { Columns } from "./find-columns.ts";
import { choose, OpenQuestions, quoteHeader } from "./open-questions.ts";
import { type Fields, textOf } from "./values.ts";

/** Remembers which id columns have the same id in rows that differ: those do not identify a review. */
export function createIds() {
  const seen = new Map<string, { ids: SeenIds; rows: SeenIds }>();
  const repeated = new Map<string, string>();
  return {
    repeated,
    note(header: string, record: Fields): void {
      const id = textOf(record[header]);
      if (id === null || repeated.has(header)) return;
      const known = seen.get(header) ?? { ids: buildSeenIds(), rows: buildSeenIds() };
      seen.set(header, known);
      const row = `${id} ${Bun.hash(JSON.stringify(record))}`;
      if (known.ids.has(id) && !known.rows.has(row)) repeated.set(header, id);
      known.ids.add(id);
      known.rows.add(row);
    },
  };
}

export function checkIds(file: string, columns: Columns, repeated: ReadonlyMap<string, string>): void {
  const [header] = repeated.keys();
  if (header === undefined || columns.source_id !== undefined) return;
  throw new OpenQuestions([
    {
      id: "column:source_id",
      kind: "column",
      file,
      column: header,
      values: [],
      text:
        `${file} has the same value in column ${quoteHeader(header)} in rows that differ, so it does not identify a ` +
        "review. If the column is not the review's id, use --map source_id=none; " +
        `if it is, use --map source_id=${quoteHeader(header)} and the newest row counts`,
      choices: [
        choose("it is not the review's id", { map: { source_id: "none" } }),
        choose("it is the review's id, and the newest row counts", { map: { source_id: header } }),
      ],
    },
  ]);
}
