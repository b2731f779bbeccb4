import { cut } from "../../model/basics/cut.ts";
import { DEMONSTRATION } from "../../model/demonstration.ts";
import { shownRating } from "../../model/rating.ts";
import { escapeMarkup } from "../../render/escape-markup.ts";
import { reviewUrl } from "../../render/links.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import { cleanJson } from "../answers/clean-json.ts";
import { shortQuotes } from "../answers/short-insights.ts";
import type { View } from "../answers/snapshot-view.ts";
import SCRIPT from "./card.client.js" with { type: "text" };
import STYLE from "./card.css" with { type: "text" };

export const CARD_MIME = "text/html;profile=mcp-app";

/** With this many quotes the page has less than 50 KB, even if every character in them must be escaped. */
const MOST_QUOTES = 6;
const QUOTE_CHARACTERS = 500;
/** How many reviews are searched for a text if there is no analysis. */
const NEWEST = 50;

const clean = (text: string): string => JSON.parse(cleanJson(JSON.stringify(text)));

type Quote = { review_id: string; text: string; date: string | null };

/** The summary's quotes without repetitions: two sentences may cite the same. Without an analysis, the newest texts. */
function quotesOf({ index, insights }: View): Quote[] {
  const by_text = new Map((insights?.summary_citations ?? []).map((citation) => [citation.text, citation]));
  const cited: Quote[] = shortQuotes(index, [...by_text.values()], MOST_QUOTES);
  if (cited.length > 0) return cited;
  return Array.from({ length: Math.min(NEWEST, index.count) }, (_, position) => reviewAt(index, position))
    .flatMap(({ id, text, date }) => (text === null ? [] : [{ review_id: id, text, date }]))
    .slice(0, MOST_QUOTES)
    .map((quote) => ({ ...quote, text: clean(quote.text) }));
}

function quoteMarkup(base_url: string, { review_id, text, date }: Quote): string {
  const href = escapeMarkup(reviewUrl(base_url, review_id));
  const link = `<a href="${href}" target="_blank" rel="noopener">Review${date === null ? "" : ` of ${date}`}</a>`;
  const shown = text.length > QUOTE_CHARACTERS ? `${cut(text, QUOTE_CHARACTERS)} […]` : text;
  return `<blockquote><p>${escapeMarkup(shown)}</p></blockquote><p>${link}</p>`;
}

function renderCard(view: View): string {
  const { base_url, snapshot, head } = view;
  const { rating_count, distribution } = head.aggregate_rating;
  const rating = shownRating(head.aggregate_rating)?.toFixed(1) ?? "–";
  const name = escapeMarkup(cut(clean(snapshot.profile?.name ?? "Reviews")));
  const rows = ([5, 4, 3, 2, 1] as const).map((stars) => {
    const count = distribution[stars];
    const label = stars === 1 ? "1 star" : `${stars} stars`;
    const values = `min="0" max="${Math.max(1, rating_count)}" value="${count}"`;
    const meter = `<meter data-stars="${stars}" aria-label="${label}" ${values}></meter>`;
    return `<tr><th scope="row">${label}</th><td>${meter}</td><td data-count="${stars}">${count}</td></tr>`;
  });
  const notice = snapshot.demonstration ? `<p>${DEMONSTRATION}</p>\n` : "";
  const count = `<span id="count">${rating_count}</span> <span id="dates"></span>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
${notice}<p><strong id="rating">${rating}</strong> out of 5. Reviews: ${count}</p>
<table><caption>Reviews by stars</caption>${rows.join("")}</table>
<h2>In reviewers' words</h2>
${quotesOf(view)
  .map((quote) => quoteMarkup(base_url, quote))
  .join("\n")}
<p><a href="${escapeMarkup(base_url)}/reviews" target="_blank" rel="noopener">All reviews</a></p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The page, made once per snapshot. */
export function cardOf(view: View): string {
  const html = view.answers.get("card") ?? renderCard(view);
  view.answers.set("card", html);
  return html;
}
