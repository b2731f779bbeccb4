import { f64At, i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { parseWordLists } from "../../../src/model/basics/word-lists.ts";
import { onFirstUse } from "../first-use.ts";
import type { PartsReading } from "../net/net.ts";
import text from "../reading/exceptions.words.txt" with { type: "text" };
import { hashWord } from "../reading/hash.ts";
import { createMatcher, type Match, parsePattern } from "../reading/patterns.ts";
import { type Span, spanOf } from "../reading/span.ts";
import { MARK, type Tokens } from "../reading/tokens.ts";
import { inBoth, LISTED, wordSet } from "../reading/word-set.ts";
import { marginAt, type ReadTwice } from "../scoring.ts";
import { POLARITY } from "../weights.ts";
import { partScore } from "./part-score.ts";

/*
 * "Other than the parking, everything is perfect" criticizes the parking. The net, and the words, give what is excepted
 * the side of the rest.
 */

type Part = { from: number; to: number };
/** What a sentence excepts from its praise: the aspects, and both parts with their scores. */
export type Exception = { has: (aspect: number) => boolean; parts: (Span & { score: number })[] };

const LISTS = parseWordLists("exceptions.words.txt", text, ["exceptions", "refers", "faults"]);
const FAULTS = inBoth(LISTS.faults);
const SUBJECTS = wordSet(LISTED["subjects en"], LISTED["subjects es"]);
const REFERS = inBoth(LISTS.refers);
const COMMA = hashWord(",");
/** The score that the rest must reach. */
const CLEAR = 0.4;
/** The score of what is excepted. */
const EXCEPTED = -0.8;

const matcher = onFirstUse(() =>
  createMatcher(
    LISTS.exceptions.flatMap((source) => [parsePattern(source, null), parsePattern(source, null, "es", "es")]),
  ),
);

/** Where the exception that begins a sentence ends: at a comma, or before the subject of the rest. */
function endOfFirst({ hash }: Tokens, from: number, to: number): number {
  for (let at = from; at < to; at++) if (hash[at] === COMMA) return at;
  for (let at = from + 1; at < to; at++) if (SUBJECTS.has(i32At(hash, at))) return at;
  return to;
}

/** What is excepted, and the rest: after it, if the sentence begins with the exception, otherwise before it. */
function divide({ reading: { tokens } }: ReadTwice, { from, to }: Part): [excepted: Part, rest: Part] | null {
  const find = matcher();
  const found: Match<null>[] = [];
  for (let at = from; at < to && found.length === 0; at++) find(tokens, at, to, found);
  const [match] = found;
  if (match === undefined || match.to >= to || REFERS.has(i32At(tokens.hash, match.to))) return null;
  let first = from;
  while (first < match.from && tokens.kind[first] === MARK) first++;
  const end = match.from > first ? to : endOfFirst(tokens, match.to, to);
  if (end < to)
    return [
      { from: match.from, to: end },
      { from: end, to },
    ];
  // "Todo bien menos la espera" begins with the rest.
  return [
    { from: Math.max(match.from, match.to - 2), to },
    { from, to: match.to },
  ];
}

/** By the words: the mean margin of the clauses that are not part of the exception. */
function restMargin(scored: ReadTwice, sentence: number, excepted: Part): number {
  let sum = 0;
  let count = 0;
  scored.reading.segments.clauses.forEach((clause, at) => {
    if (clause.sentence !== sentence || (clause.from >= excepted.from && clause.to <= excepted.to + 1)) return;
    sum += marginAt(scored, at, POLARITY);
    count++;
  });
  return sum / Math.max(1, count);
}

/** The aspects that words of the taxonomy name in a part. */
const namedIn = ({ reading }: ReadTwice, { from, to }: Part): number[] =>
  reading.hits.flatMap((hits) => hits.flatMap((hit) => (hit.from >= from && hit.to <= to ? hit.value.aspect : [])));

/** Whether the net finds an aspect in the first of two parts more than in the second. */
const isLikelier = ({ detection }: PartsReading, aspect: number, aspects: number): boolean =>
  f64At(detection, aspect) > f64At(detection, aspects + aspect);

/** "No complaints other than the wait." */
function isFaultless({ reading: { tokens } }: ReadTwice, { from, to }: Part): boolean {
  for (let at = from; at < to; at++) if (FAULTS.has(i32At(tokens.hash, at))) return true;
  return false;
}

function exceptionIn(scored: ReadTwice, sentence: number): Exception | null {
  const { engine, reading } = scored;
  const divided = divide(scored, itemAt(reading.segments.sentences, sentence));
  if (divided === null) return null;
  const [excepted, rest] = divided;
  const names = namedIn(scored, excepted);
  const net = engine.net.readParts([excepted, rest]);
  const score = isFaultless(scored, rest)
    ? -EXCEPTED
    : partScore(net, 1, engine.net_aspects, restMargin(scored, sentence, excepted));
  if (score < CLEAR) return null;
  const parts = [
    { ...spanOf(reading.tokens, excepted.from, excepted.to), score: EXCEPTED },
    { ...spanOf(reading.tokens, rest.from, rest.to), score },
  ];
  return {
    // The states of the rest know what is excepted, so the words of the taxonomy decide first.
    has: (aspect) => (names.length > 0 ? names.includes(aspect) : isLikelier(net, aspect, engine.net_aspects)),
    parts: parts.sort((left, right) => left.start - right.start),
  };
}

/** By sentence; null for one that excepts nothing from its praise. */
export const exceptionsIn = (scored: ReadTwice): (Exception | null)[] =>
  scored.reading.segments.sentences.map((_, sentence) => exceptionIn(scored, sentence));
