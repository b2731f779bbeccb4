import { fold } from "../snapshot/fold.ts";
import { positionOf } from "../snapshot/review-at.ts";
import type { ReviewIndex } from "../snapshot/review-index.ts";
import { costOf, fitting, MIN_REVIEW_ROOM, ROOM_BYTES } from "./answer.ts";
import { number, text } from "./arguments.ts";
import { type Aspect, type Month, NO_ANALYSIS, shortAspect, shortQuotes } from "./insights.ts";
import { fitReviews } from "./review-texts.ts";
import { defineTool, type ToolAnswer } from "./tool.ts";
import { once, type View } from "./view.ts";

const plain = (words: string): string =>
  fold(words)
    .replace(/[_\W]+/gu, " ")
    .trim();

/** What people call the aspects of the default taxonomy; another taxonomy is found by its own ids and labels. */
const OTHER_WORDS: Record<string, string> = {
  care: "staff kindness friendly attention bedside manner",
  expertise: "skill skills knowledge knowledgeable competence",
  results: "outcome outcomes effectiveness improvement healing pain relief",
  communication: "explanation explain follow up callbacks phone messages",
  front_desk: "reception receptionist desk office check in",
  scheduling: "booking appointment appointments availability cancellations hours",
  punctuality: "wait waits late lateness delay delays time times on time",
  facility: "clinic location parking cleanliness clean equipment building gym pool privacy noise",
  billing: "price prices pricing cost costs bill bills money fees charges insurance copay refund value",
};

/** How well words fit an aspect: by id or label, by what else it is called, by the beginning of a word of its label. */
function fitOf({ id, label }: Aspect, wanted: string): number {
  if (plain(id) === wanted || plain(label) === wanted) return 3;
  const words = wanted.split(" ").filter((word) => word.length > 2);
  const others = ` ${Object.hasOwn(OTHER_WORDS, id) ? OTHER_WORDS[id] : ""} `;
  if (words.some((word) => others.includes(` ${word} `))) return 2;
  const own = `${plain(id)} ${plain(label)}`.split(" ").filter((word) => word.length > 3);
  return words.some((word) => own.some((known) => known.slice(0, 4) === word.slice(0, 4))) ? 1 : 0;
}

/** The one aspect that fits best; null where none does, or several do alike. */
export function findAspect(aspects: readonly Aspect[], given: string): Aspect | null {
  const wanted = plain(given);
  const fits = aspects.map((aspect) => ({ aspect, fit: fitOf(aspect, wanted) }));
  const most = Math.max(0, ...fits.map(({ fit }) => fit));
  const best = most === 0 ? [] : fits.filter(({ fit }) => fit === most);
  return best.length === 1 ? (best[0]?.aspect ?? null) : null;
}

const aspectList = (aspects: readonly Aspect[]): string =>
  aspects.map(({ id, label }) => `${id} (${label})`).join(", ");

const unknownAspect = (aspects: readonly Aspect[], given: string): ToolAnswer => ({
  fault: `aspect ${JSON.stringify(given)} is not one of the analysis; the aspects are: ${aspectList(aspects)}`,
});

function* aspectVariants(aspect: Aspect): Iterable<unknown> {
  for (const quotes of [20, 10, 5, 2]) {
    yield {
      analysis_available: true,
      aspect: {
        ...shortAspect(aspect),
        top_phrases: aspect.top_phrases.slice(0, 20),
        quotes: shortQuotes(aspect.quotes, quotes),
        example_review_ids: aspect.example_review_ids.slice(0, 10),
      },
    };
  }
}

const EXAMPLE_REVIEWS = 3;

/** The aspect, then whole reviews that speak of it as far as they fit: a quote alone often lacks its reason. */
function aspectAnswer({ index }: View, aspect: Aspect): ToolAnswer {
  const json = fitting(aspectVariants(aspect));
  const positions = aspect.example_review_ids
    .slice(0, EXAMPLE_REVIEWS)
    .map((id) => positionOf(index, id))
    .filter((position) => position !== null);
  const room = ROOM_BYTES - costOf(json);
  const reviews = positions.length === 0 || room < MIN_REVIEW_ROOM ? [] : fitReviews(index, positions, room);
  return { structured: { before: `${json.slice(0, -1)},"example_reviews":[`, reviews, after: "]}" } };
}

