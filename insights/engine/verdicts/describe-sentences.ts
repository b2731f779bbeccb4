import type { Analysis } from "../../../src/model/analysis.ts";
import { f64At, i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { clauseFactor, score } from "../arithmetic.ts";
import { ABOUT, type FoundAspect } from "../aspects.ts";
import { DEDUCTION } from "../reading/guards.ts";
import type { Match } from "../reading/patterns.ts";
import { spanOf } from "../reading/span.ts";
import { PRIVATE } from "../reading/taxonomy.ts";
import { MARK, type Tokens } from "../reading/tokens.ts";
import { wordSet } from "../reading/word-set.ts";
import { marginAt, type ReadTwice, type ScoredText } from "../scoring.ts";
import { POLARITY } from "../weights.ts";

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

export function describeSentences(
  scored: ReadTwice,
  found: FoundAspect[],
  conditions: Match<number>[],
): Analysis["sentences"] {
  const { reading, guards } = scored;
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
    const { words, carries } = countWords(tokens, from, to);
    const { start, end } = spanOf(tokens, from, to);
    return {
      start,
      end,
      score: score(sum * clauseFactor(clause - first) + (guards.deducts[index] === 1 ? DEDUCTION : 0)),
      words,
      aspects: aspectsIn(scored, found, first, clause),
      carries,
      private: is_private,
    };
  });
}
