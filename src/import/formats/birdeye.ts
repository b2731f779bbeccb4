import { parseRow } from "../record/candidate.ts";
import { parseReply, parseWhen } from "../record/dates/when.ts";
import { type Fields, isFields, parseSource, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

export const birdeyeTable: TableFormat = {
  name: "birdeye",
  source: "direct",
  verified_by: null,
  headers: ["review id", "source", "reviewer name", "rating", "review", "review date"],
};

/** A nickname, or the first and last name. Email, telephone, city and state of the reviewer are never read. */
function parseReviewer(value: unknown): string | null {
  const reviewer = isFields(value) ? value : {};
  const parts = [reviewer.firstName ?? reviewer.firstname, reviewer.lastName ?? reviewer.lastname].map(textOf);
  return textOf(reviewer.nickName) ?? textOf(parts.filter((part) => part !== null).join(" "));
}

function nameReview(value: Fields) {
  const source = parseSource(value.sourceType);
  const location = textOf(value.businessId);
  return {
    ...(source ? { source } : {}),
    source_id: textOf(value.reviewId),
    ...(location === null ? {} : { location, location_name: textOf(value.businessName) }),
  };
}

/**
 * The array in the response of the API (v1, review/businessId). Its own documentation was not available, so the members
 * are those that several public clients use. A review without stars has the rating 0 there and is rejected.
 */
export const birdeye: JsonFormat = {
  name: "birdeye",
  source: "direct",
  verified_by: null,
  looksLike: ({ value }) =>
    isFields(value) && isFields(value.reviewer) && "reviewDate" in value && "comments" in value && "rating" in value,
  dates: ({ value }) =>
    isFields(value) ? { date: value.reviewDate, later: [value.responseDate], others: () => ({}) } : null,
  *parse({ value }, place, { order }) {
    if (!isFields(value)) return yield { place, reason: "the entry is not a review" };
    const named = nameReview(value);
    const parse = () => ({
      place,
      ...named,
      author: parseReviewer(value.reviewer),
      rating: parseStars(value.rating),
      ...parseWhen(value.reviewDate, { order }),
      title: textOf(value.title),
      text: textOf(value.comments),
      source_url: textOf(value.uniqueReviewUrl) ?? textOf(value.reviewUrl),
      reply: parseReply(value.response, value.responseDate, { order }),
    });
    yield parseRow(place, parse, () => named);
  },
};
