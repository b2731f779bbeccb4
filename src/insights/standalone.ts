import { parseWordLists } from "../model/basics/word-lists.ts";
import words from "./standalone.words.txt" with { type: "text" };

/** Decides whether a quote makes sense without the sentences around it. */

const LISTS = parseWordLists("standalone.words.txt", words, ["continues", "person nouns"]);
const CONTINUES = new RegExp(String.raw`^["“'(]?(?:${LISTS.continues.join("|")})(?![\p{L}'’-])`, "iu");

/** Pronouns for something that an earlier sentence named. "I", "you" and "we" need no such sentence. */
const REFERS = /^(?:he|she|him|her|hers|his|it|its|they|them|their|theirs|this|that|these|those|one|ones)$/i;
/** A pronoun for one person, and the nouns that such a pronoun can refer to. */
const PERSON = /^(?:he|she|him|her|hers|his)$/i;
const PERSON_NOUN = new RegExp(`^(?:${LISTS["person nouns"].join("|")})$`, "i");

const STARTS = /^["“'(¡¿]{0,2}[\p{Lu}\p{N}$]/u;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;
/** After this many words, a pronoun may refer to one of them. */
const LEAD = 5;

/** Gives "she" for "she's". */
const bare = (word: string): string => word.replace(/['’].*$/, "");
const isName = (word: string, at: number): boolean => at > 0 && word !== "I" && /^\p{Lu}\p{Ll}/u.test(word);

const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map(bare);

/** True if `words` name someone to whom a later pronoun can refer. */
const namesSomeone = (words: string[]): boolean => words.some((word, at) => PERSON_NOUN.test(word) || isName(word, at));

/** Words whose meaning is in another sentence: "Nobody told me why.", "I sat there for an hour.", "He then left." */
const DANGLES = new RegExp(
  [
    String.raw`\b(?:why|(?:it|they|he|she|that) (?:might|did|does|would|could|should|was|is|had|has|will|can))[.!]*$`,
    String.raw`\b(?:sat|stood|lay|waited|been) there\b`,
    String.raw`^(?:\S+ ){1,2}then\b`,
  ].join("|"),
  "i",
);

/**
 * True if the text begins like a sentence, does not continue another, and its first pronoun can refer to words in it.
 */
export function standsAlone(text: string): boolean {
  if (!STARTS.test(text) || CONTINUES.test(text) || DANGLES.test(text)) return false;
  const words = wordsOf(text);
  const first = words.findIndex((word) => REFERS.test(word));
  if (first < 0) return true;
  return PERSON.test(words[first] ?? "") ? namesSomeone(words.slice(0, first)) : first >= LEAD;
}

/**
 * True if the text stands alone and every pronoun refers to words in it. For the summary, where a quote has no context.
 */
export function isSelfContained(text: string): boolean {
  if (!standsAlone(text)) return false;
  const words = wordsOf(text);
  return words.every((word, at) => !REFERS.test(word) || (PERSON.test(word) && namesSomeone(words.slice(0, at))));
}
