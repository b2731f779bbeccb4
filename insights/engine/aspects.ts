import { f64At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { clauseFactor, sigmoid } from "./arithmetic.ts";
import { detectionOutput, polarityOutput } from "./engine.ts";
import { detectionMargin } from "./fusion.ts";
import type { Reading } from "./reading/reading.ts";
import { aspectMargin, marginAt, type ReadTwice, type ScoredText } from "./scoring.ts";
import { POLARITY } from "./weights.ts";

/**
 * An aspect found in a text: its chance, and how much each clause is about it (1 for the clause that is most about it).
 * `sentences` has the chance of each sentence; it is null if the rules of a taxonomy found the aspect.
 */
export type FoundAspect = {
  aspect: number;
  chance: number;
  attention: Float64Array;
  sentences: Float64Array | null;
};

/** What a pattern of the taxonomy or a measure adds to the polarity of an aspect without trained weights. */
const RULE = 1.5;
/** The chance that the clearest sentence must reach: many weak hints in a long text are not a mention. */
const LEAST_CHANCE = 0.15;
/** Below this margin the chance is smaller than LEAST_CHANCE. Most aspects end here, before any chance is computed. */
const LEAST_MARGIN = -1.74;
/** A clause with less attention is not part of the aspect. */
const LEAST_ATTENTION = 0.05;
/** Words in clauses with less attention count, but are not shown as evidence. */
export const SHOWN = 0.2;
/** A clause with more attention is about the aspect. */
export const ABOUT = 0.5;

/**
 * The factor for conditional sentences. On held-out writers, they were right half as often as others of the same
 * chance.
 */
const CONDITIONAL = 0.5;

/**
 * How much each clause is about each aspect: `columns` margins per clause, that of aspect 0 in column `first`. By the
 * words; for another trade, by the net: what its rules find added nothing on a writer that neither had seen.
 */
type Margins = { margins: Float64Array; columns: number; first: number };

function clauseMargins({ engine, reading, margins, outputs }: ReadTwice): Margins {
  if (engine.trained) return { margins, columns: outputs, first: detectionOutput(0) };
  const { detection } = engine.net.readParts(reading.segments.clauses);
  return { margins: detection, columns: engine.net_aspects, first: 0 };
}

/** By sentence and column: the largest margin among the sentence's clauses. */
function sentenceMargins({ segments: { clauses, sentences } }: Reading, { margins, columns }: Margins): Float64Array {
  const most = new Float64Array(sentences.length * columns).fill(-Infinity);
  for (let clause = 0; clause < clauses.length; clause++) {
    const to = itemAt(clauses, clause).sentence * columns;
    for (let column = 0; column < columns; column++)
      most[to + column] = Math.max(f64At(most, to + column), f64At(margins, clause * columns + column));
  }
  return most;
}

/**
 * The attention of each clause: its chance by its margin, compared with the best clause of its sentence, times the
 * chance of the sentence, compared with the best sentence.
 */
function attend(
  { segments: { clauses } }: Reading,
  { margins, columns }: Margins,
  column: number,
  most: Float64Array,
  chances: Float64Array,
): Float64Array {
  let top = 0;
  for (let sentence = 0; sentence < chances.length; sentence++) top = Math.max(top, f64At(chances, sentence));
  const attention = new Float64Array(clauses.length);
  for (let clause = 0; clause < clauses.length; clause++) {
    const { sentence } = itemAt(clauses, clause);
    const margin = f64At(margins, clause * columns + column);
    const largest = f64At(most, sentence * columns + column);
    const inside = margin === largest ? 1 : sigmoid(margin) / sigmoid(largest);
    const share = (inside * f64At(chances, sentence)) / top;
    attention[clause] = share < LEAST_ATTENTION ? 0 : share;
  }
  return attention;
}

/** `most` comes from sentenceMargins. */
function detectLearned(scored: ReadTwice, aspect: number, by_clause: Margins, most: Float64Array): FoundAspect | null {
  const { net, guards, engine, reading } = scored;
  const column = by_clause.first + aspect;
  const { thresholds } = engine.weights.header;
  const sentences = new Float64Array(guards.conditional.length);
  let top = -Infinity;
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const by_net = f64At(net.detection, sentence * engine.net_aspects + aspect);
    const margin = detectionMargin(f64At(most, sentence * by_clause.columns + column), by_net);
    sentences[sentence] = margin;
    top = Math.max(top, margin);
  }
  if (top < LEAST_MARGIN) return null;
  let none = 1;
  let largest = 0;
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const whole = sigmoid(f64At(sentences, sentence));
    const chance =
      guards.elsewhere[sentence] === 1 ? 0 : guards.conditional[sentence] === 1 ? whole * CONDITIONAL : whole;
    sentences[sentence] = chance;
    none *= 1 - chance;
    largest = Math.max(largest, chance);
  }
  if (1 - none <= thresholds.aspect || largest < LEAST_CHANCE) return null;
  return { aspect, chance: 1 - none, attention: attend(reading, by_clause, column, most, sentences), sentences };
}

