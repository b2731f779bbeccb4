import { compareText } from "../../model/basics/compare-text.ts";
import { u8At } from "../../model/basics/typed-array.ts";
import type { Position, Postings, ReviewIndex } from "../../snapshot/review-index.ts";
import { NONE } from "../../snapshot/search/filters.ts";
import { intersect } from "../../snapshot/search/text-index.ts";
import { costOf, firstThatFits, MIN_REVIEW_ROOM, ROOM_BYTES } from "./answer.ts";
import { type Dates, ofDates } from "./date-range.ts";
import { noteMember } from "./result-page.ts";
import { fitReviews } from "./review-texts.ts";
import { ENOUGH_MENTIONS, type Entity, NO_ANALYSIS, shortQuotes } from "./short-insights.ts";
import { type ReviewForm, reviewUrlMember } from "./short-review.ts";
import type { View } from "./snapshot-view.ts";
import type { ToolAnswer } from "./tool.ts";

/** What the tools for technicians and services share. */
const NEWEST_REVIEWS = 5;

export function starsOf(index: ReviewIndex, list: Postings) {
  const distribution = { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 };
  let stars = 0;
  for (const position of list) {
    const rating = u8At(index.rating, position);
    stars += rating;
    distribution[String(rating) as keyof typeof distribution]++; // a rating is 1 to 5
  }
  return {
    mention_count: list.length,
    average_rating: list.length === 0 ? null : Math.round((stars / list.length) * 100) / 100,
    distribution,
  };
}

/** The items of `others` that the same reviews mention, most mentioned first. */
export function mentionedWith(
  index: ReviewIndex,
  list: Postings,
  others: readonly { id: string; name: string }[],
  by: ReadonlyMap<string, Postings>,
) {
  return others
    .map(({ id, name }) => {
      const both = intersect(list, by.get(id) ?? NONE);
      const { mention_count, average_rating } = starsOf(index, both);
      return { id, name, mention_count, average_rating, enough: mention_count >= ENOUGH_MENTIONS };
    })
    .filter(({ mention_count }) => mention_count > 0)
    .sort((a, b) => b.mention_count - a.mention_count || compareText(a.id, b.id))
    .slice(0, 20);
}

export const shortEntity = (index: ReviewIndex, entity: Entity) => ({
  ...entity,
  top_phrases: entity.top_phrases.slice(0, 15),
  example_review_ids: entity.example_review_ids.slice(0, 10),
  quotes: shortQuotes(index, entity.quotes, 8),
});

type Quoted = Pick<ReturnType<typeof shortEntity>, "quotes" | "top_phrases" | "example_review_ids">;
/** The figures of a condition, which is counted but never quoted. */
export function withoutQuotes<T extends Quoted>({
  quotes: _,
  top_phrases: __,
  example_review_ids: ___,
  ...counted
}: T) {
  return counted;
}

/** `head`, followed by as many of the newest reviews in `list` as fit. */
export function withNewest({ index, base_url }: View, head: object, list: Postings, form: ReviewForm): ToolAnswer {
  const json = JSON.stringify({ ...head, ...(list.length > 0 ? reviewUrlMember(base_url) : {}) });
  const newest: Position[] = Array.from(list.subarray(0, NEWEST_REVIEWS));
  const room = ROOM_BYTES - costOf(json);
  const reviews = newest.length === 0 || room < MIN_REVIEW_ROOM ? [] : fitReviews(index, newest, room, { form });
  return { structured: { before: `${json.slice(0, -1)},"newest_reviews":[`, reviews, after: "]}" } };
}

/** A short form of all items, or of the first 150 if all do not fit. */
export const shortList = (head: object, member: string, items: object[]): ToolAnswer => ({
  structured: firstThatFits([
    { ...head, [member]: items },
    { ...head, note: `only the first 150 of ${items.length} are listed`, [member]: items.slice(0, 150) },
  ]),
});

/** The first members of every answer about an entity. */
export const analysisMembers = ({ insights }: View, dates: Dates, notes: readonly string[] = []) => ({
  analysis_available: insights !== null,
  ...noteMember([...(insights ? [] : [NO_ANALYSIS]), ...notes]),
  ...(dates ? { query: dates } : {}),
});

/** One entity in a list. Its score covers all time. If the other figures do not, the answer says so. */
export function entityInShort<T extends { id: string }>(view: View, item: T, list: Postings, options: Listing) {
  const { mention_count, average_rating } = starsOf(view.index, ofDates(view.index, list, options.dates));
  const score = options.entities?.find((entity) => entity.id === item.id)?.score ?? null;
  const enough = mention_count >= ENOUGH_MENTIONS;
  return { ...item, mention_count, average_rating, ...(options.dates ? { all_time: { score } } : { score }), enough };
}
type Listing = { dates: Dates; entities: readonly Entity[] | undefined };

/** `stars` has the average, and the members beside it have the name. */
const withoutAverage = <T extends Pick<Entity, "id" | "name" | "average_rating">>({
  id: _,
  name: __,
  average_rating: ___,
  ...rest
}: T) => rest;

/** The stars within the requested dates, then the analysis, which covers all time. */
export function starsAndInsights(view: View, list: Postings, entity: Entity | undefined, dates: Dates) {
  const insights = entity ? withoutAverage(shortEntity(view.index, entity)) : null;
  const stars = starsOf(view.index, ofDates(view.index, list, dates));
  return dates ? { stars, all_time: { stars: starsOf(view.index, list), insights } } : { stars, insights };
}

/** Technicians that may be counted. The profile can exclude a technician from insights. */
export const countedTechnicians = ({ snapshot }: View) =>
  (snapshot.profile?.technicians ?? []).filter(({ insights }) => insights);
