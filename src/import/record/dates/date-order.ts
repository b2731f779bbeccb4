import { OperatorError } from "../../../operator-error.ts";
import { choose, OpenQuestions } from "../open-questions.ts";
import { textOf } from "../values.ts";
import { createDateHints, type RowDates } from "./date-hints.ts";
import type { DateOrder } from "./when.ts";

const SLASHES = /^(?:\p{L}{2,12}\.?,?\s+)?(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/u;

/** The order that a date shows: 25/12/2025 has the day first. "either" if both readings are dates, null if it makes no difference. */
export function readOrder(text: string): DateOrder | "either" | null {
  const found = SLASHES.exec(text);
  if (!found) return null;
  const [first, second] = [Number(found[1]), Number(found[3])];
  // 25-12-20 may have the year first, so it shows nothing.
  if (found[2] === "-" && found[4]?.length === 2 && first > 12) return null;
  if (first === second) return null;
  if (first <= 12) return second <= 12 ? "either" : "month_first";
  return second <= 12 ? "day_first" : null;
}

type FoundDate = { row: number; text: string };
const describe = ({ row, text }: FoundDate): string => `row ${row}: ${text}`;

const valuesOf = ({ date, later }: RowDates): unknown[] => [date, ...later];
const WORDS = { month_first: ["month", "dmy"], day_first: ["day", "mdy"] } as const;

const askOrder = (file: string, ambiguous: FoundDate | null) =>
  new OpenQuestions([
    {
      id: "dates",
      kind: "dates",
      file,
      column: null,
      values: ambiguous ? [{ value: ambiguous.text, rows: 1 }] : [],
      text:
        `${file} has dates that can be read two ways (${ambiguous ? describe(ambiguous) : "3/4"}), and no date that ` +
        "settles it: use --dates mdy if the month comes first, --dates dmy if the day does",
      choices: [
        choose("the month comes first", { dates: "month_first" }),
        choose("the day comes first", { dates: "day_first" }),
      ],
    },
  ]);

type DatesOfFile = {
  file: string;
  first_row: number;
  /** The last day that is not in the future; null if that is not known. */
  today: string | null;
  /** The order that the format usually has; null if it has none. */
  usual: DateOrder | null;
  reread: () => AsyncIterable<RowDates>;
};

/**
 * Decides for a file whether the day or the month comes first in its dates. The first date that can be read only one way
 * settles it for all. If an earlier date can be read both ways, `reread` reads the dates of the file ahead. If no date
 * settles it, the hints of the whole file do, if they agree. If nothing settles it, or dates contradict each other, the
 * file is refused: a guess would publish wrong dates.
 */
export function createDateOrder({ file, first_row, today, usual, reread }: DatesOfFile) {
  let settled: { order: DateOrder; by: FoundDate; why?: string } | null = null;
  let ambiguous: FoundDate | null = null;
  let contrary: FoundDate | null = null;

  async function settle(): Promise<void> {
    let row = first_row;
    const hints = createDateHints(today);
    for await (const dates of reread()) {
      for (const value of valuesOf(dates)) {
        const text = textOf(value) ?? "";
        const order = readOrder(text);
        if (order === "month_first" || order === "day_first") {
          settled = { order, by: { row, text } };
          return;
        }
      }
      hints.note(dates, row);
      row += 1;
    }
    settled = hints.verdict();
    if (!settled && usual && ambiguous) settled = { order: usual, by: ambiguous };
    if (settled) return;
    throw askOrder(file, ambiguous);
  }

  return {
    order: (): DateOrder => settled?.order ?? "month_first",
    settle,
    /** Notes the dates of a row. True if the row can only be parsed after `settle`. */
    note(dates: RowDates, row: number): boolean {
      let unsettled = false;
      for (const value of valuesOf(dates)) {
        if (typeof value !== "string") continue;
        const text = value.trim();
        const order = readOrder(text);
        if (order === null) continue;
        if (order === "either") {
          ambiguous ??= { row, text };
          unsettled ||= settled === null;
        } else if (settled === null) settled = { order, by: { row, text } };
        else if (settled.order !== order) contrary ??= { row, text };
      }
      return unsettled && settled === null;
    },
    /** What settled it, if it was no date by itself: the operator may know better. */
    hint(): string | null {
      if (!settled?.why) return null;
      const [first, opposite] = WORDS[settled.order];
      return `has dates such as ${settled.by.text} (row ${settled.by.row}): they were read with the ${first} first, because ${settled.why}. --dates ${opposite} reads them the other way`;
    },
    /** After the last row: throws if the dates contradict each other and it matters. */
    finish(): void {
      if (!ambiguous || !settled || !contrary) return;
      const [one, other] = settled.order === "day_first" ? ["day", "month"] : ["month", "day"];
      throw new OperatorError(
        `${file} mixes dates with the ${one} first (${describe(settled.by)}) and the ${other} first ` +
          `(${describe(contrary)}), so others can be read two ways (${describe(ambiguous)}): ` +
          "write all dates as YYYY-MM-DD, or use --dates mdy or --dates dmy for those",
      );
    },
  };
}
