import { sigmoid, spread } from "./arithmetic.ts";
import { detectionOutput, type Engine, polarityOutput } from "./engine.ts";
import type { Reading } from "./reading/reading.ts";
import { aspectMargin, type Scores } from "./scoring.ts";
import { POLARITY } from "./weights.ts";

/** An aspect found in a text: how surely, and how far each clause speaks of it (1: the one that does most). */
export type FoundAspect = { aspect: number; chance: number; attention: Float64Array };

/** What a pattern of the taxonomy or a measure adds to the polarity where no trained weight speaks for the aspect. */
const RULE = 1.5;
/** What the clearest clause must reach. */
const LEAST_CHANCE = 0.15;
/** A clause that speaks of the aspect less than this is not part of it. */
const LEAST_ATTENTION = 0.05;

function detectTrained(engine: Engine, scores: Scores, clauses: number, aspect: number): FoundAspect | null {
  const output = detectionOutput(aspect);
  const attention = new Float64Array(clauses);
  let none = 1;
  let most = 0;
  for (let clause = 0; clause < clauses; clause++) {
    const chance = sigmoid(scores.margins[clause * scores.outputs + output] ?? 0);
    attention[clause] = chance;
    none *= 1 - chance;
    most = Math.max(most, chance);
  }
  // Many faint hints in a long text are no mention: one clause must say it.
  if (1 - none <= engine.weights.header.thresholds.aspect || most < LEAST_CHANCE) return null;
  for (let clause = 0; clause < clauses; clause++) {
    const share = (attention[clause] ?? 0) / most;
    attention[clause] = share < LEAST_ATTENTION ? 0 : share;
  }
  return { aspect, chance: 1 - none, attention };
}

function detectByRules({ hits }: Reading, aspect: number): FoundAspect | null {
  const attention = Float64Array.from(hits, (found) => (found.some(({ value }) => value.aspect === aspect) ? 1 : 0));
  return attention.includes(1) ? { aspect, chance: 1, attention } : null;
}

export function detectAspects(engine: Engine, reading: Reading, scores: Scores): FoundAspect[] {
  const found: FoundAspect[] = [];
  engine.taxonomy.taxonomy.aspects.forEach((_, aspect) => {
    const one = engine.trained
      ? detectTrained(engine, scores, reading.segments.clauses.length, aspect)
      : detectByRules(reading, aspect);
    if (one) found.push(one);
  });
  return found;
}

/** What the taxonomy's own patterns and measures say of a clause: only for aspects without trained weights. */
function ruleMargin(engine: Engine, reading: Reading, aspect: number, clause: number): number {
  let sum = 0;
  for (const { value } of reading.hits[clause] ?? []) {
    if (value.aspect !== aspect || value.kind !== "implicit") continue;
    if (value.sentiment === "positive") sum += RULE;
    if (value.sentiment === "negative") sum -= RULE;
  }
  const { from, to } = reading.segments.clauses[clause] ?? { from: 0, to: 0 };
  for (const { unit, negative_from, near } of engine.taxonomy.measures[aspect] ?? []) {
    for (const measure of reading.measures) {
      if (measure.unit !== unit || measure.from < from || measure.from >= to || measure.value < negative_from) continue;
      for (let at = from; at < to; at++) {
        if (!near.has(reading.tokens.hash[at] ?? 0)) continue;
        sum -= RULE;
        break;
      }
    }
  }
  return sum;
}

/** An aspect's margin clause by clause, and each token's share of the whole. */
export type AspectMargins = { margins: Float64Array; factor: number; shares: Float64Array };

/** Words of clauses that speak of the aspect less than this are weighed, but not shown. */
export const SHOWN = 0.2;

/** The text's own polarity in each clause, and what is particular to the aspect there. */
export function aspectMargins(
  engine: Engine,
  reading: Reading,
  scores: Scores,
  { aspect, attention }: FoundAspect,
  shown = SHOWN,
): AspectMargins {
  let whole = 0;
  for (let clause = 0; clause < attention.length; clause++) whole += attention[clause] ?? 0;
  const factor = spread(whole);
  const margins = new Float64Array(attention.length);
  const shares = new Float64Array(reading.tokens.count);
  const output = engine.trained ? polarityOutput(engine, aspect) : -1;
  for (let clause = 0; clause < attention.length; clause++) {
    const share = attention[clause] ?? 0;
    if (share === 0) continue;
    const into = share >= shown ? shares : null;
    const own = aspectMargin(engine, reading, scores, output, clause, share * factor, into);
    const rules = engine.trained ? 0 : ruleMargin(engine, reading, aspect, clause);
    margins[clause] = (scores.margins[clause * scores.outputs + POLARITY] ?? 0) + own + rules;
  }
  return { margins, factor, shares };
}

/** A sum over clauses by attention, damped by how many there are. */
export function attend(attention: Float64Array, value: (clause: number) => number): number {
  let sum = 0;
  let count = 0;
  for (let clause = 0; clause < attention.length; clause++) {
    const share = attention[clause] ?? 0;
    if (share === 0) continue;
    sum += share * value(clause);
    count += share;
  }
  return sum * spread(count);
}
