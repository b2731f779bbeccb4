import { parsePatterns } from "../pattern-file.ts";
import text_of_lists from "./address-patterns.words.txt" with { type: "text" };
import { CANADA_CODE, IRISH_CODE, UK_CODE } from "./address-tails.ts";
import { GERMAN, isAtHome, isInRow, isSomebodys, LIVES, NO_HOUSE, NO_NAME, QUANTITY } from "./home-signs.ts";

/** Where the number of a house may begin. */
const START = String.raw`(?=\d)(?<![\p{L}\d$€£#.,:/-])`;
const PATTERNS = parsePatterns(
  "address-patterns.words.txt",
  text_of_lists,
  [
    "suffix",
    "no street",
    "no place",
    "plain",
    "german sign pattern",
    "box pattern",
    "english pattern",
    "small pattern",
    "small loose pattern",
    "spoken pattern",
    "numbered pattern",
    "name only pattern",
    "loose pattern",
    "colombian pattern",
    "french pattern",
    "romance pattern",
    "romance box pattern",
    "german name pattern",
    "number apart pattern",
    "block pattern",
    "unit pattern",
    "somebodys pattern",
    "somebodys sign pattern",
    "german pattern",
    "numbered street",
    "postcode pattern",
  ],
  { start: START, "uk code": UK_CODE, "canada code": CANADA_CODE, "irish code": IRISH_CODE },
);
const NO_STREET = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS["no street"]})(?!\p{L})`, "iu");
const PLAIN = new RegExp(`^(?:(?:${PATTERNS.plain})(?: |$))+$`, "iu");
const STARTS_WITH_SUFFIX = new RegExp(String.raw`^(?:${PATTERNS.suffix})\b`, "i");
/** Whether the words between the number and the suffix are a name. */
function isStreet(value: string): boolean {
  const words = value.replace(/^(?:\p{L}+\.?\s\w{1,4}(?:,|\sat)?\s)?[\d/-]+\w?\s+/u, "").split(/\s+/);
  const suffix = words.findIndex((word, index) => index > 0 && STARTS_WITH_SUFFIX.test(word));
  const name = words.slice(0, suffix === -1 ? words.length : suffix).join(" ");
  return !NO_STREET.test(name) && !(/^\d{1,2}\s/.test(value) && PLAIN.test(name));
}
/** "Stationsweg 3": of a place that is called so, no number is told, but "am Hof 2 Stunden" is a time. */
const NUMBERED_STREET = new RegExp(String.raw`(?:${PATTERNS["numbered street"]})\s\d`, "i");
const NO_PLACE = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS["no place"]})(?!\p{L})`, "iu");

type AddressPattern = {
  regex: RegExp;
  accept?: (value: string, before: string, after: string) => boolean;
  /** Only in a text with a word for a street: the list "street" of hints.words.txt. */
  street?: true;
  /** It needs no digit. */
  spoken?: true;
  /** A quick test: if it fails, the pattern cannot match. A sticky one is tried at each number. */
  needs?: RegExp;
};
const livesBefore = (value: string, before: string, after: string): boolean =>
  isStreet(value) && !GERMAN.test(before + after) && !isInRow(value, before) && LIVES.test(before);
const isHouse = (value: string, _: string, after: string): boolean =>
  !QUANTITY.test(after) && !NO_PLACE.test(value.replace(/^\S+\s(?:(?:bis|ter),?\s)?/, "").replace(/[,\d][\s\S]*$/, ""));

/** Street, name and number, in whatever case. */
const isRomance = (value: string, before: string, after: string): boolean =>
  // "44 m. 3" is a flat in Poland.
  (!QUANTITY.test(after) || /^\s?m\.\s?\d/.test(after)) &&
  (!/\s(?:19|20)\d\d$/.test(value) || LIVES.test(before)) &&
  !NO_PLACE.test(
    value
      .replace(/^\S+\s(?:per\s)?/, "")
      .replace(/[,\d][\s\S]*$/, "")
      .replace(/\s(?:km|casa|lote|chalet)\s*$/i, ""),
  ) &&
  (!/^c\.\s/i.test(value) || LIVES.test(before)) &&
  (!/^(?:(?:c|v|al|r)\.|place|quai|cours|square)\s/i.test(value) || /\s\p{Lu}/u.test(value)) &&
  (/^\S+\s(?:\d{1,2}\s(?=de\s))?(?:(?:de|del|la|las|los|el|do|da|dos|das|dei|della|du|des)\s)*\p{L}{2}/iu.test(value) ||
    LIVES.test(before));

