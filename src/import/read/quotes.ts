import { OperatorError } from "../../operator-error.ts";

const isLineEnd = (character: string | undefined): boolean => character === "\n" || character === "\r";

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/**
 * Follows the quotes of a table as RFC 4180 §2 has them. The parser is lenient: after a quote that is not closed it
 * takes the rows that follow for text, and the names in them would be published. A quote inside a bare cell is text.
 */
export function openQuoteCheck(file: string, delimiter: string) {
  let line = 1;
  let opened: number | null = null;
  let previous = "\n";
  /** A quote at the end of a chunk: what it means depends on the next character. */
  let held = "";

  const misplaced = (at: number) =>
    new OperatorError(
      `${file} is a broken table at line ${at}: a cell that begins with a quote at line ${opened} has a quote before its end. Write a quote inside a quoted cell twice ("")`,
    );

  /** Where the reading goes on after the quote at `at`; -1 if the next chunk decides. */
  function takeQuote(text: string, at: number, lineOf: () => number): number {
    if (opened === null) {
      const before = at === 0 ? previous : text[at - 1];
      if (before === delimiter || isLineEnd(before)) opened = lineOf();
      return at + 1;
    }
    const next = text[at + 1];
    if (next === undefined) return -1;
    if (next === '"') return at + 2;
    if (next !== delimiter && !isLineEnd(next)) throw misplaced(lineOf());
    opened = null;
    return at + 1;
  }

  return {
    take(chunk: string): void {
      const text = held + chunk;
      held = "";
      let counted = 0;
      const lineAt = (at: number): number => {
        line += countLines(text.slice(counted, at));
        counted = at;
        return line;
      };
      for (let at = text.indexOf('"'); at !== -1; ) {
        const found = at;
        const from = takeQuote(text, found, () => lineAt(found));
        if (from === -1) held = '"';
        at = from === -1 ? -1 : text.indexOf('"', from);
      }
      lineAt(text.length);
      previous = text.at(-1) ?? previous;
    },
    end(): void {
      if (opened === null || held !== "") return;
      throw new OperatorError(
        `${file} is a broken table at line ${opened}: a cell begins with a quote that is never closed. Close it, or export the file again`,
      );
    },
  };
}
