import { html, type Markup } from "./html.ts";
import { type QuoteView, SENTIMENT_WORDS } from "./insights-view.ts";
import { clip } from "./words.ts";

const QUOTE_CHARACTERS = 320;

export const quote = ({ review_id, text, sentiment }: QuoteView): Markup =>
  html`<blockquote class="quote ${sentiment}"><p dir="auto">${clip(text, QUOTE_CHARACTERS)}</p><footer><span class="hidden">${SENTIMENT_WORDS[sentiment]}: </span><a href="/reviews/${review_id}">Read the review<span class="hidden"> ${review_id.slice(-6)}</span></a></footer></blockquote>`;
