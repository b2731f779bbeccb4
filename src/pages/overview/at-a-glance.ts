import { capitalized } from "../../model/basics/capitalized.ts";
import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import { shownAverage } from "../../model/rating.ts";
import type { SearchFilters } from "../../model/search.ts";
import type { MentionFigures } from "../insights-page.ts";
import { html, type Markup, NOTHING } from "../parts/html.ts";
import type { EntityView, InsightsView } from "../parts/insights-view.ts";
import { otherTopics } from "../parts/other-topics.ts";
import { pickLink } from "../parts/page-links.ts";
import { shownName, wordsOf } from "../parts/page-words.ts";
import { sourceName } from "../parts/review-card.ts";
import type { Site } from "../parts/site.ts";
import type { OwnerReplies, SourceCount } from "./overview-facts.ts";

const SHOWN_TOPICS = 12;
const SHOWN_ENTITIES = 6;
const KNOWN_FOR = 2;

/** A label with the number of its reviews, as an item of a list. Zero has no link. */
export function countedItem(site: Site, filters: SearchFilters, label: string, count: number): Markup {
  const words = html`<span dir="auto">${label}</span> <span class="of">${wordsOf(site).format.count(count)}</span>`;
  return count === 0
    ? html`<li><span class="zero">${words}</span></li>`
    : html`<li><a href="${pickLink(site, filters)}" rel="nofollow">${words}</a></li>`;
}

export function topicChips(site: Site, insights: InsightsView): Markup {
  const topics = otherTopics(site, insights);
  if (topics.length === 0) return NOTHING;
  const { common, overview } = wordsOf(site);
  const chips = topics
    .slice(0, SHOWN_TOPICS)
    .map(({ id, label, mention_count }) =>
      countedItem(site, { topic: id }, capitalized(common.theme(label)), mention_count),
    );
  return html`<section class="topics"><h2>${overview.topics}</h2><ul class="chips">${chips}</ul></section>`;
}

/** Subjects for which a person or a service is praised by at least two reviews, and hardly criticized. */
function knownFor(site: Site, { aspects: said }: EntityView, aspects: InsightsView["aspects"]): string {
  const { common, format } = wordsOf(site);
  const found = aspects
    .flatMap(({ id, label }) => {
      const { mention_count = 0, score = null } = said[id] ?? {};
      return mention_count >= 2 && score !== null && score > 0.5 ? [{ label, mention_count }] : [];
    })
    .sort((a, b) => b.mention_count - a.mention_count)
    .slice(0, KNOWN_FOR);
  return format.list(found.map(({ label }) => common.theme(label).toLowerCase()));
}

type Named = "mentions_technician" | "mentions_service";

function entities(
  site: Site,
  { aspects, entities: lists }: InsightsView,
  parameter: Named,
  mentioned: ReadonlyMap<string, MentionFigures>,
): Markup {
  const { overview, format } = wordsOf(site);
  const kind = parameter === "mentions_technician" ? "technician" : "service";
  const shown = lists[`${kind}s`].filter(({ mention_count }) => mention_count > 0).slice(0, SHOWN_ENTITIES);
  if (shown.length === 0) return NOTHING;
  const rows = shown.map((entity) => {
    const { count, average_rating } = mentioned.get(entity.id) ?? {
      count: entity.mention_count,
      average_rating: entity.average_rating,
    };
    const known = knownFor(site, entity, aspects);
    const stars =
      count < ENOUGH_REVIEWS || average_rating === null
        ? null
        : overview.average(format.tenth(shownAverage(average_rating)));
    const said = [stars, known === "" ? null : overview.knownFor(known)].filter((part) => part !== null).join(" · ");
    const name = shownName(site, kind, entity);
    const words = html`<span dir="auto">${name}</span> <span class="of">${format.count(count)}</span>`;
    const link = html`<a href="${pickLink(site, { [parameter]: entity.id })}" rel="nofollow">${words}</a>`;
    return html`<li>${link}${said === "" ? null : html` <span class="note">${said}</span>`}</li>`;
  });
  return html`<section class="named"><h2>${overview[kind]}</h2><ul>${rows}</ul></section>`;
}

export function peopleAndServices(
  site: Site,
  insights: InsightsView,
  mentioned: Record<Named, ReadonlyMap<string, MentionFigures>>,
): Markup {
  const people = entities(site, insights, "mentions_technician", mentioned.mentions_technician);
  const services = entities(site, insights, "mentions_service", mentioned.mentions_service);
  if (people.markup + services.markup === "") return NOTHING;
  return html`<div class="two">${people}${services}</div>`;
}

/** How often and how soon the owner replies. */
export function replyFacts(site: Site, replies: OwnerReplies | null, total: number): Markup {
  if (replies === null) return NOTHING;
  const { overview, common, format } = wordsOf(site);
  const { count, median_days: days } = replies;
  const link = html`<a href="${pickLink(site, { has_reply: true })}" rel="nofollow">${common.reviews(count)}</a>`;
  return html`<div><dt>${overview.replies}</dt><dd>${overview.replied(format.share(count, total), link)}${
    days === null ? null : html` ${overview.soon(days)}`
  }</dd></div>`;
}

export function sourceFacts(site: Site, sources: readonly SourceCount[]): Markup {
  const items = sources.map(({ source, count }) =>
    countedItem(site, { source: source as never }, sourceName(site, source), count),
  );
  return html`<div><dt>${wordsOf(site).overview.sources}</dt><dd><ul class="inline">${items}</ul></dd></div>`;
}
