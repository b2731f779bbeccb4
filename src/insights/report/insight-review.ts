import type { Mentions } from "../../model/review.ts";

/** What the insights need of a review; newest first, as everywhere. */
export type InsightReview = {
  id: string;
  rating: number;
  date: string;
  text: string | null;
  language: string | null;
  /** The owner's reply, as published. */
  reply: string | null;
  mentions: Mentions;
};
