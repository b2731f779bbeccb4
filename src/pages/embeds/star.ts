/** The path of a star in a square of 20 × 20. */
export const STAR = "M10 1.6l2.5 5.4 5.9.7-4.4 4 1.2 5.8L10 14.6l-5.2 2.9L6 11.7l-4.4-4 5.9-.7z";
/** The x positions of the five stars. */
export const STAR_PLACES = [0, 20, 40, 60, 80] as const;
