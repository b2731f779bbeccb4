import { i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { parseWordLists } from "../../../src/model/basics/word-lists.ts";
import { onFirstUse } from "../first-use.ts";
import text from "./advertising.words.txt" with { type: "text" };
import { hashWord } from "./hash.ts";
import { createMatcher, type Match, parsePattern } from "./patterns.ts";
import { MARK, type Tokens } from "./tokens.ts";
import { hashSet } from "./word-set.ts";

const LISTS = parseWordLists("advertising.words.txt", text, ["advertising", "with a link", "of a writer"]);

const inBoth = (words: readonly string[]) => hashSet(words.flatMap((word) => [hashWord(word), hashWord(`es ${word}`)]));
const WITH_LINK = inBoth(LISTS["with a link"]);
const OF_WRITER = inBoth(LISTS["of a writer"]);
const LINK = /https?:\/\/|www\.|whatsapp|telegram|\.(?:com|net|org|info|biz|xyz|shop|online|example|site|store)\b/;
const LEAST_AD_WORDS = 2;

const matcher = onFirstUse(() =>
  createMatcher(
    LISTS.advertising.flatMap((source) => [parsePattern(source, null), parsePattern(source, null, "es", "es")]),
  ),
);

/** A writer who tells nothing of themselves, and a link with words of selling. */
function sellsByLink({ plain, hash, count }: Tokens): boolean {
  if (!LINK.test(plain)) return false;
  let selling = 0;
  for (let at = 0; at < count; at++) {
    if (OF_WRITER.has(i32At(hash, at))) return false;
    if (WITH_LINK.has(i32At(hash, at))) selling++;
  }
  return selling >= LEAST_AD_WORDS;
}

/** The same few words again and again: this often, and this share of the text. */
const LONGEST_REPEAT = 12;
const LEAST_REPEATS = 4;
const LEAST_WORDS = 8;
const REPEATED = 0.8;

function repeatsItself({ kind, hash, count }: Tokens): boolean {
  const words: number[] = [];
  for (let at = 0; at < count; at++) if (kind[at] !== MARK) words.push(i32At(hash, at));
  if (words.length < LEAST_WORDS) return false;
  for (let length = 1; length <= LONGEST_REPEAT && length * LEAST_REPEATS <= words.length; length++) {
    let same = 0;
    for (let at = length; at < words.length; at++) if (itemAt(words, at) === itemAt(words, at - length)) same++;
    if (same >= (words.length - length) * REPEATED) return true;
  }
  return false;
}

/** Advertising, or the same words again and again: it says nothing of the business. */
export function isSpam(tokens: Tokens): boolean {
  if (repeatsItself(tokens) || sellsByLink(tokens)) return true;
  const find = matcher();
  const found: Match<null>[] = [];
  for (let at = 0; at < tokens.count && found.length === 0; at++) find(tokens, at, tokens.count, found);
  return found.length > 0;
}
