import { VERIFICATION_LEVELS } from "../../model/review-kinds.ts";
import { embedStyleFor, ICON_PATH } from "../assets.ts";
import { html, type Markup } from "../parts/html.ts";
import { wordsOf as pageWordsOf } from "../parts/page-words.ts";
import { PAGE_HEADERS } from "../parts/site.ts";
import type { Format } from "../parts/words/locale-format.ts";
import { addressIn, type EmbedInput, type EmbedView, embedView } from "./embed-view.ts";
import { embedWordsOf, type Say } from "./embed-words.ts";
import type { EmbedOptions } from "./options.ts";
import { STAR, STAR_PLACES } from "./star.ts";

/** This is the only page that other sites may show in a frame. It has no script and no form. */
export const FRAME_HEADERS = {
  "Content-Security-Policy": PAGE_HEADERS["Content-Security-Policy"]
    .replace("script-src 'self'", "script-src 'none'")
    .replace("frame-ancestors 'self'", "frame-ancestors *"),
} as const;

const FIVE = STAR_PLACES.map((x) => html`<path d="${STAR}" transform="translate(${x})"/>`);

function stars(say: Say, rating: string, share: number): Markup {
  const full = html`<svg width="${share}" height="20"><g class="full">${FIVE}</g></svg>`;
  const label = say("stars", { rating });
  return html`<svg class="stars" viewBox="0 0 100 20" role="img" aria-label="${label}"><g class="empty">${FIVE}</g>${full}</svg>`;
}

type Frame = {
  view: EmbedView;
  options: EmbedOptions;
  say: Say;
  format: Format;
  /** The URL of a page in the language of the frame. */
  link: (url: string) => string;
};

function item({ say, format, link, options: { language } }: Frame, review: EmbedView["reviews"][number]): Markup {
  const { original, translation } = review;
  const url = link(review.url);
  const translated = translation?.language === language && !original?.language?.toLowerCase().startsWith(language);
  const text = translated ? translation : original;
  const more = html` … <a href="${url}" lang="${language}" dir="ltr">${say("more")}</a>`;
  const day = html`<a href="${url}"><time datetime="${review.date}">${format.day(review.date)}</time></a>`;
  const initials =
    review.initials === "" ? null : html`<span class="initials" aria-hidden="true">${review.initials}</span>`;
  const proof = html` · ${say(review.level)}${translated ? ` · ${say("translated")}` : ""}`;
  return html`<li>${stars(say, String(review.rating), review.rating * 20)}${
    text
      ? html`<p class="text" dir="auto"${text.language ? html` lang="${text.language}"` : null}>${text.text}${text.whole ? null : more}</p>`
      : html`<p class="text soft">${say("rating_only")}</p>`
  }<p class="by">${initials}<bdi>${review.author}</bdi>, ${day}${proof}</p></li>`;
}

function head({ view, say, format, link }: Frame): Markup {
  const total = say(view.count === 1 ? "one" : "many", { count: format.count(view.count) });
  const notice = html`<p class="demo"><strong>${say("demo")}.</strong> ${say("made_up")}</p>`;
  const levels = VERIFICATION_LEVELS.map((level) => {
    const label = `${say(level)}: ${format.count(view.levels[level])}`;
    const href = link(`${view.base_url}/reviews?verification_level=${level}`);
    return html`<li>${view.levels[level] === 0 ? label : html`<a href="${href}">${label}</a>`}</li>`;
  });
  const name = html`<h1><a class="name" href="${link(view.base_url)}">${view.name}</a></h1>`;
  return html`${view.demonstration ? notice : null}<div class="head">${name}<p class="figure">${
    view.rating === null ? null : html`<span class="value">${view.rating}</span>${stars(say, view.rating, view.share)}`
  }<a class="count" href="${link(`${view.base_url}/reviews`)}">${view.rating === null ? say("none") : total}</a></p>${
    view.rating === null ? null : html`<ul class="levels">${levels}</ul>`
  }</div>`;
}

/** By which rule the reviews are chosen and ordered. */
function rule({ view: { silent }, say, format, link }: Frame): Markup {
  const words = say(silent.count === 1 ? "silent_one" : "silent_many", { count: format.count(silent.count) });
  const after = html` <a href="${link(silent.url)}">${words}</a>`;
  return html`<p class="rule">${say("rule")}${silent.count > 0 ? after : null}</p>`;
}

/** A carousel is moved by the reader alone: by swiping, or with the arrow keys. */
const slides = ({ options: { layout }, say }: Frame, items: Markup): Markup =>
  layout === "carousel"
    ? html`<div class="slides" tabindex="0" role="group" aria-label="${say("newest")}">${items}</div>`
    : items;

function list(frame: Frame): Markup {
  const { view, options, say, link } = frame;
  const { filter } = view;
  const quoted = view.reviews.filter(({ original }) => original !== null).slice(0, 1);
  const shown = options.layout === "quote" ? quoted : view.reviews.slice(0, options.reviews);
  return html`${
    filter
      ? html`<p class="filter">${say(filter.matched === 0 ? "mention_none" : "mention", { name: filter.name })}</p>`
      : null
  }${shown.length > 0 ? slides(frame, html`<ul class="items">${shown.map((review) => item(frame, review))}</ul>`) : null}${
    shown.some(({ original }) => original !== null) ? rule(frame) : null
  }${view.count > 0 ? html`<p class="all"><a href="${link(view.all_url)}">${say("all")}</a></p>` : null}`;
}

/** The same content as the widget, but without a script, for an iframe. Links open outside the frame. */
export function renderFrame(input: EmbedInput, options: EmbedOptions): string {
  const { layout, theme, language } = options;
  const say = embedWordsOf(language);
  const view = embedView(input);
  const { format } = pageWordsOf({ ...input.site, locale: view.languages[language].locale });
  const frame: Frame = { view, options, say, format, link: (url) => addressIn(view, language, url) };
  const title = say("of", { name: view.name });
  return html`<!doctype html>
<html class="frame" lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<base target="_top">
<link rel="stylesheet" href="${embedStyleFor(input.site.accent_color ?? null).path}">
<link rel="icon" type="image/svg+xml" href="${ICON_PATH}">
</head>
<body><main class="candor ${layout}" data-theme="${theme}" aria-label="${title}">${head(frame)}${
    layout === "rating" ? null : list(frame)
  }</main></body>
</html>
`.markup;
}
