import type { Written } from "../../insights/engine/words-to-read.ts";
import type { Mentions } from "../model/review.ts";

/** The parts of a review that the insights use. Lists of them are newest first. */
export type InsightReview = Written & {
  id: string;
  rating: number;
  date: string;
  /** The owner's reply, as published. */
  reply: string | null;
  mentions: Mentions;
};
