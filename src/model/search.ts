import { z } from "zod";
import type { Label } from "./analysis.ts";
import { calendarDate } from "./time.ts";

export const QUERY_MAX_CHARACTERS = 200;

/** The filters of a search, shared by HTTP and MCP. A filter that is absent does not apply. */
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
      .meta({ description: "Text that the review must contain. Ignores case but not accents." }),
    mentions_technician: z
      .string()
      .max(300)
      .optional()
      .meta({ description: "Only reviews that mention this technician: a name, alias or ID, case-insensitive." }),
    mentions_service: z
      .string()
      .max(300)
      .optional()
      .meta({ description: "Only reviews that mention this service: its ID or name, case-insensitive." }),
  })
  .meta({ id: "SearchFilters", description: "The filters that were applied." });

export type SearchFilters = z.infer<typeof searchFilters>;

/** Only reviews about an aspect, optionally only those with this sentiment about it. */
export type AspectFilters = { aspect?: string; aspect_sentiment?: Label };

export const SEARCH_LIMIT = { min: 1, max: 100, fallback: 20 } as const;

export type SearchRequest = { filters: SearchFilters; limit: number; cursor: string | null };
