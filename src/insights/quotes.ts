import { analyze } from "../../insights/engine/analyze.ts";
import type { Engine } from "../../insights/engine/engine.ts";
import { onFirstUse } from "../../insights/engine/first-use.ts";
import { wordsToRead } from "../../insights/engine/words-to-read.ts";
import type { Analysis, Label } from "../model/analysis.ts";
import { compareText } from "../model/basics/compare-text.ts";
import { itemAt } from "../model/basics/typed-array.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import { inOrder } from "./in-order.ts";
import type { InsightReview } from "./insight-review.ts";
import { standsAlone } from "./standalone.ts";
import { isShared, type Tally } from "./tally.ts";

export type Quote = InsightsDocument["aspects"][number]["quotes"][number];
export type Citation = InsightsDocument["faq"][number]["citations"][number];

/** Longer passages are too long for a quote, and shorter ones say too little. */
const LONGEST = 200;
const SHORTEST = 20;
/** How certain the engine must be about an aspect before a passage is quoted for it. */
const CERTAIN = 0.8;
/** A quote with up to so many characters is easily read. Each longer one counts as less clear, in proportion. */
const EASY = 120;

export const citationOf = ({ review_id, start, end, text }: Quote): Citation => ({ review_id, start, end, text });

/**
 * A passage that may be quoted. Its text is cut out only when needed, because of thousands of candidates only four are
 * used.
 */
export type QuoteCandidate = {
  review_id: string;
  start: number;
  end: number;
  sentiment: Label;
  /** How clearly it supports what it is quoted for: certainty times the size of the score. */
  clarity: number;
  /** The stars contradict the words, so the analysis is in doubt. It is quoted only if its side has no other quote. */
  doubtful: boolean;
  /** Its sentence is about other aspects, too. A quote that is about one thing supports its claim better. */
  divided: boolean;
  /** Whether its words, read without the rest of the review, say what it is quoted for. */
  saysAlone: () => boolean;
  quote: () => Quote;
};

const starsAgree = (rating: number, sentiment: Label): boolean =>
  sentiment === "positive" ? rating >= 3 : sentiment === "negative" ? rating <= 3 : true;

const brevity = (length: number): number => Math.min(1, EASY / length);

/** The score that a sentence must reach on the side for which it is quoted: alone, and around a passage. */
const AGREES = 0.6;
const AGREES_AROUND = 0.2;
const sideOf = (sentiment: Label): number => (sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0);

/** True if the analyzed words are not the reviewer's own. */
const isTranslated = (review: InsightReview): boolean => wordsToRead(review)?.translated === true;

/** Whether a passage that is read without its review takes this side about the aspect. */
export type SaysAlone = (passage: string, language: Analysis["language"], aspect: string, side: Label) => boolean;

/** How certain the engine must be about an aspect of a passage that it reads alone. */
const CERTAIN_ALONE = 0.82;

export const readsAlone =
  (engine: Engine): SaysAlone =>
  (passage, language, aspect, side) => {
    // What the rules of another taxonomy find has no certainty, and a passage that takes no side supports none.
    if (!engine.learned || sideOf(side) === 0) return true;
    const { aspects, certainty } = analyze(engine, passage, language);
    const found = aspects.findIndex((one) => one.aspect === aspect && one.sentiment === side);
    return found >= 0 && itemAt(certainty, found) >= CERTAIN_ALONE;
  };

/** The passage about the aspect at `at`. Null if it may not be quoted. */
export function buildQuoteCandidate(
  review: InsightReview,
  text: string,
  analysis: Analysis,
  at: number,
  saysAlone: SaysAlone,
): QuoteCandidate | null {
  const { aspect, start, end, sentiment, score, evidence } = itemAt(analysis.aspects, at);
  const certainty = itemAt(analysis.certainty, at);
  const around = analysis.sentences.find((sentence) => sentence.start <= start && start < sentence.end);
  // Never quotes a sentence about someone's health, or a sentence whose own words say something else.
  if (isTranslated(review) || !around || around.private || certainty < CERTAIN || !around.aspects.includes(aspect))
    return null;
  if (sideOf(sentiment) !== 0 && sideOf(sentiment) * around.score < AGREES_AROUND) return null;
  const place = { review_id: review.id, start, end };
  return {
    ...place,
    sentiment,
    clarity: certainty * Math.abs(score) * brevity(end - start),
    doubtful: !starsAgree(review.rating, sentiment),
    divided: around.aspects.length > 1 || around.parts !== undefined,
    saysAlone: onFirstUse(() => saysAlone(text.slice(start, end), analysis.language, aspect, sentiment)),
    quote: () => ({
      ...place,
      text: text.slice(start, end),
      sentiment,
      score,
      evidence: evidence.filter((part) => part.start >= start && part.end <= end),
    }),
  };
}

