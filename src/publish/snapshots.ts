import type { Changes, ChangesSince, SnapshotSource } from "../model/snapshot-source.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type BuildStages, type Built, buildSnapshot, type SnapshotRows } from "./build.ts";
import { orderRows } from "./rows/ordered-rows.ts";
import { inOnePage, renderRows } from "./rows/rendered-rows.ts";
import { retellReviews } from "./rows/retell-reviews.ts";
import { createSplice, spliceColumns, splicedBytes, splicedChunks } from "./rows/splice-rows.ts";
import { countIndexedWords, spliceTexts, spliceWords } from "./rows/splice-texts.ts";

/** With more changed texts than this, searching them one by one would be slow, so everything is built again. */
const MOST_CHANGED = 10_000;
/** If there are few reviews, this many texts may change before everything is built again. */
const LEAST_LIMIT = 256;

/** How many texts changed since the grams of a snapshot were built. */
const changedTexts = ({ snapshot }: Built): number => {
  const { delta } = snapshot.reviews.text;
  return delta ? delta.positions.length + delta.gone.length : 0;
};

const limitFor = ({ snapshot }: Built): number =>
  Math.min(MOST_CHANGED, Math.max(LEAST_LIMIT, Math.floor(snapshot.reviews.count / 4)));

/** True if so much changed that the next snapshot must be a full build. */
export const isWorn = (built: Built): boolean => changedTexts(built) > limitFor(built);

/** The previous reviews with the changes since then. Null if the changes are not certainly known. */
async function changedRows(
  before: Built,
  source: SnapshotSource,
  base_url: string,
  changesSince: ChangesSince,
): Promise<SnapshotRows | null> {
  const { snapshot } = before;
  if (isWorn(before)) return null;
  const changes = await changesSince(snapshot, limitFor(before));
  if (!changes) return null;
  if (!changes.rows) return retoldRows(before, changes, base_url);
  const published = changes.rows.filter(({ state }) => state === "published");
  const gone = new Set(changes.rows.map(({ id }) => id));
  for (const { id, changed_at } of source.tombstones) if (changed_at > snapshot.committed_at) gone.add(id);
  const came = orderRows(await renderRows(inOnePage(published), base_url));
  const splice = createSplice(snapshot.reviews, came, gone);
  // A row is missing and nothing says why. The rows of the store decide, so everything is read again.
  if (splice.origins.length !== changes.published) return null;
  const moved = snapshot.reviews.tombstones.moved.filter(({ id }) => !gone.has(id));
  return {
    ...spliceColumns(splice),
    bytes: splicedBytes(splice),
    moved: [...moved, ...came.moved],
    text: async () => spliceTexts(splice),
    words: () => spliceWords(before.words, splice),
    chunkOf: splicedChunks(splice),
  };
}

/** So many changed that all are read again. Null if more changed than members beside texts, dates and ids. */
async function retoldRows(
  { snapshot, words }: Built,
  changes: Changes,
  base_url: string,
): Promise<SnapshotRows | null> {
  const { reviews } = snapshot;
  if (changes.published !== reviews.count) return null;
  const retold = await retellReviews(reviews, changes.rowsOf, base_url);
  return retold && { ...retold, text: async () => reviews.text, words: () => words };
}

export type NextSnapshot = (
  source: SnapshotSource,
  stages: BuildStages,
  changesSince: ChangesSince | null,
) => Promise<Built>;

/**
 * Builds a snapshot from the previous one and the changes if possible. Without `changesSince` it always builds
 * everything. The first snapshot is built from `served`, if that is given.
 */
export function createSnapshots(served: Snapshot | null = null): NextSnapshot {
  let before: Built | null = served && { snapshot: served, words: countIndexedWords(served.reviews), fresh: [] };
  return async (source, stages, changesSince) => {
    const changed = before && changesSince && (await changedRows(before, source, stages.base_url, changesSince));
    before = await buildSnapshot(source, stages, before?.snapshot, changed);
    return before;
  };
}
