import type { Review } from "../../model/review.ts";
import { findFolded } from "../../model/search-folding.ts";
import { html, type Markup, NOTHING } from "./html.ts";
import { clip, plural, REDACTION_NAMES, renderDay, renderProof, renderStars } from "./words.ts";

/** A list shows at most this much of a review. The page of the review shows all of it. */
const LISTED_CHARACTERS = 700;
const LISTED_LINES = 14;
const LISTED_REPLY_CHARACTERS = 400;
const LISTED_TITLE_CHARACTERS = 160;

export const stars = (rating: number): Markup =>
  html`<span class="stars stars-${Math.round(rating * 2) * 5}" role="img" aria-label="${renderStars(rating)}"></span>`;

/** `text` with every occurrence of `query` marked, as the search finds them. */
export function markQuery(text: string, query: string | undefined): Markup {
  const pieces: Markup[] = [];
  let at = 0;
  for (const [start, end] of query ? findFolded(text, query) : []) {
    pieces.push(html`${text.slice(at, start)}<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  return html`${pieces}${text.slice(at)}`;
}

/** The part of a text that a list shows: its beginning, or the part around the match if that comes later. */
export function excerpt(written: string, query: string | undefined): { shown: string; whole: boolean } {
  const lines = written.replace(/\n\s*\n/g, "\n\n").split("\n");
  const text = lines.slice(0, LISTED_LINES).join("\n");
  if (text.length <= LISTED_CHARACTERS) return { shown: text, whole: lines.length <= LISTED_LINES };
  const found = query ? (findFolded(text, query)[0]?.[0] ?? -1) : -1;
  if (found < LISTED_CHARACTERS - 100) return { shown: clip(text, LISTED_CHARACTERS), whole: false };
  const from = text.slice(Math.max(0, found - 200)).replace(/^[\udc00-\udfff]/, "");
  return { shown: `…${clip(from, LISTED_CHARACTERS)}`, whole: false };
}

export const languageAttribute = (language: string | null): Markup => (language ? html` lang="${language}"` : NOTHING);

/** Author, date, and how the review was verified. */
export function byline(review: Review, link: boolean): Markup {
  const day = html`<time datetime="${review.date}">${renderDay(review.date)}</time>`;
  return html`<p class="byline"><span class="author" dir="auto">${clip(review.author, 80)}</span> <span class="when">${
    link ? html`<a href="/reviews/${review.id}">${day}</a>` : day
  }</span> <span>${renderProof(review.verification.method, review.source)}</span>${
    review.incentivized ? html` <span class="tag">Reward offered</span>` : null
  }${review.revision > 1 ? html` <span class="tag">Edited</span>` : null}</p>`;
}

export function redactionNote(review: Review): Markup {
  if (review.redactions.length === 0) return NOTHING;
  const parts = review.redactions.map(({ kind, count }) => plural(count, ...REDACTION_NAMES[kind]));
  return html`<p class="note">Removed for privacy: ${parts.join(", ")}.</p>`;
}

/** One review in a list. */
export function reviewCard(review: Review, query?: string): Markup {
  const text = review.text === null ? null : excerpt(review.text, query);
  const reply = review.owner_reply;
  return html`<article class="review" aria-label="Review by ${clip(review.author, 80)}, ${renderStars(review.rating)}">
${stars(review.rating)}
${review.title ? html`<h3 dir="auto"${languageAttribute(review.language)}>${markQuery(clip(review.title, LISTED_TITLE_CHARACTERS), query)}</h3>` : null}
${
  text
    ? html`<p class="words" dir="auto"${languageAttribute(review.language)}>${markQuery(text.shown, query)}</p>${
        text.whole ? null : html`<p class="more"><a href="/reviews/${review.id}">Read the full review</a></p>`
      }`
    : html`<p class="words none">Rating only, no comment.</p>`
}
${byline(review, true)}
${
  reply
    ? html`<div class="reply"><p class="reply-by">Response from the owner</p><p dir="auto">${clip(reply.text.replace(/\n\s*/g, "\n"), LISTED_REPLY_CHARACTERS)}</p></div>`
    : null
}
</article>`;
}
