import { findFolded } from "../../model/basics/search-folding.ts";
import type { Review } from "../../model/review.ts";
import { SOURCE_LABELS } from "../../model/review-kinds.ts";
import { html, type Markup, NOTHING } from "./html.ts";
import { siteLanguage } from "./languages.ts";
import { reviewLink } from "./page-links.ts";
import { clip, wordsOf } from "./page-words.ts";
import { isWebAddress, type Site } from "./site.ts";

/** A list shows at most this many characters of a review, and a long list fewer. The review's own page shows all. */
const LISTED_CHARACTERS = 700;
const LONG_LIST = 40;
const LISTED_LINES = 14;
const LISTED_REPLY_CHARACTERS = 400;
const LISTED_TITLE_CHARACTERS = 160;
const AUTHOR_CHARACTERS = 80;
/** How many characters of a text come before its match. */
const BEFORE_MATCH = 200;

/** Drawn to one decimal, like the figure beside it. */
export function starPicture(site: Site, rating: number): Markup {
  const { common, format } = wordsOf(site);
  const tenths = Math.round(rating * 10);
  const words = common.outOfFive(tenths % 10 === 0 ? format.count(tenths / 10) : format.tenth(tenths / 10));
  return html`<span class="stars stars-${Math.floor(tenths / 10)} tenth-${tenths % 10}" role="img" aria-label="${words}"></span>`;
}

/** What is marked in a review: a query wherever it is, or these words where a word begins. */
export type Marked = string | readonly string[] | undefined;

const ENDS_IN_WORD = /[\p{L}\p{N}\p{M}]$/u;

function placesOf(text: string, marked: Marked): [start: number, end: number][] {
  if (marked === undefined || typeof marked === "string") return marked ? findFolded(text, marked) : [];
  return marked
    .flatMap((word) => findFolded(text, word))
    .filter(([start]) => !ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start)))
    .sort(([a, to_a], [b, to_b]) => a - b || to_b - to_a);
}

