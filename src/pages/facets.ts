import type { Business } from "../model/business.ts";
import type { ExplorerFilters, FacetCounts, FacetName } from "../model/explorer.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { renderCount, SOURCE_NAMES } from "./parts/words.ts";

/** A clinic with a hundred services shows the most mentioned ones. Search finds the rest. */
const SHOWN_VALUES = 12;

/** The URL of the explorer with these filters. */
export function explorerHref(filters: ExplorerFilters, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? "/reviews" : `/reviews?${query}`;
}

/** `filters` with `changes` applied. A change to undefined removes the filter. */
function changed(filters: ExplorerFilters, changes: { [K in keyof ExplorerFilters]?: ExplorerFilters[K] | undefined }) {
  const entries = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ExplorerFilters; // the same members, without the undefined ones
}

type Choice = { title: string; label: (value: string) => string; choose: (value: string) => Partial<ExplorerFilters> };

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
      label: (value) => SOURCE_NAMES[value] ?? value,
      choose: (value) => ({ source: value }),
    },
  };
}

const CLEARED: Record<FacetName, { [K in keyof ExplorerFilters]?: undefined }> = {
  rating: { rating: undefined, min_rating: undefined },
  technician: { mentions_technician: undefined },
  service: { mentions_service: undefined },
  year: { since: undefined, until: undefined },
  source: { source: undefined },
};

function facet(name: FacetName, choice: Choice, counts: FacetCounts, filters: ExplorerFilters): Markup {
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

export function renderFacets(business: Business | null, counts: FacetCounts, filters: ExplorerFilters): Markup {
  const choices = choicesOf(business);
  const order: FacetName[] = ["rating", "technician", "service", "year", "source"];
  return html`${order.map((name) => facet(name, choices[name], counts, filters))}`;
}

/** The active filters in words, each with a link that removes it. */
export function renderChosen(business: Business | null, filters: ExplorerFilters): Markup {
  const choices = choicesOf(business);
  const chips: { words: string; without: ExplorerFilters }[] = [];
  const add = (words: string, cleared: { [K in keyof ExplorerFilters]?: undefined }) =>
    chips.push({ words, without: changed(filters, cleared) });
  if (filters.query) add(`“${filters.query}”`, { query: undefined });
  if (filters.rating) add(choices.rating.label(String(filters.rating)), { rating: undefined });
  if (filters.min_rating) add(`${filters.min_rating} stars or more`, { min_rating: undefined });
  if (filters.mentions_technician) add(choices.technician.label(filters.mentions_technician), CLEARED.technician);
  if (filters.mentions_service) add(choices.service.label(filters.mentions_service), CLEARED.service);
  if (filters.since) add(`from ${filters.since}`, { since: undefined });
  if (filters.until) add(`to ${filters.until}`, { until: undefined });
  if (filters.source) add(choices.source.label(filters.source), CLEARED.source);
  if (chips.length === 0) return NOTHING;
  return html`<ul class="chips" aria-label="Active filters">${chips.map(
    ({ words, without }) =>
      html`<li><a href="${explorerHref(without)}"><span class="hidden">Remove </span><span dir="auto">${words}</span> <span aria-hidden="true">×</span></a></li>`,
  )}<li><a class="clear" href="/reviews">Clear all</a></li></ul>`;
}
