import { parseWordLists } from "../model/basics/word-lists.ts";
import type { Folded } from "./fold.ts";
import { identifierEnd, isCode } from "./identifiers.ts";
import text_of_lists from "./labeled.words.txt" with { type: "text" };
import { anyOf } from "./pattern-file.ts";
import type { RedactionSpan } from "./span.ts";

const LISTS = parseWordLists("labeled.words.txt", text_of_lists, ["label", "no code"]);
export const LABEL_WORDS: readonly string[] = LISTS.label;
/** "auf dem Band stand 4471": the German word for a wristband. In other texts a band is something else. */
const LABEL = new RegExp(
  String.raw`(?<!\p{L})(?:${anyOf(LABEL_WORDS).replace("|band|", "|band(?= stand)|")})(?!\p{L})`,
  "iu",
);
const CANDIDATE = /(?<![\p{L}\d.,:$€£%/@-])(?=[A-Z]{0,4}[-/ ]?\d)[A-Z\d]/gu;
const BEFORE = 45;
const AFTER = 30;
const LEAST = 5;

/** A diagnosis, a treatment, a vertebra, a span of years or a row of counts looks like a code, too. */
const NO_CODE = new RegExp(`^(?:${anyOf(LISTS["no code"])})$`);

function isLongCode(value: string): boolean {
  const digits = value.replace(/\D/g, "").length;
  if (NO_CODE.test(value)) return false;
  return /[A-Z]/.test(value) ? digits >= 4 : digits >= 6;
}

/** A code in a sentence that speaks of such a thing: "the sticker on my folder, H-20931, was somebody else's". */
export function findLabeled({ text }: Folded): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  let until = 0;
  for (const { index } of text.matchAll(CANDIDATE)) {
    if (index < until) continue;
    const end = identifierEnd(text, index, LEAST);
    if (end === null) continue;
    until = end;
    const value = text.slice(index, end);
    const before = text.slice(Math.max(0, index - BEFORE), index).replace(/^[\s\S]*[.!?\n]\s/, "");
    const after = text.slice(end, end + AFTER).replace(/[.!?\n][\s\S]*$/, "");
    if (!isLongCode(value) || !isCode(value, text.slice(end, end + 16))) continue;
    if (LABEL.test(before) || LABEL.test(after)) found.push({ kind: "record_number", start: index, end });
  }
  return found;
}
