import type { FreshAnalysis } from "../insights/engine/kept-analyses.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import type { ReviewIndex } from "../snapshot/review-index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { buildReviewIndex } from "./build-index.ts";
import { finishDocument } from "./compress.ts";
import { type Dataset, describeDataset } from "./dataset.ts";
import type { Draft } from "./documents/draft.ts";
import { frameReviews, topicDocuments } from "./documents/topics.ts";
import type { Insights } from "./insights.ts";
import { renderRows } from "./rendered-rows.ts";
import { buildTombstoneIndex } from "./tombstone-index.ts";

/** Above this, garbage is collected between two stages: 1.3 GB became 0.86 at 100,000 reviews (measured). */
const MANY = 20_000;

export type BuildStages = {
  base_url: string;
  /** What the reviews say. A test may bring its own. */
  readInsights: (dataset: Dataset) => Promise<Insights>;
  /** Every document but the topics. A test may bring its own, or none. */
  renderDocuments: (dataset: Dataset, insights: InsightsDocument | null) => Draft[];
};

export type Built = { snapshot: Snapshot; fresh: FreshAnalysis[] };

function collectGarbage({ count }: ReviewIndex): void {
  if (count > MANY) Bun.gc(true);
}

/**
 * read rows → render → frame → index → insights → documents → hash and compress → snapshot. Each stage makes a new value
 * from the ones before it. Rows are rendered while they are read, so that they are never in memory together; the frame
 * comes before the index, so that the reviews are put in order inside /reviews.json and are in memory once.
 */
export async function buildSnapshot(source: SnapshotSource, stages: BuildStages): Promise<Built> {
  const { base_url } = stages;
  const { profile, profile_changed_at, dataset_version, commit_id, demonstration } = source;
  const rendered = await renderRows(source.reviews(), base_url);
  const tombstones = buildTombstoneIndex(source.tombstones, rendered.moved);
  const facts = describeDataset(source, rendered, tombstones, base_url);
  const frame = frameReviews(facts);
  const index = buildReviewIndex({ rendered, frame, tombstones, profile });
  collectGarbage(index);
  const insights = await stages.readInsights({ ...facts, reviews: index });
  collectGarbage(index);
  const dataset: Dataset = { ...facts, reviews: { ...index, ...insights.themes } };
  const drafts = [...topicDocuments(dataset, source.tombstones), ...stages.renderDocuments(dataset, insights.document)];
  const documents = new Map(drafts.map((draft) => [draft.path, finishDocument(draft)]));
  const { changed_at, verified_by, reviews } = dataset;
  const served = { dataset_version, commit_id, demonstration, profile, profile_changed_at, changed_at };
  return { snapshot: { ...served, documents, reviews, verified_by }, fresh: insights.fresh };
}
