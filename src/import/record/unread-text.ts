import { OperatorError } from "../../operator-error.ts";
import { quoteHeader } from "./rating-scale.ts";
import { textOf } from "./values.ts";

/** Enough values to see what a column holds. */
const SAMPLE = 200;
/** A word that is not the first and has no capital, as names have; or a sentence in a script without spaces. */
const PROSE = /\s\p{Ll}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u;
const isProse = (text: string): boolean => !/^(?:https?:|www\.)/i.test(text) && PROSE.test(text.slice(0, 200));

type Unread = { filled: number; prose: number; first: string | null; varies: boolean };

/** Remembers what the columns hold whose names are not known: a review's words must not be lost for a name. */
export function openUnreadText() {
  const columns = new Map<string, Unread>();
  return {
    note(header: string, value: unknown): void {
      const column = columns.get(header) ?? { filled: 0, prose: 0, first: null, varies: false };
      columns.set(header, column);
      const text = column.filled < SAMPLE ? textOf(value) : null;
      if (text === null) return;
      column.filled += 1;
      column.first ??= text;
      if (column.first !== text) column.varies = true;
      if (isProse(text)) column.prose += 1;
    },
    /** Stops a file that has no column for the text, but one that looks so. */
    check(file: string): void {
      const found = [...columns].find(([, { filled, prose, varies }]) => varies && prose * 3 >= filled);
      if (!found) return;
      const header = quoteHeader(found[0]);
      throw new OperatorError(
        `${file} has no column that is known to be the text, but column ${header} looks like it. If it is, use --map text=${header}; if the reviews have no text, use --map text=none`,
      );
    },
  };
}
