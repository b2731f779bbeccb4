import { counted } from "../../spelling.ts";
import type { Records } from "../read/table-records.ts";
import { numberDuplicates } from "./duplicate-headers.ts";
import { aliasOf, type Columns, type FieldName, findGiven } from "./find-columns.ts";
import { choose, type HiddenChoice, OpenQuestions, quoteHeader } from "./open-questions.ts";

const ANSWERS = "To read what is hidden, use --hidden read; to leave it out, use --hidden skip";

const askHidden = (file: string, column: string | null, doubt: string) =>
  new OpenQuestions([
    {
      id: "hidden",
      kind: "hidden",
      file,
      column,
      values: [],
      text: `${file} ${doubt}. ${ANSWERS}`,
      choices: [choose("read what is hidden", { hidden: "read" }), choose("leave it out", { hidden: "skip" })],
    },
  ]);

/** Rows that a filter or a person hid: whether they are meant is asked, because the owner sees only the others. */
export async function* settleHiddenRows(
  file: string,
  records: Records,
  choice: HiddenChoice | null,
  onSkipped: (count: number) => void,
): Records {
  let hidden = 0;
  let first: number | null = null;
  for await (const batch of records) {
    const shown = batch.filter((record) => !record.hidden);
    hidden += batch.length - shown.length;
    first ??= batch.find((record) => record.hidden)?.row ?? null;
    if (choice === "read") yield batch;
    else if (choice === "skip" || first === null) yield shown;
  }
  if (first === null || choice === "read") return;
  if (choice === "skip") return onSkipped(hidden);
  const which = hidden === 1 ? ` (row ${first})` : ` (the first is row ${first})`;
  throw askHidden(file, null, `has ${counted(hidden, "hidden row")}${which}, as a filter leaves them`);
}

/** What readers see. Other columns identify a review or say whether it may be shown: they count, hidden or not. */
const SHOWN: readonly FieldName[] = ["rating", "date", "author", "last_name", "title", "text", "reply", "reply_date"];

/** The places of the hidden columns that --hidden skip leaves out. One that --map names is read. */
export function leftOut(headers: readonly string[], hidden: ReadonlySet<number>, given: Columns): Set<number> {
  const numbered = numberDuplicates(headers);
  const isNamed = (at: number) =>
    Object.values(given).some((name) => findGiven([headers[at] ?? "", numbered[at] ?? ""], name) !== undefined);
  return new Set(
    [...hidden].filter((at) => {
      const field = aliasOf(headers[at] ?? "")?.field;
      return at < headers.length && !isNamed(at) && (field === undefined || SHOWN.includes(field));
    }),
  );
}

/** The records with nothing in these columns. */
export async function* withoutColumns(records: Records, columns: ReadonlySet<number>): Records {
  for await (const batch of records)
    yield columns.size === 0
      ? batch
      : batch.map((record) => ({ ...record, cells: record.cells.map((cell, at) => (columns.has(at) ? "" : cell)) }));
}

/** Stops a table if a hidden column that --map does not name would be shown to readers. */
export function refuseHidden(
  file: string,
  headers: readonly string[],
  hidden: ReadonlySet<number>,
  { columns, given }: { columns: Columns; given: Columns },
): void {
  for (const field of SHOWN) {
    const header = columns[field];
    if (header === undefined || given[field] !== undefined || !hidden.has(headers.indexOf(header))) continue;
    throw askHidden(file, header, `has a hidden column ${quoteHeader(header)}, which would be read as the ${field}`);
  }
}
