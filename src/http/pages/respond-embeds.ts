import { contentHash } from "../../model/basics/content-hash.ts";
import { BADGE_HEADERS, renderBadge } from "../../pages/embeds/badge.ts";
import { type Choice, CONFIGURATOR_HEADERS, renderConfigurator } from "../../pages/embeds/configurator.ts";
import type { EmbedInput } from "../../pages/embeds/embed-view.ts";
import { FRAME_HEADERS, renderFrame } from "../../pages/embeds/frame.ts";
import { type EmbedFilters, MOST_SHOWN, parseEmbedFilters, parseEmbedOptions } from "../../pages/embeds/options.ts";
import { renderWidget } from "../../pages/embeds/widget.ts";
import { type Language, languageOfTag } from "../../pages/parts/languages.ts";
import { readFilters } from "../../snapshot/meaning/read-filters.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import type { Postings, ReviewIndex } from "../../snapshot/review-index.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { inTurns } from "../../snapshot/turns.ts";
import { type WordsFirst, wordsFirst } from "../../snapshot/words-first.ts";
import { respondDocument, respondParts } from "../respond.ts";
import { queryOf } from "../search-parameters.ts";
import { type PageContext, ratingOf, respondPage, siteIn } from "./respond-page.ts";

type Answered = Response | Promise<Response>;

const parametersOf = ({ url }: Request): URLSearchParams => new URLSearchParams(queryOf(url));

const languageOf = ({ profile }: Snapshot): Language => languageOfTag(profile?.language);

/** The names of the filters' values, as they are in the profile. */
function filterName(index: ReviewIndex, { mentions_technician, mentions_service }: EmbedFilters): string | null {
  const labelled = (asked: string | undefined, labels: ReadonlyMap<string, string>) =>
    asked === undefined ? [] : [labels.get(asked) ?? asked];
  const found = [
    ...labelled(mentions_technician, index.technician_labels),
    ...labelled(mentions_service, index.service_labels),
  ];
  return found.length === 0 ? null : found.join(", ");
}

/** The data that the widget and the frame show for these filters. */
function inputOf(context: PageContext, snapshot: Snapshot, given: EmbedFilters): EmbedInput | Promise<EmbedInput> {
  const index = snapshot.reviews;
  const { filters } = readFilters(index, given);
  const build = ({ positions, ...counts }: WordsFirst): EmbedInput => ({
    site: siteIn(context.base_url, snapshot),
    aggregate_rating: ratingOf(index),
    reviews: positions.map((position) => reviewAt(index, position)),
    ...counts,
    filters,
    filter_name: filterName(index, filters),
  });
  const found = inTurns(wordsFirst(index, filters, MOST_SHOWN));
  return found instanceof Promise ? found.then(build) : build(found);
}

const then = <T>(value: T | Promise<T>, respond: (value: T) => Response): Answered =>
  value instanceof Promise ? value.then(respond) : respond(value);

function respondText(
  request: Request,
  snapshot: Snapshot,
  answer: { content_type: string; text: string; headers?: Record<string, string> },
): Response {
  const { text, ...rest } = answer;
  return respondParts(request, {
    ...rest,
    hash: contentHash(text),
    changed_ms: Date.parse(snapshot.changed_at),
    parts: [Buffer.from(text)],
  });
}

/** The script of the snapshot, or one for the filters in the URL. */
export function widgetScript(context: PageContext, request: Request, snapshot: Snapshot): Answered {
  const filters = parseEmbedFilters(parametersOf(request));
  const prepared = snapshot.documents.get("/widget.js");
  if (Object.keys(filters).length === 0 && prepared) return respondDocument(request, prepared);
  return then(inputOf(context, snapshot, filters), (input) => {
    const text = renderWidget(input, languageOf(snapshot));
    return respondText(request, snapshot, { content_type: "text/javascript; charset=utf-8", text });
  });
}

/** The badge of the snapshot, or one in another theme or language. */
export function badgePicture({ base_url }: PageContext, request: Request, snapshot: Snapshot): Answered {
  const own = languageOf(snapshot);
  const { theme, language } = parseEmbedOptions(parametersOf(request), own);
  const prepared = snapshot.documents.get("/badge.svg");
  if (theme === "auto" && language === own && prepared) return respondDocument(request, prepared);
  const text = renderBadge(siteIn(base_url, snapshot), ratingOf(snapshot.reviews), { theme, language });
  return respondText(request, snapshot, { content_type: "image/svg+xml", text, headers: BADGE_HEADERS });
}

export function framePage(context: PageContext, request: Request, snapshot: Snapshot): Answered {
  const options = parseEmbedOptions(parametersOf(request), languageOf(snapshot));
  return then(inputOf(context, snapshot, options.filters), (input) =>
    respondPage(request, snapshot, renderFrame(input, options), FRAME_HEADERS),
  );
}

const choicesOf = (list: { id: string; name: string }[], postings: ReadonlyMap<string, Postings>): Choice[] =>
  list.map(({ id, name }) => ({ id, name, count: postings.get(id)?.length ?? 0 }));

export function configuratorPage(
  { base_url }: PageContext,
  request: Request,
  snapshot: Snapshot,
  language?: Language,
): Response {
  const { profile, reviews } = snapshot;
  const own = languageOf(snapshot);
  const page = renderConfigurator({
    site: siteIn(base_url, snapshot, language),
    options: parseEmbedOptions(parametersOf(request), language ?? own),
    own,
    // Insights leave out people who asked for it, and so does this page.
    technicians: choicesOf(profile?.technicians.filter(({ insights }) => insights) ?? [], reviews.by_technician),
    services: choicesOf(profile?.services ?? [], reviews.by_service),
  });
  return respondPage(request, snapshot, page, CONFIGURATOR_HEADERS);
}
