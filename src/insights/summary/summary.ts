import { primaryTag } from "../../../insights/engine/words-to-read.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { rankSubjects } from "../../model/rank-subjects.ts";
import { shownRating } from "../../model/rating.ts";
import { recentFrom } from "../period.ts";
import type { Citation } from "../quotes.ts";
import type { Told } from "../sentences/report-english.ts";
import { changeOf } from "../strengths.ts";
import { countKeys, type Tally, total } from "../tally.ts";
import { type FactsInput, type SummaryFacts, summaryFacts } from "./summary-facts.ts";
import { balancedQuotes, type Side, supportOf } from "./summary-quotes.ts";

/** One sentence of the summary, with the passages that support it. */
type Sentence = { text: Told; citations: Citation[] };
type Ranked = ReturnType<typeof rankSubjects<InsightsDocument["aspects"][number]>>;

/** The number of reviews and their stars. A name with a digit in it would be one number more. */
function ratingSentence({ reviews, profile, engine, both_sides }: SummaryFacts): Sentence {
  const n = reviews.length;
  const given = (stars: number): number => reviews.filter(({ rating }) => rating === stars).length;
  const distribution = { 1: given(1), 2: given(2), 3: given(3), 4: given(4), 5: given(5) };
  const average = shownRating({ distribution, rating_count: n }) ?? 0;
  const name = profile && !/\d/.test(profile.name) ? profile.name : null;
  return {
    text: ({ summary, tenth }) =>
      summary.rated({ n, business: summary.business(name, engine.taxonomy.taxonomy.noun), average: tenth(average) }),
    citations: both_sides.length > 2 ? [...both_sides.slice(0, 1), ...both_sides.slice(-1)] : both_sides,
  };
}

/** The strongest praise and the strongest complaint, each with a quote. If more criticize, the complaint comes first. */
function opinionSentences(
  { by_aspect, tally }: SummaryFacts,
  { likes: [best], dislikes: [worst] }: Ranked,
): Sentence[] {
  const praising = best ? (by_aspect.get(best.id) ?? []) : [];
  const complaining = worst ? (by_aspect.get(worst.id) ?? []) : [];
  const quotes = balancedQuotes(praising, complaining);
  const sentences: Sentence[] = [];
  if (best) {
    const quote = quotes.praise;
    const told = { label: best.label, some: best.positive_count, all: best.mention_count, quote: quote?.text ?? null };
    sentences.push({
      text: ({ summary }) => summary.praise(told),
      citations: supportOf(praising, "positive", quote),
    });
  }
  if (worst) {
    const quote = quotes.complaint;
    const told = {
      label: worst.label,
      some: worst.negative_count,
      all: worst.mention_count,
      quote: quote?.text ?? null,
    };
    sentences.push({
      text: ({ summary }) => summary.complaint(told),
      citations: supportOf(complaining, "negative", quote),
    });
  }
  return tally.negative > tally.positive ? sentences.reverse() : sentences;
}

/** The disliked subject whose criticism changed, if any did: the first one. */
function changeSentence({ by_aspect, recent, changes }: SummaryFacts, { dislikes }: Ranked): Sentence[] {
  for (const { id, label } of dislikes) {
    const counts = changes.get(id);
    const change = counts && changeOf(counts);
    if (!change) continue;
    const side: Side = change === "fell" ? "positive" : "negative";
    const told = { label, change, from: recentFrom(recent) };
    return [
      { text: ({ summary }) => summary.changed(told), citations: supportOf(by_aspect.get(id) ?? [], side, null) },
    ];
  }
  return [];
}

/** Few reviews: what single voices praise and criticize. */
function voiceSentences(facts: SummaryFacts, { voices }: Ranked): Sentence[] {
  const labels = (subjects: Ranked["likes"]) => subjects.slice(0, 3).map(({ label }) => label);
  const [praise, criticism] = [labels(voices.praise), labels(voices.criticism)];
  const quotes = balancedQuotes(
    voices.praise.flatMap(({ id }) => facts.by_aspect.get(id) ?? []),
    voices.criticism.flatMap(({ id }) => facts.by_aspect.get(id) ?? []),
  );
  const cited = [quotes.praise, quotes.complaint].flatMap((one) => one ?? []);
  const told = { praise, criticism, quotes: cited.map(({ text }) => text) };
  return [{ text: ({ summary }) => summary.voices(told), citations: cited.length > 0 ? cited : facts.both_sides }];
}

