import { codeBlock } from "../developers/shell.ts";
import { html, type Markup } from "../parts/html.ts";
import { LANGUAGES, type Language } from "../parts/languages.ts";
import { renderPage } from "../parts/layout.ts";
import { pageLink } from "../parts/page-links.ts";
import { shownName, wordsOf } from "../parts/page-words.ts";
import { type FormerKind, PAGE_HEADERS, type Site, siteName } from "../parts/site.ts";
import { type EmbedOptions, framePath, heightOf, LAYOUTS, MOST_SHOWN, THEMES } from "./options.ts";
import { snippetsOf } from "./snippets.ts";

/** The page shows the frame of this service as a preview. */
export const CONFIGURATOR_HEADERS = {
  "Content-Security-Policy": `${PAGE_HEADERS["Content-Security-Policy"]}; frame-src 'self'`,
} as const;

export type Choice = { id: string; name: string; count: number };

export type ConfiguratorInput = {
  site: Site;
  options: EmbedOptions;
  /** The language of the business. */
  own: Language;
  technicians: Choice[];
  services: Choice[];
};

const LANGUAGE_NAMES = { en: "English", es: "Español" } as const;

type Option = { value: string; label: string };

const select = (name: string, label: string, options: Option[], chosen: string): Markup =>
  html`<p class="field"><label for="embed-${name}">${label}</label><select id="embed-${name}" name="${name}">${options.map(
    ({ value, label: text }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`,
  )}</select></p>`;

const choices = (site: Site, kind: FormerKind, list: Choice[]): Option[] => [
  { value: "", label: wordsOf(site).embed.all },
  ...list.map((choice) => ({ value: choice.id, label: `${shownName(site, kind, choice)} (${choice.count})` })),
];

/** The choices of an embed. */
export function embedForm(
  { site, options, technicians, services }: Omit<ConfiguratorInput, "own">,
  action = pageLink(site, "/embed"),
): Markup {
  const { filters } = options;
  const { embed } = wordsOf(site);
  const named = (kind: FormerKind, label: string, list: Choice[], chosen = "") =>
    list.length > 0 ? select(`mentions_${kind}`, label, choices(site, kind, list), chosen) : null;
  return html`<form class="embed-form" action="${action}" method="get" data-embed-form>
${select(
  "layout",
  embed.layout,
  LAYOUTS.map((value) => ({ value, label: embed.layouts[value] })),
  options.layout,
)}
${select(
  "reviews",
  embed.reviews,
  Array.from({ length: MOST_SHOWN }, (_, i) => ({ value: String(i + 1), label: String(i + 1) })),
  String(options.reviews),
)}
${select(
  "theme",
  embed.theme,
  THEMES.map((value) => ({ value, label: embed.themes[value] })),
  options.theme,
)}
${select(
  "language",
  embed.language,
  LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  options.language,
)}
${named("technician", embed.technician, technicians, filters.mentions_technician)}
${named("service", embed.service, services, filters.mentions_service)}
<p class="field"><button type="submit">${embed.show}</button></p>
</form>`;
}

/**
 * The choices are in the URL, so the form gives the same result without a script. With the script, the result follows
 * each choice.
 */
export function renderConfigurator(input: ConfiguratorInput): string {
  const { site, options, own } = input;
  const { embed } = wordsOf(site);
  const shape = html`title="${embed.preview}" width="100%" height="${heightOf(options)}"`;
  const body = html`<h1>${embed.heading}</h1>
<p class="lead">${embed.lead} <a href="/developers/embedding">${embed.all_options}</a></p>
<div class="embed">${embedForm(input)}
<div class="embed-result" data-embed-result>
<section><h2>${embed.preview}</h2><iframe class="preview" src="${framePath(options)}" ${shape}></iframe></section>
${snippetsOf(site, options, own).map(({ id, code }) => {
  const { title, summary } = embed.snippets[id];
  const block = codeBlock(code, "html", title, "HTML", embed.copy);
  return html`<section class="example" id="${id}"><h2>${title}</h2><p>${summary}</p>${block}</section>`;
})}
</div></div>`;
  return renderPage({
    site,
    path: "/embed",
    title: embed.title(siteName(site)),
    description: embed.described,
    body,
    script: "reference",
  });
}
