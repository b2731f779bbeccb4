import { itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import words from "./detect-language.words.txt" with { type: "text" };
import { detectShort } from "./short-language.ts";

/**
 * Two or three function words decide most reviews in 3 µs. The library takes 80 µs per text, 0.5 s to load and 60 MB
 * (measured), so it is loaded only for a text that nothing else decides.
 */
const LANGUAGES = ["en", "es", "fr", "de", "pt", "it", "nl"] as const;
/** Languages that share a script with another one. */
const SHARED_SCRIPTS = ["ru", "uk", "bg", "sr", "ar", "fa", "ur", "hi", "mr", "ne"] as const;
const LISTS = parseWordLists("detect-language.words.txt", words, ["counts twice", ...LANGUAGES, ...SHARED_SCRIPTS]);
/** For each word, the positions of its languages in LANGUAGES. */
const VOTES = new Map<string, number[]>();
for (const [at, language] of LANGUAGES.entries()) {
  for (const word of LISTS[language]) VOTES.set(word, [...(VOTES.get(word) ?? []), at]);
}
for (const word of LISTS["counts twice"]) VOTES.set(word, VOTES.get(word)?.flatMap((at) => [at, at]) ?? []);

const sampleOf = (text: string): string => text.slice(0, 120);
const CLEAR_LENGTH = 60;
const TOO_SHORT = 20;

const WORD = /[\p{L}']+/gu;
const ASCII = /^[\x00-\x7f]*$/;

/** A quick test: for each first and last letter of a word that votes, a bit per length. Most words of a text fail it. */
const SHAPES = new Uint32Array(1024);
const shapeOf = (word: string, from: number, end: number): number =>
  ((word.charCodeAt(from) & 31) << 5) | (word.charCodeAt(end - 1) & 31);
const lengthBit = (length: number): number => 1 << Math.min(length, 31);
for (const word of VOTES.keys()) {
  const shape = shapeOf(word, 0, word.length);
  SHAPES[shape] = u32At(SHAPES, shape) | lengthBit(word.length);
}
const APOSTROPHE = 39;
const isAsciiLetter = (code: number): boolean => (code >= 97 && code <= 122) || code === APOSTROPHE;

function vote(word: string): void {
  const languages = VOTES.get(word);
  if (languages) for (const language of languages) VOTED[language] = u8At(VOTED, language) + 1;
}

function voteAscii(lower: string): void {
  for (let at = 0; at < lower.length; at += 1) {
    if (!isAsciiLetter(lower.charCodeAt(at))) continue;
    const from = at;
    while (isAsciiLetter(lower.charCodeAt(at))) at += 1;
    if (u32At(SHAPES, shapeOf(lower, from, at)) & lengthBit(at - from)) vote(lower.slice(from, at));
  }
}

/** If the first words have enough votes and all are for one language, the other words are not counted. */
function countVotes(sample: string): string | null {
  const lower = sample.toLowerCase().replaceAll("’", "'");
  const start = lower.slice(0, CLEAR_LENGTH);
  return decide(start, ({ first, second }) => second === 0 && first >= 4) ?? decide(lower, isDecided);
}

/** Reused for each text. */
const VOTED = new Uint8Array(LANGUAGES.length);
type Tally = { first: number; second: number };
const isDecided = ({ first, second }: Tally): boolean => (second === 0 ? first >= 2 : first >= 3 && first > 2 * second);

function decide(lower: string, decided: (tally: Tally) => boolean): string | null {
  VOTED.fill(0);
  if (ASCII.test(lower)) voteAscii(lower);
  else for (const word of lower.match(WORD) ?? []) vote(word);
  let winner = 0;
  let second = 0;
  for (let language = 1; language < VOTED.length; language += 1) {
    const [votes, most] = [u8At(VOTED, language), u8At(VOTED, winner)];
    second = Math.max(second, Math.min(votes, most));
    if (votes > most) winner = language;
  }
  return decided({ first: u8At(VOTED, winner), second }) ? itemAt(LANGUAGES, winner) : null;
}

/**
 * Letters that decide the language of any text, even a short one. Those of a single language come before whole scripts.
 */
const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Georgian}/u, "ka"],
  [/\p{Script=Armenian}/u, "hy"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Telugu}/u, "te"],
  [/\p{Script=Kannada}/u, "kn"],
  [/\p{Script=Malayalam}/u, "ml"],
  [/\p{Script=Gujarati}/u, "gu"],
  [/\p{Script=Gurmukhi}/u, "pa"],
  [/\p{Script=Sinhala}/u, "si"],
  [/\p{Script=Khmer}/u, "km"],
  [/\p{Script=Lao}/u, "lo"],
  [/\p{Script=Myanmar}/u, "my"],
  [/[ৰৱ]/u, "as"],
  [/\p{Script=Bengali}/u, "bn"],
  [/ў/iu, "be"],
  [/[іїєґ]/iu, "uk"],
  [/[ыэё]/iu, "ru"],
  [/[ћђ]/iu, "sr"],
  [/[ٹڈڑںےہھ]/u, "ur"],
  [/[پچژگیک]/u, "fa"],
  [/[ةأإى]/u, "ar"],
];
/** Languages that are written in Latin letters. */
const LATIN = /^(?:en|es|fr|de|pt|it|nl|pl|sv|da|no|nb|fi|cs|sk|hu|ro|tr|hr|sl|et|lv|lt|ca|vi|id|ms|tl|sw|af)\b/;

