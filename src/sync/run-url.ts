import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Reviews } from "../import/formats/opened-reviews.ts";
import type { Tombstone } from "../model/review.ts";
import { counted } from "../spelling.ts";
import { bumpVersion } from "../store/dataset/dataset.ts";
import { hasSyncMissing } from "../store/sync/sync-reviews.ts";
import type { SyncResult, Validators } from "../store/sync/sync-sources.ts";
import { saveSyncResult } from "../store/sync/sync-sources.ts";
import type { UrlConfig } from "./config.ts";
import { LostClaim, SyncFault } from "./fault.ts";
import { type FetchCall, type Fetched, fetchToFile, shownUrl } from "./fetch.ts";
import { fetchTombstones, type MirrorOrigin, readOrigin, releaseReturned } from "./mirror.ts";
import { obeyRemovals, purge } from "./obey-removals.ts";
import { importFromSource, type SyncImport } from "./run-import.ts";
import { hasNews, massRemoval, type RunEnd, type SyncRun, successResult, timeOf } from "./run-types.ts";
import { readSecret } from "./source-secrets.ts";

/** What one read of the URL found. `origin` is null if it is not another Candor server. */
type Read = { config: UrlConfig; call: FetchCall; fetched: Fetched; changed: boolean; origin: MirrorOrigin | null };

const everySeconds = (run: SyncRun, { every_seconds }: UrlConfig): number =>
  every_seconds ?? run.deps.settings.SYNC_NEWS_SECONDS;

/** Conditions for a request, or none if the last full read is long ago: a 304 of the server may be wrong. */
function conditionsOf({ source, deps, started_ms }: SyncRun): Record<string, string> {
  const age_ms = started_ms - Date.parse(source.last_body ?? "");
  if (!(age_ms < deps.settings.SYNC_FULL_SECONDS * 1000)) return {};
  return {
    ...(source.etag === null ? {} : { "If-None-Match": source.etag }),
    ...(source.last_modified === null ? {} : { "If-Modified-Since": source.last_modified }),
  };
}

async function read(run: SyncRun, config: UrlConfig, folder: string): Promise<Read> {
  const { deps, source } = run;
  const secret = config.header && {
    name: config.header.name,
    value: readSecret(deps.secrets, config.header.secret),
  };
  const call: FetchCall = { url: config.url, secret, conditions: conditionsOf(run), file: join(folder, "answer") };
  const fetched = await fetchToFile(deps.fetching, call);
  const changed = fetched.saved !== null && fetched.saved.sha256 !== source.content_hash;
  const origin = changed ? await readOrigin(config.url, call.file) : null;
  return { config, call, fetched, changed, origin };
}

/** A 304 may have new validators. If it has none, the old ones stay. */
const validatorsOf = ({ source }: SyncRun, { fetched }: Read): Validators => ({
  etag: fetched.saved ? fetched.etag : (fetched.etag ?? source.etag),
  last_modified: fetched.saved ? fetched.last_modified : (fetched.last_modified ?? source.last_modified),
  content_hash: fetched.saved?.sha256 ?? source.content_hash,
});

/** Without the reviews that the origin removed after the document was read. */
function withoutErased(reviews: Reviews, erased: ReadonlySet<string>): Reviews {
  async function* rows() {
    for await (const batch of reviews.rows) yield batch.filter((row) => !("id" in row) || !erased.has(row.id ?? ""));
  }
  return erased.size === 0 ? reviews : { ...reviews, rows: rows() };
}

type Importing = { run: SyncRun; found: Read; complete: boolean; tombstones: Tombstone[] };

/** The state that is saved with the rows. */
function resultOf({ run, found }: Importing, done: { asks: RunAsks; complete: boolean }): SyncResult {
  const began = timeOf(run.started_ms);
  return {
    ...successResult(run, everySeconds(run, found.config), done.asks),
    ...validatorsOf(run, found),
    ...(found.fetched.saved ? { last_body: began } : {}),
    ...(done.complete ? { last_complete: began } : {}),
    ...(found.changed ? { mirror_of: found.origin ? (found.origin.base ?? "") : null } : {}),
  };
}

type RunAsks = { missing: number; of: number } | null;

async function save(run: SyncRun, tx: Parameters<SyncImport["committing"]>[0], result: SyncResult): Promise<void> {
  if (!(await saveSyncResult(tx, run.source.name, run.owner, result))) throw new LostClaim();
}

