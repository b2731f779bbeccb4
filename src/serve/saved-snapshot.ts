import { chmodSync, lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ENGINE_VERSION } from "../../insights/engine/engine-version.ts";
import { describeError, type Log } from "../log.ts";
import type { Kind } from "../model/demonstration.ts";
import { RULES_VERSION } from "../model/rules-version.ts";
import { readSaved } from "../publish/saved/read-saved.ts";
import type { SavedKey } from "../publish/saved/saved-format.ts";
import { writeInThread } from "../publish/saved/write-in-thread.ts";
import type { Settings } from "../settings.ts";
import type { Current } from "../snapshot/current.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { asidePath, removeAbandoned, syncFolder } from "../store/connection/durable-file.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { makePrivateFolder } from "../store/connection/private-file.ts";
import { discardSaved, isSavedFile, SAVING, savedPath } from "../store/connection/saved-path.ts";
import { beginAfterRestore } from "../store/dataset/begin-after-restore.ts";
import { isSameDataset } from "../store/dataset/dataset.ts";
import { mayServe, readDatabaseId, whileServed } from "../store/dataset/saved-state.ts";
import type { Store } from "../store/store.ts";
import { programMark } from "./program-mark.ts";

/** After a change, more changes often follow. */
const QUIET_MS = 1000;
/** Writing takes at most a hundredth of the time: while reviews are only added, an older file is as good. */
const SHARE = 100;
/** Without a file that may be served, the next start has to build everything, so it is written sooner. */
const SHARE_WITHOUT = 10;
/** A stopping server writes this long at most. */
const STOP_MS = 5000;

const commitOf = ({ dataset_version: version, commit_id }: Snapshot) => ({ version, commit_id });

const isElse = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false }) !== undefined && !isSavedFile(path);

function createFile(file: string): void {
  writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  chmodSync(file, 0o600); // the umask may have removed a bit
}

type Saving = { path: string; key: SavedKey; store: Store };

/**
 * Writes a snapshot beside the saved file and renames it. Both names are given while no change is committed, and only if
 * nothing was removed since, so that no name leads to words that a command removed. Returns false if it may not be saved.
 */
async function save({ path, key, store }: Saving, snapshot: Snapshot, begun: (end: () => void) => void) {
  const file = asidePath(path, SAVING);
  const made = commitOf(snapshot);
  makePrivateFolder(dirname(path));
  removeAbandoned(dirname(path), SAVING);
  if (isElse(path)) throw new Error("there is something else under its name");
  if (!(await whileServed(store, made, () => createFile(file)))) return false;
  try {
    const writing = writeInThread({ file, key, snapshot });
    begun(writing.end);
    const reply = await writing.reply;
    writing.end();
    if ("failed" in reply) {
      // A command that removes words deletes the file while it is written.
      if (!(await mayServe(store, made))) return false;
      throw new Error(reply.failed);
    }
    return await whileServed(store, made, () => {
      renameSync(file, path);
      syncFolder(dirname(path));
    });
  } finally {
    rmSync(file, { force: true });
  }
}

function discard(path: string, log: Log): void {
  try {
    discardSaved(path);
  } catch (error) {
    log.error("saved_snapshot_not_deleted", { file: path, reason: describeError(error).error });
  }
}

export type SavedSnapshot = {
  /** Saves what is served when it is quiet for a while. */
  swapped(): void;
  /** The data changed: what is saved is deleted if anything but additions was committed. */
  changed(): Promise<void>;
  /** Ends, and saves what is served if nothing that may be served is saved. */
  stop(): Promise<void>;
};

type Options = { settings: Settings; kind: Kind; store: Store; current: Current; log: Log };

/** `saved`: what the file has. */
function createSaver({ store, current, log }: Options, { path, key }: Omit<Saving, "store">, saved: Snapshot | null) {
  let last = saved && commitOf(saved);
  let ended = { at_ms: -Infinity, took_ms: 0 };
  let failing = "";
  let timer: Timer | undefined;
  let writing: { end(): void; done: Promise<void> } | null = null;
  let stopped = false;
  const unsaved = (): Snapshot | null => {
    const snapshot = current.get();
    return snapshot && last && isSameDataset(last, commitOf(snapshot)) ? null : snapshot;
  };
  const write = async (snapshot: Snapshot): Promise<void> => {
    const started = performance.now();
    const begun = (end: () => void) => {
      if (writing) writing.end = end;
    };
    const done = await save({ path, key, store }, snapshot, begun);
    const ms = Math.round(performance.now() - started);
    ended = { at_ms: performance.now(), took_ms: ms };
    failing = "";
    if (!done) return;
    last = commitOf(snapshot);
    log.debug("snapshot_saved", { dataset_version: last.version, ms });
  };
  const failed = (error: unknown) => {
    const { error: reason } = describeError(error);
    if (reason !== failing && !stopped) log.warn("snapshot_not_saved", { file: path, reason });
    failing = reason;
    ended = { at_ms: performance.now(), took_ms: QUIET_MS };
  };
  const begin = () => {
    const snapshot = unsaved();
    if (stopped || snapshot === null) return;
    const done = write(snapshot)
      .catch(failed)
      .then(() => {
        writing = null;
        swapped();
      });
    writing = { end() {}, done };
  };
  const swapped = () => {
    if (stopped || writing || unsaved() === null) return;
    clearTimeout(timer);
    const due_ms = ended.at_ms + (last ? SHARE : SHARE_WITHOUT) * ended.took_ms;
    timer = setTimeout(begin, Math.max(QUIET_MS, due_ms - performance.now())).unref();
  };
  return {
    swapped,
    async changed() {
      if (last === null || (await mayServe(store, last))) return;
      last = null;
      discard(path, log);
    },
    async stop() {
      clearTimeout(timer);
      if (last) writing?.end();
      else if (!writing) begin();
      stopped = true;
      const late = setTimeout(() => writing?.end(), STOP_MS);
      await writing?.done;
      clearTimeout(late);
    },
  } satisfies SavedSnapshot;
}

const NOWHERE: SavedSnapshot = { swapped() {}, changed: async () => {}, stop: async () => {} };

/**
 * Serves what the last server saved, if it may still be served, and saves what is served from now on. Call it before
 * anything is answered: what must not be served is deleted here.
 */
export async function startSaving(options: Options): Promise<SavedSnapshot> {
  const { settings, kind, store, current, log } = options;
  const { BASE_URL: base_url, DATABASE_URL, STATE_FOLDER } = settings;
  const path = savedPath(sqlitePath(DATABASE_URL), STATE_FOLDER);
  if (path === null) return NOWHERE;
  const started = performance.now();
  const key: SavedKey = {
    program: programMark(),
    engine: ENGINE_VERSION,
    rules: RULES_VERSION,
    base_url,
    kind,
    database: await readDatabaseId(store),
  };
  const found = await readSaved(path, key, async (made) => {
    // Somebody put an older state of the database back while no server ran: places of the lost changes are gone.
    if (await beginAfterRestore(store, made)) log.warn("database_restored", { served: made.version });
    return mayServe(store, made);
  });
  const saved = found && "snapshot" in found ? found.snapshot : null;
  if (found && "ignored" in found) {
    log.warn("saved_snapshot_ignored", { file: path, reason: found.ignored });
    discard(path, log);
  }
  if (saved) {
    current.swap(saved);
    const { dataset_version, reviews } = saved;
    const read_ms = Math.round(performance.now() - started);
    log.info("snapshot_loaded", { dataset_version, reviews: reviews.count, read_ms });
  }
  return createSaver(options, { path, key }, saved);
}
