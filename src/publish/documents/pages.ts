import { renderInsightsPage } from "../../pages/insights-page.ts";
import { renderOverview } from "../../pages/overview.ts";
import type { InsightsView } from "../../pages/parts/insights-view.ts";
import { renderPolicy } from "../../pages/policy.ts";
import { countMonths } from "../../snapshot/months.ts";
import { type Dataset, NEWEST_SHOWN, newestReviews } from "../dataset.ts";
import { type Draft, pageDraft, siteOf } from "./draft.ts";

/** The pages that are the same for everybody and change with the reviews. */
export function pageDocuments(dataset: Dataset, insights: InsightsView | null): Draft[] {
  const { aggregate_rating, changed_at, reviews, verified_by, withheld, erased } = dataset;
  const site = siteOf(dataset);
  const months = countMonths(reviews);
  const newest = newestReviews(reviews, NEWEST_SHOWN);
  return [
    pageDraft("/", renderOverview({ site, aggregate_rating, months, newest, insights }), changed_at),
    pageDraft("/insights", renderInsightsPage({ site, aggregate_rating, months, insights }), changed_at),
    pageDraft("/policy", renderPolicy({ site, published: reviews.count, verified_by, withheld, erased }), changed_at),
  ];
}