/** "Ranch Road 620": everybody drives on it. */
const NUMBERED_ROAD = /^(?:County|State|Ranch|Farm|Market|Forest|Service|Access|Rural)\s/;

/** A word that ends the name of a street, with its capital. */
const HAS_SUFFIX = new RegExp(String.raw`\s(?:${PATTERNS.suffix})\b`);

export const ADDRESS_PATTERNS: readonly AddressPattern[] = [
  { street: true, regex: new RegExp(PATTERNS["box pattern"], "giu") },
  { regex: new RegExp(PATTERNS["english pattern"], "gu"), accept: isStreet, needs: HAS_SUFFIX },
  { regex: new RegExp(PATTERNS["small pattern"], "uy"), accept: isStreet },
  {
    regex: new RegExp(PATTERNS["small loose pattern"], "uy"),
    accept: (value, before) =>
      isStreet(value) && (LIVES.test(before) || /^\d{3}/.test(value) || /^\d+\s[nsew]{1,2}\s/.test(value)),
  },
  { street: true, spoken: true, needs: HAS_SUFFIX, regex: new RegExp(PATTERNS["spoken pattern"], "gu") },
  { regex: new RegExp(PATTERNS["numbered pattern"], "uy") },
  // 1188 sw 5th
  {
    regex: new RegExp(String.raw`${START}\d{2,6}\s+(?:[nsew]|[ns][ew])\.?\s+\d{1,3}(?:st|nd|rd|th)(?![\p{L}\d])`, "uy"),
  },
  {
    regex: new RegExp(PATTERNS["name only pattern"], "uy"),
    accept: (value) => !NO_HOUSE.test(value) && !NO_NAME.test(value),
  },
  // 700 S Grand
  {
    regex: new RegExp(String.raw`${START}\d{2,6}\s+(?:N|S|E|W|NE|NW|SE|SW)\.?\s+\p{Lu}\p{Ll}{2,15}(?!\p{L})`, "uy"),
  },
  {
    regex: new RegExp(String.raw`${START}\d{1,6}\s+Broadway(?!\p{L})`, "uy"),
    accept: (_, __, after) => !QUANTITY.test(after),
  },
  { regex: new RegExp(PATTERNS["loose pattern"], "uy"), accept: livesBefore },
  // Somebody lives at a number and a name, without a word for a street.
  {
    regex: new RegExp(String.raw`${START}\d{1,6}[a-z]?,?\s+(?:[nsew]{1,2}\.?\s+)?\p{L}[\p{L}'-]{2,20}(?!\p{L})`, "uy"),
    accept: (value, before) =>
      isAtHome(before) && !NO_STREET.test(value) && !QUANTITY.test(value.replace(/^\d+[a-z]?,?/, "")),
  },
  { street: true, regex: new RegExp(PATTERNS["colombian pattern"], "giu") },
  { street: true, regex: new RegExp(PATTERNS["french pattern"], "gu"), accept: isHouse },
  { street: true, regex: new RegExp(PATTERNS["romance pattern"], "giu"), accept: isRomance },
  { street: true, regex: new RegExp(PATTERNS["romance box pattern"], "giu") },
  {
    needs: /(?:traße|trasse|latz|llee|weg|ufer|ring|aan)\s(?:d|am|zu|an|v|in)/iu,
    regex: new RegExp(PATTERNS["german name pattern"], "giu"),
  },
  // D02 AF30, the postcode of one house in Ireland
  {
    needs: /(?<=[A-Z])\d[\dW] [A-Z\d]{4}/y,
    regex: /(?<![\p{L}\d])[AC-FHKNPRTV-Y]\d[\dW] (?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[\dAC-FHKNPRTV-Y]{4}(?![\p{L}\d])/gu,
  },
  {
    street: true,
    regex: new RegExp(PATTERNS["number apart pattern"], "gu"),
    accept: (value, before, after) =>
      !QUANTITY.test(after) &&
      !/(?:minute|mile|block|exit|bus)s?\s$/i.test(before) &&
      (!NUMBERED_ROAD.test(value) || LIVES.test(before) || /^,\s(?:number|no\.|#)/i.test(after)),
  },
  {
    street: true,
    regex: new RegExp(PATTERNS["block pattern"], "giu"),
    // A building and a floor may be those of the clinic.
    accept: (value, before) => !/^(?:blo|edif|torre)/i.test(value) || LIVES.test(before),
  },
  {
    street: true,
    regex: new RegExp(PATTERNS["unit pattern"], "gu"),
    spoken: true,
    accept: (value, before) =>
      (LIVES.test(before) && !/^room [^,]+, \p{Ll}/iu.test(value)) ||
      /^(?:flat|ap|unit).*\s(?:House|Court|Lodge|Tower|Towers|Manor|Mansions|Hall|Gardens|Mews|Terrace|Place|Close|Lofts|Heights)$/i.test(
        value,
      ) ||
      (/\d/.test(value) && !/^room|suite|floor/i.test(value) && /^\s*$/.test(before)),
  },
  {
    needs: new RegExp(PATTERNS["somebodys sign pattern"], "uy"),
    regex: new RegExp(PATTERNS["somebodys pattern"], "gu"),
    accept: isSomebodys,
  },
  // D-20095 Hamburg, 1200-195 Lisboa
  {
    needs: /\d{4,}\s\p{Lu}/uy,
    regex: /(?<![\p{L}\d])(?:[A-Z]{1,2}-\d{4,5}|\d{4}-\d{3})\s\p{Lu}\p{Ll}{2,20}(?!\p{L})/gu,
  },
  {
    street: true,
    spoken: true,
    regex: /(?<!\p{L})(?:lieu-dit|lieudit)\s\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+){0,2}/gu,
  },
  // Corrientes 1234, 5to piso
  {
    needs: /(?:vivo|vive|estoy|estamos|moro|mora|abito|wohne)\s/iu,
    regex: /(?<![\p{L}\d])\p{Lu}\p{L}{3,20}(?:\s\p{Lu}\p{L}{2,20}){0,2}\s\d{2,5}(?![\p{L}\d])/gu,
    accept: (_, before, after) =>
      /(?<!\p{L})(?:vivo|vive|estoy|estamos|moro|mora|abito|wohne)\s(?:en|em|in|na|a)\s$/iu.test(before) &&
      !QUANTITY.test(after),
  },
  {
    needs: new RegExp(PATTERNS["german sign pattern"], "iuy"),
    regex: new RegExp(PATTERNS["german pattern"], "giu"),
    accept: (value, before, after) =>
      !QUANTITY.test(after) &&
      (LIVES.test(before) || NUMBERED_STREET.test(value) || /^[Uu]nter den \p{Lu}/u.test(value)),
  },
  {
    needs: /(?<=[A-Z])\d[A-Z\d]? ?\d[A-Z]/y,
    regex: new RegExp(String.raw`(?=[A-Z])(?<![\p{L}\d])(?:${UK_CODE}|${CANADA_CODE})(?![\p{L}\d])`, "gu"),
    accept: (value) => value.includes(" "),
  },
  { street: true, regex: new RegExp(PATTERNS["postcode pattern"], "giu") },
];

/** A number and a word after it: every sticky pattern begins like this. */
export const HOUSE = new RegExp(
  String.raw`${START}\d{1,6}(?:\s?[-/]\s?\d{1,5}|\s1/2|\s?½)?[A-Za-z]?,?\s+[\p{L}\d]`,
  "uy",
);
