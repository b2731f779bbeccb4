import type { ReviewRow } from "../src/model/review-row.ts";
import type { SnapshotSource } from "../src/model/snapshot-source.ts";
import { type BuildStages, buildSnapshot } from "../src/publish/build.ts";
import { buildReviewIndex } from "../src/publish/build-index.ts";
import type { Insights } from "../src/publish/insights.ts";
import { renderRows } from "../src/publish/rendered-rows.ts";
import { buildTombstoneIndex } from "../src/publish/tombstone-index.ts";
import { NO_THEMES, type ReviewIndex } from "../src/snapshot/review-index.ts";
import type { Snapshot } from "../src/snapshot/snapshot.ts";
import { testProfile } from "./rows.ts";

export const NO_INSIGHTS: Insights = { document: null, themes: NO_THEMES, fresh: [] };

/** The stages of a real build; without an analysis and without documents but the topics unless a test asks for them. */
export async function buildOf(
  source: SnapshotSource,
  stages: Pick<BuildStages, "base_url"> & Partial<BuildStages>,
): Promise<Snapshot> {
  const { snapshot } = await buildSnapshot(source, {
    readInsights: async () => NO_INSIGHTS,
    renderDocuments: () => [],
    ...stages,
  });
  return snapshot;
}

/** The index alone, of the test clinic's profile. */
export async function indexOf(pages: AsyncIterable<ReviewRow[]>): Promise<ReviewIndex> {
  const rendered = await renderRows(pages, "http://localhost:8080");
  const frame = { before: new Uint8Array(0), after: new Uint8Array(0) };
  const tombstones = buildTombstoneIndex([], rendered.moved);
  return buildReviewIndex({ rendered, frame, tombstones, profile: testProfile() });
}
