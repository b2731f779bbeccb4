import { isNeeded } from "../matches-at.ts";
import type { RedactionSpan } from "../span.ts";
import { GERMAN, HOME_AFTER, LIVES, NO_HOUSE, NO_NAME, QUANTITY } from "./home-words.ts";

/** A number and a name after a preposition of place: "at 44 Larkspur", "my place (803 Kiowa)". */
const NAMED_NUMBER =
  /(?=[\dNn])(?<=(?<!\p{L})(?:at|from|to|of|on|by|near|outside|into|for|is|gave|found|them|reach|only|in|address|home|house|place|@)[\s:,]{1,2}|\(\s?|(?<!\d):\s|(?:^|[.!?]\s|\n))(?:[Nn]o\.?\s)?(?!(?:19|20)\d\d\s)(?<number>\d{1,5}[A-Za-z]?)\s(?<name>(?:[NSEW]{1,2}\.?\s)?(?:(?:The|Old|Camino|El|La|Le|St|Mt)\.?\s)?\p{Lu}[\p{L}'-]{2,20}(?:\s(?:(?:del?|the|of|la|las|los)\s)?(?!(?:Apt|Apartment|Unit|Suite|Ste|Flat|Box|I)(?!\p{L}))\p{Lu}[\p{L}'-]{1,20}){0,3})(?![\p{L}\d])/gu;
/** Nouns that are counted, and names that begin with a number: a place on a street has none of them. */
const COUNTED = new Set(
  "advil aleve tylenol ibuprofen motrin norco percocet vicodin tramadol oxy medicare degrees degree percent reps rep burpee squat plank pushup lunge crunch mile km kilo pound lb lbs inch foot feet minute hour day week month year monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun jul aug sept oct nov dec star fitness eleven guys corinthians kings samuel chronicles peter john timothy thessalonians pt dpt peloton ironman marathon marathoner olympian apostle hail season shades time visit session set round step stair point goal child kid patient person people therapist aide doctor nurse room suite floor level phase grade stage am pm est pst mg ml cm mm usd eur dollar euro cent covid doliprane nolotil dorflex oki brufen ibu enantyum i a the and but so then now my we he she it they she's it's dana yoga pilates".split(
    " ",
  ),
);
const ENGLISH = /(?<!\p{L})(?:the|at|my|and)(?!\p{L})/iu;

const singular = (word: string): string => word.toLowerCase().replace(/(?<=\p{L}{3})s$/u, "");
const isCounted = (word: string): boolean => COUNTED.has(word.toLowerCase()) || COUNTED.has(singular(word));
/** "5 Burpees", "12 Saturdays": with one capital word in the plural, most numbers are counts. */
const isPlural = (words: readonly string[]): boolean => words.length === 1 && /[^s]s$/.test(words[0] ?? "");

/** "at 42d Street" is a corner. */
const STREET_ALONE = /^(?:Street|St|Avenue|Ave|Road|Rd|Place)$/;

