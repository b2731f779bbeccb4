import type { Review } from "../model/review.ts";
import type { SearchFilters } from "../model/search.ts";
import { renderReviewJsonLd } from "../render/json-ld.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { EvidenceView } from "./parts/insights-view.ts";
import { renderPage } from "./parts/layout.ts";
import { pageLink, reviewLink, reviewsLink } from "./parts/page-links.ts";
import { clip, shownName, wordsOf } from "./parts/page-words.ts";
import {
  byline,
  correctionNote,
  languageAttribute,
  redactionNote,
  sourceName,
  starPicture,
} from "./parts/review-card.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";

export type ReviewPageInput = {
  site: Site;
  review: Review;
  /** Passages of the text on which the insights are based. */
  evidence: EvidenceView[];
  /** The ids of the previous and the next review, newest first. */
  newer?: string | null;
  older?: string | null;
};

/** The text with its evidence marked. A passage that overlaps an earlier one is skipped. */
function markEvidence(text: string, evidence: EvidenceView[]): { marked: Markup; shown: EvidenceView[] } {
  const pieces: Markup[] = [];
  const shown: EvidenceView[] = [];
  let at = 0;
  for (const passage of [...evidence].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (passage.start < at || passage.end <= passage.start || passage.end > text.length) continue;
    shown.push(passage);
    const words = html`${text.slice(passage.start, passage.end)}<sup aria-hidden="true">${shown.length}</sup>`;
    pieces.push(
      html`${text.slice(at, passage.start)}`,
      html`<mark class="${passage.sentiment}" aria-describedby="passage-${shown.length}">${words}</mark>`,
    );
    at = passage.end;
  }
  return { marked: html`${pieces}${text.slice(at)}`, shown };
}

function passages(site: Site, shown: EvidenceView[]): Markup {
  if (shown.length === 0) return NOTHING;
  const { common, review } = wordsOf(site);
  return html`<section class="passages"><h2>${review.insights}</h2><ol>${shown.map(
    ({ aspect, label, sentiment }, i) => {
      const link = html`<a href="${reviewsLink(site, { aspect })}">${common.theme(label)}</a>`;
      return html`<li id="passage-${i + 1}">${link}: ${common.sentiment[sentiment]}</li>`;
    },
  )}</ol><p class="note">${review.insightsNote(pageLink(site, "/insights"))}</p></section>`;
}

function mentioned(site: Site, { mentions }: Review): Markup {
  const link = (filters: SearchFilters, name: string) =>
    html`<li><a href="${reviewsLink(site, filters)}">${name}</a></li>`;
  const links = [
    ...mentions.technicians.map((one) => link({ mentions_technician: one.id }, shownName(site, "technician", one))),
    ...mentions.services.map((one) => link({ mentions_service: one.id }, shownName(site, "service", one))),
    ...mentions.service_areas.map(({ name }) => html`<li>${name}</li>`),
  ];
  return links.length === 0
    ? NOTHING
    : html`<dt>${wordsOf(site).review.mentions}</dt><dd><ul class="inline">${links}</ul></dd>`;
}

function details(site: Site, review: Review): Markup {
  const { review: words } = wordsOf(site);
  const source = sourceName(site, review.source);
  return html`<dl class="facts">
${review.revision > 1 ? html`<dt>${words.edited}</dt><dd>${words.edits(review.revision - 1, review.updated_at)}</dd>` : null}
<dt>${words.source}</dt><dd>${
    isWebAddress(review.source_url)
      ? html`<a rel="nofollow noopener" href="${review.source_url}">${source}</a>`
      : source
  }</dd>
${mentioned(site, review)}
<dt>${words.data}</dt><dd><a href="/api/reviews/${review.id}">${words.as_json}</a></dd>
</dl>`;
}

/**
 * Search engines ask businesses not to mark up reviews of themselves that were collected elsewhere. The owner decides.
 */
const isMarkedUp = ({ structured_data }: Site, { source }: Review): boolean =>
  structured_data === "all" || (structured_data === "direct" && source === "direct");

/** The written parts: the text or a note that there is none, the translation, and the owner's response. */
function written(site: Site, review: Review, marked: Markup): Markup {
  const { review: words, format } = wordsOf(site);
  const { owner_reply: reply, translation } = review;
  const translated = translation
    ? html`<p class="words" dir="auto"${languageAttribute(translation.language)}>${translation.text}</p>`
    : null;
  const date = reply?.date ? html`, <time datetime="${reply.date}">${format.day(reply.date)}</time>` : null;
  return html`${
    review.text === null
      ? review.title === null
        ? html`<p class="words none">${words.rating_only}</p>`
        : null
      : html`<div class="words" dir="auto"${languageAttribute(review.language)}>${marked}</div>`
  }
${translated ? html`<section class="translation"><h2>${words.translation}</h2>${translated}</section>` : null}
${byline(site, review, false)}
${redactionNote(site, review)}${correctionNote(site, review)}
${
  reply
    ? html`<section class="reply"><h2 class="reply-by">${words.reply}${date}</h2><p dir="auto">${reply.text}</p></section>`
    : null
}`;
}

/** The heading of a review without a title. A name in a right-to-left script does not move the text around it. */
function titleBy(site: Site, rating: number, author: string): Markup {
  const [before = "", after = ""] = wordsOf(site).review.titled(rating, "\0").split("\0");
  return html`${before}<bdi>${author}</bdi>${after}`;
}

/** Links to the previous and the next review, without going back to the list. */
function neighbors({ site, newer = null, older = null }: ReviewPageInput): Markup {
  if (newer === null && older === null) return NOTHING;
  const { review: words } = wordsOf(site);
  return html`<nav class="neighbors" aria-label="${words.others}">${
    newer === null ? html`<span></span>` : html`<a rel="prev" href="${reviewLink(site, newer)}">${words.newer}</a>`
  }${older === null ? null : html`<a rel="next" href="${reviewLink(site, older)}">${words.older}</a>`}</nav>`;
}

export function renderReviewPage(input: ReviewPageInput): string {
  const { site, review, evidence } = input;
  const { review: words, common } = wordsOf(site);
  const { marked, shown } = markEvidence(review.text ?? "", evidence);
  const author = clip(review.author, 80);
  const title = review.title ? clip(review.title, 200) : words.titled(review.rating, author);
  const body = html`<p class="back"><a href="${reviewsLink(site)}">${common.all_reviews}</a></p>
<article class="review whole">
<h1 dir="auto">${review.title ? title : titleBy(site, review.rating, author)}</h1>
${starPicture(site, review.rating)}
${written(site, review, marked)}
<div class="beside">
${passages(site, shown)}
${details(site, review)}
</div>
</article>
${neighbors(input)}`;
  return renderPage({
    site,
    path: `/reviews/${review.id}`,
    twin: true,
    title: `${clip(title, 70)}: ${siteName(site)}`,
    ...(review.title ? { social_title: `${clip(title, 70)} (${common.outOfFive(String(review.rating))})` } : {}),
    description: clip(review.text ?? review.title ?? words.noComment(review.rating), 200).replace(/\s+/g, " "),
    body,
    ...(isMarkedUp(site, review) ? { json_ld: renderReviewJsonLd({ ...site, review }) } : {}),
  });
}
