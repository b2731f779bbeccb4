import { primaryTag } from "../../../insights/engine/words-to-read.ts";
import { itemAt } from "../../model/basics/typed-array.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import type { AnalyzedReview } from "../analyzed-review.ts";
import type { HowRead, ReportWords, Told } from "../sentences/report-english.ts";
import { inSentence } from "../sentences/sentence-words.ts";
import { countKeys } from "../tally.ts";
import { criticismSentences, praiseSentences, type Sentence } from "./opinion-sentences.ts";
import { clearSentences, type FactsInput, type SummaryFacts, summaryFacts } from "./summary-facts.ts";

const MOST_SENTENCES = 7;
const LEAST_NAMED = 3;
const ENOUGH_TEXTS = 5;

const businessOf = ({ summary }: ReportWords, { name, engine }: SummaryFacts): string =>
  summary.business(name, engine.taxonomy.taxonomy.noun);

/** The number of reviews and their stars. */
function firstSentence(facts: SummaryFacts): Sentence {
  const { reviews, period } = facts;
  const n = reviews.length;
  const { from } = period;
  const given = reviews.map(({ rating }) => rating);
  const stars = Math.min(...given);
  const citations = facts.both_sides.slice(0, 2);
  if (n === 1) return { text: (say) => say.summary.one({ business: businessOf(say, facts), stars, from }), citations };
  if (stars === Math.max(...given)) {
    return { text: (say) => say.summary.same({ n, business: businessOf(say, facts), stars, from }), citations };
  }
  const average = Math.round((10 * given.reduce((sum, one) => sum + one, 0)) / n) / 10;
  return {
    text: (say) => say.summary.rated({ n, business: businessOf(say, facts), average: say.tenth(average), from }),
    citations,
  };
}

/** What the texts say as a whole. The wording depends on how one-sided they are. */
function textSentence(facts: SummaryFacts): Sentence {
  const { analyzed, tally, reviews, both_sides: citations } = facts;
  const read = analyzed.length;
  if (read === 0) {
    const texts = reviews.filter(({ text }) => text !== null).length;
    return { text: ({ summary }) => (texts > 0 ? summary.unreadable(texts) : summary.no_texts), citations };
  }
  const [first] = analyzed;
  if (first && read === 1) return { text: ({ summary }) => summary.oneText(first.label), citations };
  if (tally.positive === read) return { text: ({ summary }) => summary.allTexts(read, "positive"), citations };
  if (tally.negative === read) return { text: ({ summary }) => summary.allTexts(read, "negative"), citations };
  return { text: ({ summary }) => summary.texts(tally), citations };
}

/** Who is mentioned, and why people come. */
function peopleSentence({ people, problems }: SummaryFacts): Sentence[] {
  const named = people.filter(({ reviews }) => reviews.length >= LEAST_NAMED).slice(0, 2);
  const reasons = problems.filter(({ reviews }) => reviews.length >= LEAST_NAMED).slice(0, 3);
  const who = named.map(({ name, reviews }) => ({ name, n: reviews.length }));
  const why = reasons.map(({ name, reviews }) => ({ name, n: reviews.length }));
  const about = named.flatMap(({ reviews }) =>
    clearSentences(reviews, ({ analysis }, at) => itemAt(analysis.sentences, at).score > 0, 1),
  );
  const because = reasons.flatMap(({ reviews, id }) =>
    clearSentences(
      reviews,
      ({ analysis }, at) =>
        analysis.marks.some((mark) => mark.kind === "problem" && mark.id === id && mark.sentence === at),
      1,
    ),
  );
  const sentences: Sentence[] = [];
  if (why.length > 1) sentences.push({ text: ({ summary }) => summary.reasons(why), citations: because });
  if (who.length > 0) sentences.push({ text: ({ summary }) => summary.named(who), citations: about });
  return sentences;
}

/** If there are few texts: what two of them say. */
function fewTexts(facts: SummaryFacts): Sentence[] {
  const { analyzed, reviews, both_sides: citations } = facts;
  const oldest = reviews.at(-1)?.date ?? "";
  const newest = reviews[0]?.date ?? "";
  const span: Sentence = { text: ({ summary }) => summary.span(oldest, newest), citations };
  return analyzed.length === 0
    ? [span, { text: ({ summary }) => summary.stars_alone, citations }]
    : [{ text: ({ summary }) => summary.too_little, citations }, span];
}

