import type { Analysis } from "../../../src/model/analysis.ts";
import { f64At, i8At, i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { clauseFactor } from "../arithmetic.ts";
import { ABOUT, type FoundAspect } from "../aspects.ts";
import { formMargin } from "../reading/guards.ts";
import type { Match } from "../reading/patterns.ts";
import { spanOf } from "../reading/span.ts";
import { PRIVATE } from "../reading/taxonomy.ts";
import { MARK, type Tokens } from "../reading/tokens.ts";
import { wordSet } from "../reading/word-set.ts";
import { marginAt, type ReadTwice, type ScoredText } from "../scoring.ts";
import { POLARITY } from "../weights.ts";
import type { Exception } from "./exceptions.ts";
import { partScore } from "./part-score.ts";

type Sentence = Analysis["sentences"][number];

/** Pronouns for one person, who may have been named in the sentence before. "They" is usually the clinic. */
const PERSON_PRONOUNS = wordSet("he she him her his");

function countWords({ kind, hash }: Tokens, from: number, to: number): { words: number; carries: boolean } {
  let words = 0;
  let carries = false;
  for (let at = from; at < to; at++) {
    if (kind[at] === MARK) continue;
    words++;
    if (PERSON_PRONOUNS.has(i32At(hash, at))) carries = true;
  }
  return { words, carries };
}

/** The aspects that one of the clauses from `first` to before `end` is about. */
function aspectsIn({ engine }: ScoredText, found: FoundAspect[], first: number, end: number): string[] {
  const aspects: string[] = [];
  for (const { aspect, attention } of found) {
    let clause = first;
    while (clause < end && f64At(attention, clause) <= ABOUT) clause++;
    if (clause < end) aspects.push(itemAt(engine.taxonomy.taxonomy.aspects, aspect).id);
  }
  return aspects;
}

/** From this score a clause clearly takes a side. */
const CLEAR = 0.5;
/** The score of a sentence whose form alone takes a side. */
const FORMED = 0.8;

/** The clauses of a sentence that takes both sides, each with its score. */
function opposedClauses(scored: ReadTwice, first: number, end: number): Pick<Sentence, "parts"> {
  const { engine, reading } = scored;
  if (end - first < 2) return {};
  const clauses = reading.segments.clauses.slice(first, end);
  const net = engine.net.readParts(clauses);
  const parts = clauses.map(({ from, to }, at) => ({
    ...spanOf(reading.tokens, from, to),
    score: partScore(net, at, engine.net_aspects, marginAt(scored, first + at, POLARITY)),
  }));
  const both = parts.some(({ score }) => score >= CLEAR) && parts.some(({ score }) => score <= -CLEAR);
  return both ? { parts } : {};
}

/** The score of a sentence whose form takes a side. A smile does not turn a complaint into praise; being on time does. */
const withForm = (verdict: number, score: number): number => {
  if (verdict < 0) return Math.min(score, -FORMED);
  return verdict > 1 || (verdict > 0 && score > -CLEAR) ? Math.max(score, FORMED) : score;
};

export function describeSentences(
  scored: ReadTwice,
  found: FoundAspect[],
  conditions: Match<number>[],
  exceptions: readonly (Exception | null)[] = [],
): Sentence[] {
  const { reading, guards, engine, net } = scored;
  const { tokens, segments } = reading;
  let clause = 0;
  let next = 0;
  // Clauses and conditions are in the order of the sentences, so one pass is enough.
  return segments.sentences.map(({ from, to }, index) => {
    const first = clause;
    let sum = 0;
    for (; segments.clauses[clause]?.sentence === index; clause++) sum += marginAt(scored, clause, POLARITY);
    let is_private = false;
    for (let match = conditions[next]; match && match.from < to; match = conditions[++next])
      if (match.value === PRIVATE) is_private = true;
    const excepted = exceptions[index];
    const { words, carries } = countWords(tokens, from, to);
    const margin = sum * clauseFactor(clause - first) + formMargin(guards, index);
    const byWords = partScore(net, index, engine.net_aspects, margin);
    return {
      ...spanOf(tokens, from, to),
      score: guards.elsewhere[index] === 1 ? 0 : withForm(i8At(guards.verdict, index), byWords),
      ...(excepted ? { parts: excepted.parts } : opposedClauses(scored, first, clause)),
      words,
      aspects: aspectsIn(scored, found, first, clause),
      carries,
      private: is_private,
    };
  });
}
