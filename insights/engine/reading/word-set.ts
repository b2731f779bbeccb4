import { parseWordLists } from "../../../src/model/basics/word-lists.ts";
import { hashWord } from "./hash.ts";
import text from "./reading.words.txt" with { type: "text" };

/** A set of word hashes. At most a quarter full, so most lookups of an unknown word end at the first slot. */
export type WordSet = { has(hash: number): boolean; table: Int32Array };

// One object shape and one function for all sets. A JavaScript Set took ten times as long (measured).
function has(this: WordSet, hash: number): boolean {
  const { table } = this;
  const mask = table.length - 1;
  let slot = (hash ^ (hash >>> 15)) & mask;
  for (;;) {
    const found = table[slot];
    if (found === hash) return true;
    if (found === 0) return false;
    slot = (slot + 1) & mask;
  }
}

export function hashSet(hashes: Iterable<number>): WordSet {
  const list = [...new Set(hashes)].filter((hash) => hash !== 0);
  let room = 4;
  while (room < list.length * 4) room *= 2;
  const table = new Int32Array(room);
  for (const hash of list) {
    let slot = (hash ^ (hash >>> 15)) & (room - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (room - 1);
    table[slot] = hash;
  }
  return { has, table };
}

/** A list, or words separated by spaces. */
type Words = readonly string[] | string;
const listOf = (words: Words): readonly string[] => (typeof words === "string" ? words.split(" ") : words);

/** English words, then Spanish ones. */
export const wordSet = (english: Words, spanish: Words = []): WordSet =>
  hashSet([...listOf(english).map(hashWord), ...listOf(spanish).map((word) => hashWord(`es ${word}`))]);

/** The same words in English and in Spanish texts, where they have other hashes. */
export const inBoth = (words: readonly string[]): WordSet =>
  hashSet(words.flatMap((word) => [hashWord(word), hashWord(`es ${word}`)]));

/** What follows one of these may say the opposite. */
export const CONTRAST = inBoth("but though although however except while pero aunque".split(" "));

/** The lists that are too long for a line of code. */
export const LISTED = parseWordLists("reading.words.txt", text, [
  "function words en",
  "function words es",
  "not at edge en",
  "not at edge es",
  "subjects en",
  "subjects es",
  "negators en",
  "negators es",
  "verdicts en",
  "verdicts es",
  "language en",
  "language es",
  "language other",
]);
