import type { Log } from "../log.ts";
import type { ChangePlace } from "../model/changes.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { announceTopics, readTopicPlaces } from "../store/hub/hub-topics.ts";
import type { Store } from "../store/store.ts";
import { TOPICS } from "./hub-urls.ts";

/** The place in the log of changes of each topic's announced version, and its hash. */
export type TopicPlaces = ReadonlyMap<string, ChangePlace & { hash: string }>;
export type Commit = { version: number; commit_id: string };

export const commitOf = ({ dataset_version, commit_id }: Snapshot): Commit => ({ version: dataset_version, commit_id });

function hashesOf({ documents }: Snapshot): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const path of TOPICS) {
    const document = documents.get(path);
    if (document) hashes.set(path, document.hash);
  }
  return hashes;
}

/**
 * Announces the topics of a snapshot. Safe to repeat, and on several servers. `changed` is null, and nothing is
 * announced, if the snapshot is of data that a restore replaced. `before`: the commit that was announced last.
 */
export async function announceSnapshot(
  store: Store,
  snapshot: Snapshot,
  before: Commit | null,
): Promise<{ changed: string[] | null; places: TopicPlaces }> {
  const made = commitOf(snapshot);
  const changed = await announceTopics(store, made.version, hashesOf(snapshot), { made, before }, snapshot.changes);
  return { changed, places: await readTopicPlaces(store) };
}

/** Announces a snapshot before it is served. A start that has nothing new writes nothing: the database may be locked. */
export const announceTo =
  (store: Store, log: Log) =>
  async (snapshot: Snapshot, served: Snapshot | null): Promise<TopicPlaces> => {
    const known = served ? null : await readTopicPlaces(store);
    if (known && [...hashesOf(snapshot)].every(([path, hash]) => known.get(path)?.hash === hash)) return known;
    const { changed, places } = await announceSnapshot(store, snapshot, served && commitOf(served));
    if (changed && changed.length > 0) log.info("websub_announced", { topics: changed });
    return places;
  };
