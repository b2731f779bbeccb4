import type { Folded } from "./fold.ts";
import { parsePatterns } from "./pattern-file.ts";
import text_of_lists from "./plates.words.txt" with { type: "text" };
import { LETTER_AND_DIGIT } from "./shapes.ts";
import type { RedactionSpan } from "./span.ts";

const PATTERNS = parsePatterns("plates.words.txt", text_of_lists, [
  "announced pattern",
  "strong",
  "car",
  "shape",
  "certain",
]);
const PLATE = new RegExp(PATTERNS["announced pattern"], "giu");
const STRONG = new RegExp(PATTERNS.strong, "i");
const PLATE_VALUE = /^[A-Z\d]{1,8}(?:[ *·•-][A-Z\d]{1,7}){0,3}(?![\p{L}\d])/u;
const SMALL_VALUE = /^[a-z\d]{1,4}(?:[ -][a-z\d]{1,4}){0,3}(?![\p{L}\d])|^[a-z\d]{4,8}(?![\p{L}\d])/u;

const CAR = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.car})(?!\p{L})`, "iu");
const SHAPE = new RegExp(String.raw`(?<![\p{L}\d-])(?:${PATTERNS.shape})(?![\p{L}\d-])`, "gu");
const CERTAIN = new RegExp(`^(?:${PATTERNS.certain})$`);
/** Roads, vertebrae and trains have such shapes, too. */
const NO_PLATE = /^(?:[CTLS]\d{1,2}[ -]|(?:SR|US|HW|RT|CR|FM|ICE|RE|RB|IC)[ -]?\d)/;
const CAR_DISTANCE = 60;
/** A plate without a digit is one that its owner chose: "plate says KNEEBOY". */
const CHOSEN = /(?:plates? (?:is|are|was)|says|said|reads|read|dice|lit|liest|steht|diz|dice)[\s:"']{1,3}$/iu;

function readPlate(text: string, start: number, announced: string, shouted: boolean): number | null {
  const rest = text.slice(start, start + 20);
  const strong = STRONG.test(announced);
  const value = (PLATE_VALUE.exec(rest)?.[0] ?? (strong ? SMALL_VALUE.exec(rest)?.[0] : undefined) ?? "").replace(
    / [A-Z]$/,
    "",
  );
  const size = value.replace(/[^A-Za-z\d]/g, "").length;
  if (size < 4 || size > 9 || /^\d+(?:[ -]\d+)*$/.test(value)) return null;
  // In a text without small letters any word might be a plate.
  if (!/\d/.test(value))
    return (strong || CHOSEN.test(announced)) && /^[A-Z-]{4,10}$/.test(value) && !shouted ? start + value.length : null;
  // In lower case only with several digits: "plate was full, at 7 am".
  return /[A-Z]/.test(value) || /\d[^\d]?\d/.test(value) ? start + value.length : null;
}

/** `announced`: the text has a word that a plate may follow. */
export function findPlates({ text }: Folded, announced: boolean): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const shouted = announced && !/\p{Ll}{3}/u.test(text);
  for (const match of announced ? text.matchAll(PLATE) : []) {
    const start = match.index + match[0].length;
    const end = readPlate(text, start, match[0], shouted);
    if (end !== null) found.push({ kind: "plate", start, end });
  }
  for (const match of LETTER_AND_DIGIT.test(text) ? text.matchAll(SHAPE) : []) {
    const end = match.index + match[0].length;
    const around = text.slice(Math.max(0, match.index - CAR_DISTANCE), end + CAR_DISTANCE);
    if (NO_PLATE.test(match[0])) continue;
    if (
      CERTAIN.test(match[0]) ||
      CAR.test(around) ||
      /(?<!\p{L})(?:plates?|matrícula|plaque|kennzeichen|placas?|targa)(?!\p{L})/iu.test(around)
    )
      found.push({ kind: "plate", start: match.index, end });
  }
  return found;
}