/** Names a language that is not read, if at least a fifth of the texts are in it. */
function unreadSentence({ reviews, analyzed }: SummaryFacts): Sentence[] {
  const read = new Set(analyzed.map(({ review }) => review));
  const texts = reviews.filter(({ text }) => text !== null);
  const unread = texts.filter((review) => !read.has(review)).map(({ language }) => primaryTag(language ?? ""));
  const [top] = countKeys(unread.filter((tag) => tag !== ""));
  if (!top || top[1] * 5 < texts.length) return [];
  const [tag] = top;
  return [{ text: ({ summary }) => summary.unread(tag), citations: [] }];
}

const hasTexts = (reviews: SummaryFacts["reviews"]): boolean => reviews.some(({ text }) => text !== null);

function composeSentences(facts: SummaryFacts): Sentence[] {
  const { analyzed, reviews, aspects, both_sides } = facts;
  const stars = ratingSentence(facts);
  if (analyzed.length === 0) {
    return [
      stars,
      { text: ({ summary }) => (hasTexts(reviews) ? summary.unreadable : summary.stars_alone), citations: [] },
    ];
  }
  const end: Sentence = { text: ({ summary }) => summary.counted, citations: both_sides.slice(0, 1) };
  if (facts.engine.taxonomy.taxonomy.aspects.length === 0) {
    const overall: Sentence = { text: ({ summary }) => summary.overall(facts.tally), citations: both_sides };
    return [stars, overall, ...unreadSentence(facts), end];
  }
  const ranked = rankSubjects(aspects);
  const none = ranked.likes.length + ranked.dislikes.length === 0;
  const opinions = none ? voiceSentences(facts, ranked) : opinionSentences(facts, ranked);
  return [stars, ...opinions, ...changeSentence(facts, ranked), ...unreadSentence(facts), end];
}

const mostlyOf = (tally: Tally): "positive" | "negative" | "divided" => {
  if (2 * tally.positive > total(tally)) return "positive";
  return 2 * tally.negative > total(tally) ? "negative" : "divided";
};

/** The finding in at most twelve words. */
function composeHeadline({ engine, reviews, analyzed, aspects, tally }: SummaryFacts): Told {
  if (reviews.length === 0) return ({ headline }) => headline.none;
  if (analyzed.length === 0) {
    return ({ headline }) => (hasTexts(reviews) ? headline.unreadable : headline.stars_alone);
  }
  if (reviews.length === 1) return ({ headline }) => headline.one;
  if (engine.taxonomy.taxonomy.aspects.length === 0) return ({ headline }) => headline.overall(mostlyOf(tally));
  const { likes, dislikes } = rankSubjects(aspects);
  const told = {
    likes: likes.map(({ label }) => label),
    dislikes: dislikes.map(({ label }) => label),
    critical: tally.negative > tally.positive,
    mostly: 2 * tally.positive > total(tally) ? ("positive" as const) : ("divided" as const),
  };
  return ({ headline }) => headline.finding(told);
}

/** A headline, and sentences from counted facts of all reviews, each with the passages that support it. */
export function buildSummary(input: FactsInput): {
  headline: Told;
  summary: Told;
  citations: InsightsDocument["summary_citations"];
} {
  const facts = summaryFacts(input);
  const headline = composeHeadline(facts);
  if (input.reviews.length === 0) return { headline, summary: ({ summary }) => summary.none, citations: [] };
  const sentences = composeSentences(facts);
  return {
    headline,
    summary: (say) => sentences.map(({ text }) => text(say)).join(" "),
    citations: sentences.flatMap(({ citations }, sentence) => citations.map((citation) => ({ sentence, ...citation }))),
  };
}
