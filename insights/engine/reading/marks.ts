import type { Mark } from "../../../src/model/analysis.ts";
import { itemAt } from "../../../src/model/basics/typed-array.ts";
import type { Match } from "./patterns.ts";
import type { Reading } from "./reading.ts";
import { spanOf } from "./span.ts";
import type { MarkName } from "./taxonomy.ts";

/** "Waiting room" is not about waiting: of two topics of a sentence that begin with the same word, the longer one counts. */
function isShorter(matches: Match<number>[], at: number, names: MarkName[], end: number): boolean {
  const { value, from, to } = itemAt(matches, at);
  if (itemAt(names, value).kind !== "topic") return false;
  const beats = (other: Match<number> | undefined): boolean =>
    other?.from === from && other.to > to && other.to <= end && names[other.value]?.kind === "topic";
  // Matches are in the order of their first words.
  for (let index = at - 1; matches[index]?.from === from; index--) if (beats(matches[index])) return true;
  for (let index = at + 1; matches[index]?.from === from; index++) if (beats(matches[index])) return true;
  return false;
}

/**
 * The marks of a text in order; of each, only the first in a sentence. Matches with a negative number are not marks.
 */
export function findMarks({ tokens, segments }: Reading, names: MarkName[], matches: Match<number>[]): Mark[] {
  const marks: Mark[] = [];
  let next = 0;
  segments.sentences.forEach(({ to: end }, sentence) => {
    const seen = new Set<number>();
    for (let match = matches[next]; match && match.from < end; match = matches[++next]) {
      const { value, from, to } = match;
      if (value < 0 || to > end || seen.has(value) || isShorter(matches, next, names, end)) continue;
      seen.add(value);
      marks.push({ ...itemAt(names, value), sentence, ...spanOf(tokens, from, to) });
    }
  });
  return marks;
}
