import type { Profile } from "../../model/business.ts";
import type { Mentions } from "../../model/review.ts";

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
const ELIDED = /^(?:l|d|j|m|n|s|t|c|qu)['’](?=\p{L})/iu;

const TITLES = ["dr", "doctor", "mr", "mrs", "ms", "miss"];
/** Sayings with a word that a service may go by: "pins and needles" is no dry needling. */
const SAYINGS = ["pins and needles", "needle in a haystack", "car pool", "gene pool", "pool of", "dead in the water"];
const NOTHING = -1;

/** The words of a text in order, as they stand there and folded. */
type Words = { text: string; raw: readonly string[]; folded: readonly string[] };

const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");

const ACCENTED = /[^\x00-\x7f]/;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const ASCII_WORD = /[A-Za-z0-9]+(?:'[A-Za-z]+)*/g;
const SENTENCE_END = /[.!?\n:"“]/;

function splitWords(text: string): Words {
  const accented = ACCENTED.test(text);
  const found = text.match(accented ? WORD : ASCII_WORD) ?? [];
  const foldWord = accented ? fold : (word: string) => word.toLowerCase();
  if (!/['’]/.test(text)) return { text, raw: found, folded: found.map(foldWord) };
  const raw: string[] = [];
  const folded: string[] = [];
  for (const word of found) {
    const elided = ELIDED.exec(word)?.[0] ?? "";
    if (elided !== "") {
      raw.push(elided);
      folded.push(foldWord(elided.slice(0, -1)));
    }
    const rest = word.slice(elided.length);
    raw.push(rest);
    folded.push(foldWord(rest).replace(/['’]s$/u, ""));
  }
  return { text, raw, folded };
}

/** Whether a word has a capital of its own: not the one that every sentence begins with. */
function isProper({ text, raw }: Words, at: number): boolean {
  const word = raw[at] ?? "";
  if (at === 0 || !/^\p{Lu}/u.test(word)) return false;
  let end = 0;
  for (const before of raw.slice(0, at)) end = text.indexOf(before, end) + before.length;
  return !SENTENCE_END.test(text.slice(end, text.indexOf(word, end)));
}

function phrasesOf(entities: readonly (Named & { aliases: string[] })[], firstNames: boolean): Phrase[] {
  const given = entities.map(({ name }) => splitWords(name).folded[0]);
  const family = entities.map(({ name }) => splitWords(name).folded.at(-1));
  return entities.flatMap(({ id, name, aliases }, entity) => {
    const phrases = [name, id, ...aliases].map((text) => ({
      entity,
      words: [...splitWords(text).folded],
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

function findNamed(words: Words, index: Map<string, Phrase[]>, entities: readonly Named[]): Named[] {
  const found = new Set<number>();
  let at = 0;
  for (let word = words.folded[at]; word !== undefined; word = words.folded[at]) {
    const hit = index.get(word)?.find((phrase) => matches(phrase, words, at));
    if (hit && hit.entity !== NOTHING) found.add(hit.entity);
    at += hit ? hit.words.length : 1;
  }
  if (found.size === 0) return [];
  return entities.filter((_, entity) => found.has(entity)).map(({ id, name }) => ({ id, name }));
}

function matches(phrase: Phrase, words: Words, at: number): boolean {
  if (phrase.capital && !isProper(words, at)) return false;
  return phrase.words.every((part, offset) => words.folded[at + offset] === part);
}

const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

function plainEnd(text: string, from: number): number {
  let at = from;
  while (isPlain(text.charCodeAt(at))) at++;
  return at;
}

/** Whether a text has a word that begins as one of these do; says yes too often, never no where it has. */
function buildSieve(firstWords: readonly string[]): (text: string) => boolean {
  // Only plain letters and digits count, in the words as in the text: O'Brien begins as O does.
  const starts = new Set(firstWords.map((word) => word.slice(0, plainEnd(word, 0))));
  if (starts.has("")) return () => true;
  // By first character the lengths that occur, a bit each: nearly every word of a text is done with here.
  const lengths = new Uint32Array(128);
  for (const start of starts) lengths[start.charCodeAt(0)] = (lengths[start.charCodeAt(0)] ?? 0) | (1 << start.length);
  return (text) => {
    const folded = ACCENTED.test(text) ? fold(text) : text.toLowerCase();
    for (let at = 0; at < folded.length; at++) {
      const first = folded.charCodeAt(at);
      if (!isPlain(first)) continue;
      const from = at;
      at = plainEnd(folded, at);
      if ((lengths[first] ?? 0) & (1 << (at - from)) && starts.has(folded.slice(from, at))) return true;
    }
    return false;
  };
}

/** Built once a profile. Whole words, whatever their case and accents; answers in the profile's order. */
export function buildMentionFinder(
  profile: Pick<Profile, "technicians" | "services" | "service_areas">,
): MentionFinder {
  const technicians = buildIndex(phrasesOf(profile.technicians, true));
  const sayings = SAYINGS.map((text): Phrase => ({ entity: NOTHING, words: text.split(" "), capital: false }));
  const services = buildIndex([...phrasesOf(profile.services, false), ...sayings]);
  const areas = buildIndex(phrasesOf(profile.service_areas, false));
  const mayMention = buildSieve([...technicians.keys(), ...services.keys(), ...areas.keys()]);
  return (text) => {
    // Most texts name nothing: whether any word could begin a name is asked first, which takes a tenth of the time.
    if (!mayMention(text)) return { technicians: [], services: [], service_areas: [] };
    const words = splitWords(text);
    return {
      technicians: findNamed(words, technicians, profile.technicians),
      services: findNamed(words, services, profile.services),
      service_areas: findNamed(words, areas, profile.service_areas),
    };
  };
}
