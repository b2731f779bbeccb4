import type { Business } from "../model/business.ts";
import type { FacetCounts, FacetName } from "../model/explorer.ts";
import { SOURCE_LABELS, SOURCES, VERIFICATION_LABELS } from "../model/review.ts";
import type { SearchFilters } from "../model/search.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { renderCount } from "./parts/words.ts";

/** A clinic with a hundred services shows the most mentioned ones. Search finds the rest. */
const SHOWN_VALUES = 12;

/** The URL of the explorer with these filters. */
export function explorerHref(filters: SearchFilters, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? "/reviews" : `/reviews?${query}`;
}

/** `filters` with `changes` applied. A change to undefined removes the filter. */
function changed(filters: SearchFilters, changes: { [K in keyof SearchFilters]?: SearchFilters[K] | undefined }) {
  const entries = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as SearchFilters; // the same members, without the undefined ones
}

type Choice = {
  title: string;
  label: (value: string) => string;
  choose: (value: string) => { [K in keyof SearchFilters]?: SearchFilters[K] | undefined };
};

function choicesOf(business: Business | null): Record<FacetName, Choice> {
  const nameOf = (items: { id: string; name: string }[] | undefined) => {
    const names = new Map(items?.map(({ id, name }) => [id, name]));
    return (value: string) => names.get(value) ?? value;
  };
  return {
    rating: {
      title: "Rating",
      label: (value) => (value === "1" ? "1 star" : `${value} stars`),
      choose: (value) => ({ rating: Number(value) }),
    },
    technician: {
      title: "Person",
      label: nameOf(business?.technicians),
      choose: (value) => ({ mentions_technician: value }),
    },
    service: { title: "Service", label: nameOf(business?.services), choose: (value) => ({ mentions_service: value }) },
    year: {
      title: "Year",
      label: (value) => value,
      choose: (value) => ({ since: `${value}-01-01`, until: `${value}-12-31` }),
    },
    source: {
      title: "Source",
      label: (value) => SOURCE_LABELS[value] ?? value,
      choose: (value) => ({ source: SOURCES.find((source) => source === value) }),
    },
  };
}

const CLEARED: Record<FacetName, { [K in keyof SearchFilters]?: undefined }> = {
  rating: { rating: undefined, min_rating: undefined, max_rating: undefined },
  technician: { mentions_technician: undefined },
  service: { mentions_service: undefined },
  year: { since: undefined, until: undefined },
  source: { source: undefined },
};

function facet(name: FacetName, choice: Choice, counts: FacetCounts, filters: SearchFilters): Markup {
  const inOrder = name === "rating" || name === "year";
  const values = counts[name]
    .map((value) => ({ ...value, label: choice.label(value.value) }))
    .filter(({ count, chosen }) => count > 0 || chosen || name === "rating")
    .sort((a, b) => (inOrder ? 0 : b.count - a.count || (a.label < b.label ? -1 : 1)));
  const shown = values.filter(({ chosen }, i) => i < SHOWN_VALUES || chosen);
  if (shown.length === 0) return NOTHING;
  return html`<section class="facet" aria-labelledby="facet-${name}"><h3 id="facet-${name}">${choice.title}</h3><ul>${shown.map(
    ({ value, label, count, chosen }) => {
      const href = explorerHref(
        chosen ? changed(filters, CLEARED[name]) : changed(filters, { ...CLEARED[name], ...choice.choose(value) }),
      );
      const words = html`<span class="facet-label">${label}</span> <span class="facet-count">${renderCount(count)}</span>`;
      if (chosen) {
        return html`<li><a id="${name}-${value}" class="chosen" href="${href}" aria-current="true">${words}<span class="hidden"> (selected; click to remove)</span></a></li>`;
      }
      return count === 0
        ? html`<li><span class="nil">${words}</span></li>`
        : html`<li><a id="${name}-${value}" href="${href}">${words}</a></li>`;
    },
  )}</ul></section>`;
}

export function renderFacets(business: Business | null, counts: FacetCounts, filters: SearchFilters): Markup {
  const choices = choicesOf(business);
  const order: FacetName[] = ["rating", "technician", "service", "year", "source"];
  return html`${order.map((name) => facet(name, choices[name], counts, filters))}`;
}

/** Names of what the analysis found, by id. */
export type ThemeLabels = { aspect: ReadonlyMap<string, string>; topic: ReadonlyMap<string, string> };

const FLAG_WORDS = {
  has_text: ["with text", "rating only"],
  has_reply: ["with a response", "without a response"],
  incentivized: ["incentivized", "not incentivized"],
  edited: ["edited", "never edited"],
} as const;

/** Each active filter in words. */
export function describeFilters(
  business: Business | null,
  filters: SearchFilters,
  labels: ThemeLabels,
): { name: keyof SearchFilters; words: string }[] {
  const choices = choicesOf(business);
  const { rating, min_rating, max_rating, mentions_technician, mentions_service, source, verification } = filters;
  const found: { name: keyof SearchFilters; words: string }[] = [];
  const add = (name: keyof SearchFilters, words: string) => found.push({ name, words });
  if (filters.query) add("query", `“${filters.query}”`);
  if (rating) add("rating", choices.rating.label(String(rating)));
  if (min_rating) add("min_rating", `${min_rating} stars or more`);
  if (max_rating) add("max_rating", `${max_rating} stars or fewer`);
  if (mentions_technician) add("mentions_technician", choices.technician.label(mentions_technician));
  if (mentions_service) add("mentions_service", choices.service.label(mentions_service));
  if (filters.since) add("since", `from ${filters.since}`);
  if (filters.until) add("until", `to ${filters.until}`);
  if (source) add("source", choices.source.label(source));
  if (verification) add("verification", `verified by: ${VERIFICATION_LABELS[verification] ?? verification}`);
  if (filters.language) add("language", `language ${filters.language}`);
  for (const name of ["has_text", "has_reply", "incentivized", "edited"] as const) {
    if (filters[name] !== undefined) add(name, FLAG_WORDS[name][filters[name] ? 0 : 1]);
  }
  if (filters.aspect) add("aspect", `about ${labels.aspect.get(filters.aspect) ?? filters.aspect}`);
  if (filters.aspect_sentiment) add("aspect_sentiment", `${filters.aspect_sentiment} sentiment`);
  if (filters.topic) add("topic", `topic ${labels.topic.get(filters.topic) ?? filters.topic}`);
  if (filters.updated_since) add("updated_since", `changed since ${filters.updated_since}`);
  return found;
}

/** The active filters in words, each with a link that removes it. */
export function renderChosen(business: Business | null, filters: SearchFilters, labels: ThemeLabels): Markup {
  const chips = describeFilters(business, filters, labels).map(({ name, words }) => ({
    words,
    without: changed(filters, { [name]: undefined }),
  }));
  if (chips.length === 0) return NOTHING;
  return html`<ul class="chips" aria-label="Active filters">${chips.map(
    ({ words, without }) =>
      html`<li><a href="${explorerHref(without)}"><span class="hidden">Remove </span><span dir="auto">${words}</span> <span aria-hidden="true">×</span></a></li>`,
  )}<li><a class="clear" href="/reviews">Clear all</a></li></ul>`;
}
