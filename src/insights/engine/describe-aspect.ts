import type { AspectFinding, Label } from "../../model/analysis.ts";
import { f64At, itemAt } from "../../model/typed-array.ts";
import { round } from "./arithmetic.ts";
import { ABOUT, aspectMargins, attend, type FoundAspect, SHOWN } from "./aspects.ts";
import { evidenceFrom } from "./evidence.ts";
import { labeledScore, labelOf } from "./label.ts";
import type { Reading } from "./reading/reading.ts";
import { type Span, spanOf } from "./reading/span.ts";
import { marginAt, type ScoredText } from "./scoring.ts";
import { NEUTRAL } from "./weights.ts";

/** A sentence up to this long is quoted whole; from a longer sentence, only the clause is quoted. */
const QUOTE_LENGTH = 240;
/** A larger margin does not make a clause a better quote: of two clear clauses, the one more about the aspect wins. */
const CLEAR_MARGIN = 2;
/** For a mixed aspect, both sides must reach this margin. At 0.9 nine of ten mixed aspects had one side (measured). */
const CLEARLY = 2.5;

/**
 * How much the polarity of the whole text counts for each of its aspects. A complaint without a bad word is understood by
 * what the rest says: +1 joint F1 on texts of writers held out (measured).
 */
const CONTEXT = 0.6;

/** `margin` is that of the clauses about the aspect alone. */
export type DescribedAspect = { finding: AspectFinding; margin: number; certainty: number };

/** The clause to quote: about the aspect, and on the side of its verdict. For a neutral or mixed one: most about it. */
function clauseToQuote({ attention }: FoundAspect, margins: Float64Array, sentiment: Label): number {
  const side = sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;
  let best = attention.indexOf(1);
  if (side === 0) return best;
  const quality = (clause: number): number =>
    f64At(attention, clause) * Math.min(CLEAR_MARGIN, side * f64At(margins, clause));
  for (let clause = 0; clause < margins.length; clause++) {
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

/** Clearly positive in one clause and clearly negative in another. */
function isMixed({ attention }: FoundAspect, margins: Float64Array): boolean {
  let praised = false;
  let criticized = false;
  for (let clause = 0; clause < margins.length; clause++) {
    if (f64At(attention, clause) <= ABOUT) continue;
    const margin = f64At(margins, clause);
    if (margin > CLEARLY) praised = true;
    if (margin < -CLEARLY) criticized = true;
  }
  return praised && criticized;
}

/** `text` is the polarity of the whole text. */
export function describeAspect(scored: ScoredText, found: FoundAspect, text: number): DescribedAspect {
  const { engine, reading } = scored;
  const { aspect, attention } = found;
  const { margins, shares } = aspectMargins(scored, found);
  const margin = attend(attention, (clause) => f64At(margins, clause));
  const in_context = margin + CONTEXT * text;
  const neutral = attend(attention, (clause) => marginAt(scored, clause, NEUTRAL));
  const shown = reading.segments.clauses.filter((_, clause) => f64At(attention, clause) >= SHOWN);
  const sentiment = isMixed(found, margins)
    ? "mixed"
    : labelOf(engine, { polarity: in_context, neutral, mixed: -Infinity });
  const finding = {
    aspect: itemAt(engine.taxonomy.taxonomy.aspects, aspect).id,
    sentiment,
    score: labeledScore(sentiment, in_context),
    ...quoteSpan(reading, clauseToQuote(found, margins, sentiment)),
    evidence: evidenceFrom(reading.tokens, shares, shown),
  };
  return { finding, margin, certainty: round(found.chance, 3) };
}
