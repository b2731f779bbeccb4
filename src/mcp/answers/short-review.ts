import { cut } from "../../model/basics/cut.ts";
import type { Review } from "../../model/review.ts";
import { someWordsOf } from "./arguments.ts";

/** How much of a review an answer has. Most answers have the short form; get_review has the whole. */
export type ReviewForm = "short" | "replies" | "whole";

/** Adds what the business answered to the short form. */
export const includeReplies = someWordsOf(["replies"], 1, {
  description: "Adds owner_reply.",
  aliases: ["with", "fields", "expand"],
});
export const formOf = (include: readonly string[] | undefined): ReviewForm => (include ? "replies" : "short");

/** The address of each review, said once. */
export const reviewUrlMember = (base_url: string) => ({ review_url: `${base_url}/reviews/{id}` });

const idsOf = (named: readonly { id: string }[]): string[] => named.map(({ id }) => id);

/** Without what is null, false or empty. */
const given = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** A name can be as long as a text, and it is not the review's words. */
const AUTHOR_CHARACTERS = 40;

/** A review as most answers have it: nothing that is null, false, empty, or follows from the rest. */
export function shortReview(review: Review, replies: boolean): Record<string, unknown> {
  const { id, date, rating, author, title, text, language, source, verification, incentivized } = review;
  const { technicians, services } = review.mentions;
  const mentions = given({ technicians: idsOf(technicians), services: idsOf(services) });
  return given({
    id,
    date,
    rating,
    author: cut(author, AUTHOR_CHARACTERS),
    title,
    text,
    language,
    source,
    verification_level: verification.level,
    edited: review.revision > 1,
    replied: review.owner_reply !== null,
    incentivized,
    mentions: Object.keys(mentions).length > 0 ? mentions : null,
    owner_reply: replies ? review.owner_reply : null,
  });
}
