import type { Analysis, AspectFinding, Label } from "../../model/analysis.ts";
import { round, score, sigmoid, spread } from "./arithmetic.ts";
import { aspectMargins, attend, detectAspects, type FoundAspect, SHOWN } from "./aspects.ts";
import type { Engine } from "./engine.ts";
import { evidenceFrom } from "./evidence.ts";
import { isEnglish } from "./reading/english.ts";
import { openFeatures } from "./reading/features.ts";
import type { Match } from "./reading/patterns.ts";
import { findPhrases } from "./reading/phrases.ts";
import { type Reading, readText } from "./reading/reading.ts";
import { PRIVATE } from "./reading/taxonomy.ts";
import { MARK, type Tokens } from "./reading/tokens.ts";
import { wordSet } from "./reading/word-set.ts";
import { type Scores, scoreClauses } from "./scoring.ts";
import { MIXED, NEUTRAL, POLARITY } from "./weights.ts";

/** A sentence up to this long is quoted whole; of a longer one, the clause. */
const QUOTE_LENGTH = 240;
/** A margin past this makes a clause no more telling: of two that are clear, the one about the aspect is quoted. */
const TELLING = 2;
/** Both sides of a mixed aspect must reach this margin: at 0.9, nine of ten were a side (cross-validated). */
const CLEARLY = 2.5;

const marginOf = (scores: Scores, clause: number, output: number): number =>
  scores.margins[clause * scores.outputs + output] ?? 0;

/** The whole text's margin for one of its own three outputs. */
function textMargin(scores: Scores, clauses: number, output: number): number {
  let sum = 0;
  for (let clause = 0; clause < clauses; clause++) sum += marginOf(scores, clause, output);
  return sum * spread(clauses);
}

function labelOf(engine: Engine, margin: number, neutral: number, mixed: number): Label {
  const { thresholds } = engine.weights.header;
  if (sigmoid(mixed) > thresholds.mixed) return "mixed";
  if (sigmoid(neutral) > thresholds.neutral || Math.abs(margin) < thresholds.margin) return "neutral";
  return margin > 0 ? "positive" : "negative";
}

/** A text whose own margin is past this takes a side, whatever hints of both it has. */
const DECIDED = 2.9;
/** A text below this margin that praises one aspect and criticises another, both past the second, is mixed. */
const UNDECIDED = 0.85;
const BOTH_SIDES = 1.7;

function textLabel(engine: Engine, margin: number, neutral: number, mixed: number, described: Described[]): Label {
  const size = Math.abs(margin);
  const praises = described.some((one) => one.margin > BOTH_SIDES);
  const criticises = described.some((one) => one.margin < -BOTH_SIDES);
  if (size < UNDECIDED && praises && criticises) return "mixed";
  return labelOf(engine, margin, neutral, size < DECIDED ? mixed : -Infinity);
}

/** From the first to the last word of a run, closing marks of a sentence included. */
function spanOf({ tokens }: Reading, from: number, to: number): { start: number; end: number } {
  let first = from;
  let last = to - 1;
  while (first < last && tokens.kind[first] === MARK && !OPENING.has(tokens.hash[first] ?? 0)) first++;
  while (last > first && tokens.kind[last] === MARK && TRAILING.has(tokens.hash[last] ?? 0)) last--;
  return { start: tokens.start[first] ?? 0, end: tokens.end[last] ?? 0 };
}
const OPENING = wordSet("\" ( $ '");
const TRAILING = wordSet(", ; : - – — (");

/** The clause to quote: it speaks of the aspect and says what the verdict says; of a neutral one, it speaks most. */
function tellingClause({ attention }: FoundAspect, margins: Float64Array, sentiment: Label): number {
  const side = sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
  let best = attention.indexOf(1);
  if (side === 0) return best;
  for (let clause = 0; clause < margins.length; clause++) {
    const tells = (at: number): number => (attention[at] ?? 0) * Math.min(TELLING, side * (margins[at] ?? 0));
    if ((attention[clause] ?? 0) >= SHOWN && tells(clause) > tells(best)) best = clause;
  }
  return best;
}

function quoteSpan(reading: Reading, clause: number): { start: number; end: number } {
  const { from, to, sentence } = reading.segments.clauses[clause] ?? { from: 0, to: 0, sentence: 0 };
  const whole = reading.segments.sentences[sentence] ?? { from, to };
  const span = spanOf(reading, whole.from, whole.to);
  return span.end - span.start <= QUOTE_LENGTH ? span : spanOf(reading, from, to);
}

type Described = { finding: AspectFinding; margin: number; certainty: number };

/**
 * What the aspects add to the whole: in one sentence "the pain is gone" is results and the verdict too; in a long
 * review the whole speaks for itself (cross-validated).
 */
function aspectsMargin(described: Described[], sentences: number): number {
  const sum = described.reduce((all, { margin }) => all + margin, 0);
  return sum / Math.sqrt(Math.max(1, described.length)) / (sentences * Math.sqrt(sentences));
}

/** Positive in one clause and negative in another, both clearly. */
function isMixed(found: FoundAspect, margins: Float64Array): boolean {
  let praised = false;
  let criticised = false;
  for (let clause = 0; clause < margins.length; clause++) {
    if ((found.attention[clause] ?? 0) <= 0.5) continue;
    const margin = margins[clause] ?? 0;
    if (margin > CLEARLY) praised = true;
    if (margin < -CLEARLY) criticised = true;
  }
  return praised && criticised;
}

