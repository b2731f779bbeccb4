import type { FreshAnalysis } from "../../insights/engine/kept-analyses.ts";
import type { Profile } from "../model/business.ts";
import type { StoredChangeLog } from "../model/changes.ts";
import type { InsightsDocument, ToldReports } from "../model/insights-document.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import { buildNames } from "../snapshot/resolve-name.ts";
import { positionOf } from "../snapshot/review-at.ts";
import { NO_THEMES, type ReviewIndex, type TextIndex, type TombstoneIndex } from "../snapshot/review-index.ts";
import { buildRunningValues } from "../snapshot/running-values.ts";
import type { Canonical, Snapshot } from "../snapshot/snapshot.ts";
import { inTurns } from "../snapshot/turns.ts";
import { buildChangeLog, NO_CHANGES } from "./change-columns.ts";
import { compressPieces, finishDocument } from "./compress.ts";
import type { Draft } from "./documents/draft.ts";
import { frameReviews, topicDocuments } from "./documents/topic-documents.ts";
import type { Insights } from "./insights.ts";
import { buildGramIndex } from "./rows/gram-index.ts";
import { type OrderedRows, orderRows, type RowColumns } from "./rows/ordered-rows.ts";
import { renderRows } from "./rows/rendered-rows.ts";
import { type ChunkOf, equalChunks, layOutReviews, newChunks, type ReviewsBody } from "./rows/reviews-body.ts";
import { buildTombstoneIndex } from "./rows/tombstone-index.ts";
import { countNewestWords, renderVocabulary, type WordCounts } from "./rows/vocabulary.ts";
import { shareArrays } from "./shared-memory.ts";
import { type DatasetFacts, describeDataset, type SnapshotData } from "./snapshot-data.ts";

export type BuildStages = {
  base_url: string;
  /** The log of changes. Without it, the snapshot shows none. */
  changes?: StoredChangeLog;
  /** Computes what the reviews say. Tests can pass their own function. */
  readInsights: (dataset: SnapshotData) => Promise<Insights>;
  /** Renders all documents except the topics. Tests can pass their own function. */
  renderDocuments: (
    dataset: SnapshotData,
    insights: InsightsDocument | null,
    told?: ToldReports,
  ) => Draft[] | Promise<Draft[]>;
};

/** `words` are those of the newest texts. The next build removes and adds only the words that changed. */
export type Built = { snapshot: Snapshot; words: WordCounts; fresh: FreshAnalysis[] };

/** All reviews in order, with the parts that a full build and a build from changes make in different ways. */
export type SnapshotRows = Omit<OrderedRows, "texts"> & {
  text: () => Promise<TextIndex>;
  words: () => WordCounts;
  chunkOf: ChunkOf;
};

/** Reads and renders every review. Chunks of /reviews.json that are the same in `before` are shared with it. */
async function readRows(source: SnapshotSource, base_url: string, before: Snapshot | null): Promise<SnapshotRows> {
  const { texts, ...rows } = orderRows(await renderRows(source.reviews(), base_url));
  return {
    ...rows,
    text: async () => ({ base: await inTurns(buildGramIndex(texts.folded, texts.start)), delta: null }),
    words: () => countNewestWords(texts),
    chunkOf: before ? equalChunks(before.reviews, rows.ids) : newChunks,
  };
}

type Indexed = {
  facts: DatasetFacts;
  index: ReviewIndex;
  words: WordCounts;
  compressed: Promise<Draft["compressed"]> | null;
};

const labelsOf = (entries: readonly { id: string; name: string }[]): Map<string, string> =>
  new Map(entries.map(({ id, name }) => [id, name]));

function profileNames(profile: Profile | null) {
  const { technicians, services, service_areas } = profile ?? { technicians: [], services: [], service_areas: [] };
  return {
    technician_names: buildNames(technicians),
    service_names: buildNames(services),
    technician_labels: labelsOf(technicians),
    service_labels: labelsOf(services),
    service_area_labels: labelsOf(service_areas),
    service_texts: new Map(services.flatMap(({ id, description }) => (description ? [[id, description]] : []))),
    uncounted_technicians: new Set(technicians.filter(({ insights }) => !insights).map(({ id }) => id)),
    time_zone: profile?.time_zone ?? "UTC",
  };
}