const aspectArgument = text(100, {
  description: "Aspect id or label. Without it: all aspects in short.",
  aliases: ["aspect_id", "id", "label", "name", "topic", "category"],
});

export const getAspectSentiment = defineTool({
  name: "get_aspect_sentiment",
  title: "Opinion on an aspect",
  description:
    "How customers feel about one aspect of the business: how many reviews mention it, positive, negative, neutral and mixed counts, score from -1 to 1, trend, quotes for and against with their review_id, and some whole reviews. Aspects are care, expertise, results, communication, front_desk (reception), scheduling (booking), punctuality (waiting on the day), facility (place, parking) and billing (price, insurance), unless the business uses others. Without aspect: all of them in short, to compare. Use it for what people like or dislike about X. Not for one therapist (get_technician) or treatment (get_service).",
  fields: { aspect: aspectArgument },
  output: {
    analysis_available: "boolean",
    note: "string",
    overall_sentiment: "object?",
    aspects: "array",
    aspect: "object",
    example_reviews: "array",
  },
  optional: ["note", "overall_sentiment", "aspects", "aspect", "example_reviews"],
  answer: (view, { aspect: given }): ToolAnswer => {
    const aspects = view.insights?.aspects;
    if (!aspects) return { structured: JSON.stringify({ analysis_available: false, note: NO_ANALYSIS, aspects: [] }) };
    if (given === undefined) {
      const structured = once(view, "aspects", () => [
        {
          analysis_available: true,
          overall_sentiment: view.insights?.overall_sentiment ?? null,
          aspects: aspects.map(shortAspect),
        },
      ]);
      return { structured };
    }
    const aspect = findAspect(aspects, given);
    return aspect ? aspectAnswer(view, aspect) : unknownAspect(aspects, given);
  },
});

/** Reviews and stars a month, newest last, from the index alone. */
export function monthsOf(index: ReviewIndex): Month[] {
  const sums = new Map<string, { count: number; stars: number }>();
  for (let i = index.count - 1; i >= 0; i--) {
    const month = new Date((index.day[i] ?? 0) * 86_400_000).toISOString().slice(0, 7);
    const sum = sums.get(month) ?? { count: 0, stars: 0 };
    sum.count++;
    sum.stars += index.rating[i] ?? 0;
    sums.set(month, sum);
  }
  return Array.from(sums, ([month, { count, stars }]) => ({
    month,
    review_count: count,
    average_rating: Math.round((stars / count) * 100) / 100,
    score: null,
  }));
}

const MONTHS = { min: 1, max: 120, fallback: 12 } as const;

export const getTrends = defineTool({
  name: "get_trends",
  title: "Trends over time",
  description:
    "Whether it is getting better or worse: reviews, average stars and sentiment month by month, and the trend of the whole business (trend, monthly); and for each aspect in aspects its own change: trend.score in the latest window against trend.previous_score in the one before, over trend.n reviews, and whether that is significant. Use it for questions about change over time, such as whether waits improved (aspect punctuality). Not for what people say: get_aspect_sentiment has the quotes.",
  fields: {
    months: number(
      { ...MONTHS, whole: true },
      { description: "How many of the latest months.", aliases: ["period", "window", "last_months", "n", "limit"] },
    ),
    aspect: text(100, {
      description: "Leave the other aspects out: id or label. trend and monthly stay those of the whole business.",
      aliases: ["aspect_id", "topic", "category"],
    }),
  },
  output: { analysis_available: "boolean", note: "string", trend: "string?", monthly: "array", aspects: "array" },
  optional: ["note"],
  answer: (view, values): ToolAnswer => {
    const { insights } = view;
    const aspects = insights?.aspects ?? [];
    const wanted = values.aspect === undefined ? undefined : findAspect(aspects, values.aspect);
    if (wanted === null && insights) return unknownAspect(aspects, values.aspect ?? "");
    const monthly = insights?.temporal.monthly ?? monthsOf(view.index);
    const value = {
      analysis_available: insights !== null,
      ...(insights ? {} : { note: NO_ANALYSIS }),
      trend: insights?.temporal.trend ?? null,
      monthly: monthly.slice(-(values.months ?? MONTHS.fallback)),
      aspects: (wanted ? [wanted] : aspects).map(({ id, label, mention_count, score, trend }) => ({
        id,
        label,
        mention_count,
        score,
        trend,
      })),
    };
    return { structured: JSON.stringify(value) };
  },
});
