import type { SearchFilters } from "../../model/search.ts";
import { dayBefore, percentWidth } from "../parts/charts.ts";
import { html, type Markup, NOTHING } from "../parts/html.ts";
import type { AspectView } from "../parts/insights-view.ts";
import { pickLink } from "../parts/page-links.ts";
import { wordsOf } from "../parts/page-words.ts";
import type { Site } from "../parts/site.ts";
import type { SubjectChange } from "./overview-facts.ts";

const SHOWN_CHANGES = 2;

function time(site: Site, when: string, dates: SearchFilters, aspect: string, change: SubjectChange["now"]): Markup {
  const { overview, format } = wordsOf(site);
  const { critical, mentioned } = change;
  const link = (filters: SearchFilters, count: number) =>
    count === 0
      ? html`${format.count(count)}`
      : html`<a href="${pickLink(site, { ...dates, ...filters })}" rel="nofollow">${format.count(count)}</a>`;
  const words = overview.critical(
    link({ aspect, aspect_sentiment: "negative" }, critical),
    link({ aspect }, mentioned),
    mentioned,
  );
  const fill =
    critical === 0 ? null : html`<rect class="criticism" width="${percentWidth(critical, mentioned)}%" height="16"/>`;
  return html`<div><dt>${when}</dt>
<dd><svg class="bar" width="100%" height="16" aria-hidden="true" focusable="false">${fill}</svg><span>${words}</span></dd></div>`;
}

/** Subjects that are criticized clearly less or more often than before: the shares before and after. */
export function changePicture(site: Site, changes: readonly SubjectChange[], aspects: readonly AspectView[]): Markup {
  const labels = new Map(aspects.map(({ id, label }) => [id, label]));
  const shown = changes.slice(0, SHOWN_CHANGES);
  if (shown.length === 0) return NOTHING;
  const { common, overview, format } = wordsOf(site);
  return html`<section class="changes"><h2>${overview.changed}</h2>${shown.map(
    ({ aspect, from, direction, before, now }) => {
      const title = overview.change[direction](common.theme(labels.get(aspect) ?? aspect));
      const month = format.month(from);
      return html`<div class="change"><h3>${title}</h3><dl>
${time(site, overview.before(month), { until: dayBefore(from) }, aspect, before)}
${time(site, overview.since(month), { since: from }, aspect, now)}</dl></div>`;
    },
  )}</section>`;
}
