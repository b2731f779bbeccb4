import { fillOverview, type PickedInput } from "../../pages/overview/picked-reviews.ts";
import type { Language } from "../../pages/parts/languages.ts";
import { pageLink } from "../../pages/parts/page-links.ts";
import type { Site } from "../../pages/parts/site.ts";
import { wholeBody } from "../../snapshot/body.ts";
import { type ReadFilters, readFilters } from "../../snapshot/meaning/read-filters.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { inTurns, type Turns } from "../../snapshot/turns.ts";
import { wordsFirst } from "../../snapshot/words-first.ts";
import { queryOf } from "../search-parameters.ts";
import { parseExplorerQuery } from "./respond-explorer.ts";
import { respondForms, respondPreparedForms } from "./respond-forms.ts";
import { type PageContext, siteIn } from "./respond-page.ts";

const SHOWN = 6;

function* pickInTurns(site: Site, { reviews: index }: Snapshot, read: ReadFilters): Turns<PickedInput> {
  const { matched, silent, positions } = yield* wordsFirst(index, read.filters, SHOWN);
  const labels = { aspect: index.aspect_labels, topic: index.topic_labels, condition: index.condition_labels };
  const reviews = positions.map((position) => reviewAt(index, position));
  return { site, ...read, matched, silent, reviews, labels };
}

/** The overview. With filters in the URL, it shows their reviews in place of the newest; faulty values do not apply. */
export function overviewPage(
  context: PageContext,
  request: Request,
  snapshot: Snapshot,
  language?: Language,
): Response | Promise<Response> {
  const { base_url, respondProblem } = context;
  const site = siteIn(base_url, snapshot, language);
  const path = pageLink(site, "/");
  const prepared = snapshot.documents.get(path);
  if (!prepared) return respondProblem(request, "not_found", { detail: "nothing is served at this path" });
  const read = readFilters(snapshot.reviews, parseExplorerQuery(queryOf(request.url)).filters);
  if (Object.keys(read.filters).length === 0 || snapshot.reviews.count === 0) {
    return respondPreparedForms(context, request, snapshot, path, prepared);
  }
  const page = new TextDecoder().decode(wholeBody(prepared.bodies.identity));
  const respond = (picked: PickedInput) =>
    respondForms(context, request, snapshot, fillOverview(page, picked), {
      ...prepared.headers,
      "X-Robots-Tag": "noindex",
    });
  const picked = inTurns(pickInTurns(site, snapshot, read));
  return picked instanceof Promise ? picked.then(respond) : respond(picked);
}
