import { BadField, type Candidate, type Place, parseRow } from "../record/candidate.ts";
import { type Fields, isFields, parseStars, textOf } from "../record/values.ts";
import { parseReply, parseUpdated, parseWhen } from "../record/when.ts";
import type { JsonFormat } from "./format.ts";

/** Parses "accounts/a/locations/l/reviews/r". A listing may belong to several accounts, so the account is left out. */
export function parseReviewName(name: unknown): { key: string; location: string } | null {
  const match = /(locations\/[^/]+)\/reviews\/[^/]+$/.exec(textOf(name) ?? "");
  return match?.[1] ? { key: match[0], location: match[1] } : null;
}

export function nameReview(review: Fields): { source_id: string | null; location?: string } {
  const name = parseReviewName(review.name);
  return name ? { source_id: name.key, location: name.location } : { source_id: textOf(review.reviewId) };
}

/** Parses a review in the form that the Business Profile API and Takeout share. */
export function parseGoogleReview(review: Fields, place: Place): Candidate {
  if (review.starRating === "STAR_RATING_UNSPECIFIED") throw new BadField("no rating (STAR_RATING_UNSPECIFIED)");
  const reviewer = isFields(review.reviewer) ? review.reviewer : {};
  const reply = isFields(review.reviewReply) ? review.reviewReply : null;
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
  looksLike: ({ value, root }) =>
    isFields(value) &&
    "starRating" in value &&
    ("reviewId" in value || "totalReviewCount" in root || "averageRating" in root),
  *parse({ value }, place) {
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
    const total = root.totalReviewCount;
    if (typeof total !== "number" || total === rows) return null;
    return `says it has ${total} reviews but contains ${rows}: it is incomplete. Fetch the other pages`;
  },
};