function describeAspect(engine: Engine, reading: Reading, scores: Scores, found: FoundAspect): Described {
  const { aspect, attention } = found;
  const { margins, shares } = aspectMargins(engine, reading, scores, found);
  const margin = attend(attention, (clause) => margins[clause] ?? 0);
  const neutral = attend(attention, (clause) => marginOf(scores, clause, NEUTRAL));
  const ranges = reading.segments.clauses.filter((_, clause) => (attention[clause] ?? 0) >= SHOWN);
  const sentiment = isMixed(found, margins) ? "mixed" : labelOf(engine, margin, neutral, -Infinity);
  const finding = {
    aspect: engine.taxonomy.taxonomy.aspects[aspect]?.id ?? "",
    sentiment,
    score: score(margin),
    ...quoteSpan(reading, tellingClause(found, margins, sentiment)),
    evidence: evidenceFrom(reading.tokens, shares, ranges),
  };
  return { finding, margin, certainty: round(found.chance, 3) };
}

/** Pronouns of one person: who was named just before may be meant; "they" is mostly the clinic. */
const CARRIERS = wordSet("he she him her his");

function describeSentences(
  engine: Engine,
  reading: Reading,
  scores: Scores,
  found: FoundAspect[],
  conditions: Match<number>[],
): Analysis["sentences"] {
  const { tokens, segments } = reading;
  let clause = 0;
  let next = 0;
  // Clauses and conditions stand in the order of their sentences: one walk over all.
  return segments.sentences.map(({ from, to }, index) => {
    const first = clause;
    let sum = 0;
    for (; segments.clauses[clause]?.sentence === index; clause++) sum += marginOf(scores, clause, POLARITY);
    let told = false;
    for (let match = conditions[next]; match && match.from < to; match = conditions[++next])
      if (match.value === PRIVATE) told = true;
    let words = 0;
    let carries = false;
    for (let at = from; at < to; at++) {
      if (tokens.kind[at] === MARK) continue;
      words++;
      if (CARRIERS.has(tokens.hash[at] ?? 0)) carries = true;
    }
    const aspects: string[] = [];
    for (const { aspect, attention } of found) {
      let spoken = first;
      while (spoken < clause && (attention[spoken] ?? 0) <= 0.5) spoken++;
      if (spoken < clause) aspects.push(engine.taxonomy.taxonomy.aspects[aspect]?.id ?? "");
    }
    const { start, end } = spanOf(reading, from, to);
    return {
      start,
      end,
      score: score(sum * spread(clause - first)),
      words,
      aspects,
      carries,
      private: told,
    };
  });
}

function findConditions(engine: Engine, { tokens }: Reading): Match<number>[] {
  const found: Match<number>[] = [];
  for (let at = 0; at < tokens.count; at++) engine.taxonomy.conditions(tokens, at, tokens.count, found);
  return found;
}

function problemsAmong(engine: Engine, conditions: Match<number>[]): string[] {
  if (conditions.length === 0) return [];
  const named = new Set(conditions.map(({ value }) => value));
  return engine.taxonomy.taxonomy.problems.filter((_, index) => named.has(index)).map(({ id }) => id);
}

const NOTHING: Omit<Analysis, "language"> = {
  sentiment: { label: "neutral", score: 0 },
  aspects: [],
  certainty: [],
  sentences: [],
  problems: [],
  phrases: [],
};

function hasWord({ count, kind }: Tokens): boolean {
  for (let at = 0; at < count; at++) if (kind[at] !== MARK) return true;
  return false;
}

/** Lent to one reading after another: new columns for each text kept the garbage collector busy (measured). */
const lent = openFeatures(4096);

/** One text, read whole. Pure: the same engine and text give the same analysis, on every machine. */
export function analyze(engine: Engine, text: string): Analysis {
  return analyzeReading(engine, readText(text, engine.taxonomy, engine.clusters, lent));
}

export function analyzeReading(engine: Engine, reading: Reading): Analysis {
  if (!isEnglish(reading.tokens)) return { language: "other", ...NOTHING };
  const clauses = reading.segments.clauses.length;
  if (!hasWord(reading.tokens)) return { language: "en", ...NOTHING };
  const scores = scoreClauses(engine, reading);
  const found = detectAspects(engine, reading, scores);
  const conditions = findConditions(engine, reading);
  const described = found
    .map((one) => describeAspect(engine, reading, scores, one))
    .sort((left, right) => left.finding.start - right.finding.start);
  const margin = textMargin(scores, clauses, POLARITY) + aspectsMargin(described, reading.segments.sentences.length);
  return {
    language: "en",
    sentiment: {
      label: textLabel(
        engine,
        margin,
        textMargin(scores, clauses, NEUTRAL),
        textMargin(scores, clauses, MIXED),
        described,
      ),
      score: score(margin),
    },
    aspects: described.map(({ finding }) => finding),
    certainty: described.map(({ certainty }) => certainty),
    sentences: describeSentences(engine, reading, scores, found, conditions),
    problems: problemsAmong(engine, conditions),
    phrases: findPhrases(reading),
  };
}
