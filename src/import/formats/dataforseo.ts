import { type Candidate, parseRow, type RowPlace } from "../record/candidate.ts";
import { parseReply, parseWhen } from "../record/dates/when.ts";
import { type Fields, isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat, Parsed } from "./format.ts";

const MAX_DEPTH = 8;

const isReview = (value: Fields): boolean =>
  "timestamp" in value && isFields(value.rating) && ("review_text" in value || "review_id" in value);

/** Finds the reviews in tasks, results and items. */
function* findReviews(value: unknown, around: Fields, depth = 0): Generator<[Fields, Fields]> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const part of value) yield* findReviews(part, around, depth + 1);
  else if (isFields(value) && isReview(value)) yield [value, around];
  else if (isFields(value)) {
    const place = "place_id" in value || "cid" in value ? value : around;
    for (const name of ["tasks", "result", "items"]) yield* findReviews(value[name], place, depth + 1);
  }
}

function nameReview(review: Fields, around: Fields) {
  const location = textOf(around.place_id) ?? textOf(around.cid);
  return {
    source_id: textOf(review.review_id),
    ...(location === null ? {} : { location, location_name: textOf(around.title) }),
  };
}

/** `rating` is an object with its scale in `rating_max`. Times have the zone "+00:00" after a space. */
function parseReview(review: Fields, around: Fields, place: RowPlace): Candidate {
  const rating = isFields(review.rating) ? review.rating : {};
  const best = textOf(rating.rating_max);
  const text = textOf(review.original_review_text) ?? textOf(review.review_text);
  const translated = textOf(review.review_text);
  return {
    place,
    ...nameReview(review, around),
    author: textOf(review.profile_name),
    author_avatar_url: textOf(review.profile_image_url),
    rating: parseStars(best === null ? rating.value : `${textOf(rating.value) ?? ""}/${best}`),
    ...parseWhen(review.timestamp),
    text,
    ...(text !== null && translated !== null && translated !== text
      ? { translation: { text: translated, language: null } }
      : {}),
    source_url: textOf(review.review_url),
    reply: parseReply(review.original_owner_answer ?? review.owner_answer, review.owner_timestamp),
  };
}

export const dataforseo: JsonFormat = {
  name: "dataforseo",
  source: "google",
  verified_by: "platform_account",
  looksLike: ({ value }) => !findReviews(value, {}).next().done,
  *parse({ value, root }, place): Parsed {
    for (const [review, around] of findReviews(value, root)) {
      yield parseRow(
        place,
        () => parseReview(review, around, place),
        () => nameReview(review, around),
      );
    }
  },
};
