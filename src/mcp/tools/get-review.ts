import { aspectLabelAt } from "../../snapshot/aspect-postings.ts";
import { positionOf } from "../../snapshot/review-at.ts";
import type { Position, ReviewIndex } from "../../snapshot/review-index.ts";
import { costOf, ROOM_BYTES } from "../answers/answer.ts";
import { text } from "../answers/arguments.ts";
import { fitReviews } from "../answers/review-texts.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";
import { quotedValue } from "../protocol/json-rpc.ts";

/** The id in the argument. Agents also send a review's URL or resource URI. */
export const reviewIdOf = (given: string): string =>
  (/([0-9A-Za-z]{26})\/?$/.exec(given.trim())?.[1] ?? given.trim()).toUpperCase();

export const noReview = ({ tombstones }: ReviewIndex, id: string, given: string): { fault: string } => ({
  fault: tombstones.ids.has(id)
    ? `review ${id} was deleted and is no longer published`
    : `no review has the id ${quotedValue(given)}: use an id from search_reviews, or a review_id from another answer`,
});

/**
 * /insights.json has the analyses of the newest 5,000 reviews. For older analyzed reviews, only the index has the
 * aspects.
 */
function analysisOf({ index, insights }: View, id: string, position: Position) {
  const short = insights?.per_review?.[id];
  if (short) return short;
  const aspects = [...index.by_aspect.keys()].filter((aspect) => aspectLabelAt(index, aspect, position) !== null);
  return aspects.length > 0 ? { aspects: aspects.sort() } : null;
}

export const getReview = defineTool({
  name: "get_review",
  title: "One review",
  description:
    "One review by its id, whole, with the analysis of its text. Use it to check or cite a review that another answer names. Not for finding reviews: use search_reviews.",
  fields: {
    id: text(300, {
      description: "26 characters, as in a review's id or url.",
      aliases: ["review_id", "reviewId", "url", "uri"],
      required: true,
    }),
  },
  output: { review: "object" },
  answer: (view, values): ToolAnswer => {
    const { index } = view;
    const id = reviewIdOf(values.id ?? "");
    const position = positionOf(index, id);
    if (position === null) return noReview(index, id, values.id ?? "");
    const analysis = JSON.stringify(analysisOf(view, id, position));
    const reviews = fitReviews(index, [position], ROOM_BYTES - costOf(analysis), { form: "whole" });
    return { structured: { before: '{"review":', reviews, after: `,"analysis":${analysis}}` } };
  },
});
