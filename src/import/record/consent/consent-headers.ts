import { parseWordLists } from "../../../model/basics/word-lists.ts";
import { foldHeader } from "../header-names.ts";
import { isAllOf, nextOf } from "./all-words.ts";
import words from "./consent-headers.words.txt" with { type: "text" };

/**
 * What a column asks by its name. publish: a yes allows to publish. hide: a yes forbids it. name: whether the name may be
 * shown. shown: whether the source shows the review. unsure: which answer forbids, or what it forbids. apart: maybe something
 * else.
 */
export type ConsentKind = "publish" | "hide" | "name" | "shown" | "unsure" | "apart";

const LISTS = parseWordLists("consent-headers.words.txt", words, [
  ...([
    "consent",
    "whole",
    "may",
    "publish",
    "use",
    "we",
    "the review",
    "where",
    "turned",
    "given",
    "both answers",
    "name",
    "hide",
    "hide whole",
    "little else",
    "apart",
    "anonymity",
    "shown",
    "shown where",
    "touches",
    "entered",
    "signed",
    "around signed",
    "firma",
    "german",
  ] as const),
  "not an answer",
  "about the review",
]);
const anyOf = (list: keyof typeof LISTS): string => `(?:${LISTS[list].join("|")})`;

// Words are between spaces, because \b does not know letters beyond ASCII.
const has = (list: keyof typeof LISTS): string => `(?:^| )${anyOf(list)}(?= |$)`;
const CONSENT_WORD = new RegExp(has("consent"), "u");
const CONSENT = new RegExp(`${has("consent")}|^${anyOf("whole")}$`, "u");
const HIDE = new RegExp(
  `${has("hide")}|^(?:${anyOf("little else")} )*${anyOf("hide whole")}(?: ${anyOf("little else")})*$`,
  "u",
);
const MAY = new RegExp(has("may"), "u");
const PUBLISH = new RegExp(has("publish"), "u");
const USE = new RegExp(has("use"), "u");
const WE = new RegExp(has("we"), "u");
const REVIEW = new RegExp(has("the review"), "u");
const WHERE = new RegExp(has("where"), "u");
const TURNED = new RegExp(has("turned"), "u");
const BOTH = new RegExp(has("both answers"), "u");
const NAME = new RegExp(has("name"), "u");
const APART = new RegExp(has("apart"), "u");
const ANONYMITY = new RegExp(has("anonymity"), "u");
const SHOWN = new RegExp(`^(?:is |to be )?${anyOf("shown")}(?: it| this)? ${anyOf("shown where")}(?: |$)`, "u");
const TOUCHES = new RegExp(has("touches"), "u");
const ENTERED = new RegExp(`^${anyOf("entered")}(?: |$)|(?:^| )${anyOf("entered")}$`, "u");
const SIGNED = new RegExp(`${has("signed")}|${has("firma")}`, "u");
const SIGNED_ALONE = new RegExp(nextOf([...LISTS.signed, ...LISTS.firma, ...LISTS["around signed"]]), "uy");
const FIRMA_ALONE = /^firma$/;
const GERMAN = new RegExp(has("german"), "u");
const NOT_AN_ANSWER = new RegExp(` ${anyOf("not an answer")}$`, "u");
/** A longer header is a row of data in the place of the names. */
const LONGEST = 300;
/** "Do you give permission to use this comment" is a question, "Consent comments" is not. */
const MOST_WORDS = 4;

/** "Consent withdrawn" says the same as "Do not publish". Two such words may take each other back. */
const PLAINLY = new RegExp(
  nextOf((["consent", "whole", "publish", "given", "little else"] as const).flatMap((list) => LISTS[list])),
  "uy",
);
const isPlain = (name: string): boolean => isAllOf(PLAINLY, name.replace(TURNED, "").trim(), 0);
const isTurned = (name: string): boolean => TURNED.test(name.replace(BOTH, " "));

/** What words ask that are not known to forbid. */
function kindAsked(name: string): Exclude<ConsentKind, "name" | "shown"> | null {
  const publish = PUBLISH.test(name);
  const says = publish || USE.test(name);
  const about = WE.test(name) || REVIEW.test(name);
  if (!CONSENT.test(name) && !(MAY.test(name) && (publish || (says && about))))
    return says && (MAY.test(name) || REVIEW.test(name) || (publish && (WHERE.test(name) || isTurned(name))))
      ? "apart"
      : null;
  if (NAME.test(name) || (APART.test(name) && !says)) return "apart";
  if (!isTurned(name)) return "publish";
  return CONSENT.test(name) && isPlain(name) ? "hide" : "unsure";
}

export function consentKind(header: string): ConsentKind | null {
  const name = foldHeader(header.slice(0, LONGEST));
  if (SHOWN.test(name) && !NOT_AN_ANSWER.test(name.replace(/ on$/, ""))) return "shown";
  if (NOT_AN_ANSWER.test(name) && name.split(" ").length <= MOST_WORDS) return TOUCHES.test(name) ? "apart" : null;
  const asked = kindAsked(name);
  if (HIDE.test(name)) {
    if (ANONYMITY.test(name) || NAME.test(name) || (APART.test(name) && !PUBLISH.test(name))) return "apart";
    const rest = name.replace(HIDE, " ");
    return kindAsked(rest) === null && !isTurned(rest) ? "hide" : "unsure";
  }
  if (ANONYMITY.test(name)) return asked !== null || isTurned(name.replace(ANONYMITY, " ")) ? "unsure" : "name";
  return asked ?? (TOUCHES.test(name) ? "apart" : null);
}

/** Of a German table, so that "Firma" is a company there. */
const isGerman = (header: string): boolean => GERMAN.test(foldHeader(header.slice(0, LONGEST)));

/** What an entry of any kind says in a column such as "Consent date", "Opt-out date" or "Signature". Null: something else. */
export function entryKind(header: string, headers: readonly string[]): "publish" | "hide" | null {
  const name = foldHeader(header.slice(0, LONGEST));
  if (FIRMA_ALONE.test(name) && headers.some(isGerman)) return null;
  if (SIGNED.test(name) && isAllOf(SIGNED_ALONE, name, 0)) return "publish";
  if (!ENTERED.test(name) || APART.test(name)) return null;
  if (HIDE.test(name)) return "hide";
  if (!CONSENT_WORD.test(name)) return null;
  return isTurned(name) ? "hide" : "publish";
}

const ABOUT_REVIEW = new RegExp(`^(?:is |was |has )?(?:review(?:er|s)? )?${anyOf("about the review")}$`, "u");
/** Whether a column of a platform says yes or no about something else. */
export const isAboutReview = (header: string): boolean => ABOUT_REVIEW.test(foldHeader(header.slice(0, LONGEST)));

/** Whether a yes to the question means that the name is not shown. */
export const asksAnonymity = (header: string): boolean => ANONYMITY.test(foldHeader(header.slice(0, LONGEST)));
