import { readOwnProfile } from "../owner/own-profile.ts";
import { readSiteFilters, type SiteFilters } from "../owner/site-filters.ts";
import { embedForm } from "../pages/embeds/configurator.ts";
import { framePath, parseEmbedOptions } from "../pages/embeds/options.ts";
import { snippetsOf } from "../pages/embeds/snippets.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { languageOfTag } from "../pages/parts/languages.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { describeSite } from "../pages/parts/site.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { respondHtml } from "./desk-responses.ts";
import type { Visit } from "./visit.ts";
import { WEBSITE_WORDS } from "./words/website-words.ts";

const LOCAL = /^https?:\/\/(?:localhost|127\.|\[::1\])/;

function emptyFilters(visit: Visit, { technicians, services }: SiteFilters): Markup {
  const words = WEBSITE_WORDS[visit.language];
  const all = [...technicians, ...services];
  const names = all.filter(({ count }) => count === 0);
  const list = html`<p>${words.nothing}</p><ul>${names.map(({ name }) => html`<li dir="auto">${name}</li>`)}</ul>`;
  const told = names.length === 0 ? html`<p>${all.length === 0 ? words.no_names : words.all_find}</p>` : list;
  return html`<section><h2>${words.nothing_title}</h2>${told}</section>`;
}

/** The choices are in the address, so the page needs no script. */
export async function websitePage(visit: Visit): Promise<Response> {
  const { desk, site, language, url } = visit;
  const words = WEBSITE_WORDS[language];
  const profile = await readOwnProfile(desk.deps);
  const filters = await readSiteFilters(desk.deps);
  const public_site = describeSite(desk.public_url, desk.demonstration, {
    profile,
    profile_changed_at: desk.deps.now().toISOString(),
  });
  const own = languageOfTag(profile?.language);
  const options = parseEmbedOptions(url.searchParams, own);
  const { snippets } = wordsOf(site).embed;
  const codes = snippetsOf(public_site, options, own).map(({ id, code }) => {
    const { title, summary } = snippets[id];
    const copy = html`<button type="button" class="quiet" data-copy data-copied="${words.copied}" hidden>${words.copy}</button>`;
    const shown = html`<pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre>`;
    return html`<section class="snippet"><h2>${title}</h2><p>${summary}</p>${shown}${copy}</section>`;
  });
  const see = `${desk.public_url}${framePath(options)}`;
  const local = LOCAL.test(desk.public_url) ? html`<p class="note">${words.local}</p>` : null;
  const body = html`<p class="lead">${words.lead} <a href="${desk.public_url}/">${desk.public_url}</a></p>${local}
<p>${words.choose}</p>${embedForm({ site, options, ...filters }, "/website")}
<p class="onward"><a href="${see}">${words.preview}</a></p>${codes}${emptyFilters(visit, filters)}`;
  return respondHtml(renderDeskPage(visit, { title: words.title, body }));
}
