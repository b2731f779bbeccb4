import type { SearchFilters } from "./search.ts";

/** What the explorer page filters by: the search endpoint's parameters, and the source. */
export type ExplorerFilters = SearchFilters & { source?: string };

const FACETS = ["rating", "technician", "service", "year", "source"] as const;
export type FacetName = (typeof FACETS)[number];

/** How many reviews match for each value of a facet if that value were chosen, all other filters kept. */
export type FacetCounts = Record<FacetName, { value: string; count: number; chosen: boolean }[]>;
