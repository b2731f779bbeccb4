import { html, type Markup, NOTHING } from "./html.ts";
import type { QuoteView } from "./insights-view.ts";
import { reviewLink } from "./page-links.ts";
import { clip, wordsOf } from "./page-words.ts";
import { isSpokenHere, languageAttribute } from "./review-card.ts";
import type { Site } from "./site.ts";

const QUOTE_CHARACTERS = 320;

/** The words of a review, which are a link to it. A screen reader reads them in their own language. */
export function quote(
  site: Site,
  { review_id, text, sentiment, language = null }: QuoteView,
  most = QUOTE_CHARACTERS,
): Markup {
  const { common } = wordsOf(site);
  const spoken = isSpokenHere(site, language) ? NOTHING : languageAttribute(language);
  const side = html`<span class="hidden">${common.sentiment[sentiment]}: </span>`;
  const words = html`<span dir="auto"${spoken}>${clip(text, most)}</span>`;
  return html`<blockquote class="quote ${sentiment}">${side}<a href="${reviewLink(site, review_id)}">${words}</a></blockquote>`;
}

/** Quotes in the language of the page come first. */
export const spokenFirst = (site: Site, quotes: readonly QuoteView[]): QuoteView[] =>
  [...quotes].sort(
    (a, b) => Number(isSpokenHere(site, b.language ?? null)) - Number(isSpokenHere(site, a.language ?? null)),
  );