const SCRIPT_VOTES = new Map<string, string[]>();
for (const language of SHARED_SCRIPTS) {
  for (const word of LISTS[language]) SCRIPT_VOTES.set(word, [...(SCRIPT_VOTES.get(word) ?? []), language]);
}

/** The only language that has all known words of the text. Null if there are several such languages, or none. */
function languageOfWords(text: string): string | null {
  const known = (text.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []).flatMap((word) => {
    const languages = SCRIPT_VOTES.get(word);
    return languages ? [languages] : [];
  });
  const [first = [], ...others] = known;
  const common = first.filter((language) => others.every((languages) => languages.includes(language)));
  return common.length === 1 ? (common[0] ?? null) : null;
}

/** A fast test: without a match, a text has only Latin letters, signs and emoji. */
const OTHER_LETTER = /[\u0370-\u1cff\u3040-\ud7ff]/;

/** The language according to the script. undefined: Latin letters. null: another script that does not decide. */
function languageOfScript(text: string, own: string): string | null | undefined {
  if (!OTHER_LETTER.test(text)) return undefined;
  const others = text.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0;
  if (others * 2 <= (text.match(/\p{L}/gu)?.length ?? 0)) return undefined;
  const language = SCRIPTS.find(([script]) => script.test(text))?.[1] ?? languageOfWords(text);
  // A short Japanese text may have no kana.
  if (language === "zh" && own === "ja") return "ja";
  // If the business works in a language with another script, its reviews are most likely in that language.
  return language ?? (LATIN.test(own) ? null : own);
}

type Library = { detect(text: string): { language: string; isReliable(): boolean } };

/** `own` is the language of the business. `not` is a language that the text cannot have: that of its translation. */
type Hints = { own: string; not: string | null };

export type LanguageDetector = {
  /** True if neither the script nor the words decide and the library is not loaded yet. */
  needsLibrary(text: string, hints: Hints): boolean;
  loadLibrary(): Promise<void>;
  /**
   * The language of a text, or null if it is unclear. Libraries call "Great" Romanian, so short texts are decided by
   * lists of words and spellings. A text in another script never gets a language with Latin letters.
   */
  detect(text: string, hints: Hints): string | null;
};

/** The decision without the library, or undefined if there is none. */
function decideAlone(sample: string, { own, not }: Hints): string | null | undefined {
  const byScript = languageOfScript(sample, own);
  if (byScript) return byScript === not ? null : byScript;
  if (sample.length < TOO_SHORT) return byScript === null ? null : detectShort(sample, own, not);
  const voted = countVotes(sample);
  if (voted !== null && voted !== not) return voted;
  // The library calls "Unfriendly front desk." French, so the language of the business is tried first.
  return byScript === undefined && detectShort(sample, own, not) === own ? own : undefined;
}

export function createLanguageDetector(): LanguageDetector {
  let library: Library | undefined;
  // `needsLibrary` and `detect` are called one after the other for the same text.
  let last: (Hints & { sample: string; decided: string | null | undefined }) | undefined;
  function decide(sample: string, hints: Hints): string | null | undefined {
    if (last?.sample !== sample || last.own !== hints.own || last.not !== hints.not)
      last = { ...hints, sample, decided: decideAlone(sample, hints) };
    return last.decided;
  }
  return {
    needsLibrary: (text, hints) => library === undefined && decide(sampleOf(text), hints) === undefined,
    async loadLibrary() {
      library ??= (await import("eld/extrasmall")).eld;
    },
    detect(text, hints) {
      const sample = sampleOf(text);
      const decided = decide(sample, hints);
      if (decided !== undefined) return decided;
      const found = library?.detect(sample);
      if (found?.language && found.language !== hints.not && found.isReliable()) return found.language;
      return languageOfScript(sample, hints.own) === null ? null : detectShort(sample, hints.own, hints.not);
    },
  };
}
