import { i32At } from "../../../src/model/basics/typed-array.ts";
import { parseWordLists } from "../../../src/model/basics/word-lists.ts";
import text from "./fragments.words.txt" with { type: "text" };
import { hashWord } from "./hash.ts";
import type { Sentence } from "./segments.ts";
import { EMOJI, MARK, type Tokens } from "./tokens.ts";
import { inBoth } from "./word-set.ts";

/*
 * "Great results, great explanations, terrible punctuality": a list of verdicts without verbs. The nets know few such
 * lists, and read each verdict right if it is alone, so each is a sentence of its own. Only the engine cuts lists: the
 * labels of the corpus count whole sentences.
 */

const { judging } = parseWordLists("fragments.words.txt", text, ["judging"]);
const JUDGING = inBoth(judging);
const LINKS = inBoth("and but y e pero".split(" "));
const COMMA = hashWord(",");
/** A verdict has a subject and a judgment, and hardly more. */
const WORDS = { least: 2, most: 4 };
/** A longer sentence is no list of verdicts. */
const MOST_TOKENS = 40;

/** A part ends at a comma, and after an emoji if another word follows. */
function endsPart({ kind, hash }: Tokens, at: number, to: number): boolean {
  if (hash[at] === COMMA) return true;
  return kind[at] === EMOJI && at + 1 < to && kind[at + 1] !== EMOJI && kind[at + 1] !== MARK;
}

function isVerdict({ kind, hash }: Tokens, { from, to }: Sentence): boolean {
  let words = 0;
  let judges = false;
  for (let at = from; at < to; at++) {
    if (kind[at] === EMOJI) judges = true;
    if (kind[at] === MARK || kind[at] === EMOJI || LINKS.has(i32At(hash, at))) continue;
    words++;
    if (JUDGING.has(i32At(hash, at))) judges = true;
  }
  const least = kind[to - 1] === EMOJI ? 1 : WORDS.least;
  return judges && words >= least && words <= WORDS.most;
}

/** The verdicts of a sentence that is a list of them, otherwise the sentence. */
export function splitVerdicts(tokens: Tokens, sentence: Sentence): Sentence[] {
  const { from, to } = sentence;
  if (to - from > MOST_TOKENS) return [sentence];
  const parts: Sentence[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    if (at + 1 < to && !endsPart(tokens, at, to)) continue;
    parts.push({ from: start, to: at + 1 });
    start = at + 1;
  }
  // A comma alone ends a part; what is read has no comma at its end.
  return parts.length > 1 && parts.every((part) => isVerdict(tokens, part)) ? parts : [sentence];
}
