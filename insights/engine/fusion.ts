import type { Label } from "../../src/model/analysis.ts";
import { f64At, itemAt } from "../../src/model/basics/typed-array.ts";
import { exp } from "./arithmetic.ts";
import type { NetReading, PartsReading } from "./net/net.ts";
import { SIDES } from "./net/net-weights.ts";

/*
 * How the sums of the words and the margins of the net are added. The factors were chosen on texts of writers that
 * neither had seen (b21, b23, b30, b31), on reviews of doctors and on the plainest sentences of the tests.
 */
const WORDS_DETECT = 0.3;
const NET_DETECT = 0.7;
/** Larger margins of the words are cut to this: one odd word must not decide against the net. */
const MOST = 6;
/** With 1.2, unseen writers are read half a point worse; with 0.6, plain words a little worse. */
const WORDS_SIDE = 0.8;
/** With these, five more of 71 facts are read as facts, at the same joint F1. */
const WORDS_NEUTRAL = 0.5;
const NEUTRAL_SHIFT = 1;
/**
 * The words count more in longer texts: `first` plus `each` per sentence, at most `most`. In short ones the net is
 * better.
 */
const WORDS_TEXT = { first: 0.2, each: 0.5, most: 2.2 };

/** The margin of a sentence for an aspect, from the largest margin of its clauses and the margin of the net. */
export const detectionMargin = (words: number, net: number): number =>
  WORDS_DETECT * Math.max(-MOST, Math.min(MOST, words)) + NET_DETECT * net;

/** The chances of the four sides, in the order of SIDES. */
export type Sides = [positive: number, negative: number, neutral: number, mixed: number];

/** Four margins to chances that add up to one. */
function chances(margins: Sides): Sides {
  const top = Math.max(margins[0], margins[1], margins[2], margins[3]);
  const positive = exp(margins[0] - top);
  const negative = exp(margins[1] - top);
  const neutral = exp(margins[2] - top);
  const mixed = exp(margins[3] - top);
  const sum = positive + negative + neutral + mixed;
  return [positive / sum, negative / sum, neutral / sum, mixed / sum];
}

/** The sides by the net alone. `at` counts the aspects of each part, part by part. */
export function sidesByNet({ sides }: PartsReading, at: number): Sides {
  const first = at * SIDES.length;
  return chances([f64At(sides, first), f64At(sides, first + 1), f64At(sides, first + 2), f64At(sides, first + 3)]);
}

/** What the words of a sentence say of an aspect: the margins of praise and of a fact without judgment. */
export type ByWords = { polarity: number; neutral: number };

/** The sides of an aspect in one sentence. */
export function sidesOf(
  { sides }: NetReading,
  sentence: number,
  { aspect, aspects }: { aspect: number; aspects: number },
  { polarity, neutral }: ByWords,
): Sides {
  const at = (sentence * aspects + aspect) * SIDES.length;
  const shift = (WORDS_SIDE * polarity) / 2;
  return chances([
    f64At(sides, at) + shift,
    f64At(sides, at + 1) - shift,
    f64At(sides, at + 2) + WORDS_NEUTRAL * neutral + NEUTRAL_SHIFT,
    f64At(sides, at + 3),
  ]);
}

export function textSides({ text }: NetReading, words: number, sentences: number): Sides {
  const { first, each, most } = WORDS_TEXT;
  const shift = (Math.min(most, first + each * sentences) * words) / 2;
  return chances([f64At(text, 0) + shift, f64At(text, 1) - shift, f64At(text, 2), f64At(text, 3)]);
}

/** How much more praise than criticism, from -1 to 1; 0 if there is no chance of either. */
export const balance = ([positive, negative]: Sides): number =>
  positive + negative === 0 ? 0 : (positive - negative) / (positive + negative);

/** Praise or criticism: neither a fact nor words for both. */
export const hasSide = (label: Label): boolean => label === "positive" || label === "negative";

/** A score closer to 0 than this takes no side. It is the score of a margin of 0.1, the threshold in the weights. */
export const EVEN = 0.05;

/** The likeliest side. Praise that is hardly likelier than criticism is neutral, and so is the reverse. */
export function labelOfSides(sides: Sides): Label {
  const label = itemAt(SIDES, sides.indexOf(Math.max(sides[0], sides[1], sides[2], sides[3])));
  return hasSide(label) && Math.abs(balance(sides)) < EVEN ? "neutral" : label;
}
