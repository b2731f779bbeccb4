import type { Profile } from "../model/business.ts";
import type { Mentions } from "../model/review.ts";

type Named = { id: string; name: string };
/** One way to name something, as the words that must follow one another. */
type Phrase = { entity: number; words: string[]; capital: boolean };
export type MentionFinder = (text: string) => Mentions;

/** First names that are also everyday words: taken for a person only with a capital, and not at a sentence's start. */
const AMBIGUOUS = new Set(
  "amber angel april art autumn basil bill bliss brook carol chance charity chase chip christian clay cliff constance daisy dawn dean dee destiny drew faith fern flora frank gene ginger glen grace grant guy harmony hazel heather holly honor hope iris ivy jack jade jasmine jay jean jewel john joy june kit lance lane laurel lily mark mason max may melody mercy miles miller nick norm olive opal page pat patience pearl penny piper poppy prudence ray reed rich rob robin rocky rod rose ruby rusty sage sandy serenity sky skip stone sue summer sunny trinity van victor violet wade ward warren will woody".split(
    " ",
  ),
);
/** l'équilibre, d'Ellery: the article is a word of its own; O'Brien is one word. */
const ELIDED = /^(?:l|d|j|m|n|s|t|c|qu)['’](?=\p{L})/u;

const TITLES = ["dr", "doctor", "mr", "mrs", "ms", "miss"];
/** Sayings with a word that a service may go by: "pins and needles" is no dry needling. */
const SAYINGS = ["pins and needles", "needle in a haystack", "car pool", "gene pool", "pool of", "dead in the water"];
const NOTHING = -1;

type Word = { folded: string; capital: boolean; opens: boolean };

const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");

const ACCENTED = /[^\x00-\x7f]/;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
const SENTENCE_END = /[.!?\n:"“]/;

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  const accented = ACCENTED.test(text);
  let end = 0;
  for (const match of text.matchAll(accented ? WORD : ASCII_WORD)) {
    const [found] = match;
    const opens = end === 0 || SENTENCE_END.test(text.slice(end, match.index));
    end = match.index + found.length;
    const capital = found.charCodeAt(0) <= 0x5a || (accented && /^\p{Lu}/u.test(found));
    const lower = accented ? fold(found) : found.toLowerCase();
    if (!lower.includes("'") && !lower.includes("’")) {
      words.push({ folded: lower, capital, opens });
      continue;
    }
    const elided = ELIDED.exec(lower);
    if (elided) words.push({ folded: elided[0].slice(0, -1), capital: false, opens });
    const bare = (elided ? lower.slice(elided[0].length) : lower).replace(/['’]s$/u, "");
    words.push({ folded: bare, capital: elided ? /['’]\p{Lu}/u.test(found) : capital, opens: opens && !elided });
  }
  return words;
}

function phrasesOf(entities: readonly (Named & { aliases: string[] })[], firstNames: boolean): Phrase[] {
  const given = entities.map(({ name }) => splitWords(name)[0]?.folded);
  const family = entities.map(({ name }) => splitWords(name).at(-1)?.folded);
  return entities.flatMap(({ id, name, aliases }, entity) => {
    const phrases = [name, id, ...aliases].map((text) => ({
      entity,
      words: splitWords(text).map(({ folded }) => folded),
      capital: false,
    }));
    const firstName = given[entity];
    const surname = family[entity];
    if (firstNames && surname && surname !== firstName && family.indexOf(surname) === family.lastIndexOf(surname)) {
      for (const title of TITLES) phrases.push({ entity, words: [title, surname], capital: false });
    }
    // A first name that two share tells nobody.
    if (firstNames && firstName && firstName.length > 1 && given.indexOf(firstName) === given.lastIndexOf(firstName)) {
      phrases.push({ entity, words: [firstName], capital: AMBIGUOUS.has(firstName) });
    }
    return phrases.filter(({ words }) => words.length > 0);
  });
}

function buildIndex(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const index = new Map<string, Phrase[]>();
  // Longest first: "pool therapy" is not also "pool" of something else.
  for (const phrase of [...phrases].sort((a, b) => b.words.length - a.words.length)) {
    const key = phrase.words[0] ?? "";
    const list = index.get(key);
    if (list) list.push(phrase);
    else index.set(key, [phrase]);
  }
  return index;
}

function findNamed(words: readonly Word[], index: Map<string, Phrase[]>, entities: readonly Named[]): Named[] {
  const found = new Set<number>();
  let at = 0;
  while (at < words.length) {
    const word = words[at];
    const hit = word && index.get(word.folded)?.find((phrase) => matches(phrase, words, at));
    if (hit && hit.entity !== NOTHING) found.add(hit.entity);
    at += hit ? hit.words.length : 1;
  }
  return entities.filter((_, entity) => found.has(entity)).map(({ id, name }) => ({ id, name }));
}

function matches(phrase: Phrase, words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (phrase.capital && !(word?.capital && !word.opens)) return false;
  return phrase.words.every((part, offset) => words[at + offset]?.folded === part);
}

/** Built once a profile. Whole words, whatever their case and accents; answers in the profile's order. */
export function buildMentionFinder(
  profile: Pick<Profile, "technicians" | "services" | "service_areas">,
): MentionFinder {
  const technicians = buildIndex(phrasesOf(profile.technicians, true));
  const sayings = SAYINGS.map((text): Phrase => ({ entity: NOTHING, words: text.split(" "), capital: false }));
  const services = buildIndex([...phrasesOf(profile.services, false), ...sayings]);
  const areas = buildIndex(phrasesOf(profile.service_areas, false));
  const firstWords = new Set([...technicians.keys(), ...services.keys(), ...areas.keys()]);
  return (text) => {
    // Most texts name nothing: whether any word could begin a name is asked first, which takes a third of the time.
    if (!mayMention(text, firstWords)) return { technicians: [], services: [], service_areas: [] };
    const words = splitWords(text);
    return {
      technicians: findNamed(words, technicians, profile.technicians),
      services: findNamed(words, services, profile.services),
      service_areas: findNamed(words, areas, profile.service_areas),
    };
  };
}

function mayMention(text: string, firstWords: ReadonlySet<string>): boolean {
  const accented = ACCENTED.test(text);
  const folded = accented ? fold(text) : text.toLowerCase();
  for (const word of folded.match(accented ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g) ?? []) {
    if (firstWords.has(word)) return true;
  }
  // A name with an apostrophe inside is one word to splitWords and two here.
  return /\p{L}['’]\p{L}/u.test(folded) && splitWords(text).some((word) => firstWords.has(word.folded));
}
