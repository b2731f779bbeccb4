import type { ReviewRow } from "../src/model/review-row.ts";
import type { SnapshotSource } from "../src/model/snapshot-source.ts";
import { type BuildStages, buildReviewIndex, buildSnapshot } from "../src/publish/build.ts";
import type { Insights } from "../src/publish/insights.ts";
import { buildGramIndex } from "../src/publish/rows/gram-index.ts";
import { orderRows } from "../src/publish/rows/ordered-rows.ts";
import { renderRows } from "../src/publish/rows/rendered-rows.ts";
import { layOutReviews, newChunks } from "../src/publish/rows/reviews-body.ts";
import { createSplice, spliceColumns } from "../src/publish/rows/splice-rows.ts";
import { spliceTexts } from "../src/publish/rows/splice-texts.ts";
import { buildTombstoneIndex } from "../src/publish/rows/tombstone-index.ts";
import { countNewestWords, renderVocabulary } from "../src/publish/rows/vocabulary.ts";
import { NO_THEMES, type ReviewIndex } from "../src/snapshot/review-index.ts";
import type { Snapshot } from "../src/snapshot/snapshot.ts";
import { finish } from "../src/snapshot/turns.ts";
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

/** The index with some reviews replaced, as a build from changes makes it. */
export async function changedIndex(before: ReviewIndex, rows: ReviewRow[]): Promise<ReviewIndex> {
  async function* page() {
    yield rows;
  }
  const came = orderRows(await renderRows(page(), "http://localhost:8080"));
  const splice = createSplice(
    before,
    came,
    rows.map(({ id }) => id),
  );
  return { ...before, ...spliceColumns(splice), text: spliceTexts(splice) };
}

/** The index alone, of the test clinic's profile. */
export async function indexOf(pages: AsyncIterable<ReviewRow[]>): Promise<ReviewIndex> {
  const { texts, bytes, moved, ...columns } = orderRows(await renderRows(pages, "http://localhost:8080"));
  const frame = { before: new Uint8Array(0), after: new Uint8Array(0) };
  return buildReviewIndex({
    columns,
    body: layOutReviews({ ...columns, bytes }, frame, newChunks),
    text: { base: finish(buildGramIndex(texts.folded, texts.start)), delta: null },
    vocabulary: renderVocabulary(countNewestWords(texts)),
    tombstones: buildTombstoneIndex([], moved),
    profile: testProfile(),
  });
}
