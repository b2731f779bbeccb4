import { isLonger } from "../../model/basics/cut.ts";
import { foldQuery } from "../../model/basics/search-folding.ts";
import { MEANING_KINDS, MEANINGS } from "../../model/meaning.ts";
import { QUERY_MAX_CHARACTERS, type SearchFilters, type Suggestion } from "../../model/search.ts";
import { editDistanceWithin } from "../../spelling.ts";
import { nearIds, readPhrase } from "../meaning/read-phrase.ts";
import type { ReviewIndex } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import { isTelling } from "./plain-words.ts";
import { countMatches } from "./search.ts";

const MOST_SUGGESTIONS = 8;
/** How many words of a query are examined. */
const MOST_WORDS = 8;
/** How many spellings are tried per word, and in total. */
const PER_WORD = 3;
const MOST_SPELLINGS = 8;
const MOST_NAMES = 3;
/** Words are similar if they share this many letters at the beginning. */
const ALIKE = 5;
/** After this many words, other requests may run. */
const TURN_WORDS = 2000;

/** The words are split on first use, because few searches find nothing. */
const vocabularies = new WeakMap<ReviewIndex, ReadonlySet<string>>();

function vocabularyOf(index: ReviewIndex): ReadonlySet<string> {
  const known = vocabularies.get(index) ?? new Set(index.vocabulary.split("\n"));
  vocabularies.set(index, known);
  return known;
}

type Candidate = { kind: Suggestion["kind"]; query: SearchFilters };

const distanceFor = (word: string): number => (word.length < 4 ? 1 : word.length < 8 ? 2 : 3);

/** Similar words: the closest first, then the most frequent. */
function* nearWords(word: string, known: Iterable<string>): Turns<string[]> {
  const near: { word: string; distance: number }[] = [];
  const most = Math.min(distanceFor(word), Math.floor(word.length / 2));
  let read = 0;
  for (const candidate of known) {
    if (++read % TURN_WORDS === 0) yield;
    const distance = editDistanceWithin(word, candidate, most);
    if (distance !== null && distance > 0) near.push({ word: candidate, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance)
    .slice(0, PER_WORD)
    .map((found) => found.word);
}

const wordsOf = (query: string): string[] => [
  ...new Set(query.split(/[^\p{L}\p{N}\p{M}']+/u).filter((word) => word !== "")),
];

/** Other spellings of the query: with unknown words corrected, and with words joined or split. */
function* spellings(index: ReviewIndex, query: string): Turns<string[]> {
  const found = new Set<string>();
  const words = wordsOf(query).slice(0, MOST_WORDS);
  const near = new Map<string, string[]>();
  const known = vocabularyOf(index);
  for (const word of words) {
    if (word.length < 3 || (yield* countMatches(index, { query: word })) > 0) continue;
    near.set(word, yield* nearWords(word, known));
  }
  const replaceAll = (place: number) =>
    [...near].reduce((text, [word, others]) => text.replaceAll(word, others[place] ?? others[0] ?? word), query);
  for (let place = 0; place < PER_WORD; place++) if (near.size > 0) found.add(replaceAll(place));
  for (const joint of ["-", "", " "]) found.add(query.replace(/[- ]+/g, joint));
  for (const word of near.keys()) {
    for (let at = 3; at <= word.length - 3; at++) {
      if (known.has(word.slice(0, at)) && known.has(word.slice(at))) {
        found.add(query.replaceAll(word, `${word.slice(0, at)} ${word.slice(at)}`));
      }
    }
  }
  found.delete(query);
  return [...found].filter((other) => !isLonger(other, QUERY_MAX_CHARACTERS)).slice(0, MOST_SPELLINGS);
}

/** Ids of similar names: a small spelling difference, a shared word, or a word with the same beginning. */
function* nearNames(names: ReadonlyMap<string, string>, given: string): Turns<string[]> {
  const folded = foldQuery(given).slice(0, 60);
  const ids = new Set<string>();
  for (const name of yield* nearWords(folded, names.keys())) ids.add(names.get(name) ?? name);
  const words = new Set(wordsOf(folded).filter((word) => word.length > 2));
  for (const [name, id] of names) if (wordsOf(name).some((word) => words.has(word))) ids.add(id);
  const parts = Array.from(names, ([name, id]) => wordsOf(name).map((part) => ({ part, id }))).flat();
  const distinct = new Set(parts.map(({ part }) => part));
  for (const word of words) {
    const near = new Set(yield* nearWords(word, distinct));
    for (const { part, id } of parts) if (near.has(part)) ids.add(id);
    // "needles" begins like "needling".
    for (const { part, id } of parts) if (word.length > ALIKE && part.startsWith(word.slice(0, ALIKE))) ids.add(id);
  }
  return [...ids].slice(0, MOST_NAMES);
}

/** Best first: names and spellings, then the query without dates, then each word alone. Some of them match nothing. */
function* candidates(index: ReviewIndex, filters: SearchFilters): Turns<Candidate[]> {
  const found: Candidate[] = [];
  for (const kind of MEANING_KINDS) {
    const filter = MEANINGS[kind];
    const given = filters[filter];
    const names = index[`${kind}_names`];
    if (given === undefined || names.has(foldQuery(given))) continue;
    const { [filter]: _, ...others } = filters;
    for (const other of MEANING_KINDS) {
      const reading = other === kind || filters[MEANINGS[other]] !== undefined ? null : readPhrase(index, other, given);
      if (reading) found.push({ kind: "name", query: { ...others, [MEANINGS[other]]: reading.id } });
    }
    const near = new Set([...nearIds(index, kind, given).slice(0, MOST_NAMES), ...(yield* nearNames(names, given))]);
    for (const id of near) found.push({ kind: "name", query: { ...filters, [filter]: id } });
  }
  const query = foldQuery(filters.query ?? "");
  if (query !== "") {
    for (const other of yield* spellings(index, query)) {
      found.push({ kind: "spelling", query: { ...filters, query: other } });
    }
  }
  const { since, until, ...undated } = filters;
  if (since !== undefined || until !== undefined) found.push({ kind: "dates", query: undated });
  const words = wordsOf(query);
  if (words.length > 1) {
    const by_meaning = [...words.filter(isTelling), ...words.filter((word) => !isTelling(word))];
    for (const word of by_meaning.slice(0, MOST_WORDS))
      found.push({ kind: "word", query: { ...filters, query: word } });
  }
  return found;
}

/** For filters that match nothing: other filters that do. Every suggestion matches something. */
export function* suggestInTurns(index: ReviewIndex, filters: SearchFilters): Turns<Suggestion[]> {
  const found: Suggestion[] = [];
  const seen = new Set<string>();
  for (const { kind, query } of yield* candidates(index, filters)) {
    if (found.length === MOST_SUGGESTIONS) break;
    const key = JSON.stringify(query);
    if (seen.has(key)) continue;
    seen.add(key);
    yield;
    const matched = yield* countMatches(index, query);
    if (matched > 0) found.push({ kind, query, matched });
  }
  return found;
}
