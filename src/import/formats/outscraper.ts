import { type Candidate, parseRow, type RowPlace } from "../record/candidate.ts";
import { parseReply, parseWhen } from "../record/dates/when.ts";
import { type Fields, isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, Parsed, TableFormat } from "./format.ts";

/** The place is around its reviews or in each of them. Branches can have the same name, but never the same id. */
function nameReview(review: Fields, around: Fields) {
  const location_name = textOf(review.name) ?? textOf(around.name);
  const ids = [review.place_id, around.place_id, review.google_id, around.google_id];
  const location = ids.map(textOf).find((id) => id !== null) ?? location_name;
  return { source_id: textOf(review.review_id), location, location_name };
}

const instantOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text !== null && /^\d{9,10}$/.test(text) ? text : null;
};

function parseReview(review: Fields, around: Fields, place: RowPlace): Candidate {
  return {
    place,
    ...nameReview(review, around),
    author: textOf(review.author_title) ?? textOf(review.autor_name),
    author_avatar_url: textOf(review.author_image),
    rating: parseStars(review.review_rating),
    // The instant is certain. The date may have the day or the month first.
    ...parseWhen(instantOf(review.review_timestamp) ?? review.review_datetime_utc, { utc: true }),
    text: textOf(review.review_text),
    source_url: textOf(review.review_link),
    reply: parseReply(review.owner_answer, review.owner_answer_timestamp_datetime_utc ?? review.owner_answer_timestamp),
  };
}

/**
 * Reads places with `reviews_data`, or reviews without places. Places are in an array or under `data`, where each query
 * may have its own array.
 */
function* parsePlaces(value: unknown, place: RowPlace, around: Fields = {}): Parsed {
  if (Array.isArray(value)) for (const part of value) yield* parsePlaces(part, place, around);
  else if (isFields(value) && Array.isArray(value.reviews_data)) yield* parsePlaces(value.reviews_data, place, value);
  else if (isFields(value))
    yield parseRow(
      place,
      () => parseReview(value, around, place),
      () => nameReview(value, around),
    );
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
  *parse({ value, root, member }, place) {
    if (!isFields(value) && !Array.isArray(value)) yield { place, reason: "the entry is not a review" };
    // A document may be one place with its reviews as the rows.
    else yield* parsePlaces(value, place, member === "reviews_data" ? root : {});
  },
};

export const outscraperTable: TableFormat = {
  name: "outscraper",
  source: "google",
  verified_by: "platform_account",
  headers: ["review id", "review rating", "review datetime utc"],
  // `rating` is the average of the place, and `name` its name.
  columns: { rating: "review rating", date: "review datetime utc", location_name: "name" },
  utc: true,
  order: "month_first",
};
