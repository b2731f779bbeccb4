import { type DateOrder, textOf } from "./values.ts";

const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!\d)/;

/** What 25/12/2025 tells of its file; "either" where the day could be the month, null where nothing hangs on it. */
function readOrder(text: string): DateOrder | "either" | null {
  const found = SLASHES.exec(text);
  if (!found) return null;
  const [first, second] = [Number(found[1]), Number(found[2])];
  if (first === second) return null;
  if (first <= 12) return second <= 12 ? "either" : "month_first";
  return second <= 12 ? "day_first" : null;
}

type Met = { row: number; text: string };
const place = ({ row, text }: Met): string => `row ${row}: ${text}`;

/**
 * Which comes first in a file's dates, the day or the month. The first date that can be read one way only settles it
 * for all; `again` reads the file's dates ahead when one is met before that could be read both ways. Where none settles
 * it the month comes first, and the report says so.
 */
export function openDateOrder(first_row: number, again: () => AsyncIterable<unknown[]>) {
  let settled: { order: DateOrder; by: Met | null } | null = null;
  let doubtful: Met | null = null;
  let contrary: Met | null = null;

  async function settle(): Promise<void> {
    let row = first_row;
    for await (const values of again()) {
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
    /** True when the row cannot be read before `settle`. */
    meet(values: readonly unknown[], row: number): boolean {
      let unsettled = false;
      for (const value of values) {
        if (typeof value !== "string") continue;
        const text = value.trim();
        const order = readOrder(text);
        if (order === null) continue;
        if (order === "either") {
          doubtful ??= { row, text };
          unsettled ||= settled === null;
        } else if (settled === null) settled = { order, by: { row, text } };
        else if (settled.order !== order) contrary ??= { row, text };
      }
      return unsettled && settled === null;
    },
    warning(): string | null {
      if (!doubtful || !settled) return null;
      const [one, other] = settled.order === "day_first" ? ["day", "month"] : ["month", "day"];
      if (!settled.by) {
        return `has dates that can be read two ways (${place(doubtful)}), and none that tells which: the month was taken to come first. If the day does, write them as YYYY-MM-DD and import again`;
      }
      if (!contrary) return null;
      return `mixes dates with the ${one} first (${place(settled.by)}) and the ${other} first (${place(contrary)}): those that can be read both ways (${place(doubtful)}) were read with the ${one} first. Write them as YYYY-MM-DD and import again`;
    },
  };
}
