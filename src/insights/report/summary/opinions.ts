import { type AspectNow, before } from "../period.ts";
import type { Citation } from "../quotes.ts";
import { total } from "../statistics.ts";
import { changeOf, criticalOf, isConcern, isStrength } from "../strengths.ts";
import { inSentence, listWords } from "../words.ts";
import { type SummaryFacts, supportOf } from "./facts.ts";

/** One sentence of the summary, with the words that support it. */
export type Sentence = { text: string; citations: Citation[] };

const MOST_CITATIONS = 3;

/** What is praised most, and how many of those who praise it gave few stars. */
export function praiseSentences(facts: SummaryFacts): Sentence[] {
  const best = mostPraised(facts);
  if (!best) return [];
  const { quote, citations } = supportOf(best, "positive", MOST_CITATIONS);
  const critics = best.reviews.filter(
    ({ review, aspects: found }) => review.rating <= 3 && found.get(best.id)?.sentiment === "positive",
  ).length;
  const whom = critics >= 2 ? `, ${critics} of them by people who gave three stars or fewer` : "";
  const lead = isStrength(best) ? "What people praise most is" : "What people praise most, though not all of them, is";
  const first = `${lead} ${inSentence(best.label)}: ${best.now.positive} of the ${total(best.now)} reviews that mention it are positive${whom}`;
  const sentences = [{ text: quote ? `${first}; one says, “${quote.text}”` : `${first}.`, citations }];
  const more = facts.aspects.filter((aspect) => aspect !== best && isStrength(aspect)).slice(0, 2);
  if (more.length > 0) {
    const parts = more.map(({ label, now }) => `${inSentence(label)} (${now.positive} of ${total(now)})`);
    sentences.push({
      text: `Most reviews also speak well of ${listWords(parts)}.`,
      citations: more.flatMap((aspect) => supportOf(aspect, "positive", 1).citations),
    });
  }
  return sentences;
}

/** The aspect that most reviews praise; undefined if criticism prevails everywhere. */
const mostPraised = ({ aspects }: SummaryFacts): AspectNow | undefined =>
  aspects
    .filter(({ now }) => now.positive > now.negative)
    .sort((left, right) => right.now.positive - left.now.positive || (left.id < right.id ? -1 : 1))[0];

/** The most common complaint, without its full stop. It may be about what most praise. */
function complaint(facts: SummaryFacts, worst: AspectNow): string {
  const { period } = facts;
  const steady = changeOf(worst) === "steady" ? `, much as ${before(period)} (${criticalOf(worst.before)})` : "";
  const subject = inSentence(worst.label);
  const lead =
    mostPraised(facts) === worst
      ? `But ${subject} also gets the most complaints`
      : `The most common complaint is about ${subject}`;
  return `${lead}: ${worst.now.negative} of the ${total(worst.now)} reviews that mention it are critical${steady}`;
}

/** What is criticized most, and whether that changed. */
export function criticismSentences(facts: SummaryFacts): Sentence[] {
  const { aspects, period } = facts;
  const changed = aspects.filter((aspect) => ["fell", "rose"].includes(changeOf(aspect) ?? ""));
  const [worst, ...others] = aspects
    .filter((aspect) => isConcern(aspect) && !changed.includes(aspect))
    .sort((left, right) => right.now.negative - left.now.negative || (left.id < right.id ? -1 : 1));
  const sentences = changed.slice(0, 2).map((aspect): Sentence => {
    const words = `from ${criticalOf(aspect.before)} mentions ${before(period)} to ${criticalOf(aspect.now)} since`;
    const citations = supportOf(
      aspect,
      changeOf(aspect) === "fell" ? "positive" : "negative",
      MOST_CITATIONS,
    ).citations;
    return { text: `Complaints about ${inSentence(aspect.label)} ${changeOf(aspect)} ${words}.`, citations };
  });
  if (worst) {
    const { quote, citations } = supportOf(worst, "negative", MOST_CITATIONS);
    sentences.push({
      text: quote ? `${complaint(facts, worst)}; one says, “${quote.text}”` : `${complaint(facts, worst)}.`,
      citations,
    });
  }
  const more = others.slice(0, 2);
  if (more.length > 0) {
    const parts = more.map(({ label, now }) => `${inSentence(label)} (${criticalOf(now)})`);
    sentences.push({
      text: `Many who mention ${more.length === 1 ? "it" : "them"} also criticize ${listWords(parts)}.`,
      citations: more.flatMap((aspect) => supportOf(aspect, "negative", 1).citations),
    });
  }
  if (sentences.length === 0 && aspects.length > 0) {
    const critical = aspects.filter(({ now }) => now.negative > 0);
    const citations = critical.slice(0, 1).flatMap((aspect) => supportOf(aspect, "negative", 1).citations);
    sentences.push({
      text:
        critical.length === 0
          ? "None of these reviews complains about anything that several others mention."
          : "No subject is criticized by as many as a third of the reviews that mention it.",
      citations: citations.length > 0 ? citations : facts.both_sides.slice(0, 1),
    });
  }
  return sentences;
}
