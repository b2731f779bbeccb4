import { readMarkedLines } from "../../../bench/privacy/marked.ts";
import { DEVELOPMENT, readLines } from "../../../bench/privacy/score.ts";
import { createRandom, type Random } from "./random.ts";
import {
  familyNames,
  givenNames,
  KNOWN,
  LANGUAGES,
  type Language,
  PLACES,
  readCorpus,
  readWordKinds,
  TEMPLATES,
} from "./sources.ts";

/** A text with the places of the names in it. `unsure`: it may name people of whom we do not know. */
export type Example = { text: string; names: { start: number; end: number }[]; unsure: boolean };

const PARTICLES: Partial<Record<Language, string[]>> = {
  es: ["de la", "del", "de"],
  de: ["von"],
  fr: ["de", "du", "Le", "de la"],
  pt: ["da", "dos", "de", "do"],
  it: ["Di", "De", "Lo", "della"],
  nl: ["van", "van der", "de", "van den", "van de", "ter"],
};
const ONSETS = "b br c ch d dr f fl g gr h j k kr l m n p pr r s sh st t th tr v w z qu sch".split(" ");
const CORES = "a e i o u ai ea ee ie oo ou au".split(" ");
const CODAS = "n r s t l ck nd rt st m x".split(" ");
const ENDS = "son man berg ski wicz ez ini etti er ley ton ford well wood stein mann field ard eau ova ic as o a".split(
  " ",
);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A surname that is in no list. */
function inventedSurname(random: Random): string {
  const syllables = Array.from({ length: 1 + random.below(2) }, () => random.pick(ONSETS) + random.pick(CORES));
  return capitalized(syllables.join("") + (random.chance(0.4) ? random.pick(CODAS) : "") + random.pick(ENDS));
}

function surnameOf(random: Random, language: Language): string {
  if (random.chance(0.15)) return inventedSurname(random);
  const from = random.chance(0.85) ? language : random.pick([...LANGUAGES, "xx"]);
  return random.pick(familyNames(from));
}
function givenOf(random: Random, language: Language): string {
  if (random.chance(0.06))
    return capitalized(
      random.pick(ONSETS) +
        random.pick(CORES) +
        random.pick(CODAS) +
        random.pick(["a", "o", "e", "ie", "us", "on", "a"]),
    );
  return random.pick(givenNames(random.chance(0.85) ? language : random.pick([...LANGUAGES, "xx"])));
}

/** Given names of two words: "Jean-Yves", "Mary-Kate". */
const joinedGiven = (random: Random, language: Language): string =>
  `${givenOf(random, language)}-${givenOf(random, language)}`;

const INITIALS = [..."ABCDEFGHJKLMNPRSTW"];
/** "P. J.", "T.": before a surname. */
const initials = (random: Random): string[] =>
  Array.from({ length: 1 + random.below(2) }, () => `${random.pick(INITIALS)}.`);

const SHARE_OF_JOINED: Partial<Record<Language, number>> = { fr: 0.06, de: 0.04 };
const TWO_SURNAMES: Partial<Record<Language, number>> = { es: 0.3, pt: 0.3 };
function fullName(random: Random, language: Language): string {
  const given = () => (random.chance(SHARE_OF_JOINED[language] ?? 0.01) ? joinedGiven : givenOf)(random, language);
  const parts = random.chance(0.03) ? initials(random) : [given()];
  if (random.chance(0.05)) parts.push(givenOf(random, language));
  if (random.chance(language === "en" ? 0.08 : 0.02)) parts.push(`${random.pick(INITIALS)}.`);
  const particles = PARTICLES[language];
  if (particles && random.chance(language === "nl" ? 0.3 : 0.08)) parts.push(random.pick(particles));
  const surname = surnameOf(random, language);
  parts.push(random.chance(0.03) ? `${surname}-${surnameOf(random, language)}` : surname);
  if (random.chance(TWO_SURNAMES[language] ?? 0)) parts.push(surnameOf(random, language));
  return parts.join(" ");
}

/** "Roberts, Anne M." */
function turnedName(random: Random, language: Language): string {
  const surnames = [surnameOf(random, language)];
  if (random.chance(TWO_SURNAMES[language] ?? 0.05)) surnames.push(surnameOf(random, language));
  const initial = random.chance(0.15) ? ` ${random.pick(INITIALS)}.` : "";
  return `${surnames.join(" ")}, ${givenOf(random, language)}${initial}`;
}

/** First names that are hardly ever anything else. */
const GIVEN = new Set(
  readWordKinds()
    .filter(([, given, , common]) => given === 2 && common < 3)
    .map(([word]) => capitalized(word)),
);

