import type { Understood } from "../../model/meaning.ts";
import type { Review } from "../../model/review.ts";
import type { SearchFilters } from "../../model/search.ts";
import { renderChosen, renderUnderstood } from "../chosen-filters.ts";
import type { ThemeLabels } from "../facets.ts";
import { html, type Markup, NOTHING } from "../parts/html.ts";
import { twinOf } from "../parts/languages.ts";
import { pageLink, pickLink, RESULTS_ID, reviewsLink } from "../parts/page-links.ts";
import { wordsOf } from "../parts/page-words.ts";
import { reviewCard } from "../parts/review-card.ts";
import type { Site } from "../parts/site.ts";

export type PickedInput = {
  site: Site;
  filters: SearchFilters;
  understood: Understood[];
  matched: number;
  /** How many of the matched reviews have no text. */
  silent: number;
  /** The newest with a text, then the newest without one. */
  reviews: Review[];
  labels: ThemeLabels;
};

const [BEGIN, END] = ["<!--reviews-->", "<!--/reviews-->"];

/** The rule by which these reviews are chosen and ordered. */
function rule({ site, filters, matched, silent }: PickedInput): Markup {
  const { overview, format } = wordsOf(site);
  if (silent === matched) return NOTHING; // all are of stars only, in the order of the list
  if (silent === 0) return html`<p class="note">${overview.newest_rule}</p>`;
  const link = html`<a href="${reviewsLink(site, { ...filters, has_text: false })}">${overview.silent(silent, format.count(silent))}</a>`;
  return html`<p class="note">${overview.newest_rule} ${overview.silentRule(link)}</p>`;
}

/** The reviews below the overview: the newest ones, or those of what was chosen above. */
export function renderPicked(input: PickedInput): Markup {
  const { site, filters, understood, matched, reviews, labels } = input;
  const { overview, explorer, common } = wordsOf(site);
  const any = Object.keys(filters).length > 0;
  const counted =
    matched === 0
      ? html`${common.reviews(0)}`
      : html`<a href="${reviewsLink(site, filters)}">${common.reviews(matched)}</a>`;
  const heading = html`<h2>${any ? counted : overview.newest}</h2>`;
  const chips = renderChosen(site, filters, labels, (others) => pickLink(site, others));
  const cards = reviews.map((review) => reviewCard(site, review, filters.query));
  const list =
    matched === 0
      ? html`<p class="note">${explorer.advice}</p>`
      : html`${rule(input)}<div class="reviews side">${cards}</div>
<p class="onward"><a href="${reviewsLink(site, filters)}">${overview.readAll(matched)}</a></p>`;
  const attributes = html`class="picked" id="${RESULTS_ID}" data-results tabindex="-1" aria-label="${overview.newest}"`;
  return html`<section ${attributes}>${heading}${chips}${renderUnderstood(site, understood, labels)}${list}</section>`;
}

/** Marks where the reviews of a prepared overview are, so that a selection can take their place. */
export const markPicked = (markup: Markup): Markup => ({ markup: BEGIN + markup.markup + END });

/** The links to the page in other languages lead to the same selection. */
const keepPicked = (head: string, site: Site, filters: SearchFilters): string =>
  (site.languages ?? []).reduce((markup, language) => {
    const twin = twinOf(site, language);
    const linkTo = (href: string): string => html`hreflang="${language}" href="${href}"`.markup;
    return markup.replace(linkTo(pageLink(twin, "/")), () => linkTo(pickLink(twin, filters)));
  }, head);

/** The prepared overview with another selection of reviews. */
export function fillOverview(page: string, { site, ...input }: PickedInput): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  const { markup } = renderPicked({ site, ...input });
  const chosen_href = html`href="${pickLink(site, input.filters)}"`.markup;
  const mark = (part: string): string => part.replaceAll(chosen_href, () => `${chosen_href} aria-current="true"`);
  return mark(keepPicked(page.slice(0, from), site, input.filters)) + BEGIN + markup + mark(page.slice(to));
}
