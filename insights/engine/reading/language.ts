import { i32At } from "../../../src/model/basics/typed-array.ts";
import { type ReadLanguage, type Tokens, WORD } from "./tokens.ts";
import { LISTED, wordSet } from "./word-set.ts";

const ENGLISH = wordSet(LISTED["language en"]);
const SPANISH = wordSet(LISTED["language es"]);
const OTHER = wordSet(LISTED["language other"]);
/** A text of fewer words is in its stated language, unless most are in another script or two are clearly not in it. */
const ENOUGH_WORDS = 5;

type Counts = { words: number; english: number; spanish: number; other: number; foreign: number };

/** A word that English shares with another language ("me", "no", "a") counts for neither. */
function countWords(tokens: Tokens): Counts {
  const counts = { words: 0, english: 0, spanish: 0, other: 0, foreign: 0 };
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind[at] !== WORD) continue;
    counts.words++;
    const hash = i32At(tokens.hash, at);
    const spanish = SPANISH.has(hash);
    const other = OTHER.has(hash);
    if (ENGLISH.has(hash)) counts.english += spanish || other ? 0 : 1;
    else {
      if (spanish) counts.spanish++;
      if (other) counts.other++;
    }
    // Not Latin: Greek, Cyrillic, Arabic, Hebrew, Han and others.
    if (tokens.plain.charCodeAt(i32At(tokens.plain_start, at)) >= 0x370) counts.foreign++;
  }
  return counts;
}

function claimedLanguage(stated: string | null): ReadLanguage | "other" | null {
  if (stated === null) return null;
  if (/^en\b/i.test(stated)) return "en";
  return /^es\b/i.test(stated) ? "es" : "other";
}

/**
 * The language of a text, by its words; `tokens` are those of the text read as English. `stated` is what the review
 * says ("es-MX"). It decides for a text with few known words, and rules out Spanish if it names a language that is not
 * read.
 */
export function languageOf(tokens: Tokens, stated: string | null): ReadLanguage | "other" {
  const { words, english, spanish, other, foreign } = countWords(tokens);
  if (foreign * 2 > words) return "other";
  const claimed = claimedLanguage(stated);
  const rest = Math.max(spanish, other);
  if (words < ENOUGH_WORDS && rest < 2) return claimed ?? "en";
  if (english >= rest) return claimed === "es" && english === rest ? "es" : "en";
  if (claimed !== "other" && (spanish > other || (claimed === "es" && spanish === other))) return "es";
  return english * 5 >= words ? "en" : "other";
}
