import { realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve, sep } from "node:path";
import { VERIFICATION_METHODS, type VerificationMethod } from "../model/review-kinds.ts";
import { OperatorError } from "../operator-error.ts";
import { createEngines } from "../publish/engines.ts";
import type { Settings, SyncSecret } from "../settings.ts";
import { readSyncSource, readSyncSources, switchSyncSource } from "../store/sync/sync-sources.ts";
import { hashConfig, nameFault, parseConfig, type SyncConfig, urlFault } from "../sync/config.ts";
import { runSource } from "../sync/run-source.ts";
import type { RunOptions, SourceRun, SyncDeps } from "../sync/run-types.ts";
import { ownFolderFault } from "../sync/scan-folder.ts";
import { describeSource, type SourceStatus } from "../sync/source-status.ts";
import { guardOf, openSyncDeps } from "../sync/sync-deps.ts";
import type { OwnerDeps } from "./owner-deps.ts";
import { addSource, removeSource } from "./sources.ts";

/** What reading a source needs besides the store. */
export type SourceDeps = OwnerDeps & {
  settings: Settings;
  secrets: Readonly<Record<string, SyncSecret>>;
  keepErasures: NonNullable<SyncDeps["keepErasures"]>;
};

/** A source, and where it reads. */
export type OwnSource = SourceStatus & { place: string };

const placeOf = ({ kind, config }: SyncConfig): string => (kind === "folder" ? config.path : config.url);

export async function listSources({ store }: OwnerDeps): Promise<OwnSource[]> {
  const sources = await readSyncSources(store);
  return sources.map((source) => ({
    ...describeSource(source),
    place: placeOf(parseConfig(source.kind, source.config)),
  }));
}

export type NewSource = { kind: string; name: string; place: string; verified_by: string };

const isIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Whether the folder, and where its links lead, is in one of `folders`. Nothing outside them is looked at. */
function isBelow(folders: readonly string[], path: string): boolean {
  const named = folders.map((folder) => resolve(folder)).filter((folder) => isIn(path, folder));
  if (named.length === 0 || !statSync(path, { throwIfNoEntry: false })) return false;
  const real = realpathSync(path);
  return named.some((folder) => isIn(real, realpathSync(folder)));
}

/** Somebody who signs in from elsewhere may read only the folders that this machine's owner chose. */
function folderFault({ DESK_URL, DESK_FOLDERS }: Settings, path: string): string | null {
  if (DESK_URL === null || isBelow(DESK_FOLDERS, path)) return null;
  return DESK_FOLDERS.length === 0
    ? "this desk may read no folder: the setting DESK_FOLDERS names those that it may read"
    : `this desk may read only folders that exist in ${DESK_FOLDERS.join(", ")}`;
}

/** What the source is, or why it cannot be one. */
function parseSource(
  { settings }: SourceDeps,
  { kind, place, verified_by }: NewSource,
): SyncConfig | { fault: string } {
  const method: VerificationMethod | null = VERIFICATION_METHODS.find((one) => one === verified_by) ?? null;
  const common = { format: null, verified_by: method, complete: false };
  if (kind === "folder") {
    const path = resolve(place);
    const refused = folderFault(settings, path) ?? ownFolderFault(settings, path);
    if (refused !== null) return { fault: refused };
    const found = isAbsolute(place) && statSync(path, { throwIfNoEntry: false })?.isDirectory();
    return found ? { kind, config: { path, ...common } } : { fault: `${place} is not a folder: write its whole path` };
  }
  const fault = urlFault(place, guardOf(settings));
  if (fault !== null) return { fault };
  return { kind: "url", config: { url: place, header: null, every_seconds: null, ...common } };
}

/** Sets a source up. Returns what is wrong, or null. */
export async function addOwnSource(deps: SourceDeps, given: NewSource): Promise<string | null> {
  const wrong = nameFault(given.name);
  if (wrong !== null) return wrong;
  const parsed = parseSource(deps, given);
  if ("fault" in parsed) return parsed.fault;
  const added = await storeSource(deps, given.name, parsed);
  return added ? null : `there is already a source ${given.name}: choose another name`;
}

/** False if there is a source of this name. */
export const storeSource = ({ store, now }: OwnerDeps, name: string, source: SyncConfig): Promise<boolean> =>
  addSource(store, {
    name,
    kind: source.kind,
    config: JSON.stringify(source.config),
    config_hash: hashConfig(source),
    next_run: now().toISOString(),
  });

export const noSource = (name: string) => new OperatorError(`there is no source ${name}`);

/** Reads a source now. With `dry_run` it changes nothing; with `yes`, what is missing there was really removed. */
export async function runOwnSource(
  deps: SourceDeps,
  name: string,
  options: Omit<RunOptions, "by_hand">,
): Promise<SourceRun> {
  const names = (await readSyncSource(deps.store, name)) ? [name] : [];
  const [run] = await runSources(deps, names, options);
  if (!run) throw noSource(name);
  return run;
}

/** Reads sources now, one after another. */
export async function runSources(
  { store, settings, secrets, now, keepErasures }: SourceDeps,
  names: readonly string[],
  options: Omit<RunOptions, "by_hand">,
): Promise<SourceRun[]> {
  const stopping = new AbortController();
  const engineFor = createEngines();
  const running = openSyncDeps({ store, settings, secrets, now, stopping: stopping.signal, engineFor, keepErasures });
  const ended: SourceRun[] = [];
  try {
    for (const name of names) ended.push(await runSource(running, name, { ...options, by_hand: true }));
  } finally {
    running.close();
  }
  return ended;
}

export type SourceChange = "pause" | "resume" | "remove";

/** Pauses, resumes or removes a source. The reviews that it brought stay. False if there is none of this name. */
export const changeSource = ({ store, now }: OwnerDeps, name: string, change: SourceChange): Promise<boolean> =>
  change === "remove"
    ? removeSource(store, name, now())
    : switchSyncSource(store, name, change === "pause" ? "off" : "ready", now().toISOString());
