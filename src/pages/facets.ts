import { ASPECT_SENTIMENTS } from "../model/analysis.ts";
import { capitalized } from "../model/basics/capitalized.ts";
import { compareText } from "../model/basics/compare-text.ts";
import type { FacetCounts, FacetName } from "../model/facets.ts";
import { SOURCES, VERIFICATION_LEVELS, VERIFICATION_METHODS } from "../model/review-kinds.ts";
import type { FilterName, SearchFilters } from "../model/search.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { hasName } from "./parts/other-topics.ts";
import { reviewsLink } from "./parts/page-links.ts";
import { type PageWords, shownName, wordsOf } from "./parts/page-words.ts";
import { sourceName } from "./parts/review-card.ts";
import type { FormerKind, Site } from "./parts/site.ts";

/** A business with a hundred services shows the most mentioned ones first. The others can be opened, up to a limit. */
const SHOWN_VALUES = 8;
const MOST_VALUES = 60;

/** Names of the aspects, topics and conditions of the analysis, by id. */
export type ThemeLabels = Record<"aspect" | "topic" | "condition", ReadonlyMap<string, string>>;

type Changes = { [K in FilterName]?: SearchFilters[K] | undefined };

/** `filters` with `changes` applied. A change to undefined removes the filter. */
export function changed(filters: SearchFilters, changes: Changes): SearchFilters {
  const entries = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as SearchFilters; // the same members, without the undefined ones
}

type Choice = { label: (value: string) => string; choose: (value: string) => Changes };

const nameOf = (site: Site, kind: FormerKind, items: readonly { id: string; name: string }[] | undefined) => {
  const names = new Map(items?.map((item) => [item.id, shownName(site, kind, item)]));
  return (value: string) => names.get(value) ?? value;
};

const oneOf = <T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find((known) => known === value);

/** A yes-or-no filter. */
function flagChoice(words: PageWords, name: "has_text" | "has_reply" | "incentivized" | "edited"): Choice {
  const [is = "", is_not = ""] = words.filters[name];
  return {
    label: (value) => (value === "true" ? is : is_not),
    choose: (value) => ({ [name]: value === "true" }),
  };
}

export function choicesOf(site: Site, labels: ThemeLabels): Record<FacetName, Choice> {
  const words = wordsOf(site);
  const { common, filters, format } = words;
  const themed = (names: ReadonlyMap<string, string>) => (value: string) =>
    capitalized(common.theme(names.get(value) ?? value));
  return {
    rating: { label: (value) => common.stars(Number(value)), choose: (value) => ({ rating: Number(value) }) },
    technician: {
      label: nameOf(site, "technician", site.business?.technicians),
      choose: (value) => ({ mentions_technician: value }),
    },
    service: {
      label: nameOf(site, "service", site.business?.services),
      choose: (value) => ({ mentions_service: value }),
    },
    aspect: { label: themed(labels.aspect), choose: (value) => ({ aspect: value }) },
    sentiment: {
      label: (value) => filters.sentiment[oneOf(ASPECT_SENTIMENTS, value) ?? "neutral"],
      choose: (value) => ({ aspect_sentiment: oneOf(ASPECT_SENTIMENTS, value) }),
    },
    topic: { label: themed(labels.topic), choose: (value) => ({ topic: value }) },
    condition: { label: themed(labels.condition), choose: (value) => ({ condition: value }) },
    year: { label: (value) => value, choose: (value) => ({ since: `${value}-01-01`, until: `${value}-12-31` }) },
    source: { label: (value) => sourceName(site, value), choose: (value) => ({ source: oneOf(SOURCES, value) }) },
    language: { label: (value) => capitalized(format.language(value)), choose: (value) => ({ language: value }) },
    verification_level: {
      label: (value) => filters.verification_level[oneOf(VERIFICATION_LEVELS, value) ?? "business"],
      choose: (value) => ({ verification_level: oneOf(VERIFICATION_LEVELS, value) }),
    },
    verification: {
      label: (value) => filters.verification[oneOf(VERIFICATION_METHODS, value) ?? "operator"],
      choose: (value) => ({ verification: oneOf(VERIFICATION_METHODS, value) }),
    },
    has_text: flagChoice(words, "has_text"),
    has_reply: flagChoice(words, "has_reply"),
    incentivized: flagChoice(words, "incentivized"),
    edited: flagChoice(words, "edited"),
  };
}

const CLEARED: Record<FacetName, Changes> = {
  rating: { rating: undefined, min_rating: undefined, max_rating: undefined },
  technician: { mentions_technician: undefined },
  service: { mentions_service: undefined },
  aspect: { aspect: undefined },
  sentiment: { aspect_sentiment: undefined },
  topic: { topic: undefined },
  condition: { condition: undefined },
  year: { since: undefined, until: undefined },
  source: { source: undefined },
  language: { language: undefined },
  verification_level: { verification_level: undefined },
  verification: { verification: undefined },
  has_text: { has_text: undefined },
  has_reply: { has_reply: undefined },
  incentivized: { incentivized: undefined },
  edited: { edited: undefined },
};

type Value = { id: string; label: string; count: number; chosen: boolean; href: string };

