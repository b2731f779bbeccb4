import { itemAt } from "../model/basics/typed-array.ts";
import type { Folded } from "./fold.ts";

/** Digits that are written as words: "five-oh-three", "trente-neuf", "double seven". */
export type SpokenNumber = { start: number; end: number; digits: string };

const UNITS = [
  "zero oh cero zéro null ziro",
  "one uno un une eins um uma",
  "two dos deux zwei zwo dois duas due",
  "three tres trois drei três tre",
  "four cuatro quatre vier quatro quattro",
  "five cinco cinq fünf cinque",
  "six seis sechs sei meia",
  "seven siete sept sieben sete sette",
  "eight ocho huit acht oito otto",
  "nine nueve neuf neun nove",
];
const LARGER: Record<string, string> = {
  10: "ten diez dix zehn dez dieci",
  11: "eleven once onze elf undici",
  12: "twelve doce douze zwölf doze dodici",
  13: "thirteen trece treize dreizehn treze tredici",
  14: "fourteen catorce quatorze vierzehn quattordici",
  15: "fifteen quince quinze fünfzehn quindici",
  16: "sixteen dieciséis seize sechzehn dezesseis dezasseis sedici",
  17: "seventeen diecisiete dix-sept siebzehn dezessete dezassete diciassette",
  18: "eighteen dieciocho dix-huit achtzehn dezoito diciotto",
  19: "nineteen diecinueve dix-neuf neunzehn dezenove dezanove diciannove",
  20: "twenty veinte vingt zwanzig vinte venti",
  30: "thirty treinta trente dreißig dreissig trinta trenta",
  40: "forty cuarenta quarante vierzig quarenta quaranta",
  50: "fifty cincuenta cinquante fünfzig cinquenta cinquanta",
  60: "sixty sesenta soixante sechzig sessenta sessanta",
  70: "seventy setenta septante siebzig settanta soixante-dix",
  80: "eighty ochenta quatre-vingt quatre-vingts achtzig oitenta ottanta",
  90: "ninety noventa nonante neunzig novanta quatre-vingt-dix",
  200: "doscientos zweihundert duzentos duecento",
  300: "trescientos dreihundert trezentos trecento",
  400: "cuatrocientos vierhundert quatrocentos quattrocento",
  500: "quinientos fünfhundert quinhentos cinquecento",
  600: "seiscientos sechshundert seiscentos seicento",
  700: "setecientos siebenhundert setecentos settecento",
  800: "ochocientos achthundert oitocentos ottocento",
  900: "novecientos neunhundert novecentos novecento",
};

const VALUES = new Map<string, string>();
for (const [digit, words] of UNITS.entries()) for (const word of words.split(" ")) VALUES.set(word, String(digit));
for (const [value, words] of Object.entries(LARGER)) for (const word of words.split(" ")) VALUES.set(word, value);
const TIMES = new Map([
  ["double", 2],
  ["triple", 3],
  ["doble", 2],
  ["dreifach", 3],
]);
export const HUNDRED: ReadonlySet<string> = new Set(["hundred", "cent", "cien", "hundert", "cem", "cento"]);

export const NUMBER_WORDS: readonly string[] = [...VALUES.keys(), ...TIMES.keys()];
/** Fewer number words in a row are ages or a score, unless there are as many digits as in a telephone number. */
export const LEAST_WORDS = 3;
export const LEAST_MIXED = 2;
export const MIXED_DIGITS = 9;

