import { html, type Markup, NOTHING } from "./html.ts";
import type { QuoteView } from "./insights-view.ts";
import { reviewLink } from "./page-links.ts";
import { clip, wordsOf } from "./page-words.ts";
import { isSpokenHere, languageAttribute } from "./review-card.ts";
import type { Site } from "./site.ts";

const QUOTE_CHARACTERS = 320;

/** The words of a review. A screen reader reads them in their own language. */
export function quote(site: Site, { review_id, text, sentiment, language = null }: QuoteView): Markup {
  const { common, insights } = wordsOf(site);
  const spoken = isSpokenHere(site, language) ? NOTHING : languageAttribute(language);
  const words = html`<p dir="auto"${spoken}>${clip(text, QUOTE_CHARACTERS)}</p>`;
  const side = html`<span class="hidden">${common.sentiment[sentiment]}: </span>`;
  const label = html`${insights.read}<span class="hidden"> ${review_id.slice(-6)}</span>`;
  const footer = html`<footer>${side}<a href="${reviewLink(site, review_id)}">${label}</a></footer>`;
  return html`<blockquote class="quote ${sentiment}">${words}${footer}</blockquote>`;
}
