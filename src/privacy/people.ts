import type { Profile } from "../model/business.ts";
import type { Folded } from "./fold.ts";
import { ANONYMOUS, minimizeName, type NameMode } from "./names.ts";
import type { Span } from "./span.ts";

/** The people whom the business names itself. */
export type Roster = { isKnown(name: string): boolean; empty: boolean };

const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\p{L}\s]/gu, "")
    .trim();

export function openRoster(profile: Profile | null): Roster {
  const names = new Set<string>();
  for (const { name, aliases } of profile?.technicians ?? []) {
    for (const known of [name, ...aliases]) {
      names.add(plain(known));
      for (const word of plain(known).split(/\s+/)) names.add(word);
    }
  }
  if (profile) names.add(plain(profile.name));
  return { empty: (profile?.technicians.length ?? 0) === 0, isKnown: (name) => names.has(plain(name)) };
}

/** A relative, a friend, somebody else at the clinic. */
const RELATIVES =
  "son sons daughter daughters child children kid kids twins parents husband wife spouse partner mom mum mother dad father brother sister grandson granddaughter grandmother grandfather grandma grandpa nephew niece aunt uncle cousin friend neighbor neighbour boss colleague coworker roommate boyfriend girlfriend fiancé fiancée client hijo hija marido esposo esposa mujer madre padre mamá papá hermano hermana nieto nieta abuelo abuela tío tía primo prima amigo amiga vecino vecina jefe jefa fils fille mari femme mère père frère sœur soeur oncle tante cousine ami amie voisin voisine collègue sohn tochter mann frau mutter vater bruder schwester oma opa freund freundin nachbar nachbarin chef chefin kollege kollegin filho filha mãe pai irmão irmã neto neta avó avô vizinho vizinha chefe namorado namorada figlio figlia marito moglie mamma papà fratello sorella nonno nonna zio zia cugino cugina amico amica";
const SOMEBODY_ELSE =
  "patient patiente someone somebody person teammate veteran client customer lady woman man guy gentleman boy girl paciente señora señor patientin frau mann kundin kunde paziente signora signore senhora senhor dame monsieur";
const TITLES =
  "mr mrs ms mx mister mme mlle madame monsieur herr herrn frau señor señora sra srta signor signora sig senhor senhora dona doña don seu miss m";
/** A text without any of these words names nobody whom `findOthers` could tell. */
export const PEOPLE_WORDS: readonly string[] = `${RELATIVES} ${SOMEBODY_ELSE} ${TITLES}`.split(" ");

