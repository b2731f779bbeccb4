import { parseWordLists } from "../../../model/basics/word-lists.ts";
import type { RowConsent } from "../candidate.ts";
import { textOf } from "../values.ts";
import { isAllOf, nextOf } from "./all-words.ts";
import words from "./read-answer.words.txt" with { type: "text" };

export type ConsentSaid = RowConsent["answer"];

const LISTS = parseWordLists("read-answer.words.txt", words, [
  ...([
    "yes",
    "yes words",
    "no",
    "no alone",
    "refused",
    "but",
    "anonymous",
    "anonymous words",
    "named",
    "doubt",
  ] as const),
]);
const anyOf = (...lists: (keyof typeof LISTS)[]): string => `(?:${lists.flatMap((list) => LISTS[list]).join("|")})`;

const inLists = (...lists: (keyof typeof LISTS)[]): string => nextOf(lists.flatMap((list) => LISTS[list]));
const YES_WORDS = new RegExp(inLists("yes", "yes words"), "uy");
const ANONYMOUS_WORDS = new RegExp(inLists("yes", "yes words", "anonymous words"), "uy");

const YES_FIRST = new RegExp(`^(?:(?:i|we|ich|je|j|yo|eu) )?${inLists("yes")}`, "u");

function isYes(said: string): boolean {
  const first = YES_FIRST.exec(said)?.[0];
  return first !== undefined && isAllOf(YES_WORDS, said, first.length);
}

const NO = new RegExp(`^${anyOf("no")}(?: |$)`, "u");
const NO_ALONE = new RegExp(`^${anyOf("no alone")}$`, "u");
const REFUSED = new RegExp(`^${anyOf("refused")}(?: |$)`, "u");
const BUT = new RegExp(`(?:^| )${anyOf("but")}(?: |$)`, "u");
const ANONYMOUS = new RegExp(`(?:^| )${anyOf("anonymous")}(?= |$)`, "u");
/** "Without my name" alone does not say that the rest may be published. */
const SAYS_ANONYMOUS = /anon(?:[iy]|ie)m|匿名|익명/u;
const SAYS_YES = new RegExp(`^${anyOf("yes")}(?: |$)`, "u");
const DOUBT = new RegExp(`^${anyOf("doubt")}(?: |$)`, "u");
const NAMED = new RegExp(`^(?:${anyOf("yes")} )*${anyOf("named")}$`, "u");
/** "No name please" and "no preference" begin with a no and are none; "No, thanks" and "No, I do not agree" are. */
const AFTER_NO =
  "thanks?|thank|way|gracias|danke|merci|grazie|obrigad[oa]|bedankt|dank|i|ich|je|yo|please|bitte|consent|permission|publi\\p{L}*";
const NO_APART = /^\p{L}+\s*[,.;:!(–-]/u;
const PLAIN_NO = new RegExp(String.raw`^\p{L}+(?:\s*[,.;:!–-]|$|\s+(?:${AFTER_NO})(?!\p{L}))`, "iu");

/** Ticks and crosses, alone or in brackets. */
const MARK = /^[[(]?\s*(?:[x×✓✔☑✅🗹☒👍]\ufe0f?|on)\s*[\])]?$/iu;
const CROSS = /^[✗✘❌✖👎]\ufe0f?$/u;
/** An empty box, and what people write for nothing. */
const NOTHING = /^(?:[[(]\s*[\])]|[☐□⬜]|[-–—_.…]+|n\/?a)$/iu;

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const plain = (value: unknown): string | null => (typeof value === "boolean" ? String(value) : textOf(value));

export const isMark = (value: unknown): boolean => MARK.test(plain(value) ?? "");

/** The answer to "May we publish your review?". Null if there is none. */
export function readAnswer(value: unknown): ConsentSaid | null {
  const text = plain(value);
  if (text === null || NOTHING.test(text)) return null;
  if (MARK.test(text)) return "yes";
  if (CROSS.test(text)) return "no";
  const said = fold(text.slice(0, 300));
  if (said === "" || text.length > 300) return "unclear";
  const anonymous = ANONYMOUS.exec(said)?.[0];
  if (anonymous !== undefined) {
    if (NO.test(said) && NO_APART.test(text)) return "unclear";
    const rest = said.replace(anonymous, " ").replace(/ +/g, " ").trim();
    return isAllOf(ANONYMOUS_WORDS, rest, 0) && (SAYS_ANONYMOUS.test(anonymous) || SAYS_YES.test(rest))
      ? "anonymous"
      : "unclear";
  }
  if (isYes(said)) return text.includes("?") ? "unclear" : "yes";
  if (BUT.test(said)) return "unclear";
  if (NO_ALONE.test(said) || REFUSED.test(said)) return "no";
  return NO.test(said) && PLAIN_NO.test(text) ? "no" : "unclear";
}

/** "No", "0", "✗", in whatever words it goes on, but not "refused". */
export function isPlainNo(value: unknown): boolean {
  const text = plain(value) ?? "";
  return CROSS.test(text) || NO.test(fold(text)) || NO_ALONE.test(fold(text));
}

/** Whether a column that asks how to show the name says to show it. */
export const isNamed = (value: unknown): boolean => {
  const text = plain(value);
  return text !== null && (NAMED.test(fold(text)) || readAnswer(text) === "yes");
};

/** Whether it is an answer that is understood. */
export const isAnswer = (value: unknown): boolean => {
  const answer = readAnswer(value);
  return answer !== null && answer !== "unclear";
};

/** Whether it looks like an answer to a question at all: "Yes, unless …" and "maybe", too. */
export const isLikeAnswer = (value: unknown): boolean => {
  const said = fold((plain(value) ?? "").slice(0, 300));
  return isAnswer(value) || SAYS_YES.test(said) || NO.test(said) || DOUBT.test(said);
};