function detectByRules({ reading, guards }: ReadTwice, aspect: number): FoundAspect | null {
  const attention = Float64Array.from(reading.hits, (hits, clause) => {
    const { sentence } = itemAt(reading.segments.clauses, clause);
    return guards.elsewhere[sentence] !== 1 && hits.some(({ value }) => value.aspect === aspect) ? 1 : 0;
  });
  return attention.includes(1) ? { aspect, chance: 1, attention, sentences: null } : null;
}

export function detectAspects(scored: ReadTwice): FoundAspect[] {
  const { taxonomy, learned } = scored.engine;
  const by_clause = learned ? clauseMargins(scored) : null;
  const most = by_clause === null ? null : sentenceMargins(scored.reading, by_clause);
  const found: FoundAspect[] = [];
  for (let aspect = 0; aspect < taxonomy.taxonomy.aspects.length; aspect++) {
    const one =
      by_clause === null || most === null
        ? detectByRules(scored, aspect)
        : detectLearned(scored, aspect, by_clause, most);
    if (one !== null) found.push(one);
  }
  return found;
}

/** What the taxonomy's patterns and measures say in a clause. For aspects without trained weights only. */
function ruleMargin({ engine, reading }: ScoredText, aspect: number, clause: number): number {
  let sum = 0;
  for (const { value } of itemAt(reading.hits, clause)) {
    if (value.aspect !== aspect || value.kind !== "implicit") continue;
    if (value.sentiment === "positive") sum += RULE;
    if (value.sentiment === "negative") sum -= RULE;
  }
  const { from, to } = itemAt(reading.segments.clauses, clause);
  for (const { unit, negative_from, near } of itemAt(engine.taxonomy.measures, aspect)) {
    for (const measure of reading.measures) {
      if (measure.unit !== unit || measure.from < from || measure.from >= to || measure.value < negative_from) continue;
      for (let at = from; at < to; at++) {
        if (!near.has(i32At(reading.tokens.hash, at))) continue;
        sum -= RULE;
        break;
      }
    }
  }
  return sum;
}

/** The margin of an aspect in each clause, and the share of each token in the whole margin. */
export type AspectMargins = { margins: Float64Array; factor: number; shares: Float64Array };

/** In each clause, the text's polarity and what the aspect adds to it. */
export function aspectMargins(
  scored: ScoredText,
  { aspect, attention }: FoundAspect,
  shown: number = SHOWN,
): AspectMargins {
  const { engine, reading } = scored;
  let whole = 0;
  for (let clause = 0; clause < attention.length; clause++) whole += f64At(attention, clause);
  const factor = clauseFactor(whole);
  const margins = new Float64Array(attention.length);
  const shares = new Float64Array(reading.tokens.count);
  const output = engine.trained ? polarityOutput(engine, aspect) : null;
  for (let clause = 0; clause < attention.length; clause++) {
    const share = f64At(attention, clause);
    if (share === 0) continue;
    const own = aspectMargin(scored, output, clause, share * factor, share >= shown ? shares : null);
    const rules = engine.trained ? 0 : ruleMargin(scored, aspect, clause);
    margins[clause] = marginAt(scored, clause, POLARITY) + own + rules;
  }
  return { margins, factor, shares };
}

/** A sum over the clauses, weighted by attention and reduced by the number of clauses. */
export function sumAttended(attention: Float64Array, value: (clause: number) => number): number {
  let sum = 0;
  let count = 0;
  for (let clause = 0; clause < attention.length; clause++) {
    const share = f64At(attention, clause);
    if (share === 0) continue;
    sum += share * value(clause);
    count += share;
  }
  return sum * clauseFactor(count);
}
