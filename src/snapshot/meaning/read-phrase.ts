import { foldForSearch, foldQuery } from "../../model/basics/search-folding.ts";
import { type MeaningKind, SURE, type Sure } from "../../model/meaning.ts";
import { editDistance, editDistanceWithin, suggest } from "../../spelling.ts";
import type { ReviewIndex } from "../review-index.ts";
import { isNegation } from "../search/denial.ts";
import { contentKey, contentOf, type Lexicon, type LexiconEntry, lexiconOf, plainOf, wordFits } from "./lexicon.ts";

/** What a phrase means. `own`: it is the id or the label itself. */
export type PhraseReading = { kind: MeaningKind; id: string; label: string; sure: Sure; own: boolean };

const read = (index: ReviewIndex, kind: MeaningKind, id: string, sure: Sure): PhraseReading => ({
  kind,
  id,
  label: index[`${kind}_labels`].get(id) ?? id,
  sure,
  own: false,
});

function readExact(index: ReviewIndex, kind: MeaningKind, given: string): PhraseReading | null {
  const folded = foldQuery(given);
  const id = index[`${kind}_names`].get(folded);
  if (id === undefined) return null;
  const found = read(index, kind, id, "exact");
  return { ...found, own: folded === foldQuery(id) || folded === foldQuery(found.label) };
}

/** How well an entry covers a phrase: words of its longest phrase in it, and words of it that are covered. */
type Cover = { id: string; longest: number; covered: number };

function coverOf({ id, phrases }: LexiconEntry, content: readonly string[], rest: readonly string[]): Cover | null {
  let longest = 0;
  const covered = new Set<string>();
  for (const phrase of phrases) {
    // Nearly all phrases end here, without a list of what fits (measured: a third of the time).
    if (!phrase.every((wanted) => content.some((word) => wordFits(wanted, word)))) continue;
    longest = Math.max(longest, phrase.length);
    for (const word of content) if (phrase.some((wanted) => wordFits(wanted, word))) covered.add(word);
  }
  return longest > 0 && rest.every((word) => covered.has(word)) ? { id, longest, covered: covered.size } : null;
}

/**
 * The words of names and descriptions. A single common word, such as "therapy", is no reading, and "knee and hip" is
 * none of a service for knee surgery and hip surgery.
 */
const bagCover = (
  { id, bag, phrases, texts }: LexiconEntry,
  content: readonly string[],
  telling: readonly string[],
): Cover | null =>
  content.every((word) => bag.has(word)) && texts.some((text) => telling.every((word) => text.includes(word)))
    ? {
        id,
        longest: Math.max(0, ...phrases.map((phrase) => content.filter((word) => phrase.includes(word)).length)),
        covered: content.length,
      }
    : null;

/** True if a folded word may name somebody or a part of a name. */
export const mayName = (index: ReviewIndex, word: string): boolean =>
  index.technician_names.has(word) || lexiconOf(index, "technician").entries.some(({ bag }) => bag.has(word));

/** The best cover, if it is better than all others. */
function bestOf(covers: readonly Cover[]): string | null {
  const [best, second] = [...covers].sort((a, b) => b.longest - a.longest || b.covered - a.covered);
  if (!best) return null;
  return second && second.longest === best.longest && second.covered === best.covered ? null : best.id;
}

/**
 * "Brake pad replacement" is brake pads: all of a name or of a phrase for it, of several words, is in what is asked, and
 * no other word of that is in the names of something else.
 */
function readWhole(entries: readonly LexiconEntry[], content: readonly string[]): string | null {
  if (content.some(isNegation)) return null;
  const covers = entries.flatMap(({ id, whole, bag }): Cover[] => {
    const fitting = whole.filter((phrase) => phrase.every((wanted) => content.some((word) => wordFits(wanted, word))));
    if (fitting.length === 0) return [];
    const longest = Math.max(...fitting.map(({ length }) => length));
    const rest = content.filter((word) => !bag.has(word) && !fitting.some((phrase) => phrase.includes(word)));
    const elsewhere = rest.some((word) => entries.some((other) => other.id !== id && other.bag.has(word)));
    return elsewhere ? [] : [{ id, longest, covered: 0 }];
  });
  return bestOf(covers);
}

function readLikely(
  { entries, known }: Lexicon,
  kind: MeaningKind,
  content: readonly string[],
  telling: readonly string[],
): string | null {
  if (kind === "technician" && telling.length === 0) return null;
  // Most words are in no phrase, and comparing them with each would take longest.
  const isKnown = (word: string) =>
    known.words.has(word) || known.beginnings.some((beginning) => wordFits(beginning, word));
  const covers = telling.every(isKnown) ? entries.flatMap((entry) => coverOf(entry, content, telling) ?? []) : [];
  if (covers.length > 0) return bestOf(covers);
  const many = telling.length > 0 || content.length > 1;
  const words = kind === "technician" ? telling : content;
  const named =
    many && (kind === "service" || kind === "technician")
      ? bestOf(entries.flatMap((entry) => bagCover(entry, words, kind === "service" ? telling : []) ?? []))
      : null;
  // Most phrases have too few words of any name to be compared with each.
  const may = kind !== "technician" && content.filter(isKnown).length > 1;
  return named ?? (may ? readWhole(entries, content) : null);
}

