import { foldQuery } from "../../model/basics/search-folding.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import words from "./denial.words.txt" with { type: "text" };
import { formPlaces } from "./word-forms.ts";

const LISTS = parseWordLists("denial.words.txt", words, ["negation", "end"]);
const NEGATIONS = new Set(LISTS.negation);
const ENDS = new Set(LISTS.end);

export const isNegation = (word: string): boolean => NEGATIONS.has(word) || word.endsWith("n't");

/** How many words before a word can negate it: "never had a single complaint". */
const NEGATED_WITHIN = 4;
/** Enough characters for that many words. */
const BEFORE = 80;
const AFTER = 40;

/** U+FFFD is between the text and the title. */
const CLAUSE_END = /[.!?;,:()\n\ufffd]/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}']+/u;
/** "Complaints? None." */
const ANSWERED_NO = /^[\p{L}\p{M}]{0,20}[ :?-]{0,3}(?:none|zero|ningun[ao]?)(?![\p{L}\p{M}])/u;
/** "Could not be happier" says that somebody is happy. */
const BEST = /(?:n't|not|never|cannot) (?:have )?(?:be|been|feel|felt)(?: more| any)? $/;
const COMPARED = /^\p{L}+er(?!\p{L})/u;

/** True if a negation before the word, in its clause, is about it. */
function isNegatedAt(folded: string, at: number): boolean {
  const after = folded.slice(at, at + AFTER);
  if (ANSWERED_NO.test(after)) return true;
  const before = folded.slice(Math.max(0, at - BEFORE), at);
  if (BEST.test(before) && (before.endsWith("more ") || COMPARED.test(after))) return false;
  const clause = before.split(CLAUSE_END).at(-1) ?? "";
  const near = clause
    .split(BETWEEN_WORDS)
    .filter((word) => word !== "")
    .slice(-NEGATED_WITHIN)
    .reverse();
  const negation = near.findIndex(isNegation);
  return negation >= 0 && !near.slice(0, negation).some((word) => ENDS.has(word));
}

/**
 * Tells the folded texts in which a word of the question is there only to be denied: "no complaints whatsoever" is no
 * complaint. Nothing is denied to those who ask for what is not there ("without surgery").
 */
export function createDenial(question: string, asked: readonly string[]): (folded: string) => boolean {
  if (foldQuery(question).split(BETWEEN_WORDS).some(isNegation)) return () => false;
  return (folded) =>
    asked.some((word) => {
      const places = formPlaces(folded, word);
      return places.length > 0 && places.every((at) => isNegatedAt(folded, at));
    });
}
