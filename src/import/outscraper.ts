import { type Candidate, type Place, parseRow } from "./candidate.ts";
import { type Fields, isFields, parseReply, parseStars, parseWhen, textOf } from "./fields.ts";
import type { JsonFormat, TableFormat } from "./format.ts";

function parseReview(review: Fields, place: Place): Candidate {
  return {
    place,
    source_id: textOf(review.review_id),
    author: textOf(review.author_title) ?? textOf(review.autor_name),
    author_avatar_url: textOf(review.author_image),
    rating: parseStars(review.review_rating),
    ...parseWhen(review.review_datetime_utc ?? review.review_timestamp, { utc: true }),
    text: textOf(review.review_text),
    source_url: textOf(review.review_link),
    reply: parseReply(review.owner_answer, review.owner_answer_timestamp_datetime_utc ?? review.owner_answer_timestamp),
  };
}

/** Places with `reviews_data`, in an array or under `data` (there also one array a query), or the reviews themselves. */
function* parsePlaces(value: unknown, place: Place): Generator<Candidate | ReturnType<typeof parseRow>> {
  if (Array.isArray(value)) for (const part of value) yield* parsePlaces(part, place);
  else if (isFields(value) && Array.isArray(value.reviews_data)) yield* parsePlaces(value.reviews_data, place);
  else if (isFields(value)) yield parseRow(place, () => parseReview(value, place));
}

const holdsReviews = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(holdsReviews)
    : isFields(value) && ("reviews_data" in value || ("review_rating" in value && "review_datetime_utc" in value));

export const outscraper: JsonFormat = {
  name: "outscraper",
  source: "google",
  verified_by: "platform_account",
  looksLike: ({ value }) => holdsReviews(value),
  *parse({ value }, place) {
    if (!isFields(value) && !Array.isArray(value)) yield { place, reason: "the entry is not a review" };
    else yield* parsePlaces(value, place);
  },
};

export const outscraperTable: TableFormat = {
  name: "outscraper",
  source: "google",
  verified_by: "platform_account",
  headers: ["review id", "review rating", "review datetime utc"],
  columns: { location: "name" },
  utc: true,
};
