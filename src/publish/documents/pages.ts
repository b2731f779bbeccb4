import { renderInsightsPage } from "../../pages/insights-page.ts";
import { renderOverview } from "../../pages/overview.ts";
import type { InsightsView } from "../../pages/parts/insights-view.ts";
import { renderPolicy } from "../../pages/policy.ts";
import { countMonths } from "../../snapshot/months.ts";
import type { SnapshotParts } from "../build.ts";
import { type Entry, newestOf, pageEntry, siteOfParts } from "./entry.ts";

/** The pages that are the same for everybody and change with the reviews. */
export function pageDocuments(parts: SnapshotParts, insights: InsightsView | null): Entry[] {
  const { aggregate_rating, changed_at, reviews, verified_by, withheld, erased } = parts;
  const site = siteOfParts(parts);
  const months = countMonths(reviews);
  const newest = newestOf(parts);
  return [
    pageEntry("/", renderOverview({ site, aggregate_rating, months, newest, insights }), changed_at),
    pageEntry("/insights", renderInsightsPage({ site, aggregate_rating, months, insights }), changed_at),
    pageEntry("/policy", renderPolicy({ site, published: reviews.count, verified_by, withheld, erased }), changed_at),
  ];
}
