import { f64At, i32At, u32At } from "../../model/basics/typed-array.ts";
import { GONE, type Position, type ReviewIndex, type TextDelta, type TextIndex } from "../../snapshot/review-index.ts";
import { foldedAt } from "../../snapshot/search/text-search.ts";
import { finish } from "../../snapshot/turns.ts";
import { sharedBytes, sharedPositions } from "../shared-memory.ts";
import { buildGramIndex } from "./gram-index.ts";
import type { Texts } from "./ordered-rows.ts";
import type { Splice } from "./splice-rows.ts";
import { countWords, READ_TEXTS, textAt, type WordCounts } from "./vocabulary.ts";

const baseCount = ({ base }: TextIndex): number => base.start.length - 1;

/** The number of the text at a position. The texts of the delta are numbered after those of the base. */
const textNumber = ({ delta }: TextIndex, position: Position): number =>
  delta ? u32At(delta.text_at, position) : position;

/** Joins texts, each with its end byte. */
function joinTexts(texts: readonly Uint8Array[]): Texts {
  const start = new Float64Array(texts.length + 1);
  for (const [i, { length }] of texts.entries()) start[i + 1] = f64At(start, i) + length + 1;
  const folded = sharedBytes(f64At(start, texts.length)).fill(0xff);
  for (const [i, text] of texts.entries()) folded.set(text, f64At(start, i));
  return { folded, start };
}

/** Adds the new texts to those of earlier changes. The grams of the base do not change. */
export function spliceTexts({ before, came, origins }: Splice): TextIndex {
  const { base } = before.text;
  const first = baseCount(before.text);
  const text_at = sharedPositions(origins.length);
  const position_of = sharedPositions(first).fill(GONE);
  const positions: Position[] = [];
  const texts: Uint8Array[] = [];
  for (let position = 0; position < origins.length; position++) {
    const origin = i32At(origins, position);
    const number = origin < 0 ? GONE : textNumber(before.text, origin);
    if (number < first) {
      text_at[position] = number;
      position_of[number] = position;
      continue;
    }
    text_at[position] = first + texts.length;
    positions.push(position);
    texts.push(origin < 0 ? textAt(came.texts, -1 - origin) : foldedAt(before.text, origin));
  }
  const gone: number[] = [];
  for (let text = 0; text < first; text++) if (u32At(position_of, text) === GONE) gone.push(text);
  const delta: TextDelta = {
    text_at,
    position_of,
    gone: Uint32Array.from(gone),
    ...joinTexts(texts),
    positions: Uint32Array.from(positions),
  };
  return { base, delta };
}

/** After an edit or an erasure, the base still has the old words. Returns an index that never had them. */
export function withoutOldWords(reviews: ReviewIndex): ReviewIndex {
  const { count, text } = reviews;
  if (!text.delta?.gone.length) return reviews;
  const { folded, start } = joinTexts(Array.from({ length: count }, (_, position) => foldedAt(text, position)));
  return { ...reviews, text: { base: finish(buildGramIndex(folded, start)), delta: null } };
}

/** The words of the newest texts of an index. */
export function countIndexedWords({ count, text }: ReviewIndex): WordCounts {
  const counts: WordCounts = new Map();
  for (let position = 0; position < count && position < READ_TEXTS; position++) {
    countWords(counts, foldedAt(text, position), 1);
  }
  return counts;
}

/** Updates the words of the newest texts: removes the texts that left the window and counts those that entered it. */
export function spliceWords(words: WordCounts, { before, came, origins, position_of }: Splice): WordCounts {
  const counts = new Map(words);
  for (let position = 0; position < before.count && position < READ_TEXTS; position++) {
    if (u32At(position_of, position) >= READ_TEXTS) countWords(counts, foldedAt(before.text, position), -1);
  }
  for (let position = 0; position < origins.length && position < READ_TEXTS; position++) {
    const origin = i32At(origins, position);
    if (origin < 0) countWords(counts, textAt(came.texts, -1 - origin), 1);
    else if (origin >= READ_TEXTS) countWords(counts, foldedAt(before.text, origin), 1);
  }
  return counts;
}
