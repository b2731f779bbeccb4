import { u32At } from "../../src/model/basics/typed-array.ts";
import { parseWordLists } from "../../src/model/basics/word-lists.ts";
import type { Profile } from "../../src/model/business.ts";
import type { Mentions } from "../../src/model/review.ts";
import text from "./mentions.words.txt" with { type: "text" };

type Named = { id: string; name: string };
/** One way to name an entity: words that must follow each other. */
type Phrase = { entity: number; words: string[]; capital: boolean };
export type MentionFinder = (text: string) => Mentions;

const LISTS = parseWordLists("mentions.words.txt", text, [
  "everyday names",
  "spanish everyday names",
  "times",
  "before a time",
  "a person does",
  "a person is",
  "and",
  "apposition",
]);
/** First names that are also everyday words: "Grace", "Will". */
const AMBIGUOUS = new Set([...LISTS["everyday names"], ...LISTS["spanish everyday names"]]);
const TIMES = new Set(LISTS.times);
const BEFORE_TIME = new Set(LISTS["before a time"]);
const DOES = new Set(LISTS["a person does"]);
const IS_AT = new Set(LISTS["a person is"]);
const AND = new Set(LISTS.and);
const APPOSITION = new Set(LISTS.apposition);
/** In l'équilibre and d'Ellery the article is a separate word; O'Brien is one word. */
const ELIDED = /^(?:l|d|j|m|n|s|t|c|qu)['’](?=\p{L})/iu;

const TITLES = ["dr", "doctor", "mr", "mrs", "ms", "miss"];
/** Phrases with a word that may name a service: "pins and needles" is not dry needling. */
const SAYINGS = ["pins and needles", "needle in a haystack", "car pool", "gene pool", "pool of", "dead in the water"];
const NOTHING = -1;

/** The words of a text in order: in lower case without accents, and as written, which is rarely needed. */
type Words = { text: string; plain: readonly string[]; raw(): readonly string[] };

const ACCENTED = /[^\x00-\x7f]/;
const plainWord = (word: string): string =>
  ACCENTED.test(word)
    ? word
        .toLowerCase()
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
    : word.toLowerCase();

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
const APOSTROPHE = /['’]/;
const SENTENCE_END = /[.!?\n:"“]/;

function splitWords(text: string): Words {
  let written: readonly string[] | undefined;
  const raw = () => (written ??= rawWords(text));
  // In ASCII, a whole text in lower case is faster than each of its words.
  const simple = !ACCENTED.test(text) && !text.includes("'");
  return { text, raw, plain: simple ? (text.toLowerCase().match(ASCII_WORD) ?? []) : raw().map(plainPart) };
}

const plainPart = (word: string): string =>
  APOSTROPHE.test(word) ? plainWord(word.replace(/['’]$/u, "")).replace(/['’]s$/u, "") : plainWord(word);

function rawWords(text: string): readonly string[] {
  const found = text.match(ACCENTED.test(text) ? WORD : ASCII_WORD) ?? [];
  if (!APOSTROPHE.test(text)) return found;
  return found.flatMap((word) => {
    const elided = APOSTROPHE.test(word) ? (ELIDED.exec(word)?.[0] ?? "") : "";
    return elided === "" ? [word] : [elided, word.slice(elided.length)];
  });
}

const CAPITALIZED = /^\p{Lu}\p{Ll}/u;
/** "Explained", "explicó". "Need" and "indeed" are no past forms. */
const PAST = /(?:[^e]ed|[^aeiou]ó)$/;

/** What is between the word at this place and the next one, and the next one itself. */
function afterWord({ text, raw }: Words, at: number): { start: number; between: string; next: string } {
  let end = 0;
  for (const before of raw().slice(0, at)) end = text.indexOf(before, end) + before.length;
  const [word = "", next = ""] = raw().slice(at, at + 2);
  const start = text.indexOf(word, end);
  end = start + word.length;
  const to = next === "" ? text.length : text.indexOf(next, end);
  return { start, between: text.slice(end, to), next };
}

/** Whether what follows a word at the beginning of a sentence is what a person is or does: "Hope is patient". */
function actsAsPerson(words: Words, at: number): boolean {
  const { between, next } = afterWord(words, at);
  const [raw, plain] = [words.raw(), words.plain];
  if (/['’]s$/u.test(raw[at] ?? "")) return true;
  if (between.startsWith(":")) return true;
  if (between.startsWith(",")) return CAPITALIZED.test(next) || APPOSITION.has(plain[at + 1] ?? "");
  if (!/^[ \u00a0&]*$/.test(between)) return false;
  if (between.includes("&") || AND.has(plain[at + 1] ?? "")) {
    return CAPITALIZED.test(between.includes("&") ? next : (raw[at + 2] ?? ""));
  }
  if (IS_AT.has(plain[at + 1] ?? "")) return /^(?:the|front)$/.test(plain[at + 2] ?? "");
  return DOES.has(plain[at + 1] ?? "") || PAST.test(next);
}

/** Whether a word that may be an everyday word is written as a name. */
function isProper(words: Words, at: number): boolean {
  const [raw, plain] = [words.raw(), words.plain];
  if (!CAPITALIZED.test(raw[at] ?? "")) return false;
  if (TIMES.has(plain[at] ?? "") && (BEFORE_TIME.has(plain[at - 1] ?? "") || /^\d/.test(plain[at + 1] ?? ""))) {
    return false;
  }
  if (at === 0) return actsAsPerson(words, at);
  const { start } = afterWord(words, at);
  const before = words.text.slice(0, start);
  return SENTENCE_END.test(before.slice(before.lastIndexOf(raw[at - 1] ?? ""))) ? actsAsPerson(words, at) : true;
}

type Known = Named & { aliases: readonly string[]; called_before?: readonly string[] | undefined };

/** Its names, now and before. */
const namesOf = ({ name, called_before = [] }: Known): string[] => [name, ...called_before];

/** Who has each word at one end of a name. */
function ownersOf(entities: readonly Known[], at: 0 | -1): Map<string, Set<number>> {
  const owners = new Map<string, Set<number>>();
  for (const [entity, known] of entities.entries())
    for (const name of namesOf(known)) {
      const word = splitWords(name).plain.at(at) ?? "";
      owners.set(word, (owners.get(word) ?? new Set()).add(entity));
    }
  return owners;
}

/** "Dr. Katz" and "Ben" for Ben Katz. What two people share identifies neither. */
function createShortPhrases(entities: readonly Known[]) {
  const [given, family] = [ownersOf(entities, 0), ownersOf(entities, -1)];
  return (entity: number, name: string): Phrase[] => {
    const { plain } = splitWords(name);
    const [firstName = "", surname = ""] = [plain[0], plain.at(-1)];
    const phrases: Phrase[] = [];
    if (surname !== "" && surname !== firstName && family.get(surname)?.size === 1)
      for (const title of TITLES) phrases.push({ entity, words: [title, surname], capital: false });
    if (firstName.length > 1 && given.get(firstName)?.size === 1)
      phrases.push({ entity, words: [firstName], capital: AMBIGUOUS.has(firstName) });
    return phrases;
  };
}

function phrasesOf(entities: readonly Known[], firstNames: boolean): Phrase[] {
  const shortPhrases = createShortPhrases(entities);
  return entities.flatMap((known, entity) => {
    const texts = [known.name, known.id, ...known.aliases, ...(known.called_before ?? [])];
    const phrases = texts.map((text): Phrase => {
      const words = [...splitWords(text).plain];
      const capital = firstNames && words.length === 1 && AMBIGUOUS.has(words[0] ?? "");
      return { entity, words, capital };
    });
    if (firstNames) for (const name of namesOf(known)) phrases.push(...shortPhrases(entity, name));
    return phrases.filter(({ words }) => words.length > 0);
  });
}

function buildIndex(phrases: readonly Phrase[]): Map<string, Phrase[]> {
  const index = new Map<string, Phrase[]>();
  // Longest first: "pool class" is not also "pool".
  for (const phrase of [...phrases].sort((a, b) => b.words.length - a.words.length)) {
    const key = phrase.words[0] ?? "";
    const list = index.get(key);
    if (list) list.push(phrase);
    else index.set(key, [phrase]);
  }
  return index;
}

/** `starts`: where a phrase of any index may begin. */
function findNamed(
  words: Words,
  starts: readonly number[],
  { index, entities }: { index: Map<string, Phrase[]>; entities: readonly Named[] },
): Named[] {
  const found = new Set<number>();
  let until = 0;
  for (const at of starts) {
    if (at < until) continue;
    const hit = index.get(words.plain[at] ?? "")?.find((phrase) => matches(phrase, words, at));
    if (!hit) continue;
    if (hit.entity !== NOTHING) found.add(hit.entity);
    until = at + hit.words.length;
  }
  if (found.size === 0) return [];
  return entities.filter((_, entity) => found.has(entity)).map(({ id, name }) => ({ id, name }));
}

function matches(phrase: Phrase, words: Words, at: number): boolean {
  if (phrase.capital && !isProper(words, at)) return false;
  return phrase.words.every((part, offset) => words.plain[at + offset] === part);
}

const isLetterOrDigit = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

function plainEnd(text: string, from: number): number {
  let at = from;
  while (isLetterOrDigit(text.charCodeAt(at))) at++;
  return at;
}

/** A quick test for texts without any of these words. It may pass others, but never stops a text that has one. */
function buildFilter(firstWords: readonly string[]): (text: string) => boolean {
  // Words are compared up to the first character that is not a letter or digit: O'Brien as "o".
  const starts = new Set(firstWords.map((word) => word.slice(0, plainEnd(word, 0))));
  if (starts.has("")) return () => true;
  // By first character, one bit per length that occurs. Nearly every word of a text fails here.
  const lengths = new Uint32Array(128);
  for (const start of starts) {
    const first = start.charCodeAt(0);
    lengths[first] = u32At(lengths, first) | (1 << start.length);
  }
  return (text) => {
    const plain = plainWord(text);
    for (let at = 0; at < plain.length; at++) {
      const first = plain.charCodeAt(at);
      if (!isLetterOrDigit(first)) continue;
      const from = at;
      at = plainEnd(plain, at);
      if (u32At(lengths, first) & (1 << (at - from)) && starts.has(plain.slice(from, at))) return true;
    }
    return false;
  };
}

/** Finds whole words, whatever their case and accents. Results are in the profile's order. */
export function buildMentionFinder(
  profile: Pick<Profile, "technicians" | "services" | "service_areas">,
): MentionFinder {
  const technicians = buildIndex(phrasesOf(profile.technicians, true));
  const sayings = SAYINGS.map((text): Phrase => ({ entity: NOTHING, words: text.split(" "), capital: false }));
  const services = buildIndex([...phrasesOf(profile.services, false), ...sayings]);
  const areas = buildIndex(phrasesOf(profile.service_areas, false));
  const first_words = new Set([...technicians.keys(), ...services.keys(), ...areas.keys()]);
  const mayMention = buildFilter([...first_words]);
  // By first character, one bit per length: testing that before the set takes a third of the time (measured).
  const shapes = new Uint32Array(128);
  const [place, bit] = [(word: string) => word.charCodeAt(0) & 127, (word: string) => 1 << Math.min(word.length, 31)];
  for (const word of first_words) shapes[place(word)] = u32At(shapes, place(word)) | bit(word);
  const mayBegin = (word: string) => (u32At(shapes, place(word)) & bit(word)) !== 0 && first_words.has(word);
  return (text) => {
    // Most texts mention nothing. Testing that first takes a tenth of the time (measured).
    if (!mayMention(text)) return { technicians: [], services: [], service_areas: [] };
    const words = splitWords(text);
    const starts: number[] = [];
    for (let at = 0; at < words.plain.length; at += 1) if (mayBegin(words.plain[at] ?? "")) starts.push(at);
    return {
      technicians: findNamed(words, starts, { index: technicians, entities: profile.technicians }),
      services: findNamed(words, starts, { index: services, entities: profile.services }),
      service_areas: findNamed(words, starts, { index: areas, entities: profile.service_areas }),
    };
  };
}
