import type { Understood } from "../model/meaning.ts";
import type { FilterName, SearchFilters } from "../model/search.ts";
import { changed, choicesOf, type ThemeLabels } from "./facets.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { monthWindow, reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import type { Site } from "./parts/site.ts";

type Described = { names: FilterName[]; words: string };

/** A whole year or month is shown as such. Any other range is shown by its two ends. */
function describeDates(site: Site, { since, until }: SearchFilters): Described[] {
  const { filters, format } = wordsOf(site);
  const names: FilterName[] = ["since", "until"];
  if (since && until) {
    const year = since.slice(0, 4);
    if (since === `${year}-01-01` && until === `${year}-12-31`) return [{ names, words: year }];
    if (since.endsWith("-01") && monthWindow(since.slice(0, 7)).until === until) {
      return [{ names, words: format.month(since) }];
    }
  }
  return [
    ...(since ? [{ names: ["since" as const], words: filters.from(since) }] : []),
    ...(until ? [{ names: ["until" as const], words: filters.to(until) }] : []),
  ];
}

/** Each active filter in words. */
export function describeFilters(site: Site, filters: SearchFilters, labels: ThemeLabels): Described[] {
  const choices = choicesOf(site, labels);
  const { filters: words, format } = wordsOf(site);
  const found: Described[] = [];
  const add = (name: FilterName, text: string) => found.push({ names: [name], words: text });
  const { rating, min_rating, max_rating, mentions_technician, mentions_service, source, verification } = filters;
  if (filters.query) add("query", `“${filters.query}”`);
  if (rating) add("rating", choices.rating.label(String(rating)));
  if (min_rating) add("min_rating", words.atLeast(String(min_rating)));
  if (max_rating) add("max_rating", words.atMost(String(max_rating)));
  if (mentions_technician) add("mentions_technician", choices.technician.label(mentions_technician));
  if (mentions_service) add("mentions_service", choices.service.label(mentions_service));
  found.push(...describeDates(site, filters));
  if (source) add("source", choices.source.label(source));
  if (verification) add("verification", choices.verification.label(verification));
  if (filters.language) add("language", words.inLanguage(format.language(filters.language)));
  for (const name of ["has_text", "has_reply", "incentivized", "edited"] as const) {
    if (filters[name] !== undefined) add(name, choices[name].label(String(filters[name])));
  }
  if (filters.aspect) add("aspect", words.about(choices.aspect.label(filters.aspect)));
  if (filters.aspect_sentiment) add("aspect_sentiment", choices.sentiment.label(filters.aspect_sentiment));
  if (filters.topic) add("topic", words.about(choices.topic.label(filters.topic)));
  if (filters.condition) add("condition", words.about(choices.condition.label(filters.condition)));
  if (filters.sentiment) add("sentiment", words.opinion(words.sentiment[filters.sentiment]));
  if (filters.verification_level) {
    add("verification_level", choices.verification_level.label(filters.verification_level));
  }
  if (filters.updated_since) add("updated_since", words.changedSince(filters.updated_since));
  return found;
}

/** How each word that is no ID and no label was read: in the words of its chip. */
export function renderUnderstood(site: Site, understood: readonly Understood[], labels: ThemeLabels): Markup {
  const { explorer } = wordsOf(site);
  const notes = understood.flatMap(({ parameter, asked, id }) =>
    describeFilters(site, { [parameter]: id }, labels).map(({ words }) => explorer.understood(asked, words)),
  );
  return html`${notes.map((note) => html`<p class="note" dir="auto">${note}</p>`)}`;
}

/** The active filters in words, each with a link that removes it. `linkTo` gives the page with other filters. */
export function renderChosen(
  site: Site,
  filters: SearchFilters,
  labels: ThemeLabels,
  linkTo = (others: SearchFilters): string => reviewsLink(site, others),
): Markup {
  const { explorer } = wordsOf(site);
  const chips = describeFilters(site, filters, labels);
  if (chips.length === 0) return NOTHING;
  return html`<ul class="chips" aria-label="${explorer.active}">${chips.map(({ names, words }) => {
    const without = changed(filters, Object.fromEntries(names.map((name) => [name, undefined])));
    const label = html`<span class="hidden">${explorer.remove} </span><span dir="auto">${words}</span>`;
    return html`<li><a href="${linkTo(without)}" rel="nofollow">${label} <span aria-hidden="true">×</span></a></li>`;
  })}<li><a class="clear" href="${linkTo({})}" data-all>${explorer.clear_all}</a></li></ul>`;
}
