import type { Mentions } from "../../model/review.ts";

/** What the insights use of a review. Lists of them are newest first. */
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