/** `text` with everything marked that a search found in it. */
export function markQuery(text: string, marked: Marked): Markup {
  const pieces: Markup[] = [];
  let at = 0;
  for (const [start, end] of placesOf(text, marked)) {
    if (start < at) continue;
    pieces.push(html`${text.slice(at, start)}<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  return html`${pieces}${text.slice(at)}`;
}

const firstLines = (text: string): string => text.split("\n").slice(0, LISTED_LINES).join("\n");

/** The part of a text that a list shows: its beginning, or the part around the match if that comes later. */
export function excerpt(written: string, marked: Marked, most = LISTED_CHARACTERS): { shown: string; whole: boolean } {
  const before = Math.min(BEFORE_MATCH, most / 2);
  const text = written.replace(/\n\s*\n/g, "\n\n");
  const head = firstLines(text);
  if (head.length <= most && head === text) return { shown: text, whole: true };
  const [match] = placesOf(text, marked);
  const shown = clip(head, most);
  if (!match || match[1] < shown.length) return { shown, whole: false };
  const [start] = match;
  const begin = Math.max(0, start - before);
  const from = text.slice(begin).replace(/^[\udc00-\udfff]/, "");
  // Many lines before the match could fill the list, so the excerpt then begins with the match.
  const lines = firstLines(from);
  const around = lines.length > start - begin ? lines : firstLines(text.slice(start));
  return { shown: `…${clip(around, most)}`, whole: false };
}

export const languageAttribute = (language: string | null): Markup => (language ? html` lang="${language}"` : NOTHING);

export function sourceName(site: Site, source: string): string {
  const { common } = wordsOf(site);
  if (source === "direct") return common.direct;
  return source === "other" ? common.other_source : (SOURCE_LABELS[source] ?? source);
}

/** How the review was verified. It names no visit, because that would say who was a customer. */
export const renderProof = (site: Site, { verification }: Pick<Review, "verification">): string =>
  wordsOf(site).filters.verification_level[verification.level];

/** Where the review was written, with a link to it there if there is one. "Another site" alone would say nothing. */
function renderSource(site: Site, { source, source_url }: Review): Markup {
  const name = sourceName(site, source);
  if (isWebAddress(source_url)) {
    const label = html`<span class="hidden">${wordsOf(site).review.readAt(name)}</span><span aria-hidden="true">${name} ↗</span>`;
    return html` <span><a class="source" rel="nofollow noopener" href="${source_url}">${label}</a></span>`;
  }
  return source === "other" ? NOTHING : html` <span>${name}</span>`;
}

/** Author, date, and how the review was verified. In a list, the link covers the whole card. */
export function byline(site: Site, review: Review, link: boolean): Markup {
  const { review: words, format } = wordsOf(site);
  const author = clip(review.author, AUTHOR_CHARACTERS);
  const day = html`<time datetime="${review.date}">${format.day(review.date)}</time>`;
  return html`<p class="byline"><span class="author" dir="auto">${author}</span> <span class="when">${
    link
      ? html`<a class="whole-card" href="${reviewLink(site, review.id)}"><span class="hidden">${words.readReview(author)} </span>${day}</a>`
      : day
  }</span> <span>${renderProof(site, review)}</span>${link ? renderSource(site, review) : null}${
    review.incentivized ? html` <span class="tag">${words.reward}</span>` : null
  }${review.revision > 1 ? html` <span class="tag">${words.edited}</span>` : null}</p>`;
}

export function redactionNote(site: Site, review: Review): Markup {
  if (review.redactions.length === 0) return NOTHING;
  const { review: words, format } = wordsOf(site);
  const parts = review.redactions.map(
    ({ kind, count }) => `${format.count(count)} ${words.redaction[kind][count === 1 ? 0 : 1]}`,
  );
  return html`<p class="note">${words.removed(parts.join(", "))}</p>`;
}

/** What the business corrected, with the former values that are no name and no words. */
export function correctionNote(site: Site, { corrections = [] }: Review): Markup {
  if (corrections.length === 0) return NOTHING;
  const { review: words, format } = wordsOf(site);
  const shownValue = (member: string, value: string | number | null | undefined) =>
    member === "date" && typeof value === "string" ? format.day(value) : String(value ?? "–");
  const parts = corrections.map(({ member, from, to }) => {
    const values = to === undefined ? "" : ` (${shownValue(member, from)} → ${shownValue(member, to)})`;
    return words.correctedMembers[member] + values;
  });
  return html`<p class="note">${words.corrected(parts.join(", "))}</p>`;
}

export const isSpokenHere = (site: Site, tag: string | null): boolean =>
  tag?.toLowerCase().split("-")[0] === siteLanguage(site);

/** Open if the reader understands the language of the translation but not that of the original. */
function listedTranslation(site: Site, { translation, language }: Review, most: number): Markup {
  if (!translation) return NOTHING;
  const { review, format } = wordsOf(site);
  const open = isSpokenHere(site, translation.language) && !isSpokenHere(site, language);
  const title = translation.language
    ? review.translationInto(format.language(translation.language))
    : review.translation;
  const { shown } = excerpt(translation.text, undefined, most);
  const words = html`<p class="words" dir="auto"${languageAttribute(translation.language)}>${shown}</p>`;
  return html`<details class="translated"${open ? html` open` : null}><summary>${title}</summary>${words}</details>`;
}

const clipReply = (text: string, share: number): string =>
  clip(text.replace(/\n\s*/g, "\n"), LISTED_REPLY_CHARACTERS * share);

/** One review in a list of `count`. A hundred long reviews would be 80 KB of text, compressed. */
export function reviewCard(site: Site, review: Review, marked?: Marked, count = 1): Markup {
  const share = Math.min(1, LONG_LIST / count);
  const most = LISTED_CHARACTERS * share;
  const { review: words } = wordsOf(site);
  const text = review.text === null ? null : excerpt(review.text, marked, most);
  const reply = review.owner_reply;
  const title = review.title
    ? html`<h3 dir="auto"${languageAttribute(review.language)}>${markQuery(clip(review.title, LISTED_TITLE_CHARACTERS), marked)}</h3>`
    : null;
  return html`<article class="review" id="${review.id}" aria-label="${words.label(clip(review.author, AUTHOR_CHARACTERS), review.rating)}">
${starPicture(site, review.rating)}
${title}
${
  text
    ? html`<p class="words" dir="auto"${languageAttribute(review.language)}>${markQuery(text.shown, marked)}</p>${
        text.whole ? null : html`<p class="more"><a href="${reviewLink(site, review.id)}">${words.read_more}</a></p>`
      }`
    : review.title
      ? null
      : html`<p class="words none">${words.rating_only}</p>`
}
${listedTranslation(site, review, most)}
${byline(site, review, true)}
${
  reply
    ? html`<div class="reply"><p class="reply-by">${words.reply}</p><p dir="auto">${clipReply(reply.text, share)}</p></div>`
    : null
}
</article>`;
}