/** Joins the parts of an index. The themes are added later, from the insights. */
export function buildReviewIndex(input: {
  columns: RowColumns;
  body: ReviewsBody;
  text: TextIndex;
  vocabulary: string;
  tombstones: TombstoneIndex;
  profile: Profile | null;
}): ReviewIndex {
  const { columns, body, text, vocabulary, tombstones, profile } = input;
  return {
    ...columns,
    ...body,
    ...buildRunningValues(columns),
    ...NO_THEMES,
    ...profileNames(profile),
    vocabulary,
    tombstones,
    text,
  };
}

/**
 * The frame is rendered before the layout, so that the reviews are ordered inside /reviews.json and are in memory once.
 */
async function indexRows(source: SnapshotSource, rows: SnapshotRows, base_url: string): Promise<Indexed> {
  const { bytes, moved, chunkOf, text: _, words: __, ...columns } = rows;
  const tombstones = buildTombstoneIndex(source.tombstones, moved);
  const facts = describeDataset(source, columns, tombstones, base_url);
  const body = layOutReviews({ ...columns, bytes }, frameReviews(facts), chunkOf);
  bytes.release();
  // Large bodies are compressed while the other documents are built.
  const compressed = body.json.length > 1 ? compressPieces(body.json) : null;
  const text = await rows.text();
  const words = rows.words();
  const made = { columns, body, text, vocabulary: renderVocabulary(words), tombstones, profile: source.profile };
  return { facts, index: buildReviewIndex(made), words, compressed };
}

/** A mirror has the reviews of another Candor server. Its pages name the pages there as the originals. */
function buildCanonical(mirrored: SnapshotSource["mirrored"], index: ReviewIndex): Canonical {
  const reviews = new Map<string, string>();
  for (const { review_id, mirror_of } of mirrored ?? []) {
    if (!reviews.has(review_id) && positionOf(index, review_id) !== null) reviews.set(review_id, mirror_of);
  }
  const [origin = null, ...others] = new Set(reviews.values());
  const all = reviews.size === index.count && others.length === 0;
  return all ? { site: origin, reviews: new Map() } : { site: null, reviews };
}

/**
 * rows → frame → index → insights → documents → hash and compress → snapshot. Each stage makes a new value from the
 * previous ones. With `changed`, the reviews are not read again but made from the previous snapshot.
 */
export async function buildSnapshot(
  source: SnapshotSource,
  stages: BuildStages,
  before: Snapshot | null = null,
  changed: SnapshotRows | null = null,
): Promise<Built> {
  const { profile, profile_changed_at, dataset_version, commit_id, committed_at, demonstration } = source;
  const rows = changed ?? (await readRows(source, stages.base_url, before));
  const { facts, index, words, compressed } = await indexRows(source, rows, stages.base_url);
  const insights = await stages.readInsights({ ...facts, reviews: index });
  const canonical = buildCanonical(source.mirrored, index);
  // `changed` is there only if the previous snapshot is of the same history.
  const changes = await buildChangeLog(stages.changes ?? NO_CHANGES, changed ? (before?.changes ?? null) : null);
  const dataset: SnapshotData = { ...facts, canonical, changes, reviews: { ...index, ...insights.themes } };
  const topics = topicDocuments(dataset, source.tombstones, await compressed);
  const drafts = [...topics, ...(await stages.renderDocuments(dataset, insights.document, insights.told))];
  const documents = new Map(
    drafts.map((draft) => [draft.path, finishDocument(draft, before?.documents.get(draft.path))]),
  );
  const { changed_at, verified_by, reviews } = dataset;
  const commit = { dataset_version, commit_id, committed_at };
  const served = { ...commit, demonstration, profile, profile_changed_at, changed_at };
  const snapshot = shareArrays({ ...served, documents, reviews, verified_by, canonical, changes });
  return { snapshot, words, fresh: insights.fresh };
}
