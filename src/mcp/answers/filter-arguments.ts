import { ASPECT_SENTIMENTS } from "../../model/analysis.ts";
import { SOURCES, VERIFICATION_LEVELS, VERIFICATION_METHODS } from "../../model/review-kinds.ts";
import {
  type FilterName,
  givenFilters,
  isDateOrTime,
  isLanguageTag,
  NAME_MAX_CHARACTERS,
  QUERY_MAX_CHARACTERS,
  type SearchFilters,
} from "../../model/search.ts";
import { checked, flag, number, oneWordOf, text } from "./arguments.ts";
import { sinceArgument, untilArgument } from "./result-page.ts";

const STARS = { min: 1, max: 5, whole: false } as const;

/** The HTTP filters as tool arguments. A filter without an argument does not compile. */
export const FILTERS = {
  rating: number({ ...STARS, whole: true }, { description: "Exactly.", aliases: ["stars", "star_rating"] }),
  min_rating: number(STARS, {
    description: "At least.",
    aliases: ["rating_min", "minimum_rating", "min_stars", "rating_gte"],
  }),
  since: sinceArgument,
  until: untilArgument,
  query: text(QUERY_MAX_CHARACTERS, {
    max_in_schema: true,
    may_be_empty: true,
    description: "Substring of title or text.",
    aliases: ["keyword", "keywords", "text", "q", "search", "search_query", "term", "contains", "phrase"],
  }),
  mentions_technician: text(NAME_MAX_CHARACTERS, {
    description: "Name, first name or id.",
    aliases: ["technician", "technician_name", "technician_id", "therapist", "therapist_name", "provider", "staff"],
  }),
  mentions_service: text(NAME_MAX_CHARACTERS, {
    description: "Id or name.",
    aliases: ["service", "service_id", "service_name", "treatment"],
  }),
  max_rating: number(STARS, {
    description: "At most.",
    aliases: ["rating_max", "maximum_rating", "max_stars", "rating_lte"],
  }),
  source: oneWordOf(SOURCES, { description: "Written there.", aliases: ["platform", "site"] }),
  verification: oneWordOf(VERIFICATION_METHODS, {
    description: "How verified.",
    aliases: ["verification_method", "verified_by"],
  }),
  language: checked(isLanguageTag, "must be a language tag, such as en or pt-BR", {
    description: "BCP 47: es; pt finds pt-BR.",
    aliases: ["lang", "language_code", "locale"],
  }),
  has_text: flag({ description: "False: stars only.", aliases: ["with_text"] }),
  has_reply: flag({
    description: "Has owner_reply.",
    aliases: ["replied", "has_response", "has_owner_reply", "answered", "with_reply"],
  }),
  incentivized: flag({ description: "Reviewer was rewarded.", aliases: [] }),
  edited: flag({ description: "Changed later.", aliases: ["is_edited"] }),
  aspect: text(NAME_MAX_CHARACTERS, { description: "Aspect id or label.", aliases: ["aspect_id", "category"] }),
  aspect_sentiment: oneWordOf(ASPECT_SENTIMENTS, {
    description: "Of that aspect, else of any.",
    aliases: [],
  }),
  topic: text(NAME_MAX_CHARACTERS, { description: "Topic id or label.", aliases: ["topic_id"] }),
  condition: text(NAME_MAX_CHARACTERS, {
    description: "Such as vertigo.",
    aliases: ["problem", "condition_id", "diagnosis", "complaint"],
  }),
  sentiment: oneWordOf(ASPECT_SENTIMENTS, {
    description: "Of the named person, service, topic; else of all.",
    aliases: ["polarity", "opinion"],
  }),
  verification_level: oneWordOf(VERIFICATION_LEVELS, {
    description: "Checked by the business, or an account.",
    aliases: ["level"],
  }),
  updated_since: checked(isDateOrTime, "must be a date, YYYY-MM-DD, or an RFC 3339 time with offset", {
    description: "Added or changed since.",
    aliases: ["changed_since", "modified_since"],
  }),
} satisfies Record<FilterName, unknown>;

/** The filters in the order of the HTTP parameters, so that `query` has the same bytes as over HTTP. */
export const filtersOf = (values: { [K in FilterName]?: SearchFilters[K] | undefined }): SearchFilters =>
  givenFilters((name) => values[name]);