/**
 * What a phrase means of one kind, by the same rules everywhere: a name of it, another word for it, or a phrase whose
 * words all belong to it and to nothing else. Null if it means nothing of that kind. Spelling errors are not applied.
 */
export function readPhrase(index: ReviewIndex, kind: MeaningKind, given: string): PhraseReading | null {
  const exact = readExact(index, kind, given);
  if (exact) return exact;
  const lexicon = lexiconOf(index, kind);
  const named = lexicon.names.get(plainOf(given));
  if (named !== undefined) {
    const { label } = read(index, kind, named, "exact");
    return { ...read(index, kind, named, "exact"), own: [named, label].some((own) => plainOf(own) === plainOf(given)) };
  }
  const asked_id = lexicon.asked.get(plainOf(given));
  if (asked_id !== undefined) return read(index, kind, asked_id, "synonym");
  const saying = contentOf(given, kind);
  const content = saying.length === 0 && kind === "technician" ? plainOf(given).split(" ") : saying;
  if (content.length === 0) return null;
  const telling = content.filter((word) => !lexicon.common.has(word));
  // "Hand injuries" is what hand therapy is for.
  const asked = kind === "service" && telling.length > 0 ? telling : content;
  const [synonym, ...others] =
    lexicon.synonyms.get(contentKey(content)) ?? lexicon.synonyms.get(contentKey(asked)) ?? [];
  if (synonym !== undefined && others.length === 0) return read(index, kind, synonym, "synonym");
  const likely = readLikely(lexicon, kind, content, telling) ?? (kind === "technician" ? undefined : synonym);
  return likely === undefined || likely === null ? null : read(index, kind, likely, "likely");
}

const sureOf = (reading: PhraseReading | null): number => (reading ? SURE.length - SURE.indexOf(reading.sure) : 0);

/** What a phrase names: a service, or a condition if that is more certain. */
export function readService(index: ReviewIndex, given: string): PhraseReading | null {
  const service = readPhrase(index, "service", given);
  if (service?.sure === "exact") return service;
  const condition = readPhrase(index, "condition", given);
  return sureOf(condition) > sureOf(service) ? condition : service;
}

/** Comparing longer words would be slow, and they are not typing errors. */
const MAX_TYPO_CHARACTERS = 60;
const MOST_NEAR = 5;

const letters = (word: string): string => [...word].sort().join("");

/** The value of the closest spelling, if one is close. Two swapped letters count as one error, as in Pryia for Priya. */
export function nearest(given: string, spellings: ReadonlyMap<string, string>): string[] {
  const word = foldForSearch(given.trim()).slice(0, MAX_TYPO_CHARACTERS);
  const known = [...spellings.keys()];
  const swapped = known.filter((other) => letters(other) === letters(word));
  const near = suggest(word, known) || (swapped.find((other) => editDistance(word, other) === 2) ?? "");
  const key = near === "" ? undefined : spellings.get(near);
  return key === undefined ? [] : [key];
}

/** Ids of the entries that have the most of these words, if they have any. */
function sharingMost(entries: readonly LexiconEntry[], content: readonly string[]): string[] {
  const shared = entries.map(({ id, bag, phrases }) => ({
    id,
    count: content.filter(
      (word) => bag.has(word) || phrases.some((phrase) => phrase.some((one) => wordFits(one, word))),
    ).length,
  }));
  const most = Math.max(1, ...shared.map(({ count }) => count));
  return shared.flatMap(({ id, count }) => (count === most ? [id] : [])).slice(0, MOST_NEAR);
}

/** Shorter words are close to too many others. */
const LEAST_TYPO_CHARACTERS = 5;

/** The words of the entries that are one typing error from these: fascitis for fasciitis. */
function respelled(entries: readonly LexiconEntry[], content: readonly string[]): string[] {
  const known = [...new Set(entries.flatMap(({ bag, phrases }) => [...bag, ...phrases.flat()]))];
  return content
    .filter(({ length }) => length >= LEAST_TYPO_CHARACTERS && length <= MAX_TYPO_CHARACTERS)
    .flatMap((word) => known.filter((other) => editDistanceWithin(word, other, 1) !== null));
}

/** Ids that somebody may have meant by a phrase that means nothing of this kind: those that share most of its words. */
export function nearIds(index: ReviewIndex, kind: MeaningKind, given: string): string[] {
  const { entries, names, synonyms, common } = lexiconOf(index, kind);
  const content = contentOf(given, kind);
  // "Dr. Acterberg" is none of the others who are called "Dr.".
  const telling = content.filter((word) => !common.has(word));
  const said = telling.length > 0 ? telling : content;
  const sharing = sharingMost(entries, said);
  if (sharing.length > 0) return sharing;
  const spellings = new Map([...names, ...Array.from(synonyms, ([key, [id = ""]]) => [key, id] as const)]);
  const near = nearest(given, spellings);
  return near.length > 0 ? near : sharingMost(entries, respelled(entries, said));
}
