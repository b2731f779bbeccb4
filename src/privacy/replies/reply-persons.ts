import { parsePatterns } from "../pattern-file.ts";
import { inAnyLanguage } from "./reply-languages.ts";
import text from "./reply-persons.words.txt" with { type: "text" };

/**
 * Sentences that tell what happened and are no thanks, apology, invitation or answer to what the review says: they are
 * about a patient, unless they are about the building, the equipment or the staff. So we need no list of all that may
 * happen to a patient.
 */
const PATTERNS = parsePatterns("reply-persons.words.txt", text, ["dropped you pattern", "somebody", "own", "event"]);
const YOU = new RegExp(String.raw`(?<![\p{L}'’-])(?=\p{L})(?:${inAnyLanguage("you")})(?![\p{L}])`, "iu");
/** "Sie" is "you" only with a capital. At the beginning of a sentence it may be "they", which is rare in replies. */
const GERMAN_YOU = /(?<!\p{L})(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)(?!\p{L})/u;
const SOMEBODY = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.somebody})(?!\p{L})`, "iu");
const DROPPED = new RegExp(PATTERNS["dropped you pattern"], "iu");
const COURTESY = new RegExp(String.raw`(?<!\p{L})(?=\p{L})(?:${inAnyLanguage("courtesy")})(?!\p{L})`, "iu");
const TOLD = new RegExp(String.raw`(?<![\p{L}'’])(?=\p{L})(?:${inAnyLanguage("told")})(?![\p{L}])`, "iu");
const EVENT = new RegExp(String.raw`(?<![\p{L}'’])(?=[\p{L}\d])(?:${inAnyLanguage("event")})(?!\p{L})`, "iu");
const PREMISES = new RegExp(String.raw`(?<!\p{L})(?=\p{L})(?:${inAnyLanguage("premises")})(?!\p{L})`, "iu");
const OWN = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.own})(?!\p{L})`, "iu");
const MOST_SHOWN = 60;
/** "Ha!" tells nothing. */
const FEWEST_WORDS = 3;

const isAddressed = (sentence: string): boolean =>
  YOU.test(sentence) || GERMAN_YOU.test(sentence) || DROPPED.test(sentence);

/** Whether a sentence is said to somebody, names somebody, or tells what happened. */
export const mayMeanSomebody = (sentence: string): boolean =>
  isAddressed(sentence) || SOMEBODY.test(sentence) || TOLD.test(sentence);

/** What happened to the author or at one visit, and what is told without any courtesy, no matter who is addressed. */
export function findTold(sentence: string): string[] {
  const told = sentence.trim();
  if (!TOLD.test(told) || told.split(/\s+/u).length < FEWEST_WORDS) return [];
  const happened =
    EVENT.test(told) || (!COURTESY.test(told) && (isAddressed(told) || !(OWN.test(told) || PREMISES.test(told))));
  return happened ? [told.slice(0, MOST_SHOWN)] : [];
}

/** Events of a patient that need no word for "you": part of a regular expression. */
export const EVENTS = PATTERNS.event;
