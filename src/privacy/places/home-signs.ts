import { lastWord } from "../last-word.ts";
import { parsePatterns } from "../pattern-file.ts";
import text from "./home-signs.words.txt" with { type: "text" };

const PATTERNS = parsePatterns("home-signs.words.txt", text, [
  "quantity",
  "lives",
  "home",
  "no house",
  "short month",
  "home after",
  "german",
  "no name",
]);
export const QUANTITY = new RegExp(String.raw`^\s?(?:%|°|€|\$|£|(?:${PATTERNS.quantity})(?!\p{L}))`, "iu");
export const LIVES = new RegExp(String.raw`(?<!\p{L})(?=\p{L})(?:${PATTERNS.lives})(?!\p{L})[^.;!?\n\d]{0,40}$`, "iu");

const HOME = new RegExp(String.raw`(?<!\p{L})(?=\p{L})(?:${PATTERNS.home})\s$`, "iu");
const HOME_ENDS = new Set(["at", "on", "in", "is", "home", "place", "address", "to", "from"]);
export const isAtHome = (before: string): boolean => HOME_ENDS.has(lastWord(before)) && HOME.test(before);

export const NO_HOUSE = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS["no house"]})(?!\p{L})`, "iu");
const MONTH = PATTERNS["short month"];
const SHORT_MONTH = new RegExp(String.raw`(?:^\d+\s(?:${MONTH})|(?:${MONTH})\.?\s\d+)$`, "i");
export const HOME_AFTER = new RegExp(String.raw`^[^.;!?\n]{0,10}?\s(?:${PATTERNS["home after"]})`, "iu");
/** In German every noun has a capital: a small number before one counts it. */
export const GERMAN = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.german})(?!\p{L})`, "iu");
/** "9 Lives And 2 Knees": a small number and one word, in a row of such, are a count. */
export const isInRow = (value: string, before: string): boolean =>
  /^\d{1,2}\s\p{L}+$/u.test(value) && /\s(?:and|or|y|o|et|ou|und|oder|e|[&+])\s$/iu.test(before);
/** Whether a place is that of a person. The slowest tests come last. */
export const isSomebodys = (value: string, before: string, after: string): boolean =>
  !QUANTITY.test(after) &&
  !QUANTITY.test(value.replace(/^\d+/, "")) &&
  !/^[:.]\d/.test(after) &&
  !/(?:19|20)\d\d$/.test(value) &&
  !/^(?:19|20)\d\d\s/.test(value) &&
  !SHORT_MONTH.test(value) &&
  !NO_HOUSE.test(value) &&
  !isInRow(value, before) &&
  !(/^\d{1,3}\s/.test(value) && GERMAN.test(before + after)) &&
  (HOME_AFTER.test(after) || LIVES.test(before));

export const NO_NAME = new RegExp(String.raw`\s(?:${PATTERNS["no name"]})$`, "iu");
