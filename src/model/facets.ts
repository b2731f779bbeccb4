export const FACETS = [
  "rating",
  "technician",
  "service",
  "aspect",
  "sentiment",
  "topic",
  "condition",
  "year",
  "source",
  "language",
  "verification_level",
  "verification",
  "has_text",
  "has_reply",
  "incentivized",
  "edited",
] as const;
export type FacetName = (typeof FACETS)[number];

/** For each value of a facet: how many reviews would match if it were selected and the other filters stayed. */
export type FacetCounts = Record<FacetName, { value: string; count: number; chosen: boolean }[]>;
