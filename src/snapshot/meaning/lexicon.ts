import { foldForSearch } from "../../model/basics/search-folding.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import type { MeaningKind } from "../../model/meaning.ts";
import type { ReviewIndex } from "../review-index.ts";
import { stemOf } from "../search/word-forms.ts";
import words from "./meaning.words.txt" with { type: "text" };

const LISTS = parseWordLists("meaning.words.txt", words, ["stop", "common", "saying"]);
const STOP = new Set(LISTS.stop);

/** The words of a phrase, folded, with the hyphen before them. A word may end with "*" for any ending. */
const WORD = /-?[\p{L}\p{N}][\p{L}\p{N}\p{M}]*\*?/gu;
const split = (phrase: string): string[] =>
  foldForSearch(phrase)
    .replace(/'s(?![\p{L}\p{N}])/gu, "")
    .match(WORD) ?? [];

/** "Back to work" is not about a back. */
const SAYING = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${LISTS.saying.join("|")})(?![\p{L}\p{N}])`, "gu");
const isStop = (word: string): boolean => STOP.has(word);
const bare = (word: string): string => word.replace(/^-/, "");
/** "On time" is not any time, but "my neck" is the neck. */
const ARTICLE = /^(?:an?|the|my|de|el|la|mi)$/;
/** "hands on", "check in": at the end, these belong to the word before them. */
const PARTICLE = /^(?:on|in|out)$/;

const formOf = (word: string): string => (word.endsWith("*") ? word : stemOf(word));

/** The forms of the words that say something. Of a phrase of stop words, there are none. */
export function contentOf(phrase: string, kind?: MeaningKind): string[] {
  const words = split(kind === "technician" ? phrase : foldForSearch(phrase).replace(SAYING, " "));
  const last = words.length - 1;
  const content = words.filter((word, at) => !isStop(word) || (at === last && at > 0 && PARTICLE.test(word)));
  // "Annie" is no form of "Anni".
  return [...new Set(content.map((word) => (kind === "technician" ? bare(word) : formOf(bare(word)))))];
}

/** The phrase without punctuation, as ids and names are compared: front_desk is front desk. */
export const plainOf = (phrase: string): string => split(phrase).map(bare).join(" ");

export const wordFits = (wanted: string, word: string): boolean =>
  wanted.endsWith("*") ? word.startsWith(wanted.slice(0, -1)) : wanted === word;

/** Something that phrases can mean. */
export type LexiconEntry = {
  id: string;
  /** The words of its names, and then of other phrases for it. */
  phrases: readonly string[][];
  /** Its names and the phrases that people ask with, if they have several words that name something. */
  whole: readonly string[][];
  /** All words that its names and its description have. */
  bag: ReadonlySet<string>;
  /** The words of each name and of the description, each with those of the label. */
  texts: readonly string[][];
};

export type Lexicon = {
  /** By a name without punctuation: its id. */
  names: ReadonlyMap<string, string>;
  /** By another phrase without punctuation: "clean" is not "cleaning", and "on schedule" is not "schedule". */
  asked: ReadonlyMap<string, string>;
  /** By the content of another phrase: the ids, most clearly meant first. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  entries: readonly LexiconEntry[];
  /** All words of the phrases. */
  known: { words: ReadonlySet<string>; beginnings: readonly string[] };
  /** Forms of words that name nothing by themselves. */
  common: ReadonlySet<string>;
};

/** The order of words is of no matter: "surgery on the knee" is knee surgery. */
export const contentKey = (content: readonly string[]): string => [...content].sort().join(" ");

/** "Hand, wrist and elbow" names three things. */
const partsOf = (label: string): string[] => label.split(/,| and | y | o | or /).map((part) => part.trim());

/** The patterns of a taxonomy that people can type: "price|prices high" is two phrases. */
function expandPattern(pattern: string): string[] {
  if (/\.\.|#/.test(pattern)) return [];
  return pattern
    .split(/\s+/)
    .reduce<string[]>(
      (phrases, place) =>
        phrases.flatMap((phrase) => place.split("|").map((word) => `${phrase} ${word}`.trim())).slice(0, 24),
      [""],
    );
}

function namesById(index: ReviewIndex, kind: MeaningKind): Map<string, string[]> {
  const by_id = new Map<string, string[]>();
  for (const [name, id] of index[`${kind}_names`]) by_id.set(id, [...(by_id.get(id) ?? []), name]);
  return by_id;
}

/** Phrases for one thing: its names, words that people ask with, and words of the taxonomy. The first are clearest. */
type Phrases = {
  id: string;
  asked: readonly string[];
  tiers: readonly string[][][];
  short: string[][];
  texts: string[][];
};

/** What a profile calls "terapia acuática" is also found by "pool therapy". */
function sameAsNames({ same_phrases }: ReviewIndex, names: readonly string[]): readonly string[] {
  const keys = new Set(names.map((name) => contentKey(contentOf(name))));
  return same_phrases.flatMap((phrases) =>
    phrases.some((phrase) => keys.has(contentKey(contentOf(phrase)))) ? phrases : [],
  );
}

/** "On time" and "after work" mean nothing without their small word. */
function isLiteral(phrase: string): boolean {
  const words = split(phrase).map(bare);
  return (
    words.length > 1 && contentOf(phrase).length === 1 && words.some((word) => isStop(word) && !ARTICLE.test(word))
  );
}

function phrasesOf(index: ReviewIndex, kind: MeaningKind, id: string, named: readonly string[], text: string): Phrases {
  const label = index[`${kind}_labels`].get(id) ?? id;
  const { asked = kind === "service" ? sameAsNames(index, named) : [], words: also = [] } =
    index.wordings.get(`${kind} ${id}`) ?? {};
  // In the id ana-de-la-cruz, "de" is as small a word as in the name.
  const read = (phrase: string) => contentOf(kind === "technician" ? plainOf(phrase) : phrase, kind);
  const own = [...named, ...partsOf(label)].map(read);
  const expanded = also.flatMap(expandPattern);
  const [literal, free] = [expanded.filter(isLiteral), expanded.filter((phrase) => !isLiteral(phrase))];
  // A person may be called Will, which says nothing elsewhere.
  const first_names = kind === "technician" ? plainOf(label).split(" ", 1) : [];
  return {
    id,
    asked: [...asked, ...literal],
    tiers: [own, asked.map(read), free.map(read)],
    short: [label, ...partsOf(label)].map(read),
    texts: [...own, read(text), first_names].map((words) => [...words, ...read(label)]),
  };
}

function buildLexicon(index: ReviewIndex, kind: MeaningKind): Lexicon {
  const common = new Set([...LISTS.common, ...index.common_words].flatMap((word) => [word, formOf(word)]));
  const withoutCommon = (content: string[]) => content.filter((word) => !common.has(word));
  const names = new Map<string, string>();
  const found: Phrases[] = [];
  for (const [id, named] of namesById(index, kind)) {
    const text = kind === "service" ? (index.service_texts.get(id) ?? "") : "";
    for (const name of [...named, text]) if (name !== "" && !names.has(plainOf(name))) names.set(plainOf(name), id);
    const phrases = phrasesOf(index, kind, id, named, text);
    // "Hand therapy" is also meant by "hand", but "knee surgery", another name of a service, not by "knee".
    const short = (kind === "condition" ? phrases.tiers.flat() : phrases.short).map(withoutCommon);
    found.push({ ...phrases, short });
  }
  const entries = found.map(({ id, tiers, short, texts }) => {
    const phrases = [...tiers.flat(), ...short].filter(({ length }) => length > 0);
    const whole = tiers
      .slice(0, 2)
      .flat()
      .filter((content) => withoutCommon(content).length > 1);
    return { id, phrases, whole, bag: new Set(texts.flat()), texts };
  });
  const words = new Set(entries.flatMap(({ phrases }) => phrases.flat()));
  const known = { words, beginnings: [...words].filter((word) => word.endsWith("*")) };
  const spoken = found.flatMap(({ id, asked: phrases }) => phrases.map((phrase) => ({ id, phrase: plainOf(phrase) })));
  const asked = new Map(spoken.map(({ id, phrase }) => [phrase, id]));
  // A phrase for two services names neither.
  for (const { id, phrase } of spoken) if (asked.get(phrase) !== id) asked.delete(phrase);
  return { names, asked, synonyms: synonymsOf(kind, found, common), entries, known, common };
}

function synonymsOf(kind: MeaningKind, found: readonly Phrases[], common: ReadonlySet<string>): Lexicon["synonyms"] {
  const synonyms = new Map<string, string[]>();
  const add = (id: string, content: readonly string[]) => {
    const key = contentKey(content);
    const known = synonyms.get(key) ?? [];
    // "Dr." names nobody, although a name may begin with it.
    const empty = key === "" || (kind === "technician" && content.every((word) => common.has(word)));
    if (!empty && !known.includes(id)) synonyms.set(key, [...known, id]);
  };
  for (const tier of [0, 1, 2]) {
    for (const { id, tiers } of found) for (const content of tiers[tier] ?? []) add(id, content);
  }
  if (kind === "service") for (const { id, short } of found) for (const content of short) add(id, content);
  return synonyms;
}

type Lexicons = Partial<Record<MeaningKind, Lexicon>>;
const built = new WeakMap<ReviewIndex, Lexicons>();

/** Built when the first phrase of a kind is no exact name. */
export function lexiconOf(index: ReviewIndex, kind: MeaningKind): Lexicon {
  const lexicons = built.get(index) ?? {};
  built.set(index, lexicons);
  lexicons[kind] ??= buildLexicon(index, kind);
  return lexicons[kind];
}
