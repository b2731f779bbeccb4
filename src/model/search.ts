import { z } from "zod";
import type { Label } from "./analysis.ts";
import { calendarDate } from "./time.ts";

export const QUERY_MAX_CHARACTERS = 200;

/** The filters of a search, as HTTP and MCP share them. Absent = does not apply. */
export const searchFilters = z
  .strictObject({
    rating: z.int().min(1).max(5).optional().meta({ description: "Exact star rating." }),
    min_rating: z.number().min(1).max(5).optional().meta({ description: "Minimum star rating, inclusive." }),
    since: calendarDate.optional().meta({ description: "Only reviews on or after this date." }),
    until: calendarDate.optional().meta({ description: "Only reviews on or before this date." }),
    query: z
      .string()
      .max(QUERY_MAX_CHARACTERS)
      .optional()
      .meta({ description: "Substring of the review text, case-insensitive; accents count." }),
    mentions_technician: z
      .string()
      .max(300)
      .optional()
      .meta({ description: "Only reviews that mention this technician: a name, an alias or an id, case-insensitive." }),
    mentions_service: z
      .string()
      .max(300)
      .optional()
      .meta({ description: "Only reviews that mention this service: its id or label, case-insensitive." }),
  })
  .meta({ id: "SearchFilters", description: "The filters that applied." });

export type SearchFilters = z.infer<typeof searchFilters>;

/** The reviews that speak of an aspect, or those that speak of it so. */
export type AspectFilters = { aspect?: string; aspect_sentiment?: Label };

export const SEARCH_LIMIT = { min: 1, max: 100, fallback: 20 } as const;

export type SearchRequest = { filters: SearchFilters; limit: number; cursor: string | null };
