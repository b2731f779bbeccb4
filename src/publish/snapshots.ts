import type { ShownRow } from "../model/review-row.ts";
import type { ChangesSince, SnapshotSource } from "../model/snapshot-source.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type BuildStages, type Built, buildSnapshot, type SnapshotRows } from "./build.ts";
import { orderRows } from "./rows/ordered-rows.ts";
import { renderRows } from "./rows/rendered-rows.ts";
import { createSplice, spliceColumns, splicedBytes, splicedChunks } from "./rows/splice-rows.ts";
import { countIndexedWords, spliceTexts, spliceWords } from "./rows/splice-texts.ts";

/** Above this many changed texts, searching them one by one would be felt: everything is built anew. */
const MOST_CHANGED = 10_000;
/** Of few reviews, a part may have changed before they are built anew. */
const LEAST_LIMIT = 256;

/** Texts that changed since the grams of a snapshot were built. */
const changedTexts = ({ snapshot }: Built): number => {
  const { delta } = snapshot.reviews.text;
  return delta ? delta.positions.length + delta.gone.length : 0;
};

const limitFor = ({ snapshot }: Built): number =>
  Math.min(MOST_CHANGED, Math.max(LEAST_LIMIT, Math.floor(snapshot.reviews.count / 4)));

/** Whether so much changed that the next snapshot is to be built anew. */
export const isWorn = (built: Built): boolean => changedTexts(built) > limitFor(built);

async function* onePage(rows: ShownRow[]): AsyncIterable<ShownRow[]> {
  yield rows;
}

/** The reviews of the snapshot before with what changed since; null if that is not known for sure. */
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
  const published = changes.rows.filter(({ state }) => state === "published");
  const gone = new Set(changes.rows.map(({ id }) => id));
  for (const { id, changed_at } of source.tombstones) if (changed_at > snapshot.committed_at) gone.add(id);
  const came = orderRows(await renderRows(onePage(published), base_url));
  const splice = createSplice(snapshot.reviews, came, gone);
  // A row that left without a trace: whatever removed it, the rows of the store count.
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

export type NextSnapshot = (
  source: SnapshotSource,
  stages: BuildStages,
  changesSince: ChangesSince | null,
) => Promise<Built>;

/**
 * Builds a snapshot from the one before and what changed, where it can; without `changesSince` always anew. The first is
 * built from `served`, if that is given.
 */
export function createSnapshots(served: Snapshot | null = null): NextSnapshot {
  let before: Built | null = served && { snapshot: served, words: countIndexedWords(served.reviews), fresh: [] };
  return async (source, stages, changesSince) => {
    const changed = before && changesSince && (await changedRows(before, source, stages.base_url, changesSince));
    before = await buildSnapshot(source, stages, before?.snapshot, changed);
    return before;
  };
}
