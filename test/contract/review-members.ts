import { review } from "../../src/model/review.ts";

/** The names of the members of a public review. */
export const reviewSchemaMembers = (): string[] => Object.keys(review.shape);
