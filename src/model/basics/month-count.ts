/** Number of reviews and average rating of one month, YYYY-MM. */
export type MonthCount = { month: string; review_count: number; average_rating: number | null };
