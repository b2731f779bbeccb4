import { parseWordLists } from "../../model/basics/word-lists.ts";
import { BadField } from "./candidate.ts";
import { isLikeAnswer, readAnswer } from "./consent/read-answer.ts";
import { keyOf } from "./header-names.ts";
import words from "./may-publish.words.txt" with { type: "text" };
import { textOf } from "./values.ts";

const LISTS = parseWordLists("may-publish.words.txt", words, [
  ...(["no", "no alone", "refused", "shown", "negated", "hidden", "off", "doubtful"] as const),
]);
/** A part of a pattern that matches one entry of a list. */
const anyOf = (list: keyof typeof LISTS): string => `(?:${LISTS[list].join("|")})`;

/** A clear no. Anything else is not the answer of a person. */
const NO = String.raw`${anyOf("no")}(?![\p{L}\p{N}])(?! (?:problem|objection|worries))`;
const REFUSAL = new RegExp(String.raw`^(?:${NO}|${anyOf("no alone")}$|${anyOf("refused")}(?![\p{L}]))`, "iu");
const isRefusal = (value: unknown): boolean => value === false || REFUSAL.test(textOf(value) ?? "");

/** What a tool writes of a review that it does not show. */
const END = "(?:$|[ ,:;(-])";
const HIDDEN = new RegExp(
  `^(?:(?:marked as |in )?${anyOf("hidden")}|${anyOf("negated")} ${anyOf("shown")})${END}`,
  "iu",
);
const OFF = new RegExp(`^${anyOf("off")}${END}`, "iu");
const SHOWN = new RegExp(`^${anyOf("shown")}${END}`, "iu");
const NEGATED = new RegExp(`^${anyOf("negated")} `, "iu");
/** "Not replied" in a column that is only called "Status". */
const ABOUT_REPLY = /repl[iy]|respon|answer|antwort|respuest|répon|rispost|unread|ungelesen/iu;
const DOUBTFUL = new RegExp(`^${anyOf("doubtful")}`, "iu");
/** These columns say of a review that it is not shown. */
const NEGATIVE = /^(?:is)?(?:hidden|deleted|spam|removed)$/;
const YES = /^(?:true|yes|y|1)$/i;

/** "Status" alone may be about the reply, or about a ticket; "curated" has "not-yet" for reviews that are shown. */
export const saysLittle = (header: string): boolean => /^(?:status|estado|statut|stato|curated)$/.test(keyOf(header));
/** A yes says that the review is not shown. */
export const saysHidden = (header: string): boolean => NEGATIVE.test(keyOf(header));
/** "Published" may be a date, too. */
export const saysWhether = (header: string): boolean => keyOf(header) === "published";
export const isDoubtful = (value: unknown): boolean => DOUBTFUL.test(textOf(value) ?? "");

function isHidden(header: string, value: unknown): boolean {
  const text = typeof value === "boolean" ? String(value) : textOf(value);
  if (text === null) return false;
  if (saysHidden(header) && !HIDDEN.test(text)) return YES.test(text);
  if (HIDDEN.test(text) || DOUBTFUL.test(text)) return true;
  return !saysLittle(header) && (OFF.test(text) || isRefusal(text) || readAnswer(text) === "no");
}

/** What a column that says whether a review is shown says about one. Null: nothing, or it is not known. */
export function readShown(header: string, value: unknown): "yes" | "no" | null {
  const text = typeof value === "boolean" ? String(value) : textOf(value);
  if (text === null) return null;
  if (isHidden(header, text)) return "no";
  return SHOWN.test(text) || readAnswer(text) === "yes" || saysHidden(header) ? "yes" : null;
}

/**
 * Whether a column that is only called "Status" may say whether reviews are shown: answers beside something else, or what
 * may also be about a customer.
 */
export function isUnclearStatus(header: string, values: readonly string[], blank: boolean): boolean {
  if (keyOf(header) === "curated" || values.some((value) => ABOUT_REPLY.test(value))) return false;
  const unknown = values.filter((value) => !SHOWN.test(value) && !isHidden(header, value));
  const answers = unknown.filter(isLikeAnswer);
  const others = unknown.length > answers.length || blank || answers.some((value) => readAnswer(value) !== "yes");
  return (answers.length > 0 && others) || unknown.some((value) => OFF.test(value) || NEGATED.test(value));
}

/** Rejects a row that its source does not show. */
export function refuseUnpublished(column: string | undefined, status: unknown): void {
  if (column !== undefined && isHidden(column, status))
    throw new BadField(`column ${column} says ${status}: the review is not public at its source`);
}