type Token = { start: number; end: number; word: string };
/** The digits of an element, and the token after it. */
type Element = { digits: string; next: number };
const TOKEN = /\p{L}+|\d{1,4}/gu;
const GAP = /^[\s,.'-]{0,3}$/;

/** The digits of tens and units that belong together: "trente-neuf", "treinta y cinco". */
function joinTens(tokens: readonly Token[], at: number, lower: string): Element | null {
  const first = tokens[at];
  if (!first) return null;
  const text = (last: Token | undefined) => (last ? lower.slice(first.start, last.end) : "");
  for (const [count, last] of [
    [3, tokens[at + 2]],
    [2, tokens[at + 1]],
  ] as const) {
    const joined = VALUES.get(text(last));
    if (joined !== undefined) return joinUnit(tokens, at + count, joined, lower);
  }
  const value = VALUES.get(first.word);
  return value === undefined ? null : joinUnit(tokens, at + 1, value, lower);
}

const LINKED = /^(?:-| et | y | e )$/;
function joinUnit(tokens: readonly Token[], next: number, value: string, lower: string): Element {
  const tens = Number(value);
  if (value.length > 2) return joinHundred(tokens, next, tens, lower);
  // "treinta y cinco": the word between them is a token, too.
  const [before, first, second] = [tokens[next - 1], tokens[next], tokens[next + 1]];
  const linked = (unit: Token | undefined) => before && unit && LINKED.test(lower.slice(before.end, unit.start));
  const unit = linked(second) ? second : linked(first) ? first : undefined;
  const added = Number(VALUES.get(unit?.word ?? "") ?? Number.NaN);
  const fits = tens >= 20 && tens % 10 === 0 && added > 0 && added < (tens === 60 || tens === 80 ? 20 : 10);
  return fits ? { digits: String(tens + added), next: next + (unit === second ? 2 : 1) } : { digits: value, next };
}

/** "seiscientos doce", "seiscentos e doze" */
function joinHundred(tokens: readonly Token[], next: number, hundreds: number, lower: string): Element {
  const from = tokens[next]?.word === "e" ? next + 1 : next;
  const [before, first] = [tokens[from - 1], tokens[from]];
  const follows = before && first && lower.slice(before.end, first.start) === " ";
  const value = follows ? VALUES.get(first.word) : undefined;
  if (value === undefined || value.length > 2) return { digits: String(hundreds), next };
  const rest = joinUnit(tokens, from + 1, value, lower);
  return { digits: String(hundreds + Number(rest.digits)), next: rest.next };
}

/** One element of a spoken number: digits, a number word, "double seven", "nine hundred". */
function readElement(tokens: readonly Token[], at: number, lower: string): Element | null {
  const token = tokens[at];
  if (!token) return null;
  if (/^\d/.test(token.word)) return { digits: token.word, next: at + 1 };
  const times = TIMES.get(token.word);
  if (times !== undefined) {
    const repeated = joinTens(tokens, at + 1, lower);
    return repeated?.digits.length === 1 ? { digits: repeated.digits.repeat(times), next: repeated.next } : null;
  }
  const read = joinTens(tokens, at, lower);
  const after = read ? tokens[read.next] : undefined;
  if (read?.digits.length === 1 && after && HUNDRED.has(after.word))
    return { digits: `${read.digits}00`, next: read.next + 1 };
  return read;
}

const MOST_SETS = 6;
/** The author counts: "one two three four", "ten nine eight", "one two three, one two three", "fifteen, twelve, ten". */
function isCounting(elements: readonly string[]): boolean {
  const numbers = elements.map(Number);
  const first = itemAt(numbers, 0);
  const counts = (step: number) =>
    numbers.slice(1).every((value, index) => value - itemAt(numbers, index) === step || (first < 2 && value === first));
  const goes = (direction: number) =>
    numbers.slice(1).every((value, index) => (value - itemAt(numbers, index)) * direction >= 0);
  return (
    counts(1) ||
    counts(-1) ||
    (numbers.length <= MOST_SETS && numbers.some((value) => value > 9) && (goes(1) || goes(-1)))
  );
}

function readRun(tokens: readonly Token[], from: number, lower: string) {
  const elements: string[] = [];
  let words = 0;
  let at = from;
  for (;;) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (!token || (elements.length > 0 && before && !GAP.test(lower.slice(before.end, token.start)))) break;
    const element = readElement(tokens, at, lower);
    if (!element) break;
    elements.push(element.digits);
    if (!/^\d/.test(token.word)) words += 1;
    at = element.next;
  }
  return { elements, words, next: at };
}

/** Runs of number words, which may be mixed with digits. */
export function findSpokenNumbers({ lower }: Folded): SpokenNumber[] {
  const tokens: Token[] = [];
  for (const match of lower.matchAll(TOKEN))
    tokens.push({ start: match.index, end: match.index + match[0].length, word: match[0] });
  const found: SpokenNumber[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { elements, words, next } = readRun(tokens, at, lower);
    const [first, last] = [tokens[at], tokens[next - 1]];
    const mixed = words >= LEAST_MIXED && !lower.slice(first?.start, last?.end).includes(",");
    const enough = words >= LEAST_WORDS || (mixed && elements.join("").length >= MIXED_DIGITS);
    if (first && last && enough && !isCounting(elements))
      found.push({ start: first.start, end: last.end, digits: elements.join("") });
    at = Math.max(next, at + 1);
  }
  return found;
}
