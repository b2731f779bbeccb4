import { parseWordLists } from "../../model/basics/word-lists.ts";
import { isNeeded } from "../matches-at.ts";
import { parsePatterns } from "../pattern-file.ts";
import type { RedactionSpan } from "../span.ts";
import counted from "./counted.words.txt" with { type: "text" };
import { GERMAN, HOME_AFTER, LIVES, NO_HOUSE, NO_NAME, QUANTITY } from "./home-signs.ts";
import text_of_lists from "./homes.words.txt" with { type: "text" };

const PATTERNS = parsePatterns("homes.words.txt", text_of_lists, [
  "named number pattern",
  "no place after",
  "establishment",
  "directed pattern",
  "named place pattern",
  "unit sign",
  "unit first pattern",
  "number of pattern",
  "then number pattern",
  "numbered road pattern",
  "other pattern",
]);
const COUNTED = new Set(parseWordLists("counted.words.txt", counted, ["counted"]).counted);
const ENGLISH = /(?<!\p{L})(?:the|at|my|and)(?!\p{L})/iu;

const singular = (word: string): string => word.toLowerCase().replace(/(?<=\p{L}{3})s$/u, "");
const isCounted = (word: string): boolean => COUNTED.has(word.toLowerCase()) || COUNTED.has(singular(word));
/** "5 Burpees", "12 Saturdays": with one capital word in the plural, most numbers are counts. */
const isPlural = (words: readonly string[]): boolean => words.length === 1 && /[^s]s$/.test(words[0] ?? "");

const NO_PLACE_AFTER = new RegExp(String.raw`^(?:'s|®|™|\s(?:${PATTERNS["no place after"]}))`, "i");
const ESTABLISHMENT = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.establishment})(?!\p{L})`, "u");
/** "at 42d Street" is a corner. */
const STREET_ALONE = /^(?:Street|St|Avenue|Ave|Road|Rd|Place)$/;

function isPlace(number: string, name: string, before: string, after: string): boolean {
  const words = name.split(" ");
  const home = LIVES.test(before) || HOME_AFTER.test(after);
  if (words.some(isCounted) || NO_NAME.test(` ${name}`) || NO_HOUSE.test(name) || QUANTITY.test(after)) return false;
  if (NO_PLACE_AFTER.test(after) || ESTABLISHMENT.test(name)) return false;
  if (home) return true;
  // A sentence may begin with a count, a list with its length, and "10 American women" are people.
  if (
    /(?:^|[.!?\n]\s?)$/.test(before) ||
    (number.length < 3 && before.endsWith(": ")) ||
    /^\s\p{Ll}{3,}s(?!\p{L})/u.test(after) ||
    STREET_ALONE.test(name)
  )
    return false;
  return !isPlural(words) && (number.length > 1 || words.length > 1);
}

/** A German street in lower case: wohne lange reihe 88 */
const WOHNE =
  /(?<=(?<!\p{L})(?:wohn|leb)(?:e|t|en)\s(?:in der |im |am )?)\p{L}{3,15}\s\p{L}{3,15}\s\d{1,4}[a-z]?(?![\p{L}\d.,])/giu;
const CONTEXT = 60;

type Rule = {
  regex: RegExp;
  needs?: RegExp;
  accept?: (match: RegExpExecArray, before: string, after: string) => boolean;
};
const RULES: Rule[] = [
  {
    regex: new RegExp(PATTERNS["named number pattern"], "gu"),
    needs: /\d+[A-Za-z]?\s(?:[NSEW]{1,2}\.?\s)?\p{Lu}/uy,
    accept: ({ groups, input }, before, after) =>
      !(GERMAN.test(input) && !ENGLISH.test(input)) && isPlace(groups?.number ?? "", groups?.name ?? "", before, after),
  },
  { regex: new RegExp(PATTERNS["directed pattern"], "gu"), needs: /\d+\s[nsew]{1,2}\.?\s/iy },
  {
    regex: new RegExp(PATTERNS["named place pattern"], "gu"),
    needs: new RegExp(String.raw`(?=\d)(?<=[\s,](?:${PATTERNS["unit sign"]})\p{L}{0,10}\.?\s?(?:nr\.\s?)?)`, "iuy"),
    accept: (_, before) => LIVES.test(before),
  },
  { regex: WOHNE, needs: /(?:wohn|leb)(?:e|t|en)\s/i, accept: (_, __, after) => !QUANTITY.test(after) },
  { regex: new RegExp(PATTERNS["unit first pattern"], "giu"), needs: /(?=\d)(?<=,\s)/y },
  { regex: new RegExp(PATTERNS["number of pattern"], "giu"), needs: /\d+\S{0,3}(?:\s(?:bis|ter))?\sd/iy },
  {
    regex: new RegExp(PATTERNS["then number pattern"], "giu"),
    needs: /(?=\d)(?<=(?:n[uúo]|nº|n°|nr|civico)\S{0,5}\s?)/iy,
  },
  {
    regex: new RegExp(PATTERNS["numbered road pattern"], "gu"),
    needs: /\d+\s(?:[NSEW]{1,2}\.?\s)?(?:Co|CR|S|FM|R|US|U\.S|F)|(?=\d)(?<=Box\s)/y,
  },
  { regex: new RegExp(PATTERNS["other pattern"], "giu"), needs: /[A-Z]{3}\sQ|s\/?n/i },
];

/** Addresses that have no word for a street, or have it in an unusual place. `numbers`: where digits begin. */
export function findHomes(text: string, numbers: readonly number[]): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const { regex, needs, accept } of RULES) {
    if (needs && !isNeeded(text, needs, numbers)) continue;
    for (const match of text.matchAll(regex)) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - CONTEXT), match.index);
      if (!accept || accept(match, before, text.slice(end, end + CONTEXT)))
        found.push({ kind: "address", start: match.index, end });
    }
  }
  return found;
}
