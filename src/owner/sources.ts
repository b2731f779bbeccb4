import { bumpVersion } from "../store/dataset/dataset.ts";
import { renameBringer } from "../store/imports/bringers.ts";
import type { Store } from "../store/store.ts";
import {
  addSyncSource,
  type NewSyncSource,
  readSyncSource,
  removeSyncSource,
  type SyncSource,
} from "../store/sync/sync-sources.ts";
import { parseConfig } from "../sync/config.ts";

const urlOf = ({ kind, config }: Pick<SyncSource, "kind" | "config">): string | null => {
  const parsed = parseConfig(kind, config);
  return parsed.kind === "url" ? parsed.config.url : null;
};

/** Sets a source up. What the same URL brought before, under whatever name, is its own again. False if there is one. */
export const addSource = (store: Store, source: NewSyncSource): Promise<boolean> =>
  store.transaction(async (tx) => {
    const added = await addSyncSource(tx, source);
    const url = urlOf(source);
    if (added && url !== null) await renameBringer(tx, url, source.name);
    return added;
  });

/** The reviews stay, and no other source may change them. Those of another Candor are no longer shown as copies of it. */
export const removeSource = (store: Store, name: string, now: Date): Promise<boolean> =>
  store.transaction(async (tx) => {
    const source = await readSyncSource(tx, name);
    if (!source) return false;
    const url = urlOf(source);
    if (url !== null) await renameBringer(tx, name, url);
    const removed = await removeSyncSource(tx, name);
    if (removed && source.mirror_of !== null) await bumpVersion(store, tx, now);
    return removed;
  });
