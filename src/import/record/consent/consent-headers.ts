import { parseWordLists } from "../../../model/basics/word-lists.ts";
import { foldHeader } from "../header-names.ts";
import words from "./consent-headers.words.txt" with { type: "text" };

/**
 * What a column asks by its name. publish: a yes allows to publish. hide: a yes forbids it. name: whether the name may be
 * shown. shown: whether the source shows the review. unsure: something about consent, but not clearly this.
 */
export type ConsentKind = "publish" | "hide" | "name" | "shown" | "unsure";

const LISTS = parseWordLists("consent-headers.words.txt", words, [
  ...([
    "consent",
    "whole",
    "may",
    "publish",
    "hide",
    "hide whole",
    "little else",
    "apart",
    "anonymity",
    "shown",
    "shown where",
  ] as const),
  "not an answer",
  "about the review",
]);
const anyOf = (list: keyof typeof LISTS): string => `(?:${LISTS[list].join("|")})`;

// Words are between spaces, because \b does not know letters beyond ASCII.
const CONSENT = new RegExp(`(?:^| )${anyOf("consent")}(?: |$)|^${anyOf("whole")}$`, "u");
const MAY = new RegExp(`(?:^| )${anyOf("may")}(?: |$)`, "u");
const PUBLISH = new RegExp(`(?:^| )${anyOf("publish")}(?: |$)`, "u");
const HIDE = new RegExp(
  `(?:^| )${anyOf("hide")}(?: |$)|^(?:${anyOf("little else")} )*${anyOf("hide whole")}(?: ${anyOf("little else")})*$`,
  "u",
);
const APART = new RegExp(`(?:^| )${anyOf("apart")}(?: |$)`, "u");
const ANONYMITY = new RegExp(`(?:^| )${anyOf("anonymity")}(?: |$)`, "u");
const SHOWN = new RegExp(`^(?:is |to be )?${anyOf("shown")}(?: it| this)? ${anyOf("shown where")}(?: |$)`, "u");
const NOT_AN_ANSWER = new RegExp(` ${anyOf("not an answer")}$`, "u");
/** A longer header is a row of data in the place of the names. */
const LONGEST = 300;
/** "Do you give permission to use this comment" is a question, "Consent comments" is not. */
const MOST_WORDS = 4;

export function consentKind(header: string): ConsentKind | null {
  const name = foldHeader(header.slice(0, LONGEST));
  if (SHOWN.test(name) && !NOT_AN_ANSWER.test(name.replace(/ on$/, ""))) return "shown";
  if (NOT_AN_ANSWER.test(name) && name.split(" ").length <= MOST_WORDS) return null;
  const asks = CONSENT.test(name) || (MAY.test(name) && PUBLISH.test(name));
  const apart = APART.test(name) && !PUBLISH.test(name);
  if (HIDE.test(name)) return apart || ANONYMITY.test(name) ? "unsure" : "hide";
  if (ANONYMITY.test(name)) return asks ? "unsure" : "name";
  if (!asks) return null;
  return apart ? "unsure" : "publish";
}

const ABOUT_REVIEW = new RegExp(`^(?:is |was |has )?(?:review(?:er|s)? )?${anyOf("about the review")}$`, "u");
/** Whether a column of a platform says yes or no about something else. */
export const isAboutReview = (header: string): boolean => ABOUT_REVIEW.test(foldHeader(header.slice(0, LONGEST)));

/** Whether a yes to the question means that the name is not shown. */
export const asksAnonymity = (header: string): boolean => ANONYMITY.test(foldHeader(header.slice(0, LONGEST)));
