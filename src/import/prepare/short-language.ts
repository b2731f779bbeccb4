import { f64At, itemAt } from "../../model/basics/typed-array.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import shortWords from "./short-language.words.txt" with { type: "text" };

/**
 * Detects the language of a text of a few words (naive Bayes). Each language has a list of words. From the list it
 * learns how likely a letter is after the two previous letters. The language of the business is more likely than the
 * others. Measured by test/import/prepare/short-language.test.ts.
 */
const LANGUAGES = "en es fr de pt it nl pl sv da no fi tr ro cs sk hu vi id tl ca hr".split(" ");

/** These values were chosen with the labeled set, without its held-out third. */
const OWN_PRIOR = 6;
const LISTED = 0.7;
const SURE = 0.8;
/** The likelihood of a letter that a language does not use. Words of any language may contain it. */
const UNUSED = 1e-4;
/** About the length of a list. It is the same for all, so that a longer list does not make its words less likely. */
const LIST_LENGTH = 400;
const NOWHERE = new Float64Array(LANGUAGES.length);

const ASCII = /^[\x00-\x7f]*$/;
const ASCII_WORD = /[a-z']+\d?/gi;
const WORD = /[\p{L}\p{M}']+\d?/gu;
const START = "^^";

type Counts = Map<string, Map<string, number>>;

function count(counts: Counts, context: string, letter: string): void {
  const letters = counts.get(context) ?? new Map<string, number>();
  counts.set(context, letters);
  letters.set(letter, (letters.get(letter) ?? 0) + 1);
}

const shareOf = (counts: Counts, context: string, letter: string): number | null => {
  const letters = counts.get(context);
  if (!letters) return null;
  let total = 0;
  for (const times of letters.values()) total += times;
  return (letters.get(letter) ?? 0) / total;
};

/** How often each letter follows nothing, one letter, and two letters in the words of a language. */
function learn(words: readonly string[]) {
  const counts: [Counts, Counts, Counts] = [new Map(), new Map(), new Map()];
  for (const word of words) {
    const padded = `${START}${word}$`;
    for (let at = START.length; at < padded.length; at += 1) {
      const letter = padded.charAt(at);
      for (const [length, order] of counts.entries()) count(order, padded.slice(at - length, at), letter);
    }
  }
  /**
   * The likelihood of a letter after two others. It combines all three lengths, so that a new triple is unlikely but
   * possible.
   */
  return (triple: string): number => {
    const letter = triple.charAt(2);
    const alone = shareOf(counts[0], "", letter) ?? 0;
    const afterOne = shareOf(counts[1], triple.charAt(1), letter) ?? alone;
    const afterTwo = shareOf(counts[2], triple.slice(0, 2), letter) ?? afterOne;
    return 0.5 * afterTwo + 0.33 * afterOne + 0.17 * alone + UNUSED;
  };
}

function buildModel() {
  const { neutral, names, ...byLanguage } = parseWordLists("short-language.words.txt", shortWords, [
    ...["neutral", "names"],
    ...LANGUAGES,
  ]);
  const lists = Object.values(byLanguage); // in the order of LANGUAGES
  const likelihoods = lists.map(learn);
  const listed = new Map<string, Float64Array>();
  for (const [index, list] of lists.entries()) {
    for (const word of list) {
      const shares = listed.get(word) ?? new Float64Array(LANGUAGES.length);
      listed.set(word, shares);
      shares[index] = LISTED / LIST_LENGTH;
    }
  }
  const triples = new Map<string, Float64Array>();
  const ofTriple = (triple: string): Float64Array => {
    const known = triples.get(triple);
    if (known) return known;
    const logs = Float64Array.from(likelihoods, (likelihood) => Math.log(likelihood(triple)));
    triples.set(triple, logs);
    return logs;
  };
  /** Adds to each language's score the logarithm of the word's likelihood in it. */
  function addWord(word: string, scores: Float64Array): void {
    const spelled = new Float64Array(LANGUAGES.length);
    const padded = `${START}${word}$`;
    for (let at = START.length; at < padded.length; at += 1) {
      const logs = ofTriple(padded.slice(at - 2, at + 1));
      for (let index = 0; index < logs.length; index += 1) spelled[index] = f64At(spelled, index) + f64At(logs, index);
    }
    const inLists = listed.get(word) ?? NOWHERE;
    for (let index = 0; index < LANGUAGES.length; index += 1) {
      const likely = f64At(inLists, index) + (1 - LISTED) * Math.exp(f64At(spelled, index));
      scores[index] = f64At(scores, index) + Math.log(likely);
    }
  }
  return { neutral: new Set(neutral), names: new Set(names), addWord };
}

/** Built when the first short text comes: the lists have 4,000 words. */
let built: ReturnType<typeof buildModel> | undefined;

/** The words of a text, with "sooo" and "Greaaat" in their normal spelling. */
function plainWords(text: string, { neutral, names }: ReturnType<typeof buildModel>): string[] {
  const plain = text.replaceAll("’", "'");
  const words = plain.match(ASCII.test(plain) ? ASCII_WORD : WORD) ?? [];
  return words.flatMap((word) => {
    const lower = word.toLowerCase().replace(/(.)\1{2,}/g, "$1");
    return neutral.has(lower) || (names.has(lower) && lower !== word) ? [] : [lower];
  });
}

/**
 * The language of a short text in Latin letters. Null if two are about equally likely, or if no word helps to decide.
 * `own` is the language of the business, `not` a language that it cannot be.
 */
export function detectShort(text: string, own: string, not: string | null): string | null {
  built ??= buildModel();
  const words = plainWords(text, built);
  if (words.length === 0) return null;
  const scores = new Float64Array(LANGUAGES.length);
  const ownIndex = LANGUAGES.indexOf(own);
  if (ownIndex !== -1) scores[ownIndex] = Math.log(OWN_PRIOR);
  for (const word of words) built.addWord(word, scores);
  const notIndex = LANGUAGES.indexOf(not ?? "");
  if (notIndex !== -1) scores[notIndex] = Number.NEGATIVE_INFINITY;
  let best = 0;
  for (let index = 1; index < scores.length; index += 1) if (f64At(scores, index) > f64At(scores, best)) best = index;
  let total = 0;
  for (let index = 0; index < scores.length; index += 1) total += Math.exp(f64At(scores, index) - f64At(scores, best));
  return 1 / total >= SURE ? itemAt(LANGUAGES, best) : null;
}