const SHARE_OF_KNOWN = 0.6;
/** What a slot is filled with, and whether it is somebody's name. */
function fill(random: Random, language: Language, slot: string): [string, boolean] {
  if (slot === "N") return [fullName(random, language), true];
  if (slot === "I") return [turnedName(random, language), true];
  if (slot === "L") return [surnameOf(random, language), true];
  if (slot === "F") return [givenOf(random, language), false];
  if (slot === "S") return [random.chance(0.7) ? fullName(random, language) : surnameOf(random, language), false];
  if (slot === "P") return [random.pick(PLACES), false];
  return [random.chance(SHARE_OF_KNOWN) ? random.pick(KNOWN) : fullName(random, language), false];
}

function fillTemplate(random: Random, language: Language, template: string): Example {
  const names: Example["names"] = [];
  let text = "";
  for (const part of template.split(/(\{[A-Z]\})/)) {
    const slot = /^\{([A-Z])\}$/.exec(part)?.[1];
    const [value, named] = slot ? fill(random, language, slot) : [part, false];
    if (named) names.push({ start: text.length, end: text.length + value.length });
    text += value;
  }
  return { text, names, unsure: false };
}

function joined(examples: readonly Example[], between: string): Example {
  let text = "";
  const names: Example["names"] = [];
  for (const [at, example] of examples.entries()) {
    if (at > 0) text += between;
    for (const { start, end } of example.names) names.push({ start: start + text.length, end: end + text.length });
    text += example.text;
  }
  return { text, names, unsure: examples.some(({ unsure }) => unsure) };
}