function describeImport(importing: Importing): SyncImport {
  const { run, found, complete, tombstones } = importing;
  const { source, started_ms, options, deps } = run;
  const shown = shownUrl(found.config.url);
  const erased = new Set(
    tombstones.flatMap(({ id, reason }) => (reason === "erased_on_request" || reason === "legal" ? [id] : [])),
  );
  return {
    source: source.name,
    bringer: source.name,
    asked_at: timeOf(started_ms),
    label: shown,
    paths: found.changed && !found.origin?.empty ? [found.call.file] : [],
    config: found.config,
    dry_run: options.dry_run,
    adapt: (reviews) => ({
      ...withoutErased(reviews, erased),
      file: shown,
      ...(complete ? { complete, exported_ms: started_ms, current: true } : {}),
    }),
    complete: complete
      ? {
          started_at: timeOf(started_ms),
          gone_ms: deps.settings.SYNC_GONE_SECONDS * 1000,
          yes: options.yes,
          tombstones: new Set(tombstones.map(({ id }) => id)),
        }
      : null,
    nothing: found.origin?.empty ?? false,
    listingOf: null,
    exportedAt: () => null,
    async committing(tx, done) {
      const result = resultOf(importing, { asks: done.plan?.asks ?? null, complete: done.complete });
      await save(run, tx, result);
      // The reviews did not change, but their pages now name another original, so servers must rebuild them.
      const of = result.mirror_of === undefined ? source.mirror_of : result.mirror_of;
      if (!done.changed && of !== source.mirror_of) await bumpVersion(deps.store, tx, deps.fetching.now());
    },
  };
}

async function finish(run: SyncRun, found: Read): Promise<RunEnd> {
  const { deps, source, options } = run;
  const mirror = found.changed ? found.origin !== null : source.mirror_of !== null;
  const complete = found.config.complete || mirror;
  const whole = Object.keys(found.call.conditions).length === 0;
  // Several servers of the origin may be slightly out of step. If reviews are missing without a tombstone, ask for the
  // list again.
  const unexplained = mirror && (await hasSyncMissing(deps.store, source.name));
  const tombstones = found.origin || unexplained ? await fetchTombstones(run, found.call, whole || unexplained) : [];
  if (mirror && !options.dry_run) await purge(deps);
  const { erased, asked } = await obeyRemovals(run, tombstones);
  if (found.origin) await releaseReturned(run, found.call.file, tombstones);
  const importing = { run, found, complete, tombstones };
  const notes = erased > 0 ? [`${erased} erased, as the origin asks`] : [];
  if (asked > 0)
    notes.push(`${counted(asked, "review")} that the origin erased or withholds wait for you: candor waiting`);
  const missing = complete && (await hasSyncMissing(deps.store, source.name));
  if (!found.changed && !missing) {
    const result = resultOf(importing, { asks: null, complete });
    return { imports: [], erased, notes, fault: null, result, saved: false };
  }
  const { report, plan, rejections, complete: told } = await importFromSource(deps, describeImport(importing));
  if (complete && !told)
    notes.push("a row that was rejected does not say which review it is: nothing was removed this time");
  const asks = plan?.asks ?? null;
  if (plan && plan.waiting > 0 && !asks)
    notes.push(
      `${counted(plan.waiting, "review")} missing at the source: removed if still missing ${deps.settings.SYNC_GONE_SECONDS / 3600} hours after that was first seen`,
    );
  const imported = { report, rejections };
  return {
    imports: hasNews(imported) ? [imported] : [],
    erased,
    notes,
    fault: asks && massRemoval(source.name, asks),
    result: {},
    saved: !options.dry_run,
  };
}

/** The importer's errors name the temporary file. The owner knows the URL instead. */
function renameFile(error: unknown, file: string, shown: string): unknown {
  if (!(error instanceof SyncFault)) return error;
  return new SyncFault({ ...error.fault, text: error.fault.text.replaceAll(file, shown) });
}

const PREFIX = "candor-sync-";
const LEFT_AFTER_MS = 3_600_000;

/** Deletes files that a killed run left behind. */
function removeLeft(now_ms: number): void {
  for (const name of readdirSync(tmpdir()).filter((found) => found.startsWith(PREFIX))) {
    const path = join(tmpdir(), name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat && stat.uid === process.getuid?.() && now_ms - stat.mtimeMs > LEFT_AFTER_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

export async function runUrl(run: SyncRun, config: UrlConfig): Promise<RunEnd> {
  removeLeft(run.deps.fetching.now().getTime());
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  try {
    return await finish(run, await read(run, config, folder));
  } catch (error) {
    throw renameFile(error, join(folder, "answer"), shownUrl(config.url));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
