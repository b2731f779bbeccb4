import { f64At, u8At } from "../../model/typed-array.ts";
import { renderInsightsPage } from "../../pages/insights-page.ts";
import { renderOverview } from "../../pages/overview.ts";
import type { InsightsView } from "../../pages/parts/insights-view.ts";
import { renderPolicy } from "../../pages/policy.ts";
import type { MarkedUp } from "../../render/json-ld.ts";
import { aggregateRating } from "../../render/reviews-json.ts";
import { countMonths } from "../../snapshot/months.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";
import { type Dataset, NEWEST_SHOWN, newestReviews } from "../dataset.ts";
import { type Draft, pageDraft, siteOf } from "./draft.ts";

/** The rating and the newest of the reviews that the business collected itself. */
function collectedHere(index: ReviewIndex): MarkedUp {
  const positions = index.by_source.get("direct") ?? new Uint32Array(0);
  const counts = [0, 0, 0, 0, 0];
  let with_text = 0;
  for (const position of positions) {
    const star = u8At(index.rating, position) - 1;
    counts[star] = (counts[star] ?? 0) + 1;
    // Each text ends with one byte, also where there is none.
    if (f64At(index.text.start, position + 1) - f64At(index.text.start, position) > 1) with_text += 1;
  }
  const newest = Array.from(positions.subarray(0, NEWEST_SHOWN), (position) => reviewAt(index, position));
  return { aggregate_rating: aggregateRating(counts, with_text), reviews: newest };
}

/** The pages that are the same for everybody and change with the reviews. */
export function pageDocuments(dataset: Dataset, insights: InsightsView | null): Draft[] {
  const { aggregate_rating, changed_at, reviews, verified_by, withheld, erased } = dataset;
  const site = siteOf(dataset);
  const months = countMonths(reviews);
  const newest = newestReviews(reviews, NEWEST_SHOWN);
  const marked_up = {
    business: null,
    direct: collectedHere(reviews),
    all: { aggregate_rating, reviews: newest },
  }[site.structured_data];
  return [
    pageDraft("/", renderOverview({ site, aggregate_rating, months, newest, insights, marked_up }), changed_at),
    pageDraft("/insights", renderInsightsPage({ site, aggregate_rating, months, insights }), changed_at),
    pageDraft("/policy", renderPolicy({ site, published: reviews.count, verified_by, withheld, erased }), changed_at),
  ];
}
