import { type DateOrder, textOf } from "./values.ts";

const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/;

/** The order that a date shows: 25/12/2025 has the day first. "either" if both readings are dates, null if it makes no difference. */
function readOrder(text: string): DateOrder | "either" | null {
  const found = SLASHES.exec(text);
  if (!found) return null;
  const [first, second] = [Number(found[1]), Number(found[2])];
  if (first === second) return null;
  if (first <= 12) return second <= 12 ? "either" : "month_first";
  return second <= 12 ? "day_first" : null;
}

type FoundDate = { row: number; text: string };
const describe = ({ row, text }: FoundDate): string => `row ${row}: ${text}`;

/**
 * Decides for a file whether the day or the month comes first in its dates. The first date that can be read only one way
 * settles it for all. If an earlier date can be read both ways, `reread` reads the dates of the file ahead. If no date
 * settles it, the month comes first and the report says so.
 */
export function openDateOrder(first_row: number, reread: () => AsyncIterable<unknown[]>) {
  let settled: { order: DateOrder; by: FoundDate | null } | null = null;
  let ambiguous: FoundDate | null = null;
  let contrary: FoundDate | null = null;

  async function settle(): Promise<void> {
    let row = first_row;
    for await (const values of reread()) {
      for (const value of values) {
        const text = textOf(value) ?? "";
        const order = readOrder(text);
        if (order === "month_first" || order === "day_first") {
          settled = { order, by: { row, text } };
          return;
        }
      }
      row += 1;
    }
    settled = { order: "month_first", by: null };
  }

  return {
    order: (): DateOrder => settled?.order ?? "month_first",
    settle,
    /** Notes the dates of a row. True if the row can only be parsed after `settle`. */
    note(values: readonly unknown[], row: number): boolean {
      let unsettled = false;
      for (const value of values) {
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
    warning(): string | null {
      if (!ambiguous || !settled) return null;
      const [one, other] = settled.order === "day_first" ? ["day", "month"] : ["month", "day"];
      if (!settled.by) {
        return `has dates that can be read two ways (${describe(ambiguous)}), and no date that settles it: the month was assumed to come first. If the day comes first, write the dates as YYYY-MM-DD and import again`;
      }
      if (!contrary) return null;
      return `mixes dates with the ${one} first (${describe(settled.by)}) and the ${other} first (${describe(contrary)}): dates that can be read both ways (${describe(ambiguous)}) were read with the ${one} first. Write all dates as YYYY-MM-DD and import again`;
    },
  };
}