/** A sentence with the evidence of its aspects. Null if it reveals someone's health or says the opposite. */
export function buildSentenceCandidate(
  review: InsightReview,
  text: string,
  analysis: Analysis,
  at: number,
  sentiment: Label,
): QuoteCandidate | null {
  const { start, end, score, parts, aspects, private: is_private } = itemAt(analysis.sentences, at);
  if (isTranslated(review) || is_private || (sideOf(sentiment) !== 0 && sideOf(sentiment) * score < AGREES))
    return null;
  const place = { review_id: review.id, start, end, sentiment };
  return {
    ...place,
    clarity: Math.abs(score) * brevity(end - start),
    doubtful: !starsAgree(review.rating, sentiment),
    divided: aspects.length > 1 || parts !== undefined,
    saysAlone: () => true,
    quote: () => {
      const inside = analysis.aspects
        .flatMap(({ evidence }) => evidence)
        .filter((part) => part.start >= start && part.end <= end);
      const once = inside.filter((part, index) => inside.findIndex((other) => other.start === part.start) === index);
      return {
        ...place,
        score,
        text: text.slice(start, end),
        evidence: once.sort((left, right) => left.start - right.start),
      };
    },
  };
}

/** False for questions, for half of what somebody said, and for text that an import redacted. */
export const isQuotable = (text: string): boolean =>
  !text.endsWith("?") && !/\[[a-z_ ]+\]/.test(text) && (text.match(/["“”]/g)?.length ?? 0) % 2 === 0;

/** If two sentences of one review are equally clear, the earlier one comes first. */
const clearestFirst = (left: QuoteCandidate, right: QuoteCandidate): number =>
  Number(left.doubtful) - Number(right.doubtful) ||
  Number(left.divided) - Number(right.divided) ||
  right.clarity - left.clarity ||
  compareText(left.review_id, right.review_id) ||
  left.start - right.start;

/** The candidates among what reviews say. Passages that may not be quoted have none. */
export function candidatesOf(said: readonly { candidate: QuoteCandidate | null }[]): QuoteCandidate[] {
  const candidates: QuoteCandidate[] = [];
  for (const { candidate } of said) if (candidate) candidates.push(candidate);
  return candidates;
}

/** The candidates, the clearest first. */
export const inOrderOfClarity = (candidates: readonly QuoteCandidate[]): Iterable<QuoteCandidate> =>
  inOrder(candidates, clearestFirst);

/** At most this many quotes are cut from their texts. If thousands of reviews say the same, more would add nothing. */
const CUT = 300;

/** Whether a quote makes sense where it is shown. */
export type Fits = (text: string) => boolean;

/** Below a person's name, "He listens" makes sense, too. */
export const fitsPerson: Fits = (text) => standsAlone(text) || PRONOUN.test(text);
const PRONOUN = /^(?:he|she)\b/i;

/**
 * The clearest quotes that fit and say alone what they are quoted for. If there are none, `any_side` allows one that its
 * review explains, so that no side that many take goes unheard. Each review and each wording is used once.
 */
function clearestOf(candidates: QuoteCandidate[], most: number, fits: Fits, any_side: boolean): Quote[] {
  const quotes: Quote[] = [];
  const explained: Quote[] = [];
  const reviews = new Set<string>();
  const texts = new Set<string>();
  let read = 0;
  if (most === 0) return quotes;
  for (const { quote, review_id, saysAlone } of inOrderOfClarity(candidates)) {
    if (quotes.length >= most || read++ >= CUT) break;
    const cut = quote();
    const words = cut.text.toLowerCase();
    if (!isQuotable(cut.text) || !fits(cut.text) || reviews.has(review_id) || texts.has(words)) continue;
    if (saysAlone()) {
      texts.add(words);
      reviews.add(review_id);
      quotes.push(cut);
    } else explained.push(cut);
  }
  return quotes.length === 0 && any_side ? explained.slice(0, 1) : quotes;
}

/**
 * How many of `most` quotes criticize: in proportion, but at least one for each side that a fifth of the reviews take.
 */
function criticalShare(tally: Tally, most: number): number {
  const fair = Math.round((most * (tally.negative + tally.mixed / 2)) / Math.max(1, sidedCount(tally)));
  const least = isShared(tally, "negative") ? 1 : 0;
  const top = isShared(tally, "positive") ? most - 1 : most;
  return Math.max(least, Math.min(top, fair));
}
const sidedCount = ({ positive, negative, mixed }: Tally): number => positive + negative + mixed;

type Wanted = { most: number; shortest?: number; fits?: Fits };

/** The clearest quotes of each side. `tally` counts the reviews that the candidates come from. */
export function pickQuotes(
  candidates: QuoteCandidate[],
  tally: Tally,
  { most, shortest = SHORTEST, fits = standsAlone }: Wanted,
): Quote[] {
  const fitting = candidates.filter(({ start, end }) => end - start >= shortest && end - start <= LONGEST);
  const onSide = (side: Label) => fitting.filter(({ sentiment }) => sentiment === side);
  const positive = onSide("positive");
  const negative = onSide("negative");
  const critical = clearestOf(negative, criticalShare(tally, most), fits, isShared(tally, "negative"));
  const praise = clearestOf(
    positive.filter(({ doubtful }) => !doubtful || isShared(tally, "positive")),
    most - critical.length,
    fits,
    isShared(tally, "positive"),
  );
  const sided = [...praise, ...critical];
  // If no review takes a side, only the clearest of the other passages is quoted.
  return sided.length === 0 && tally.positive + tally.negative === 0 ? clearestOf(fitting, 1, fits, true) : sided;
}
