import { i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { hashWord } from "./hash.ts";
import { NUMBER, type Tokens, tokenText } from "./tokens.ts";
import { hashSet, wordSet } from "./word-set.ts";

export const MEASURE_UNITS = [
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "year",
  "money",
  "visit",
  "percent",
  "mile",
  "clock",
] as const;
export type Unit = (typeof MEASURE_UNITS)[number];

/** A number with its unit, in the tokens from `from` to before `to`. */
export type Measure = { from: number; to: number; value: number; unit: Unit };

const UNIT_WORDS = new Map<number, Unit>();
const SPANISH_UNITS: Record<Unit, string> = {
  minute: "minuto minutos min mins minutitos",
  hour: "hora horas horita",
  day: "dia dias",
  week: "semana semanas",
  month: "mes meses",
  year: "ano anos",
  money: "dolar dolares pesos euros soles quetzales lempiras",
  visit: "visita visitas sesion sesiones cita citas turno turnos terapias",
  percent: "porciento %",
  mile: "milla millas kilometro kilometros km cuadra cuadras",
  clock: "am pm a.m p.m",
};
for (const [unit, list] of Object.entries({
  minute: "minute minutes min mins",
  hour: "hour hours hr hrs",
  day: "day days",
  week: "week weeks wks",
  month: "month months",
  year: "year years yrs",
  money: "dollar dollars bucks usd quid pounds euros",
  visit: "visit visits session sessions appointment appointments",
  percent: "percent %",
  mile: "mile miles",
  clock: "am pm a.m p.m o'clock",
} satisfies Record<Unit, string>)) {
  // Object.entries widens the keys, which `satisfies` has checked.
  const known = unit as Unit;
  for (const word of list.split(" ")) UNIT_WORDS.set(hashWord(word), known);
  for (const word of SPANISH_UNITS[known].split(" ")) UNIT_WORDS.set(hashWord(`es ${word}`), known);
}

const NUMBER_WORDS = new Map<number, number>();
"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
  .split(" ")
  .forEach((word, value) => {
    NUMBER_WORDS.set(hashWord(word), value);
  });
"twenty thirty forty fifty sixty seventy eighty ninety".split(" ").forEach((word, index) => {
  NUMBER_WORDS.set(hashWord(word), (index + 2) * 10);
});
for (const [word, value] of [
  ["a", 1],
  ["an", 1],
  ["couple", 2],
  ["few", 3],
  ["several", 4],
  ["half", 0.5],
  ["dozen", 12],
  ["hundred", 100],
  ["es un", 1],
  ["es una", 1],
  ["es par", 2],
  ["es media", 0.5],
  ["es medio", 0.5],
  ["es docena", 12],
  ["es cien", 100],
  ["es ciento", 100],
] as const) {
  NUMBER_WORDS.set(hashWord(word), value);
}
"cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte"
  .split(" ")
  .forEach((word, value) => {
    NUMBER_WORDS.set(hashWord(`es ${word}`), value);
  });
"treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ").forEach((word, index) => {
  NUMBER_WORDS.set(hashWord(`es ${word}`), (index + 3) * 10);
});
const NUMBERS = hashSet(NUMBER_WORDS.keys());
const VAGUE = wordSet("a an couple few several half", "un una par media medio");
const HYPHEN = hashWord("-");
const CURRENCY = new Set(["$", "£", "€"].map(hashWord));
/** Words allowed between a number and its unit: "half an hour". */
const SKIPPED = wordSet("of a an full whole more solid good", "de");

export const numberWord = (hash: number): number | undefined =>
  NUMBERS.has(hash) ? NUMBER_WORDS.get(hash) : undefined;
export const isVague = (hash: number): boolean => VAGUE.has(hash);

/** "1,200.50" is 1200.5, "3:40" is 3, "5/5" is 5: the first number counts. */
function parseNumber(text: string): number {
  const value = Number.parseFloat(text.replaceAll(",", ""));
  return Number.isFinite(value) ? value : 0;
}

function unitAfter(tokens: Tokens, at: number): { unit: Unit; to: number } | null {
  for (let next = at; next < Math.min(at + 3, tokens.count); next++) {
    const unit = UNIT_WORDS.get(i32At(tokens.hash, next));
    if (unit) return { unit, to: next + 1 };
    if (tokens.hash[next] !== HYPHEN && !SKIPPED.has(i32At(tokens.hash, next))) return null;
  }
  return null;
}

function measureAt(tokens: Tokens, at: number): Measure | null {
  const isNumber = tokens.kind[at] === NUMBER;
  const number = isNumber ? parseNumber(tokenText(tokens, at)) : numberWord(i32At(tokens.hash, at));
  if (number === undefined) return null;
  let value = number;
  let to = at + 1;
  if (isNumber && at > 0 && CURRENCY.has(i32At(tokens.hash, at - 1))) {
    return { from: at - 1, to, value, unit: "money" };
  }
  if (!isNumber && value >= 20 && value < 100) {
    const next = tokens.hash[to] === HYPHEN ? to + 1 : to;
    const hash = tokens.hash[next];
    const ones = hash === undefined || VAGUE.has(hash) ? undefined : NUMBER_WORDS.get(hash);
    if (ones !== undefined && ones >= 1 && ones < 10) {
      value += ones;
      to = next + 1;
    }
  }
  const found = unitAfter(tokens, to);
  return found ? { from: at, to: found.to, value, unit: found.unit } : null;
}

export function findMeasures(tokens: Tokens): Measure[] {
  const measures: Measure[] = [];
  for (let at = 0; at < tokens.count; at++) {
    const measure = measureAt(tokens, at);
    if (!measure) continue;
    measures.push(measure);
    at = measure.to - 1;
  }
  return measures;
}

const STEPS: Record<Unit, readonly number[]> = {
  minute: [6, 11, 16, 26, 41],
  hour: [1, 2, 4],
  day: [2, 4, 8],
  week: [2, 4, 7, 13],
  month: [2, 4, 8],
  year: [2, 6],
  money: [31, 101, 301],
  visit: [2, 5, 11],
  percent: [50, 90],
  mile: [2, 11],
  clock: [],
};

/** How large a measure is for its unit: how many of the unit's steps it reaches. */
export function sizeClass({ unit, value }: Measure): number {
  const steps = STEPS[unit];
  let size = 0;
  while (size < steps.length && value >= itemAt(steps, size)) size++;
  return size;
}
