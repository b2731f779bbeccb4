import { html, type Markup, NOTHING } from "./html.ts";
import type { QuoteView, Sentiment } from "./insights-view.ts";
import { type Opinions, opinionBar, opinionWords, type Subject } from "./opinion-bar.ts";
import { reviewsLink } from "./page-links.ts";
import { wordsOf } from "./page-words.ts";
import { quote, spokenFirst } from "./quote.ts";
import type { Site } from "./site.ts";

const SHOWN_QUOTES = 6;
/** A quote that is seen without opening anything is about two lines. */
const BEST_CHARACTERS = 115;

export type InsightCard = Subject & {
  /** The id of the card, so that a URL can lead to it. */
  id: string;
  name: string;
  /** How many reviews the filters find. */
  count: number;
  opinions: Opinions;
  note: string;
  quotes: readonly QuoteView[];
};

function linkTo(site: Site, { filters, name, count }: InsightCard): Markup {
  const counted = html`<span class="of">${wordsOf(site).common.reviews(count)}</span>`;
  return html`<a href="${reviewsLink(site, filters)}"><span dir="auto">${name}</span> ${counted}</a>`;
}

const noteOf = ({ note }: InsightCard): Markup => (note === "" ? NOTHING : html`<p class="note">${note}</p>`);

/** What is known beyond the best quotes: a note, and the other quotes. */
function more(site: Site, theme: InsightCard, quotes: readonly QuoteView[]): Markup {
  if (theme.note === "" && quotes.length === 0) return NOTHING;
  const { insights } = wordsOf(site);
  const shown = quotes.map((words) => quote(site, words));
  const label = html`${quotes.length === 0 ? insights.more : insights.more_quotes}<span class="hidden">: ${theme.name}</span>`;
  const inner = html`${noteOf(theme)}<div class="quotes">${shown}</div>`;
  return html`<details class="quoted"><summary>${label}</summary>${inner}</details>`;
}

/** A subject with its numbers and the best quote of each side. */
export function themeCard(site: Site, theme: InsightCard): Markup {
  const quotes = spokenFirst(site, theme.quotes);
  const best = (["positive", "negative"] satisfies Sentiment[]).flatMap((side) => {
    const found = quotes.find(({ sentiment }) => sentiment === side);
    return found ? [found] : [];
  });
  const rest = quotes.filter((one) => !best.includes(one)).slice(0, SHOWN_QUOTES - best.length);
  return html`<div class="theme" id="${theme.id}"><h3>${linkTo(site, theme)}</h3>
${opinionBar(site, theme.opinions, theme)}${opinionWords(site, theme.opinions, theme)}
<div class="best">${best.map((words) => quote(site, words, BEST_CHARACTERS))}</div>${more(site, theme, rest)}</div>`;
}

/** A subject as one line with its bar, which opens to its numbers and quotes. */
export function themeLine(site: Site, theme: InsightCard): Markup {
  const quotes = spokenFirst(site, theme.quotes).slice(0, SHOWN_QUOTES);
  const summary = html`<span dir="auto">${theme.name}</span>${opinionBar(site, theme.opinions, null)}`;
  const opened = html`<h3>${linkTo(site, theme)}</h3>
${opinionWords(site, theme.opinions, theme)}${noteOf(theme)}<div class="quotes">${quotes.map((words) => quote(site, words))}</div>`;
  return html`<details class="line-card" id="${theme.id}"><summary>${summary}</summary><div class="opened">${opened}</div></details>`;
}
