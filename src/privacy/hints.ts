import { u32At } from "../model/basics/typed-array.ts";
import { DIGIT, kindOf, OTHER } from "./character-kinds.ts";
import type { Folded } from "./fold.ts";
import { SOCIAL_WORDS } from "./handles.ts";
import { IDENTIFIER_WORDS, isCompound } from "./identifiers.ts";
import { LABEL_WORDS } from "./labeled.ts";
import { HONOR_WORDS, PEOPLE_WORDS, TITLE_WORDS, WHOSE } from "./people/people.ts";
import { STREET_WORDS } from "./places/address-patterns.ts";
import { PLATE_WORDS } from "./plates.ts";
import { HUNDRED, LEAST_MIXED, LEAST_WORDS, MIXED_DIGITS, NUMBER_WORDS } from "./spoken.ts";

/** For each hint the words that give it. A finder whose words a text does not have has nothing to find there. */
const HINT_WORDS = {
  disguise: "chez dot punto punkt point ponto arroba arobase chiocciola ät arobas klammeraffe małpa kropka",
  provider: "gmail googlemail yahoo hotmail outlook icloud aol protonmail proton gmx web libero orange wanadoo",
  social: SOCIAL_WORDS,
  birth:
    "born leap dob b birthday birthdate birthdates birth nacido nacida nací nació nacimos nacimiento né née naissance geboren geb geburtsdatum geburtstag nasci nascido nascida nascimento nasceu nato nata nascita nac bday cumpleaños cumple anniversaire ddn aniversário compleanno d certificate turning turned turns world mundo cumplo faço compio compie nasc fn dn gebdat gebdatum nés nées nati nate nacidos nacidas nascidos nascidas nasceram soy suis sono sou kam kamen welt",
  plate: "plate plates numberplate rego matrícula matricula plaque kennzeichen nummernschild placa placas targa",
  plate_announced: PLATE_WORDS,
  // A year in words begins with one of these, or is one word.
  year: "nineteen thousand mil mille",
  people: `${PEOPLE_WORDS.join(" ")} ${[...WHOSE].join(" ")}`,
  title: TITLE_WORDS,
  honor: HONOR_WORDS,
  street: STREET_WORDS.join(" "),
  identifier: IDENTIFIER_WORDS.join(" "),
  label: LABEL_WORDS.join(" "),
  number: NUMBER_WORDS.join(" "),
  hundred: [...HUNDRED].join(" "),
};
type Hint = keyof typeof HINT_WORDS;

const HINT_NAMES = Object.keys(HINT_WORDS);
/** For each word the hints that it gives, one bit each. */
const HINTS = new Map<string, number>();
for (const [at, words] of Object.values(HINT_WORDS).entries()) {
  for (const word of words.split(" ")) HINTS.set(word, (HINTS.get(word) ?? 0) | (1 << at));
}
// Object.fromEntries loses the names.
const BITS = Object.fromEntries(HINT_NAMES.map((name, at) => [name, 1 << at])) as Record<Hint, number>;
const { year: YEAR, identifier: IDENTIFIER, number: NUMBER, hundred: HUNDREDS } = BITS;
const COMPOUND = 1 << HINT_NAMES.length;

/** By the first and the last letter, one bit for each length that occurs: most words of a text fail here. */
const SHAPES = new Uint32Array(1024);
const shapeOf = (word: string, from: number, end: number): number =>
  ((word.charCodeAt(from) & 31) << 5) | (word.charCodeAt(end - 1) & 31);
const LONGEST = 31;
const lengthBit = (length: number): number => 1 << Math.min(length, LONGEST);
for (const word of HINTS.keys()) {
  const shape = shapeOf(word, 0, word.length);
  SHAPES[shape] = u32At(SHAPES, shape) | lengthBit(word.length);
}

const YEAR_WORD = /^(?:neunzehnhundert|zweitausend|millenovecento|duemila)/;

function hintsOf(lower: string, start: number, end: number): number {
  const length = end - start;
  const known = (u32At(SHAPES, shapeOf(lower, start, end)) & lengthBit(length)) !== 0;
  const hints = known ? (HINTS.get(lower.slice(start, end)) ?? 0) : 0;
  if (length < 6) return hints;
  const year = length > 8 && YEAR_WORD.test(lower.slice(start, end)) ? YEAR : 0;
  return hints | year | (isCompound(lower, end) ? COMPOUND : 0);
}

/** What the words of a text make worth looking for. Most reviews need little of it. */
export type Hints = {
  has(hint: Hint): boolean;
  /** How many digits the text has, and where each row of them begins. */
  digits: number;
  numbers: readonly number[];
  /** It may have a number in words. */
  spoken: boolean;
};

export function readHints({ lower }: Folded): Hints {
  const numbers: number[] = [];
  let [found, digits, run, run_digits] = [0, 0, 0, 0];
  let spoken = false;
  for (let at = 0; at < lower.length; ) {
    const start = at;
    const kind = kindOf(lower.charCodeAt(at));
    at += 1;
    if (kind === OTHER) continue;
    while (at < lower.length && kindOf(lower.charCodeAt(at)) === kind) at += 1;
    if (kind === DIGIT) {
      numbers.push(start);
      digits += at - start;
      run_digits += at - start;
    } else {
      const hints = hintsOf(lower, start, at);
      found |= hints;
      if (hints & NUMBER) run += 1;
      else if (!(hints & HUNDREDS)) run = run_digits = 0;
    }
    spoken ||= run >= LEAST_MIXED && (run >= LEAST_WORDS || run + run_digits >= MIXED_DIGITS);
  }
  if (found & COMPOUND && digits > 2) found |= IDENTIFIER;
  return { has: (hint) => (found & BITS[hint]) !== 0, digits, numbers, spoken };
}
