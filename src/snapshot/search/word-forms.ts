import { createRecent } from "../../model/basics/recent.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import words from "./word-forms.words.txt" with { type: "text" };

export const WORD_LETTER = /[\p{L}\p{N}\p{M}]/u;

/** Words whose ending is none: "even" is no form of evening. */
const NO_FORM = /^(?:evenings?)$/;

/** The word without endings that other forms of it lack: waits and wait, needling and needle. */
export const stemOf = (word: string): string => {
  if (NO_FORM.test(word)) return word.replace(/s$/, "");
  const stem = word.replace(/(?:ies|ings?|ed|es|s|e|y)$/, "");
  return stem.length >= 4 ? stem : word.length > 3 ? word.replace(/s$/, "") : word;
};

const LISTS = parseWordLists("word-forms.words.txt", words, ["ending", "irregular"]);
const ENDINGS = LISTS.ending.join("|");
const PAIRS = LISTS.irregular.map((pair) => pair.split(" "));
const OTHER_NUMBER = new Map(PAIRS.flatMap(([one = "", many = ""]) => [[one, many] as const, [many, one] as const]));

/** Feet for foot, and foot for feet. */
export const otherNumberOf = (word: string): string | undefined => OTHER_NUMBER.get(word);

/** What may follow the stem in a form of a word: "costs" is a form of cost, and "costume" is none. */
export const FORM_ENDING = new RegExp(`^(?:${ENDINGS})?(?![\\p{L}\\p{N}\\p{M}])`, "u");

/**
 * More endings, for a word of which no review has a closer form: pregnancy and pregnant, runners and running,
 * aparcamiento and aparcar.
 */
const FAR_ENDING = /(?:iness|ness|ations?|ions?|ments?|[ae]n(?:cy|ces?|ts?)|ers?|ors?|ists?|ings?|able|ful|ly)$/;
const FAR_SPANISH = /(?<=.{5})(?:[ai]mientos?|acion(?:es)?|ar|[ai]d[oa]s?|[ai]?ndo|amente)$/;

/**
 * Shorter letters must be a whole word, because they begin too many others: "ana" is a name, not the start of
 * "analysis".
 */
export const LEAST_BEGINNING = 4;
export const ENDED = /^s?(?![\p{L}\p{N}\p{M}])/u;

/** The beginning that more distant forms of a word share. Null if it is the word itself or says too little. */
export function farStemOf(word: string): string | null {
  const stem = NO_FORM.test(word) ? word : word.replace(FAR_SPANISH.test(word) ? FAR_SPANISH : FAR_ENDING, "");
  return stem === word || stem.length < LEAST_BEGINNING ? null : stem;
}

/**
 * Letters may match inside a word in compounds and in scripts without spaces, but not if they are a few Latin letters.
 */
export const MAY_BE_INSIDE = /[^\x00-\x7f]|.{4}/;

/** Where words with these letters at their beginning begin in a folded text. Few letters must be the whole word. */
function placesOfLetters(folded: string, letters: string): number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(letters); at >= 0; at = folded.indexOf(letters, at + 1)) {
    if (at > 0 && WORD_LETTER.test(folded.charAt(at - 1))) continue;
    const end = at + letters.length;
    if (letters.length >= LEAST_BEGINNING || ENDED.test(folded.slice(end, end + 8))) places.push(at);
  }
  return places;
}

const WHOLE_WORD = /^[\p{L}\p{N}\p{M}]+/u;

type Stems = { near: readonly string[]; far: string | null };

/** Each sentence of each result asks for the stems of the same words, which took half of its time (measured). */
const known_stems = createRecent<string, Stems>({ entries: 256 });

function stemsOf(word: string): Stems {
  const known = known_stems.get(word);
  if (known) return known;
  const forms = [word, otherNumberOf(word) ?? word];
  const stems = { near: [...new Set(forms.map(stemOf))], far: farStemOf(word) };
  known_stems.set(word, stems);
  return stems;
}

/** Where forms of a word begin in a folded text, by the rules of the search in plain words. */
export function formPlaces(folded: string, word: string): number[] {
  const stems = stemsOf(word);
  const near = stems.near.flatMap((stem) => placesOfLetters(folded, stem));
  if (near.length > 0) return near;
  const found = stems.far === null ? [] : placesOfLetters(folded, stems.far);
  if (found.length > 0 || !MAY_BE_INSIDE.test(word)) return found;
  const inside = folded.indexOf(word);
  return inside < 0 ? [] : [inside];
}

/** The words of a folded text that are forms of these words, each once. */
export function formsIn(folded: string, words: readonly string[]): string[] {
  const places = words.flatMap((word) => formPlaces(folded, word));
  return [...new Set(places.flatMap((at) => WHOLE_WORD.exec(folded.slice(at)) ?? []))];
}
