import type { AspectFinding, Label } from "../../../src/model/analysis.ts";
import { f64At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { round, score } from "../arithmetic.ts";
import { aspectMargins, type FoundAspect, SHOWN, sumAttended } from "../aspects.ts";
import { balance, labelOfSides, type Sides, sidesOf } from "../fusion.ts";
import { SIDES } from "../net/net-weights.ts";
import { formMargin } from "../reading/guards.ts";
import type { Reading } from "../reading/reading.ts";
import { type Span, spanOf } from "../reading/span.ts";
import { marginAt, type ReadTwice, type ScoredText } from "../scoring.ts";
import { NEUTRAL } from "../weights.ts";
import { evidenceFrom } from "./evidence.ts";
import type { Exception } from "./exceptions.ts";
import { labelOf, withinLabel } from "./label.ts";

/** A sentence up to this long is quoted whole; from a longer sentence, only the clause is quoted. */
const QUOTE_LENGTH = 240;
/** A larger margin does not make a clause a better quote: of two clear clauses, the one more about the aspect wins. */
const CLEAR_MARGIN = 2;
/**
 * How much the margin of the whole text counts for an aspect that rules found. Others need no such factor: the net
 * knows the whole text.
 */
const CONTEXT = 0.6;

/**
 * `margin` is that of the clauses about the aspect alone. `certainty` is the chance that the text is about the aspect,
 * times the chance of the side.
 */
export type DescribedAspect = { found: FoundAspect; finding: AspectFinding; margin: number; certainty: number };

/** The clause to quote: about the aspect, and on the side of its verdict. For a neutral or mixed one: most about it. */
function clauseToQuote({ attention }: FoundAspect, side_of: (clause: number) => number, sentiment: Label): number {
  const side = sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
  let best = 0;
  for (let clause = 1; clause < attention.length; clause++)
    if (f64At(attention, clause) > f64At(attention, best)) best = clause;
  // Without a side every clause has the quality 0, so `best` stays.
  const quality = (clause: number): number => f64At(attention, clause) * Math.min(CLEAR_MARGIN, side * side_of(clause));
  for (let clause = 0; clause < attention.length; clause++) {
    if (f64At(attention, clause) >= SHOWN && quality(clause) > quality(best)) best = clause;
  }
  return best;
}

function quoteSpan({ tokens, segments }: Reading, clause: number): Span {
  const { from, to, sentence } = itemAt(segments.clauses, clause);
  const whole = itemAt(segments.sentences, sentence);
  const span = spanOf(tokens, whole.from, whole.to);
  return span.end - span.start <= QUOTE_LENGTH ? span : spanOf(tokens, from, to);
}

/** The mean margins of the clauses of each sentence, weighted by their attention. */
function sentenceMeans(scored: ScoredText, { attention }: FoundAspect, margins: Float64Array) {
  const { clauses, sentences } = scored.reading.segments;
  const polarity = new Float64Array(sentences.length);
  const neutral = new Float64Array(sentences.length);
  const counts = new Float64Array(sentences.length);
  for (let clause = 0; clause < clauses.length; clause++) {
    const { sentence } = itemAt(clauses, clause);
    const share = f64At(attention, clause);
    polarity[sentence] = f64At(polarity, sentence) + share * f64At(margins, clause);
    neutral[sentence] = f64At(neutral, sentence) + share * marginAt(scored, clause, NEUTRAL);
    counts[sentence] = f64At(counts, sentence) + share;
  }
  for (let sentence = 0; sentence < counts.length; sentence++) {
    const count = f64At(counts, sentence);
    if (count === 0) continue;
    polarity[sentence] = f64At(polarity, sentence) / count;
    neutral[sentence] = f64At(neutral, sentence) / count;
  }
  return { polarity, neutral };
}

type Verdict = {
  sentiment: Label;
  score: number;
  /** The chance of the side. */
  share: number;
  /** How clearly a clause praises (or criticizes, below 0) the aspect. */
  side_of: (clause: number) => number;
};

/**
 * Above this chance of praise and criticism an aspect is mixed. The joint F1 of plain texts rises by one point
 * (measured).
 */
const BOTH_SIDES = 0.6;

/** The chance that some sentence praises, or that some sentence criticizes: the smaller of the two. */
function chanceOfBoth(sides: Sides[], chances: Float64Array): number {
  let no_praise = 1;
  let no_criticism = 1;
  for (let at = 0; at < chances.length; at++) {
    const [positive, negative, , mixed] = itemAt(sides, at);
    no_praise *= 1 - f64At(chances, at) * (positive + mixed);
    no_criticism *= 1 - f64At(chances, at) * (negative + mixed);
  }
  return Math.min(1 - no_praise, 1 - no_criticism);
}

/** What is excepted from praise is criticized, whatever the net says. */
const asException = ([positive, negative, neutral, mixed]: Sides): Sides => {
  const sided = positive + negative;
  return [EXCEPTED_PRAISE * sided, (1 - EXCEPTED_PRAISE) * sided, neutral, mixed];
};
const EXCEPTED_PRAISE = 0.05;

/** The side of an aspect by the words and the net: each sentence counts by the chance that it has the aspect. */
function trainedVerdict(
  scored: ReadTwice,
  found: FoundAspect,
  chances: Float64Array,
  margins: Float64Array,
  exceptions: readonly (Exception | null)[],
): Verdict {
  const { clauses } = scored.reading.segments;
  const place = { aspect: found.aspect, aspects: scored.engine.net_aspects };
  const { polarity, neutral } = sentenceMeans(scored, found, margins);
  const all: Sides[] = [];
  const sides: Sides = [0, 0, 0, 0];
  for (let at = 0; at < chances.length; at++) {
    const by_words = { polarity: f64At(polarity, at) + formMargin(scored.guards, at), neutral: f64At(neutral, at) };
    const said = sidesOf(scored.net, at, place, by_words);
    const each = exceptions[at]?.has(found.aspect) ? asException(said) : said;
    all.push(each);
    for (let side = 0; side < sides.length; side++)
      sides[side] = itemAt(sides, side) + f64At(chances, at) * itemAt(each, side);
  }
  const both = chanceOfBoth(all, chances);
  const is_both = both > BOTH_SIDES;
  const sentiment = is_both ? "mixed" : labelOfSides(sides);
  const side_of = (clause: number): number => 2 * balance(itemAt(all, itemAt(clauses, clause).sentence));
  const likeliest = itemAt(sides, SIDES.indexOf(sentiment)) / sides.reduce((sum, one) => sum + one, 0);
  const share = is_both ? both : likeliest;
  return { sentiment, score: withinLabel(sentiment, round(balance(sides), 3)), share, side_of };
}

/** By the sums alone, for an aspect that the rules of a taxonomy found. */
function ruledVerdict(
  scored: ScoredText,
  { attention }: FoundAspect,
  margins: Float64Array,
  polarity: number,
): Verdict {
  const neutral = sumAttended(attention, (clause) => marginAt(scored, clause, NEUTRAL));
  const sentiment = labelOf(scored.engine, { polarity, neutral });
  const side_of = (clause: number): number => f64At(margins, clause);
  return { sentiment, score: withinLabel(sentiment, score(polarity)), share: 1, side_of };
}

/** `text` is the margin of the whole text by its words. */
export function describeAspect(
  scored: ReadTwice,
  found: FoundAspect,
  text: number,
  exceptions: readonly (Exception | null)[] = [],
): DescribedAspect {
  const { engine, reading } = scored;
  const { aspect, attention, sentences } = found;
  const { margins, shares } = aspectMargins(scored, found);
  const margin = sumAttended(attention, (clause) => f64At(margins, clause));
  const verdict =
    sentences === null
      ? ruledVerdict(scored, found, margins, margin + CONTEXT * text)
      : trainedVerdict(scored, found, sentences, margins, exceptions);
  // The evidence is what the words add. Where they say the opposite of the verdict, it would explain nothing.
  const opposed = (verdict.sentiment === "positive" && margin < 0) || (verdict.sentiment === "negative" && margin > 0);
  const { start, end } = quoteSpan(reading, clauseToQuote(found, verdict.side_of, verdict.sentiment));
  const finding = {
    aspect: itemAt(engine.taxonomy.taxonomy.aspects, aspect).id,
    sentiment: verdict.sentiment,
    score: verdict.score,
    start,
    end,
    evidence: opposed ? [] : evidenceFrom(reading.tokens, shares, reading.segments.clauses),
  };
  return { found, finding, margin, certainty: round(found.chance * verdict.share, 3) };
}