function isPlace(number: string, name: string, before: string, after: string): boolean {
  const words = name.split(" ");
  const home = LIVES.test(before) || HOME_AFTER.test(after);
  if (words.some(isCounted) || NO_NAME.test(` ${name}`) || NO_HOUSE.test(name) || QUANTITY.test(after)) return false;
  // A brand, an event or a clinic goes on with a word for it.
  if (/^(?:'s|®|™|\s(?:mg|ml|marathon|program|protocol|class|exercises?|sessions?|reviews?|stars?))/i.test(after))
    return false;
  if (
    /(?<!\p{L})(?:Physical|Therapy|Clinic|Rehab|Hospital|Medical|Center|University|Fitness|Marathon|Race|Casino|Brewery|Bar|Grill|Restaurant|Cafe|Hotel|Inn|Church|School|Mall|Store|Market|Gym|Studio|Theater|Stadium|Library)(?!\p{L})/u.test(
      name,
    )
  )
    return false;
  if (home) return true;
  // A sentence may begin with a count, a list with its length, and "10 American women" are people.
  if (/(?:^|[.!?\n]\s?)$/.test(before) || /^\s\p{Ll}{3,}s(?!\p{L})/u.test(after) || STREET_ALONE.test(name))
    return false;
  return !isPlural(words) && (number.length > 1 || words.length > 1);
}

/** 918 w. juniper: a direction and a name in lower case. */
const DIRECTED =
  /(?<![\p{L}\d$€£#.,:/-])(?:\d{2,5}\s(?:[nsw]|[ns]w|e(?=\.)|[NSW]|[NS][EW]|E(?=\.))|\d{3,5}\s[ns]e)\.?\s(?!(?:and|or|of|to|is|at|in|on|the|for|by|reps?|lbs?|mg|each|per)\s)\p{L}{4,20}(?!\p{L})/gu;
/** A place that has a name, and a unit of it: Maple Ridge Apartments, unit 208 · Cond. Bosque Verde, torre 3, ap 91 */
const NAMED_PLACE =
  /(?<![\p{L}\d])\p{Lu}[\p{L}'-]{1,20}\.?(?:\s(?:(?:de|del|de la|da|do|dos|das|des|du|aux|los|las|dei|of)\s)?\p{Lu}[\p{L}'-]{1,20}){0,4}(?:,?\s(?i:room|rm|unit|apt|apartment|flat|space|lot|bldg|building|casa|torre|bloque|bloco|apto|ap|depto|piso|villa|lote|bât|bâtiment|appt|appartement|esc|scala|palazzina|interno|int|wohnung|haus|block|no|nr|#)\.?\s?(?:nr\.\s?)?|(?<=\s(?:Hall|House|Tower|Towers|Manor|Court|Lodge|Residence|Dorm))\s)\d{1,4}[a-z]?(?![\p{L}\d])(?:,?\s(?:unit|apt|ap|apto|casa|appt|appartement|piso|puerta|porte|interno|int|étage|esc)\.?\s?\d{1,4}[a-z]?(?![\p{L}\d])){0,2}/gu;
/** A German street in lower case: wohne lange reihe 88 */
const WOHNE =
  /(?<=(?<!\p{L})(?:wohn|leb)(?:e|t|en)\s(?:in der |im |am )?)\p{L}{3,15}\s\p{L}{3,15}\s\d{1,4}[a-z]?(?![\p{L}\d.,])/giu;
/** A unit, then the number and the name of a street: Apt 4C, 77 Perry */
const UNIT_FIRST =
  /(?<![\p{L}\d])(?:(?:apt|apartment|unit|flat|appt|appartement|apto)\.?\s#?[\dA-Z]{1,4}|#\d{1,5}),\s\d{1,5}\s\p{Lu}[\p{L}'-]{2,20}(?:\s\p{Lu}[\p{L}'-]{1,20}){0,3}/giu;
/** The number first, then the street: número 9 de la calle Pez · civico 14 di via Larga · the 14 of such a street. */
const NUMBER_OF =
  /(?<![\p{L}\d$€£.,:/-])(?:(?:número|numéro|numero|nº|n°|civico|nr\.?|n\.)\s?)?\d{1,4}(?:\s?(?:bis|ter|[a-d]))?\s(?:de la|de l'|del|della|de|da|do|di|du|des)\s?(?:calle|avenida|avda\.?|plaza|paseo|rue|avenue|place|boulevard|impasse|rua|travessa|praça|via|viale|corso|piazza|vicolo|strada)\s(?:(?:de la|de los|del|de|des|du|da|do|dos|das|dei|della)\s)?\p{L}[\p{L}'-]{1,20}(?:\s\p{Lu}[\p{L}'-]{1,20}){0,3}/giu;
/** The street first, then a word for the number: place Carnot, numéro 18 · Pelham Parkway, number 2141 */
const THEN_NUMBER =
  /(?<![\p{L}\d])(?:(?:calle|avenida|avda\.?|plaza|paseo|camino|ronda|rue|avenue|place|boulevard|chemin|impasse|rua|largo|praça|travessa|via|viale|corso|piazza|vicolo|strada)\s(?:\p{L}[\p{L}'-]{1,20}\s?){1,4}|(?:\p{Lu}[\p{L}'-]{1,20}\s){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Parkway|Boulevard|Blvd|Court|Place|Terrace|Way)),?\s(?:number|numéro|número|numero|núm\.?|nº|n°|no\.|nr\.|civico)\s?\d{1,5}[a-z]?(?![\p{L}\d])/giu;
/** Roads that have a letter or a number for a name, and the house numbers of Wisconsin: W5420 County Road KK */
const NUMBERED_ROAD =
  /(?<![\p{L}\d])(?:[NSEW]{1,2}\s?)?\d{2,5}(?:[NSEW]\d{3,5})?\s(?:[NSEW]{1,2}\.?\s)?(?:County Road|County Rd|County Hwy|County Highway|Co\.? Rd|CR|State Route|State Road|State Rd|State Highway|SR|FM|Ranch Road|Forest Road|US|U\.S\.|Farm Road)\s(?:[A-Z]{1,2}|\d{1,4}[A-Z]?)(?![\p{L}\d])|(?<![\p{L}\d])Box\s\d{1,5},?\s(?:RR|Route|Rural Route|HC)\s?\d{1,3}(?!\d)/gu;
/** SHIN QI 5 conjunto 3 casa 12, an address of Brasília; Camino Viejo s/n, km 4, one without a number. */
const OTHER =
  /(?<![\p{L}\d])(?:S[A-Z]{2,3}\s(?:Q[A-Z]{1,2}|quadra)\s?\d{1,3}(?:,?\s(?:conjunto|conj\.|bloco|casa|lote|apto\.?)\s[\dA-Z]{1,4}){1,3}|(?:calle|camino|carretera|avenida|av\.|rua|estrada|via|strada)\s(?:\p{L}[\p{L}'-]{1,20}\s){1,4}?s\/?n(?!\p{L})(?:,?\skm\s\d{1,3})?)/giu;

const CONTEXT = 60;

type Rule = {
  regex: RegExp;
  needs?: RegExp;
  accept?: (match: RegExpExecArray, before: string, after: string) => boolean;
};
const RULES: Rule[] = [
  {
    regex: NAMED_NUMBER,
    needs: /\d+[A-Za-z]?\s(?:[NSEW]{1,2}\.?\s)?\p{Lu}/uy,
    accept: ({ groups, input }, before, after) =>
      !(GERMAN.test(input) && !ENGLISH.test(input)) && isPlace(groups?.number ?? "", groups?.name ?? "", before, after),
  },
  { regex: DIRECTED, needs: /\d+\s[nsew]{1,2}\.?\s/iy },
  {
    regex: NAMED_PLACE,
    needs:
      /(?=\d)(?<=[\s,](?:room|rm|hall|house|tower|manor|court|lodge|resid|dorm|unit|ap|flat|space|lot|b|casa|torre|depto|piso|villa|esc|scala|pal|int|wohn|haus|n[or]|#)\p{L}{0,10}\.?\s?(?:nr\.\s?)?)/iuy,
    accept: (_, before) => LIVES.test(before),
  },
  { regex: WOHNE, needs: /(?:wohn|leb)(?:e|t|en)\s/i, accept: (_, __, after) => !QUANTITY.test(after) },
  { regex: UNIT_FIRST, needs: /(?=\d)(?<=,\s)/y },
  { regex: NUMBER_OF, needs: /\d+\S{0,3}(?:\s(?:bis|ter))?\sd/iy },
  { regex: THEN_NUMBER, needs: /(?=\d)(?<=(?:n[uúo]|nº|n°|nr|civico)\S{0,5}\s?)/iy },
  { regex: NUMBERED_ROAD, needs: /\d+\s(?:[NSEW]{1,2}\.?\s)?(?:Co|CR|S|FM|R|US|U\.S|F)|(?=\d)(?<=Box\s)/y },
  { regex: OTHER, needs: /[A-Z]{3}\sQ|s\/?n/i },
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