const anyOf = (words: string): string => words.replaceAll(" ", "|");
const RELATIVE = `(?:my|our|his|her|their|mi|nuestr[oa]|mon|ma|mein|meine|meinem|meiner|meinen|unser|unsere|meu|minha|nosso|nossa|mio|mia)\\s(?:[\\p{L}'’]{1,20}\\s){0,2}?(?:${anyOf(RELATIVES)})`;
const CALLED = `(?:${anyOf(SOMEBODY_ELSE)})[,\\s]{1,2}(?:named|called|by the name of|llamad[oa]|de nombre|nommée?|du nom de|namens|mit namen|chamad[oa]|de nome|di nome|chiamat[oa])`;
const NAME_WORD = String.raw`\p{Lu}(?=[\p{L}'’]{0,20}\p{Ll})[\p{L}'’]{1,24}(?:-\p{Lu}?[\p{L}'’]{1,24}){0,2}`;
const PARTICLE = "(?:de la|de los|del|de|da|dos|das|do|di|della|van der|van den|van|von|zu|le|la|al|el|bin|ibn)";
const FULL_NAME = String.raw`${NAME_WORD}(?:\s(?:\p{Lu}\.\s)?(?:${PARTICLE}\s)?${NAME_WORD}){1,3}`;
const SOMEBODY = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${caseless(RELATIVE)})|(?:${caseless(CALLED)})|(?:other|another|fellow)\s(?:patient|client))[,:]?\s\(?(?:${NAME_WORD}\s(?:and|y|et|und|e)\s)?(?<value>${FULL_NAME})(?!\p{L})`,
  "gu",
);
/** "Ethan Caldwell, my son," */
const BEFORE_RELATIVE = new RegExp(String.raw`(?<!\p{L})(?<value>${FULL_NAME}),\s${caseless(RELATIVE)}(?!\p{L})`, "gu");
const TITLED = new RegExp(
  String.raw`(?<!\p{L})(?:[Mm]rs?|[Mm]s|Mx|Mister|M(?=\.)|Mme|Mlle|Madame|Monsieur|Herr|Herrn|Frau|Señor|Señora|señor|señora|Sra|Srta|Signora?|signora?|Sig|Senhora?|senhora?)\.?\s(?<value>${NAME_WORD}(?:\s(?:${PARTICLE}\s)?${NAME_WORD}){0,2})(?!\p{L})`,
  "gu",
);
/** Dona Cida is a first name with a title; only a full name after it tells who she is. */
const HONORED = new RegExp(
  String.raw`(?<!\p{L})(?:[Dd]ona|[Dd]oña|[Dd]on|[Ss]eu|Miss)\s(?<value>${FULL_NAME})(?!\p{L})`,
  "gu",
);

/** Capitals do not matter in the words before a name; they do in the name. */
function caseless(words: string): string {
  return `(?i:${words})`;
}

/** Words with a capital that follow a name without being part of it. */
const NOT_A_NAME = new Set(
  "i pt physical therapy therapist clinic center centre hospital monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december the and but she he they we it so great thank thanks dr doctor mr mrs ms".split(
    " ",
  ),
);

/** The part of a match that is a name: it ends before a word that is none. */
function nameEnd(value: string): string {
  const words = value.replace(/['’]s$/u, "").split(" ");
  const stop = words.findIndex((word, index) => index > 0 && NOT_A_NAME.has(word.toLowerCase()));
  return words.slice(0, stop === -1 ? words.length : stop).join(" ");
}

const shownAs = (name: string, mode: NameMode): string => {
  const shown = minimizeName(name, mode === "full" ? "first_initial" : mode);
  return shown === ANONYMOUS ? "[name]" : shown;
};
const initialOf = (name: string): string => `${[...name.toUpperCase()][0] ?? ""}.`;

/** Full names of people who are neither the author nor on the roster, where the words before them say so. */
export function findOthers({ text }: Folded, roster: Roster, mode: NameMode): Span[] {
  const found: Span[] = [];
  const add = (start: number, name: string, shown: string) =>
    found.push({ kind: "name", start, end: start + name.length, shown });
  for (const regex of [SOMEBODY, BEFORE_RELATIVE, HONORED]) {
    for (const match of text.matchAll(regex)) {
      const value = match.groups?.value ?? "";
      const start = match.index + match[0].lastIndexOf(value);
      const name = nameEnd(value);
      if (name.includes(" ") && !roster.isKnown(name)) add(start, name, shownAs(name, mode));
    }
  }
  if (roster.empty) return found;
  for (const match of text.matchAll(TITLED)) {
    const value = match.groups?.value ?? "";
    const name = nameEnd(value);
    const start = match.index + match[0].length - value.length;
    const known = roster.isKnown(name) || name.split(" ").some((word) => roster.isKnown(word));
    if (!known && !NOT_A_NAME.has(name.toLowerCase()))
      add(start, name, name.includes(" ") ? shownAs(name, mode) : initialOf(name));
  }
  return found;
}

const HAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LEAST_SURNAME = 2;

/** The forms in which authors write their own name: in full, without the middle, the surname first. */
function formsOf(name: string): string[] {
  const words = plainWords(name);
  const [first, last] = [words[0], words.at(-1)];
  if (words.length < 2 || !first || !last) return HAN.test(name) ? [name.trim().toLowerCase()] : [];
  if (last.replace(/[^\p{L}]/gu, "").length < LEAST_SURNAME) return [];
  const forms = [words.join(" "), `${first} ${last}`, `${last} ${first}`];
  if (words.length > 2) forms.push(words.slice(0, -1).join(" "), `${first} ${words[1] ?? ""}`);
  return [...new Set(forms)].filter((form) => (form.split(" ").at(-1) ?? "").length >= LEAST_SURNAME);
}
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md|dds|esq|pt|dpt)$/;
const plainWords = (name: string): string[] =>
  wordsOf(name)
    .map(({ word }) => word)
    .filter((word) => !SUFFIX.test(word) && word.length > 1);

type Word = { word: string; start: number; end: number };
const WORD = /[\p{L}\p{M}\d]+(?:['’-][\p{L}\p{M}\d]+)*/gu;
const wordsOf = (text: string): Word[] =>
  [...text.toLowerCase().matchAll(WORD)].map((match) => ({
    word: match[0].replace(/['’]s$/u, ""),
    start: match.index,
    end: match.index + match[0].replace(/['’]s$/u, "").length,
  }));

/** Finds the author's own full name. `shown` takes its place. */
export type AuthorFinder = (text: string) => Span[];

const MOST_BETWEEN = 4;

/** Null if the name is not a full one: a first name alone stays. The forms are made only for a text that may have one. */
export function openAuthorFinder(name: string | null, shown: string): AuthorFinder | null {
  if (name === null || !(name.trim().includes(" ") || HAN.test(name))) return null;
  const plain = name.trim().toLowerCase();
  const parts = plain.split(/[\s,]+/u).filter((part) => part.length > 1);
  let forms: string[] | undefined;
  const mark = shown === ANONYMOUS ? "[name]" : shown;
  return (text) => {
    const lower = text.toLowerCase();
    // In another length the positions would not be those of the text.
    if (lower.length !== text.length || !parts.some((part) => lower.includes(part))) return [];
    forms ??= formsOf(name);
    if (forms.length === 0) return [];
    if (forms.some((form) => HAN.test(form))) return findAll(lower, forms[0] ?? "", mark);
    return findForms(
      lower,
      forms.map((form) => form.split(" ")),
      mark,
    );
  };
}

function findAll(lower: string, form: string, shown: string): Span[] {
  const found: Span[] = [];
  for (let at = lower.indexOf(form); at !== -1; at = lower.indexOf(form, at + form.length))
    found.push({ kind: "name", start: at, end: at + form.length, shown });
  return found;
}

/** Words of a form in a row, with at most an initial between the first two: "Robert J. Fairbanks". */
function findForms(lower: string, forms: readonly string[][], shown: string): Span[] {
  const words = wordsOf(lower).filter(({ word }) => word.length > 1);
  const found: Span[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const form = forms.find((parts) =>
      parts.every((part, index) => words[at + index]?.word === part && near(words, at, index)),
    );
    const [first, last] = [words[at], words[at + (form?.length ?? 1) - 1]];
    if (!form || !first || !last) continue;
    const suffix = AFTER_NAME.exec(lower.slice(last.end, last.end + 8))?.[0] ?? "";
    found.push({ kind: "name", start: first.start, end: last.end + suffix.length, shown });
    at += form.length - 1;
  }
  return found;
}

const AFTER_NAME = /^,?\s(?:jr|sr|ii|iii|iv)(?!\p{L})\.?/u;
const near = (words: readonly Word[], at: number, index: number): boolean =>
  index === 0 || (words[at + index]?.start ?? 0) - (words[at + index - 1]?.end ?? 0) <= MOST_BETWEEN;
