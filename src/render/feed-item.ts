import type { Business } from "../model/business.ts";
import { DEMONSTRATION } from "../model/demonstration.ts";
import { VERIFIED } from "../model/notices.ts";
import type { Review, Tombstone } from "../model/review.ts";

/** The content of both feeds: the same reviews and tombstones in two formats. */
export type Feed = {
  base_url: string;
  demonstration: boolean;
  business: Business | null;
  license: string | null;
  language: string;
  updated_at: string | null;
  reviews: Review[];
  /** Newest deletion first. */
  deleted: Tombstone[];
};

export const FEED_ITEMS = 50;

const stars = (rating: number): string => (rating === 1 ? "1 star" : `${rating} stars`);

export const feedTitle = ({ business, demonstration }: Feed): string =>
  `${business?.name ?? "Customer"} reviews${demonstration ? " (demonstration)" : ""}`;

export const feedDescription = ({ business, demonstration }: Feed): string =>
  `The newest reviews of ${business?.name ?? "this business"}. ${VERIFIED}${demonstration ? ` ${DEMONSTRATION}` : ""}`;

export const itemTitle = (review: Review): string => review.title ?? `${stars(review.rating)} from ${review.author}`;

/** Never empty: a rating without a text and a title gets a sentence that says so. */
export function itemText(review: Review): string {
  const words = review.text ?? review.title ?? `${stars(review.rating)}, no comment.`;
  return review.owner_reply ? `${words}\n\nResponse from the owner: ${review.owner_reply.text}` : words;
}

export const itemTags = (review: Review): string[] => [
  stars(review.rating),
  ...[...review.mentions.technicians, ...review.mentions.services, ...review.mentions.service_areas].map(
    ({ name }) => name,
  ),
];