/** Writes a text as people do: with or without capitals, with or without signs. The length stays. */
function spoken(random: Random, example: Example): Example {
  const how = random.below(20);
  const { text } = example;
  if (how < 4) return { ...example, text: text.toUpperCase().length === text.length ? text.toUpperCase() : text };
  if (how < 9) return { ...example, text: text.toLowerCase().length === text.length ? text.toLowerCase() : text };
  if (how < 11) return { ...example, text: text.replace(/[,:;]/g, " ").replace(/ {2}/g, "  ") };
  if (how < 12) return { ...example, text: titled(random, text) };
  return { ...example, text: capitalized(text) };
}
/** "Great Job Everyone": capitals on words that are no names. */
const titled = (random: Random, text: string): string => {
  const share = random.chance(0.5) ? 1 : 0.3;
  return text.replace(/(?<![\p{L}'’])\p{Ll}(?=\p{L}{2})/gu, (letter) =>
    random.chance(share) ? letter.toUpperCase() : letter,
  );
};

const withoutMarks = (text: string): Example => ({ text, names: [], unsure: true });

/** Relatives after whom a name fits, in the reviews of the corpus. */
const WHOSE = "my our his her mi nuestro nuestra".split(" ").join("|");
const RELATIVES = [
  "husband wife son daughter mom mother dad father brother sister uncle aunt cousin neighbor friend grandson",
  "granddaughter boss coworker nephew niece partner esposo esposa hijo hija mamá papá mama papa hermano hermana suegra",
  "vecina vecino amiga amigo",
];
const RELATIVE = new RegExp(
  String.raw`(?<=(?:^|[^\p{L}])(?:${WHOSE})\s(?:${RELATIVES.join(" ").replaceAll(" ", "|")}))(?=\s\p{Ll}|[.,])`,
  "iu",
);

/** A review of the corpus with a name after a relative; null if it has none. */
function named(random: Random, text: string, language: Language): Example | null {
  const at = RELATIVE.exec(text)?.index;
  if (at === undefined) return null;
  const name = fullName(random, language);
  const comma = random.chance(0.25) ? ", " : " ";
  const start = at + comma.length;
  const changed = `${text.slice(0, at)}${comma}${name}${comma === ", " && !text.startsWith(",", at) ? "," : ""}${text.slice(at)}`;
  return { text: changed, names: [{ start, end: start + name.length }], unsure: true };
}

/** Words near the name of somebody who works at the clinic. */
const STAFF_WORDS = [
  "therapists?|pts?|dpt|pta|drs?|doctors?|doctora?|surgeons?|nurses?|aides?|techs?|desk|reception(?:ist)?|front|owner",
  String.raw`manager|fisio\p{L}*|terapeuta|recepci\p{L}*|enfermera`,
];
const STAFF = new RegExp(String.raw`(?<!\p{L})(?:${STAFF_WORDS.join("|")})(?!\p{L})`, "iu");
const ALONE =
  /(?<![\p{L}'’-]|\p{L}[.'’]?\s(?=\p{Lu}\p{Ll}+\s\p{Lu}))\p{Lu}\p{Ll}{2,}(?!['’-]|\p{L}|\s\p{Lu}|\.\s\p{Lu}\p{Ll}+\s\p{Lu})/gu;

/** A review whose lone first name gets a surname. Near a word for staff, it stays. */
function surnamed(random: Random, text: string, language: Language): Example | null {
  const found = [...text.matchAll(ALONE)].filter(({ 0: word }) => GIVEN.has(word));
  if (found.length === 0) return null;
  const { 0: word, index } = random.pick(found);
  const name = random.chance(0.5) ? `${word} ${surnameOf(random, language)}` : fullName(random, language);
  const near = text.slice(Math.max(0, index - 30), index + word.length + 30);
  const names = STAFF.test(near) ? [] : [{ start: index, end: index + name.length }];
  return { text: text.slice(0, index) + name + text.slice(index + word.length), names, unsure: names.length > 0 };
}

/** The sets with which the rules are made: what they mark as a name is one, and nothing else is. */
function labeledExamples(): Example[] {
  const lines = [
    ...DEVELOPMENT.flatMap(readLines),
    ...(process.argv.includes("--without-marked") ? [] : readMarkedLines("development")),
  ];
  return lines.map(({ text, redacted, class: kind, context }) => {
    const names = kind !== "name" ? [] : redacted.flatMap((name) => placesOf(text, name));
    const staff = (context?.business?.technicians ?? []).some((one) => text.toLowerCase().includes(one.toLowerCase()));
    return { text, names, unsure: staff };
  });
}
function placesOf(text: string, name: string): Example["names"] {
  const start = text.indexOf(name);
  return start === -1 ? [] : [{ start, end: start + name.length }];
}

const GENERATED: Record<Language, number> = {
  en: 56_000,
  es: 18_000,
  de: 7000,
  fr: 7000,
  pt: 7000,
  it: 7000,
  nl: 7000,
};
const STAYS = 16_000;
const SHARE_OF_NAMED = 0.68;
const LABELED_TIMES = 4;

const splitSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+/u).filter((part) => part.length > 3);

/** All from which the recognizer learns, in an order that is always the same. */
export function buildExamples(seed: number): Example[] {
  const random = createRandom(seed);
  const corpus = readCorpus();
  const sentences = new Map<string, string[]>();
  for (const { text, language } of corpus) {
    const of = sentences.get(language) ?? [];
    if (of.length < 40_000) of.push(...splitSentences(text));
    sentences.set(language, of);
  }
  const examples: Example[] = [];
  for (const language of LANGUAGES) {
    const templates = TEMPLATES.get(language) ?? [];
    const plain = templates.filter((template) => !/\{[NILC]\}/.test(template));
    const naming = templates.filter((template) => /\{[NIL]\}/.test(template));
    const others = templates.filter((template) => !/\{[NIL]\}/.test(template));
    const other = () => {
      const own = sentences.get(language);
      return own ? withoutMarks(random.pick(own)) : fillTemplate(random, language, random.pick(plain));
    };
    for (let count = 0; count < GENERATED[language]; count += 1) {
      const parts = [fillTemplate(random, language, random.pick(random.chance(SHARE_OF_NAMED) ? naming : others))];
      if (random.chance(0.35)) parts.unshift(other());
      if (random.chance(0.35)) parts.push(other());
      examples.push(spoken(random, joined(parts, random.pick([". ", ". ", "\n", " ", "! "]))));
    }
  }
  const stays = TEMPLATES.get("stays") ?? [];
  for (let count = 0; count < STAYS; count += 1) {
    const text = random.pick(stays);
    const before = random.chance(0.5) ? withoutMarks(random.pick(sentences.get("en") ?? [])) : null;
    const example: Example = { text, names: [], unsure: false };
    examples.push(spoken(random, before ? joined([before, example], " ") : example));
  }
  for (const { text, language } of corpus) {
    if (!random.chance(0.5)) continue;
    const changed = random.chance(0.5) ? (named(random, text, language) ?? surnamed(random, text, language)) : null;
    examples.push(spoken(random, changed ?? withoutMarks(text)));
  }
  for (const example of labeledExamples()) {
    for (let time = 0; time < LABELED_TIMES; time += 1) examples.push(time === 0 ? example : spoken(random, example));
  }
  return shuffled(random, examples);
}

function shuffled<T>(random: Random, list: T[]): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [list[other] as T, list[at] as T]; // both are in the list
  }
  return list;
}
