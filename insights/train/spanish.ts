import { readFileSync } from "node:fs";

/** The endings of the regular verbs, without accents. */
const ENDINGS = {
  ar:
    "o as a amos an e aste o asteis aron aba abas aban abamos ando ado ada ados adas are ara aran aria arian " +
    "en es emos arme arse arte arlo arla arle arnos ase aran",
  er:
    "o es e emos en i iste io ieron ia ias ian iamos iendo ido ida idos idas ere era eran eria erian " +
    "a an as erme erse erte erlo erla erle",
  ir:
    "o es e imos en i iste io ieron ia ias ian iamos iendo ido ida idos idas ire ira iran iria irian " +
    "a an as irme irse irte irlo irla irle",
} as const;
type Conjugation = keyof typeof ENDINGS;

/** The regular forms of a verb, and the spelling of "busque", "pague" and "empiece" after c, g and z. */
function formsOfVerb(verb: string): string[] {
  const stem = verb.slice(0, -2);
  // The list marks verbs, and every infinitive ends in one of the three.
  const endings = ENDINGS[verb.slice(-2) as Conjugation].split(" ");
  return [
    verb,
    ...endings.map((ending) => {
      if (!verb.endsWith("ar") || !ending.startsWith("e")) return stem + ending;
      if (stem.endsWith("c")) return `${stem.slice(0, -1)}qu${ending}`;
      if (stem.endsWith("g")) return `${stem}u${ending}`;
      return (stem.endsWith("z") ? `${stem.slice(0, -1)}c` : stem) + ending;
    }),
  ];
}

/** A noun or adjective in both genders and numbers. */
function formsOfWord(word: string): string[] {
  if (/[oa]$/.test(word) && word.length > 3) {
    const stem = word.slice(0, -1);
    return [
      word,
      `${stem}o`,
      `${stem}a`,
      `${stem}os`,
      `${stem}as`,
      `${stem}ito`,
      `${stem}ita`,
      `${stem}isimo`,
      `${stem}isima`,
    ];
  }
  if (/[aeiou]$/.test(word)) return [word, `${word}s`];
  return word.length > 3 && !word.endsWith("s") ? [word, `${word}es`] : [word];
}

/**
 * spanish.txt: Spanish words, without accents, by English word. A Spanish word gets the vector of the English one. "~" marks
 * a verb, of which the regular forms are added; a form that is listed elsewhere keeps that meaning.
 */
export function readSpanish(path: string): Map<string, string> {
  const listed = readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const [english = "", spanish = ""] = line.split(": ");
      return spanish.split(" ").map((word) => ({ english, word }));
    });
  const meaning = new Map<string, string>();
  const add = (word: string, english: string) => {
    if (!meaning.has(word)) meaning.set(word, english);
  };
  for (const { english, word } of listed) if (!word.endsWith("~")) add(word, english);
  for (const { english, word } of listed)
    if (word.endsWith("~")) for (const form of formsOfVerb(word.slice(0, -1))) add(form, english);
  for (const { english, word } of listed)
    if (!word.endsWith("~")) for (const form of formsOfWord(word)) add(form, english);
  return meaning;
}
