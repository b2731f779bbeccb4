/** Figures from fewer reviews than this say little. */
export const ENOUGH_REVIEWS = 5;
