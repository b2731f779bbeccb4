import { BadField, type Candidate, parseRow, type RowPlace } from "../record/candidate.ts";
import { parseReply, parseUpdated, parseWhen } from "../record/dates/when.ts";
import { type Fields, isFields, parseStars, textOf } from "../record/values.ts";
import type { JsonFormat } from "./format.ts";

/**
 * Parses "accounts/a/locations/l/reviews/r". The account is omitted, because a listing may belong to several accounts.
 */
export function parseReviewName(name: unknown): { key: string; location: string } | null {
  const match = /(locations\/[^/]+)\/reviews\/[^/]+$/.exec(textOf(name) ?? "");
  return match?.[1] ? { key: match[0], location: match[1] } : null;
}

export function nameReview(review: Fields): { source_id: string | null; location?: string } {
  const name = parseReviewName(review.name);
  return name ? { source_id: name.key, location: name.location } : { source_id: textOf(review.reviewId) };
}

/** States of replies that Google rejected or has not checked yet. Google does not show them either. */
const HIDDEN_REPLY = new Set(["PENDING", "REJECTED"]);

/** Libraries of some languages write create_time instead of createTime. */
function toCamelCase(value: unknown): unknown {
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(part),
    ]),
  );
}

/** The review itself. In a response of batchGetReviews it is beside the name of its listing. */
function unwrap(value: unknown): unknown {
  if (!isFields(value)) return value;
  const inside = isFields(value.review) && !("starRating" in value) && !("star_rating" in value) ? value.review : value;
  return "star_rating" in inside || "create_time" in inside ? toCamelCase(inside) : inside;
}

/** Parses a review in the form that both the Business Profile API and Takeout use. */
export function parseGoogleReview(review: Fields, place: RowPlace): Candidate {
  if (review.starRating === "STAR_RATING_UNSPECIFIED") throw new BadField("no rating (STAR_RATING_UNSPECIFIED)");
  const reviewer = isFields(review.reviewer) ? review.reviewer : {};
  const given = isFields(review.reviewReply) ? review.reviewReply : null;
  const reply = given && !HIDDEN_REPLY.has(textOf(given.reviewReplyState)?.toUpperCase() ?? "") ? given : null;
  return {
    place,
    ...nameReview(review),
    author: reviewer.isAnonymous === true ? null : textOf(reviewer.displayName),
    author_avatar_url: textOf(reviewer.profilePhotoUrl),
    rating: parseStars(review.starRating),
    ...parseWhen(review.createTime),
    ...parseUpdated(review.updateTime),
    text: textOf(review.comment),
    reply: reply ? parseReply(reply.comment, reply.updateTime) : null,
  };
}

export const googleApi: JsonFormat = {
  name: "google-api",
  source: "google",
  verified_by: "platform_account",
  looksLike({ value: row, root }) {
    const value = unwrap(row);
    if (!isFields(value) || !("starRating" in value)) return false;
    const names = ["totalReviewCount", "averageRating", "total_review_count", "average_rating"];
    return value !== row || "reviewId" in value || names.some((name) => name in root);
  },
  *parse({ value: row }, place) {
    const value = unwrap(row);
    if (!isFields(value))
      yield { place, reason: `the entry is ${value === null ? "null" : typeof value}, not a review` };
    else
      yield parseRow(
        place,
        () => parseGoogleReview(value, place),
        () => nameReview(value),
      );
  },
  finish(root, rows) {
    const total = root.totalReviewCount ?? root.total_review_count;
    if (typeof total !== "number" || total === rows) return null;
    return `says it has ${total} reviews but contains ${rows}: it is incomplete. Fetch the other pages`;
  },
};