/** The stated language, or the language of the words unless they are a translation. */
const languageOf = ({ review, translated, analysis }: AnalyzedReview): string | null =>
  review.language ?? (translated ? null : analysis.language);

/** Names a language other than English that at least a fifth of the texts have. */
function languageSentence({ reviews, analyzed }: SummaryFacts): Sentence[] {
  const texts = reviews.filter(({ text }) => text !== null);
  const stated = texts.map(({ language }) => language);
  const read_in = analyzed.filter(({ review }) => review.language === null).map(languageOf);
  const names = [...stated, ...read_in].map((tag) => primaryTag(tag ?? ""));
  const [top] = countKeys(names.filter((name) => name !== "" && name !== "en"));
  if (!top || top[1] * 5 < texts.length) return [];
  const [tag, n] = top;
  const read_reviews = analyzed.filter((one) => primaryTag(languageOf(one) ?? "") === tag);
  const by_translation = read_reviews.some(({ translated }) => translated);
  const read: HowRead = read_reviews.length === 0 ? "not" : by_translation ? "translation" : "words";
  const told = { n, texts: texts.length, tag, read };
  return [{ text: ({ summary }) => summary.language(told), citations: clearSentences(read_reviews, () => true, 1) }];
}

/** How certain the summary is. */
function certaintySentence(facts: SummaryFacts): Sentence {
  const { engine, reviews, analyzed } = facts;
  const rating_only = reviews.filter(({ text }) => text === null).length;
  const unread = reviews.length - rating_only - analyzed.length;
  const wrong_pct = engine.trained ? Math.round(100 - engine.weights.header.figures.aspect_precision) : null;
  const unclear = analyzed.filter(({ label }) => label === "mixed" || label === "neutral");
  const citations = clearSentences(unclear, () => true, 1);
  return {
    text: ({ summary }) => summary.certainty({ rating_only, unread, wrong_pct }),
    citations: citations.length > 0 ? citations : facts.both_sides.slice(0, 1),
  };
}

/** Joins two sentences, so that there is room for others. */
const joined = (left: Sentence, right: Sentence): Sentence => ({
  text: (say) => `${left.text(say).slice(0, -1)}; ${inSentence(right.text(say))}`,
  citations: right.citations,
});

function composeSentences(facts: SummaryFacts): Sentence[] {
  const { analyzed, aspects, tally } = facts;
  const stars = firstSentence(facts);
  const texts = textSentence(facts);
  const languages = languageSentence(facts);
  const end = certaintySentence(facts);
  if (analyzed.length < ENOUGH_TEXTS || aspects.length === 0) {
    const few = [stars, texts, ...languages, ...fewTexts(facts)];
    return analyzed.length === 0 ? few : [...few, end];
  }
  const praise = praiseSentences(facts);
  const criticism = criticismSentences(facts);
  const middle = tally.negative > tally.positive ? [...criticism, ...praise] : [...praise, ...criticism];
  const whom = peopleSentence(facts);
  // The reasons for coming have a reserved place. The other sentences are added while there is room.
  const room = MOST_SENTENCES - 2 - languages.length - Math.min(1, whom.length);
  const told = middle.slice(0, room);
  return [joined(stars, texts), ...languages, ...told, ...whom.slice(0, 1 + room - told.length), end];
}

/** Four to seven sentences from counted facts, each with the passages that support it. */
export function buildSummary(input: FactsInput): {
  summary: Told;
  citations: InsightsDocument["summary_citations"];
} {
  if (input.reviews.length === 0) return { summary: ({ summary }) => summary.none, citations: [] };
  const sentences = composeSentences(summaryFacts(input));
  return {
    summary: (say) => sentences.map(({ text }) => text(say)).join(" "),
    citations: sentences.flatMap(({ citations }, sentence) => citations.map((citation) => ({ sentence, ...citation }))),
  };
}
