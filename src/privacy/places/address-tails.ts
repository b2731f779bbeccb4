import { parsePatterns } from "../pattern-file.ts";
import text_of_lists from "./address-tails.words.txt" with { type: "text" };

const PATTERNS = parsePatterns("address-tails.words.txt", text_of_lists, [
  "unit pattern",
  "position",
  "rear building",
  "street pattern",
  "floor pattern",
  "head pattern",
  "no head",
  "unit head",
]);
export const UK_CODE = String.raw`[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}`;
export const CANADA_CODE = String.raw`[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d`;
export const IRISH_CODE = String.raw`[AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4}`;
const TOWN_NAME = [
  String.raw`\p{Lu}[\p{L}.'-]{1,20}`,
  String.raw`(?:[ -](?:\p{Lu}|de |del |la |sur |am |an der |upon )[\p{L}.'-]{1,20}){0,2}`,
].join("");
/** What may follow the street and the number: a unit, a floor, a postcode, a town. */
const TAILS: RegExp[] = [
  new RegExp(PATTERNS["unit pattern"], "iu"),
  /^\s(?:bis|ter|quater)(?!\p{L})/u,
  /^,\s\d{1,2}-\d{1,2}(?![\p{L}\d])/u,
  /^,\s\d{1,3}[A-Z](?![\p{L}\d])/u,
  new RegExp(String.raw`^,?\s(?:${PATTERNS.position})(?!\p{L})\.?`, "iu"),
  /^\/(?:[IVX]{1,4}|\d{1,4})(?![\p{L}\d])/u,
  /^,?\s(?:civico|numéro|número|numero|number)\s\d{1,4}(?![\p{L}\d])/iu,
  new RegExp(String.raw`^,?\s(?:${PATTERNS["rear building"]})(?!\p{L})`, "iu"),
  new RegExp(PATTERNS["street pattern"], "u"),
  new RegExp(PATTERNS["floor pattern"], "iu"),
  /^\s(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West|Ouest|Est|Nord|Sud)(?!\p{L})/u,
  new RegExp(String.raw`^,?\s+(?:${TOWN_NAME},?\s+)?(?:${UK_CODE}|${CANADA_CODE}|${IRISH_CODE})(?![\p{L}\d])`, "iu"),
  new RegExp(
    String.raw`^(?:,|\s-)?\s+(?:[A-Z]{1,2}-)?(?:\d{4,5}|\d\d-\d{3}|\d{5}-\d{3}|\d{4}-\d{3})\s${TOWN_NAME}`,
    "u",
  ),
  new RegExp(
    String.raw`^,?\s+${TOWN_NAME},?\s+(?:(?:[A-Z]{2}|\p{Lu}\p{Ll}{3,12})(?!\p{L}),?\s+)?\d{5}(?:-\d{3,4})?(?![\p{L}\d])`,
    "u",
  ),
  new RegExp(String.raw`^,\s+${TOWN_NAME},?\s+[A-Z]{2}(?![\p{L}\d])`, "u"),
  /^,\s+\d{4,5}(?:-\d{3,4})?(?![\p{L}\d%]|[.,]\d)/u,
  /^,?\s+(?:Col\.|[Cc]olonia|[Bb]arrio|[Bb]airro|[Uu]rb\.|fraz\.|loc\.)\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u,
  /^,?\s*\d{1,2}\s?[ºª°](?:\s?(?:\d{1,2}\s?[ºª°]|[A-Z](?!\p{L})))?/u,
  /^,?\s+r\/c(?!\p{L})/iu,
  // A town after the number: "Dublin 2", "Hamilton 3210", "Milano (MI)".
  /^,\s+\p{Lu}\p{Ll}{3,16}\s\d{1,4}(?![\p{L}\d%]|[.,:]\d)/u,
  /^\s\([A-Z]{2}\)/u,
];
/** A town alone, after an address that begins with its number or a box. In German every noun has a capital. */
const TOWN_TAIL = /^,\s\p{Lu}\p{Ll}{3,16}(?=\s\p{Ll}|\s?[.,;!?)]|$)/u;
const MOST_TAILS = 4;
const TAIL_LENGTH = 80;

/** The end of an address of which we know the part from `start` to `end`. */
export function tailEnd(text: string, start: number, end: number): number {
  let at = end;
  for (let count = 0; count < MOST_TAILS; count += 1) {
    const rest = text.slice(at, at + TAIL_LENGTH);
    const tail = TAILS.map((regex) => regex.exec(rest)?.[0] ?? "").find((found) => found !== "");
    if (tail === undefined) break;
    at += tail.length;
  }
  const first = text.charAt(start);
  const town = /[\dPp]/.test(first) ? TOWN_TAIL.exec(text.slice(at, at + TAIL_LENGTH))?.[0] : undefined;
  return at + (town?.length ?? 0);
}

const HEAD = new RegExp(PATTERNS["head pattern"], "u");
const HEAD_LENGTH = 60;
const NO_HEAD = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS["no head"]})(?!\p{L})`, "iu");
const UNIT_HEAD = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${PATTERNS["unit head"]})\.?\s[\dA-Za-z]{1,4}[ºª°]?(?:\s[A-Z])?,\s$`,
  "iu",
);

/** The beginning of an address of which we know the part from `start` on. */
export function headStart(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - HEAD_LENGTH), start);
  const head = UNIT_HEAD.exec(before)?.[0] ?? HEAD.exec(before)?.[0];
  return head === undefined || NO_HEAD.test(head) ? start : start - head.length;
}
