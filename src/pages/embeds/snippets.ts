import { html } from "../parts/html.ts";
import { type Language, twinOf } from "../parts/languages.ts";
import { reviewsLink } from "../parts/page-links.ts";
import { type Site, siteName } from "../parts/site.ts";
import { BADGE_SIZE } from "./badge.ts";
import { embedWordsOf } from "./embed-words.ts";
import { type EmbedOptions, framePath, heightOf, showsSeveral, withQuery } from "./options.ts";

/** Code to paste into another site. */
export type Snippet = { id: "script" | "frame" | "plain"; code: string };

const named = (site: Site, { language }: EmbedOptions): string =>
  embedWordsOf(language)("of", { name: siteName(site) });

/**
 * The SVG reserves the space until the script has run. It uses attributes, because a content security policy may forbid
 * inline styles. The link is for readers without scripts.
 */
function scriptCode(site: Site, options: EmbedOptions, own: Language): string {
  const { layout, theme, language, reviews, filters } = options;
  const src = site.base_url + withQuery("/widget.js", filters);
  const attributes = [
    layout === "list" ? null : html` data-layout="${layout}"`,
    showsSeveral(layout) ? html` data-reviews="${reviews}"` : null,
    theme === "auto" ? null : html` data-theme="${theme}"`,
    language === own ? null : html` data-language="${language}"`,
  ].filter((attribute) => attribute !== null);
  const space = html`<svg width="1" height="${heightOf(options)}" display="block" aria-hidden="true"></svg>`;
  const link = html`<a href="${site.base_url}${reviewsLink(twinOf(site, language))}">${named(site, options)}</a>`;
  return html`<candor-reviews>${space}<noscript>${link}</noscript></candor-reviews>
<script src="${src}"${attributes} async></script>`.markup;
}

function frameCode(site: Site, options: EmbedOptions): string {
  const content = html`src="${site.base_url}${framePath(options)}" title="${named(site, options)}"`;
  const shape = html`width="100%" height="${heightOf(options)}" frameborder="0"`;
  return html`<iframe ${content} ${shape} loading="lazy"></iframe>`.markup;
}

function plainCode(site: Site, options: EmbedOptions, own: Language): string {
  const { theme, language } = options;
  const badge = withQuery("/badge.svg", {
    theme: theme === "auto" ? undefined : theme,
    language: language === own ? undefined : language,
  });
  const all = reviewsLink(twinOf(site, language), options.filters);
  const { width, height } = BADGE_SIZE;
  const image = html`<img src="${site.base_url}${badge}" alt="${named(site, options)}" width="${width}" height="${height}">`;
  return html`<a href="${site.base_url}${all}">${image}</a>`.markup;
}

/** `own` is the language of the business, for which no attribute is needed. */
export const snippetsOf = (site: Site, options: EmbedOptions, own: Language): Snippet[] => [
  { id: "script", code: scriptCode(site, options, own) },
  { id: "frame", code: frameCode(site, options) },
  { id: "plain", code: plainCode(site, options, own) },
];
