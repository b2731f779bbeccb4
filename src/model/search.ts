import { z } from "zod";
import { ASPECT_SENTIMENTS } from "./analysis.ts";
import { calendarDate } from "./basics/members.ts";
import { foldQuery } from "./basics/search-folding.ts";
import { isCalendarDate, parseTime } from "./basics/time.ts";
import { SOURCES, VERIFICATION_LEVELS, VERIFICATION_METHODS } from "./review-kinds.ts";

export const QUERY_MAX_CHARACTERS = 200;
export const NAME_MAX_CHARACTERS = 300;

const stars = z.number().min(1).max(5);
const name = z.string().max(NAME_MAX_CHARACTERS);

/** RFC 4647 §2.1, basic language ranges. "*" is not accepted, because it would not filter. */
const LANGUAGE_TAG = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/;
export const isLanguageTag = (value: string): boolean => value.length <= 100 && LANGUAGE_TAG.test(value);

/** A date, or an RFC 3339 time with its offset. */
export const isDateOrTime = (value: string): boolean => isCalendarDate(value) || parseTime(value) !== null;

/**
 * The filters of search, statistics, the explorer page and MCP. An absent filter does not apply. The HTTP parameters,
 * the OpenAPI document and the order of filters in answers all come from this schema.
 */
export const searchFilters = z
  .strictObject({
    rating: z.int().min(1).max(5).optional().meta({ description: "Exact star rating." }),
    min_rating: stars.optional().meta({ description: "Minimum star rating, inclusive." }),
    since: calendarDate.optional().meta({ description: "Only reviews on or after this date." }),
    until: calendarDate.optional().meta({ description: "Only reviews on or before this date." }),
    query: z.string().max(QUERY_MAX_CHARACTERS).optional().meta({
      description:
        "Text that the title or the text of the review must contain. Ignores case, accents, kinds of quotes, apostrophes and dashes, and the amount of white space.",
    }),
    mentions_technician: name
      .optional()
      .meta({ description: "Only reviews that mention this technician: a name, alias or ID, case-insensitive." }),
    mentions_service: name
      .optional()
      .meta({ description: "Only reviews that mention this service: its ID or name, case-insensitive." }),
    max_rating: stars.optional().meta({ description: "Maximum star rating, inclusive." }),
    source: z.enum(SOURCES).optional().meta({ description: "Only reviews written there." }),
    verification: z.enum(VERIFICATION_METHODS).optional().meta({ description: "Only reviews verified this way." }),
    language: z.string().max(100).regex(LANGUAGE_TAG).optional().meta({
      description:
        "Only reviews in this language: a BCP 47 tag in any case. A longer tag is included: pt finds pt-BR, and pt-BR does not find pt (RFC 4647, basic filtering).",
    }),
    has_text: z.boolean().optional().meta({ description: "With a text, or rating only." }),
    has_reply: z.boolean().optional().meta({ description: "With or without a response from the owner." }),
    incentivized: z.boolean().optional().meta({ description: "Whether the author was offered something for it." }),
    edited: z.boolean().optional().meta({ description: "Whether it was edited: revision is more than 1." }),
    aspect: name.optional().meta({
      description:
        "Only reviews about this aspect: its ID or label in /insights.json. Of the reviews that the insights read.",
    }),
    aspect_sentiment: z.enum(ASPECT_SENTIMENTS).optional().meta({
      description: "With aspect: that aspect has this sentiment. Alone: any aspect has it.",
    }),
    topic: name.optional().meta({
      description: "Only reviews that this topic counts: its ID or label in /insights.json.",
    }),
    condition: name.optional().meta({
      description:
        "Only reviews whose text has a word for this condition or problem: its ID, its label, or another word for it.",
    }),
    sentiment: z
      .enum(ASPECT_SENTIMENTS)
      .optional()
      .meta({
        description:
          "Only reviews with this sentiment toward the technician, service and topic that the filters name. " +
          "Without any of them: of the whole review.",
      }),
    verification_level: z.enum(VERIFICATION_LEVELS).optional().meta({
      description: "Only reviews that the business checked, or only those of a signed-in account at their source.",
    }),
    updated_since: z
      .string()
      .max(100)
      .refine(isDateOrTime, "must be a date, YYYY-MM-DD, or an RFC 3339 time with offset")
      .optional()
      .meta({
        description:
          "Only reviews that an import added or changed here at or after this time: " +
          "a date (midnight in the time zone of the business) or an RFC 3339 time with offset. " +
          "For keeping a copy: search then also lists what was deleted.",
      }),
  })
  .meta({ id: "SearchFilters", description: "The filters that were applied." });

export type SearchFilters = z.infer<typeof searchFilters>;
export type FilterName = keyof SearchFilters;

/** In the order in which answers repeat the filters. */
export const FILTER_NAMES = Object.keys(searchFilters.shape) as FilterName[]; // Object.keys returns string[]

/** The filters that apply, in the order in which answers repeat them. A query with only white space does not apply. */
export function givenFilters(get: (name: FilterName) => unknown): SearchFilters {
  const given: { [name: string]: unknown } = {};
  for (const name of FILTER_NAMES) {
    const value = get(name);
    const blank = name === "query" && typeof value === "string" && foldQuery(value) === "";
    if (value !== undefined && !blank) given[name] = value;
  }
  return given as SearchFilters; // each value comes from its own parser
}

export const SEARCH_LIMIT = { min: 1, max: 100, fallback: 20 } as const;

export type SearchRequest = { filters: SearchFilters; limit: number; cursor: string | null };

/** Other filters that match something, for filters that match nothing. `query` has all filters of the suggestion. */
export type Suggestion = {
  kind: "spelling" | "name" | "dates" | "word";
  query: SearchFilters;
  matched: number;
};
