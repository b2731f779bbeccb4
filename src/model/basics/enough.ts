/** With fewer reviews, a figure says little. */
export const ENOUGH_REVIEWS = 5;