/** Common ranges of stars. Their counts are sums, because each review has one rating. */
function starRanges(site: Site, counts: FacetCounts["rating"], filters: SearchFilters): Value[] {
  const { filters: words } = wordsOf(site);
  const sum = (test: (stars: number) => boolean) =>
    counts.filter(({ value }) => test(Number(value))).reduce((total, { count }) => total + count, 0);
  const range = (name: "min_rating" | "max_rating", value: number, label: string, count: number): Value => {
    const chosen = filters.rating === undefined && filters[name] === value;
    const href = reviewsLink(site, changed(filters, { ...CLEARED.rating, ...(chosen ? {} : { [name]: value }) }));
    return { id: `${name}-${value}`, label, count, chosen, href };
  };
  const high = sum((stars) => stars >= 4);
  const low = sum((stars) => stars <= 3);
  return [range("min_rating", 4, words.atLeast("4"), high), range("max_rating", 3, words.atMost("3"), low)];
}

/**
 * Sorted by count, except ratings and years. Values that would find nothing are omitted, except ratings and selected
 * values.
 */
function valuesOf(site: Site, name: FacetName, choice: Choice, counts: FacetCounts, filters: SearchFilters): Value[] {
  const inOrder = ["rating", "year", "sentiment", "has_text", "has_reply", "incentivized", "edited"].includes(name);
  const values = counts[name]
    .filter(({ count, chosen }) => count > 0 || chosen || name === "rating")
    .map(({ value, count, chosen }) => ({
      id: `${name}-${value}`,
      label: choice.label(value),
      count,
      chosen,
      href: reviewsLink(site, changed(filters, { ...CLEARED[name], ...(chosen ? {} : choice.choose(value)) })),
    }));
  if (!inOrder) values.sort((a, b) => b.count - a.count || compareText(a.label, b.label));
  return name === "rating" && values.length > 0 ? [...values, ...starRanges(site, counts.rating, filters)] : values;
}

/**
 * The links have nofollow, because filters combine to too many URLs for a crawler. It finds every review without them.
 */
function valueRow(site: Site, { id, label, count, chosen, href }: Value): Markup {
  const { explorer, format } = wordsOf(site);
  const words = html`<span class="facet-label" dir="auto">${label}</span> <span class="facet-count">${format.count(count)}</span>`;
  if (chosen) {
    const selected = html`<span class="hidden"> ${explorer.selected}</span>`;
    return html`<li><a id="${id}" class="chosen" href="${href}" rel="nofollow" aria-current="true">${words}${selected}</a></li>`;
  }
  return count === 0
    ? html`<li><span class="nil">${words}</span></li>`
    : html`<li><a id="${id}" href="${href}" rel="nofollow">${words}</a></li>`;
}

/** These facets are omitted if there is only one value, which would not narrow the results. */
const ONE_WAY: readonly FacetName[] = [
  "language",
  "verification_level",
  "has_text",
  "has_reply",
  "incentivized",
  "edited",
];
/** The facets that most people use are open. */
const OPEN: readonly FacetName[] = ["rating", "technician", "service", "aspect", "year"];
/** The method of verification is no choice: a list of its reviews could say who was a customer. */
const ORDER: readonly FacetName[] = [
  "rating",
  "aspect",
  "sentiment",
  "technician",
  "service",
  "topic",
  "condition",
  "year",
  "has_reply",
  "has_text",
  "source",
  "language",
  "verification_level",
  "incentivized",
  "edited",
];

function facet(site: Site, name: FacetName, values: Value[]): Markup {
  const { filters, explorer } = wordsOf(site);
  const any = values.some(({ chosen }) => chosen);
  if (values.length === 0 || (values.length === 1 && !any && ONE_WAY.includes(name))) return NOTHING;
  const first = values.filter(({ chosen }, i) => i < SHOWN_VALUES || chosen);
  const rest = values.filter((value) => !first.includes(value)).slice(0, MOST_VALUES);
  const list = (some: Value[]): Markup => html`<ul>${some.map((value) => valueRow(site, value))}</ul>`;
  const more = html`<summary>${explorer.more(rest.length)}</summary>${list(rest)}`;
  const rows = html`${list(first)}${
    rest.length === 0 ? null : html`<details class="more-values" id="more-${name}">${more}</details>`
  }`;
  const open = any || OPEN.includes(name) ? html` open` : null;
  const title = filters.title[name];
  const names = Object.keys(CLEARED[name]).join(" ");
  const attributes = html`id="facet-${name}" data-names="${names}" aria-label="${title}"${open}`;
  return html`<details class="facet" ${attributes}><summary>${title}</summary>${rows}</details>`;
}

export function renderFacets(site: Site, counts: FacetCounts, filters: SearchFilters, labels: ThemeLabels): Markup {
  const choices = choicesOf(site, labels);
  const values = (name: FacetName) => valuesOf(site, name, choices[name], counts, filters);
  const isTaken = hasName((["aspect", "service"] as const).flatMap(values).map(({ label }) => label));
  const { theWords } = wordsOf(site).explorer;
  const topics = () =>
    values("topic").map((value) => (isTaken(value.label) ? { ...value, label: theWords(value.label) } : value));
  return html`${ORDER.map((name) => facet(site, name, name === "topic" ? topics() : values(name)))}`;
}
