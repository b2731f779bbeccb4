import { compareText } from "../../model/basics/compare-text.ts";
import type { AspectNow } from "../period.ts";
import type { Citation } from "../quotes.ts";
import type { Share, Told } from "../sentences/report-english.ts";
import { changeOf, isConcern, isStrength } from "../strengths.ts";
import { type Tally, total } from "../tally.ts";
import { type SummaryFacts, supportOf } from "./summary-facts.ts";

/** One sentence of the summary, with the passages that support it. */
export type Sentence = { text: Told; citations: Citation[] };

const MOST_CITATIONS = 3;

const praiseOf = (tally: Tally): Omit<Share, "label"> => ({ some: tally.positive, all: total(tally) });
const criticismOf = (tally: Tally): Omit<Share, "label"> => ({ some: tally.negative, all: total(tally) });

/** What is praised most, and how many of the people who praise it gave few stars. */
export function praiseSentences(facts: SummaryFacts): Sentence[] {
  const best = mostPraised(facts);
  if (!best) return [];
  const { quote, citations } = supportOf(best, "positive", MOST_CITATIONS);
  const critics = best.mentions.filter(
    ({ review, sentiment }) => sentiment === "positive" && review.review.rating <= 3,
  ).length;
  const praise = {
    label: best.label,
    ...praiseOf(best.now),
    // Six of six do not prove that all agree, but nobody disagrees.
    strong: isStrength(best) || best.now.positive === total(best.now),
    critics: critics >= 2 ? critics : 0,
    quote: quote?.text ?? null,
  };
  const sentences: Sentence[] = [{ text: ({ summary }) => summary.praise(praise), citations }];
  const more = facts.aspects.filter((aspect) => aspect !== best && isStrength(aspect)).slice(0, 2);
  if (more.length > 0) {
    const parts = more.map(({ label, now }) => ({ label, ...praiseOf(now) }));
    sentences.push({
      text: ({ summary }) => summary.morePraise(parts),
      citations: more.flatMap((aspect) => supportOf(aspect, "positive", 1).citations),
    });
  }
  return sentences;
}

/** The aspect with the most praise. Undefined if every aspect has more criticism than praise. */
const mostPraised = ({ aspects }: SummaryFacts): AspectNow | undefined =>
  aspects
    .filter(({ now }) => now.positive > now.negative)
    .sort((left, right) => right.now.positive - left.now.positive || compareText(left.id, right.id))[0];

/** The most common complaint. Its subject may also be praised by most. */
function complaintSentence(facts: SummaryFacts, worst: AspectNow): Sentence {
  const { quote, citations } = supportOf(worst, "negative", MOST_CITATIONS);
  const complaint = {
    label: worst.label,
    ...criticismOf(worst.now),
    praised: mostPraised(facts) === worst,
    steady: changeOf(worst) === "steady" ? criticismOf(worst.before) : null,
    quote: quote?.text ?? null,
    from: facts.period.from,
  };
  return { text: ({ summary }) => summary.complaint(complaint), citations };
}

/** How criticism of an aspect changed. */
function changeSentence({ period }: SummaryFacts, aspect: AspectNow, change: "fell" | "rose"): Sentence {
  const { label, now, before } = aspect;
  const told = { label, ...criticismOf(now), before: criticismOf(before), change, from: period.from };
  const side = change === "fell" ? "positive" : "negative";
  return { text: ({ summary }) => summary.changed(told), citations: supportOf(aspect, side, MOST_CITATIONS).citations };
}

/** What is criticized most, and whether that changed. */
export function criticismSentences(facts: SummaryFacts): Sentence[] {
  const { aspects } = facts;
  const changed = aspects.flatMap((aspect) => {
    const change = changeOf(aspect);
    return change === "fell" || change === "rose" ? [{ aspect, change }] : [];
  });
  const [worst, ...others] = aspects
    .filter((aspect) => isConcern(aspect) && !changed.some((one) => one.aspect === aspect))
    .sort((left, right) => right.now.negative - left.now.negative || compareText(left.id, right.id));
  const sentences = changed.slice(0, 2).map(({ aspect, change }) => changeSentence(facts, aspect, change));
  if (worst) sentences.push(complaintSentence(facts, worst));
  const more = others.slice(0, 2);
  if (more.length > 0) {
    const parts = more.map(({ label, now }) => ({ label, ...criticismOf(now) }));
    sentences.push({
      text: ({ summary }) => summary.moreComplaints(parts),
      citations: more.flatMap((aspect) => supportOf(aspect, "negative", 1).citations),
    });
  }
  if (sentences.length === 0 && aspects.length > 0) {
    const critical = aspects.filter(({ now }) => now.negative > 0);
    const citations = critical.slice(0, 1).flatMap((aspect) => supportOf(aspect, "negative", 1).citations);
    sentences.push({
      text: ({ summary }) => (critical.length === 0 ? summary.no_complaint : summary.few_complaints),
      citations: citations.length > 0 ? citations : facts.both_sides.slice(0, 1),
    });
  }
  return sentences;
}
