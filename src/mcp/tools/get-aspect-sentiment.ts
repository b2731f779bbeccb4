import { compareText } from "../../model/basics/compare-text.ts";
import { itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import { SEARCH_LIMIT, type SearchFilters } from "../../model/search.ts";
import { aspectLabelAt, aspectPositions } from "../../snapshot/aspect-postings.ts";
import { idAt } from "../../snapshot/review-at.ts";
import { ASPECT_LABELS, type Position, type ReviewIndex } from "../../snapshot/review-index.ts";
import { dateWindow, themeCoverage } from "../../snapshot/search/filters.ts";
import { costOf, firstThatFits, MIN_REVIEW_ROOM, ROOM_BYTES } from "../answers/answer.ts";
import { oneWordOf, text, type Values } from "../answers/arguments.ts";
import { aspectList, findAspect } from "../answers/aspect-names.ts";
import { type Dates, datesAsked, zeroNote } from "../answers/date-range.ts";
import type { ReadWord } from "../answers/find-name.ts";
import { narrowerWord } from "../answers/narrower-word.ts";
import {
  BAD_CURSOR,
  cursor,
  cutNote,
  limit,
  noteMember,
  pageOf,
  sinceArgument,
  untilArgument,
  withoutUndefined,
} from "../answers/result-page.ts";
import { fitReviews, type Shown } from "../answers/review-texts.ts";
import { type Aspect, ENOUGH_MENTIONS, NO_ANALYSIS, shortAspect, shortQuotes } from "../answers/short-insights.ts";
import { formOf, includeReplies, reviewUrlMember } from "../answers/short-review.ts";
import { cachedAnswer, type View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

const EXAMPLE_REVIEWS = 5;

/** How many examples each label gets: its share (largest remainder), but at least one each for praise and criticism. */
function shareExamples(counts: readonly number[], wanted: number): number[] {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all <= wanted) return [...counts];
  const exact = counts.map((count) => (count * wanted) / all);
  const shares = exact.map(Math.floor);
  const remainder = (i: number) => itemAt(exact, i) % 1;
  const by_remainder = counts.map((_, i) => i).sort((a, b) => remainder(b) - remainder(a) || a - b);
  const left = wanted - shares.reduce((sum, count) => sum + count, 0);
  for (const i of by_remainder.slice(0, left)) shares[i] = itemAt(shares, i) + 1;
  for (const side of [ASPECT_LABELS.indexOf("positive"), ASPECT_LABELS.indexOf("negative")]) {
    if (itemAt(counts, side) === 0 || itemAt(shares, side) > 0) continue;
    const largest = shares.indexOf(Math.max(...shares));
    shares[largest] = itemAt(shares, largest) - 1;
    shares[side] = 1;
  }
  return shares;
}

/** The newest reviews of each label. The combined list is also sorted newest first. */
function examplePositions(index: ReviewIndex, aspect: string): Position[] {
  const lists = ASPECT_LABELS.map((label) => aspectPositions(index, aspect, label));
  const shares = shareExamples(
    lists.map(({ length }) => length),
    EXAMPLE_REVIEWS,
  );
  return lists.flatMap((list, i) => [...list.subarray(0, itemAt(shares, i))]).sort((a, b) => a - b);
}

type Include = readonly string[] | undefined;
const shownOf = (index: ReviewIndex, aspect: string, include: Include): Shown => ({
  form: formOf(include),
  memberOf: (position) => ({ aspect_sentiment: aspectLabelAt(index, aspect, position) }),
});

/**
 * The short form of an aspect. If there are dates, the figures are of these dates, and `all_time` has those of all
 * time.
 */
function aspectOfDates(index: ReviewIndex, aspect: Aspect, dates: Dates) {
  const whole = shortAspect(aspect);
  if (!dates) return whole;
  const counts = { positive: 0, negative: 0, neutral: 0, mixed: 0 };
  const list = index.by_aspect.get(aspect.id);
  const [from, to] = dateWindow(index, dates);
  let [mentions, stars] = [0, 0];
  for (let i = 0; list && i < list.positions.length; i++) {
    const position = u32At(list.positions, i);
    if (position < from || position >= to) continue;
    counts[itemAt(ASPECT_LABELS, u8At(list.labels, i))]++;
    stars += u8At(index.rating, position);
    mentions++;
  }
  const { positive, negative, neutral, mixed } = counts;
  const rounded = (value: number, unit: number) => (mentions === 0 ? null : Math.round(value * unit) / unit);
  const { mention_count, score, trend, direction } = whole;
  return {
    id: aspect.id,
    label: aspect.label,
    mention_count: mentions,
    positive_count: positive,
    neutral_count: neutral,
    mixed_count: mixed,
    negative_count: negative,
    positive_pct: rounded((positive / mentions) * 100, 10),
    score: rounded((positive - negative) / mentions, 1000),
    enough: mentions >= ENOUGH_MENTIONS,
    average_rating_when_mentioned: rounded(stars / mentions, 100),
    all_time: { mention_count, score, trend, direction },
  };
}

type Asked = { aspect: Aspect; understood?: ReadWord };
/** If the word means less than the aspect, the word itself is counted too. */
const headOf = (index: ReviewIndex, { understood }: Asked, dates: Dates) => ({
  analysis_available: true,
  ...(understood ? { understood: { ...understood, ...narrowerWord(index, understood.asked, dates ?? {}) } } : {}),
});

function* aspectVariants(index: ReviewIndex, asked: Asked, example_review_ids: string[]): Iterable<unknown> {
  const { aspect } = asked;
  const notes = [...zeroNote(aspect.mention_count, null), ...themeCoverage(index)];
  const head = { ...headOf(index, asked, null), ...noteMember(notes) };
  for (const quotes of [20, 10, 5, 2]) {
    yield {
      ...head,
      aspect: {
        ...shortAspect(aspect),
        top_phrases: aspect.top_phrases.slice(0, 20),
        quotes: shortQuotes(index, aspect.quotes, quotes),
        example_review_ids,
      },
    };
  }
}

/** The aspect, then as many whole example reviews as fit, because a quote alone often lacks its reason. */
function aspectAnswer({ index, base_url }: View, asked: Asked, include: Include): ToolAnswer {
  const { id } = asked.aspect;
  const positions = examplePositions(index, id);
  const json = firstThatFits(
    aspectVariants(
      index,
      asked,
      positions.map((position) => idAt(index, position)),
    ),
  );
  const room = ROOM_BYTES - costOf(json);
  const none = positions.length === 0 || room < MIN_REVIEW_ROOM;
  const reviews = none ? [] : fitReviews(index, positions, room, shownOf(index, id, include));
  const url = JSON.stringify(reviewUrlMember(base_url)).slice(1, -1);
  return { structured: { before: `${json.slice(0, -1)},${url},"example_reviews":[`, reviews, after: "]}" } };
}

const FIELDS = {
  aspect: text(100, {
    description: "Aspect id or label.",
    aliases: ["aspect_id", "id", "label", "name", "topic", "category"],
  }),
  sentiment: oneWordOf(ASPECT_LABELS, {
    description: "Reviews with this sentiment about it.",
    aliases: ["aspect_sentiment", "polarity", "opinion"],
  }),
  since: sinceArgument,
  until: untilArgument,
  limit,
  cursor,
  include: includeReplies,
};

/** All reviews that mention the aspect, page by page, each with its sentiment about it. */
type Listed = Omit<Values<typeof FIELDS>, "aspect">;
function listAnswer({ index, base_url }: View, asked: Asked, { include, ...values }: Listed): ToolAnswer {
  const { id } = asked.aspect;
  const query = withoutUndefined<SearchFilters>({
    aspect: id,
    aspect_sentiment: values.sentiment,
    since: values.since,
    until: values.until,
  });
  const wanted = values.limit ?? SEARCH_LIMIT.fallback;
  const dates = datesAsked(values);
  const head = { ...headOf(index, asked, dates), aspect: aspectOfDates(index, asked.aspect, dates), query };
  const request = { filters: query, limit: wanted, cursor: values.cursor ?? null };
  const page = pageOf(index, request, ROOM_BYTES - costOf(JSON.stringify(head)), shownOf(index, id, include));
  if (!page) return { fault: BAD_CURSOR };
  const { matched, next_cursor, reviews } = page;
  const before = JSON.stringify({
    ...head,
    ...noteMember([...zeroNote(matched, dates), ...cutNote(page, wanted), ...themeCoverage(index)]),
    matched,
    returned: reviews.length,
    next_cursor,
    ...(reviews.length > 0 ? reviewUrlMember(base_url) : {}),
  });
  return { structured: { before: `${before.slice(0, -1)},"reviews":[`, reviews, after: "]}" } };
}

/** All aspects of these dates, most mentioned first. */
function allOfDates({ index }: View, aspects: readonly Aspect[], dates: NonNullable<Dates>): ToolAnswer {
  const counted = aspects
    .map((aspect) => aspectOfDates(index, aspect, dates))
    .sort((a, b) => b.mention_count - a.mention_count || compareText(a.id, b.id));
  const most = counted[0]?.mention_count ?? 0;
  const notes = noteMember([...zeroNote(most, dates), ...themeCoverage(index)]);
  return { structured: JSON.stringify({ analysis_available: true, ...notes, query: dates, aspects: counted }) };
}

export const getAspectSentiment = defineTool({
  name: "get_aspect_sentiment",
  title: "Aspect",
  description:
    "How customers feel about one aspect: counts, score, trend, quotes for and against, 5 example_reviews. " +
    "With any other argument: every review that mentions it; counts are of the dates. " +
    "Aspects are care, expertise, results, communication, front_desk, scheduling, " +
    "punctuality (waiting on the day), facility (place, parking) and billing, unless the business uses others; " +
    "a narrower word is read as its aspect (understood). Without aspect: all in short. " +
    "Use it for what people like or dislike about X. " +
    "Not for one therapist or treatment.",
  fields: FIELDS,
  output: { aspect: "object", aspects: "list", reviews: "list" },
  answer: (view, { aspect: wanted, include, ...values }): ToolAnswer => {
    const aspects = view.insights?.aspects;
    if (!aspects) return { structured: JSON.stringify({ analysis_available: false, note: NO_ANALYSIS, aspects: [] }) };
    const listing = Object.values(values).some((value) => value !== undefined);
    const { since: _, until: __, ...others } = values;
    const dates = datesAsked(values);
    if (wanted === undefined && Object.values(others).some((value) => value !== undefined)) {
      const given = Object.keys(others).filter((name) => others[name as keyof typeof others] !== undefined); // these are its own keys
      return { fault: `aspect is required with ${given.join(", ")}; the aspects are: ${aspectList(aspects)}` };
    }
    if (wanted === undefined && dates) return allOfDates(view, aspects, dates);
    if (wanted === undefined) {
      const overall_sentiment = view.insights?.overall_sentiment ?? null;
      const notes = noteMember(themeCoverage(view.index));
      const all = { analysis_available: true, ...notes, overall_sentiment, aspects: aspects.map(shortAspect) };
      return { structured: cachedAnswer(view, "aspects", () => [all]) };
    }
    const asked = findAspect(view.index, aspects, wanted);
    if ("fault" in asked) return asked;
    return listing ? listAnswer(view, asked, { include, ...values }) : aspectAnswer(view, asked, include);
  },
});
