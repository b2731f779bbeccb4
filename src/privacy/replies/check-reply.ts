import { parseWordLists } from "../../model/basics/word-lists.ts";
import { anyOf, parsePatterns } from "../pattern-file.ts";
import text_of_lists from "./check-reply.words.txt" with { type: "text" };
import text_of_words from "./public.words.txt" with { type: "text" };
import { inAnyLanguage, isReplyLanguage } from "./reply-languages.ts";
import { findTelling, isHarmless, mayTell } from "./reply-model.ts";
import { EVENTS, findTold, mayMeanSomebody } from "./reply-persons.ts";

/**
 * Clinics were fined for their replies, not for what patients wrote. A reply that confirms that somebody is or was a
 * patient, or that tells of a condition, a visit, attendance, payment, behavior or a record, is held until the operator
 * decides. So is a reply in a language that these rules do not know.
 */
export type HeldReply = { reason: string; words: string[] };

const START = "(?<![\\p{L}\\p{N}'’-])(?=[\\p{L}\\p{N}])";
const END = "(?![\\p{L}\\p{N}])";
const PATTERNS = parsePatterns("check-reply.words.txt", text_of_lists, [
  "offer",
  "your",
  "done pattern",
  "rest about the review",
  "general",
  "direct",
  "courtesy",
  "other language",
]);
const PUBLIC = parseWordLists("public.words.txt", text_of_words, ["noun", "verb"]);
const OFFER = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.offer})(?!\p{L})`, "iu");
const CLUES = anyOf([inAnyLanguage("clue"), EVENTS]);
const RULES = [
  new RegExp(String.raw`(?<![\p{L}\p{N}-])(?=\p{L})(?:${CLUES})${END}`, "giu"),
  new RegExp(`${START}(?:${inAnyLanguage("own noun pattern")})${END}`, "giu"),
  new RegExp(`${START}(?:${inAnyLanguage("phrase")})${END}`, "giu"),
];

const BEFORE_YOURS = String.raw`(?<![\p{L}'’-])(?<!(?:have|has|had|got|watch|watching)\s)`;
const YOURS = new RegExp(
  String.raw`${BEFORE_YOURS}(?:${PATTERNS.your})\s(?<of>[\p{L}'’-]+(?:\s[\p{L}'’-]+){0,2})`,
  "giu",
);
const PUBLIC_NOUNS = new Set(PUBLIC.noun);
const DONE = new RegExp(PATTERNS["done pattern"], "giu");
const PUBLIC_VERBS = new Set(PUBLIC.verb);
const PUBLIC_REST = new RegExp(PATTERNS["rest about the review"], "iu");

/** "Your …" with a noun, and "you …" with a verb, that is not about the review or its reader in public. */
function findPersonal(sentence: string): string[] {
  const found: string[] = [];
  for (const match of sentence.matchAll(YOURS)) {
    // "Your fall on Tuesday" is about the fall.
    const [noun = ""] = (match.groups?.of ?? "")
      .toLowerCase()
      .split(/\s(?:on|last|this|during|after|before|since)(?!\p{L})/u);
    const words = noun.split(/\s/);
    if (!words.some((word) => PUBLIC_NOUNS.has(word.replace(/['’]s?$/, "")))) found.push(match[0]);
  }
  for (const match of sentence.matchAll(DONE)) {
    const { verb = "", rest = "" } = match.groups ?? {};
    if (!PUBLIC_VERBS.has(verb.toLowerCase()) && !PUBLIC_REST.test(rest)) found.push(match[0].trim());
  }
  return found;
}

/** A sentence about people in general reveals nothing about one of them. */
const GENERAL = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.general})(?!\p{L})`, "iu");
const DIRECT = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.direct})(?!\p{L})`, "iu");

const SENTENCE = /(?<=[!?]|(?<!\d)\.)\s+|\n+/u;
const MOST_WORDS = 8;

const COURTESY = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.courtesy})(?!\p{L})`, "iu");

/** No language that is checked has such letters. */
const OTHER_SCRIPT = /(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u;
const MOST_MISTAKEN = 4;
const OTHER_LANGUAGE = new RegExp(String.raw`(?<![\p{L}'’])(?:${PATTERNS["other language"]})(?![\p{L}'’])`, "giu");
/** "Thank you so much! Bedankt voor uw bezoek.": the rest of a reply in two languages was checked. */
const isOtherLanguage = (sentence: string): boolean =>
  new Set(sentence.toLowerCase().match(OTHER_LANGUAGE) ?? []).size > 1;
/** The language of a few words is often mistaken, and "Thank you!" tells nothing in any. Neither does "Team effort!" */
const isMistakable = (text: string, language: string | null): boolean =>
  !OTHER_SCRIPT.test(text) &&
  text.split(/\s+/u).length <= MOST_MISTAKEN &&
  (COURTESY.test(text) || (language === null && isHarmless(text)));
/** In so few words, what looks as if it told something is often a joke: "Dana framed this one." */
const FEW_WORDS = 6;
/** Of more words, the sum must say more clearly that they tell nothing: "The rule ended in spring." */
const TELLS_NOTHING_BELOW = -120;

/**
 * Why an owner's reply is held, with the words that caused it; null if it can be published. `language` is null if it is
 * unclear.
 */
export function checkReply(text: string, language: string | null = "en"): HeldReply | null {
  const words: string[] = [];
  const isGeneral = (sentence: string) => (GENERAL.test(sentence) || OFFER.test(sentence)) && !DIRECT.test(sentence);
  const sentences = text
    .split(SENTENCE)
    .filter((sentence) => !isGeneral(sentence) && (mayMeanSomebody(sentence) || !isHarmless(sentence)));
  for (const sentence of sentences) {
    for (const rule of RULES) for (const match of sentence.matchAll(rule)) words.push(match[0].trim());
    words.push(...findPersonal(sentence));
  }
  // Whole sentences only where nothing shorter says why.
  if (words.length === 0)
    words.push(
      ...sentences
        .filter((sentence) =>
          mayTell(sentence, sentence.split(" ").length > FEW_WORDS ? TELLS_NOTHING_BELOW : undefined),
        )
        .flatMap(findTold),
    );
  const [primary = ""] = (language ?? "").split("-");
  const checked = isReplyLanguage(primary) && !OTHER_SCRIPT.test(text);
  if (words.length === 0 && (checked || language === null)) words.push(...findTelling(sentences));
  if (words.length > 0) return { reason: "may reveal health details", words: longest(words) };
  const others = text.split(SENTENCE).filter(isOtherLanguage);
  if (others.length === 0 && (checked || isMistakable(text, language))) return null;
  if (checked) return { reason: "is in a language that is not checked", words: longest(others.map(shorten)) };
  return { reason: `is in a language that is not checked${primary === "" ? "" : ` (${primary})`}`, words: [] };
}

const MOST_SHOWN = 60;
const shorten = (sentence: string): string => sentence.trim().slice(0, MOST_SHOWN);

/** Each passage once, without those that are part of another. */
const longest = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word) => !words.some((other) => other !== word && other.includes(word)))
    .slice(0, MOST_WORDS);
