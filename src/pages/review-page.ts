import { type Review, SOURCE_LABELS } from "../model/review.ts";
import { renderReviewJsonLd } from "../render/json-ld.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import { type EvidenceView, SENTIMENT_WORDS } from "./parts/insights-view.ts";
import { renderPage } from "./parts/layout.ts";
import { byline, languageAttribute, redactionNote, stars } from "./parts/review-card.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";
import { clip, renderDay, renderStars } from "./parts/words.ts";

export type ReviewPageInput = {
  site: Site;
  review: Review;
  /** Passages of the text that the insights are based on. */
  evidence: EvidenceView[];
};

/** The text with its evidence marked. A passage that overlaps an earlier one is skipped. */
function markEvidence(text: string, evidence: EvidenceView[]): { marked: Markup; shown: EvidenceView[] } {
  const pieces: Markup[] = [];
  const shown: EvidenceView[] = [];
  let at = 0;
  for (const passage of [...evidence].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (passage.start < at || passage.end <= passage.start || passage.end > text.length) continue;
    shown.push(passage);
    pieces.push(
      html`${text.slice(at, passage.start)}<mark class="${passage.sentiment}" aria-describedby="passage-${shown.length}">${text.slice(passage.start, passage.end)}<sup aria-hidden="true">${shown.length}</sup></mark>`,
    );
    at = passage.end;
  }
  return { marked: html`${pieces}${text.slice(at)}`, shown };
}

function passages(shown: EvidenceView[]): Markup {
  if (shown.length === 0) return NOTHING;
  return html`<section class="passages"><h2>Insights from this review</h2><ol>${shown.map(
    ({ aspect, label, sentiment }, i) =>
      html`<li id="passage-${i + 1}"><a href="/insights#${aspect}">${label}</a>: ${SENTIMENT_WORDS[sentiment]}</li>`,
  )}</ol><p class="note">A program found these passages, and it makes mistakes. The <a href="/insights">insights page</a> says how often.</p></section>`;
}

function mentioned({ mentions }: Review): Markup {
  const links = [
    ...mentions.technicians.map(
      ({ id, name }) => html`<li><a href="/reviews?mentions_technician=${id}">${name}</a></li>`,
    ),
    ...mentions.services.map(({ id, name }) => html`<li><a href="/reviews?mentions_service=${id}">${name}</a></li>`),
    ...mentions.service_areas.map(({ name }) => html`<li>${name}</li>`),
  ];
  return links.length === 0 ? NOTHING : html`<dt>Mentions</dt><dd><ul class="inline">${links}</ul></dd>`;
}

function details(review: Review): Markup {
  return html`<dl class="facts">
${review.revision > 1 ? html`<dt>Edited</dt><dd>${review.revision - 1} time${review.revision === 2 ? "" : "s"}, last on ${renderDay(review.updated_at)}</dd>` : null}
<dt>Source</dt><dd>${
    isWebAddress(review.source_url)
      ? html`<a rel="nofollow noopener" href="${review.source_url}">${SOURCE_LABELS[review.source] ?? review.source}</a>`
      : (SOURCE_LABELS[review.source] ?? review.source)
  }</dd>
${mentioned(review)}
<dt>Data</dt><dd><a href="/api/reviews/${review.id}">This review as JSON</a></dd>
</dl>`;
}

/** Search engines ask a business not to mark up reviews of itself that were collected elsewhere: the owner decides. */
const isMarkedUp = ({ structured_data }: Site, { source }: Review): boolean =>
  structured_data === "all" || (structured_data === "direct" && source === "direct");

export function renderReviewPage({ site, review, evidence }: ReviewPageInput): string {
  const { marked, shown } = markEvidence(review.text ?? "", evidence);
  const author = clip(review.author, 80);
  const title = review.title ? clip(review.title, 200) : `${renderStars(review.rating)} from ${author}`;
  const { owner_reply: reply, translation } = review;
  const body = html`<p class="back"><a href="/reviews">All reviews</a></p>
<article class="review whole">
<h1 dir="auto">${title}</h1>
${stars(review.rating)}
${
  review.text === null
    ? html`<p class="words none">Rating only, no comment.</p>`
    : html`<div class="words" dir="auto"${languageAttribute(review.language)}>${marked}</div>`
}
${
  translation
    ? html`<section class="translation"><h2>Translation</h2><p class="words" dir="auto"${languageAttribute(translation.language)}>${translation.text}</p></section>`
    : null
}
${byline(review, false)}
${redactionNote(review)}
${
  reply
    ? html`<section class="reply"><h2 class="reply-by">Response from the owner${reply.date ? html`, <time datetime="${reply.date}">${renderDay(reply.date)}</time>` : null}</h2><p dir="auto">${reply.text}</p></section>`
    : null
}
${passages(shown)}
${details(review)}
</article>`;
  return renderPage({
    site,
    path: `/reviews/${review.id}`,
    title: `${clip(title, 70)}: ${siteName(site)}`,
    description: clip(review.text ?? `${renderStars(review.rating)}, no comment.`, 200).replace(/\s+/g, " "),
    body,
    ...(isMarkedUp(site, review) ? { json_ld: renderReviewJsonLd({ ...site, review }) } : {}),
  });
}
