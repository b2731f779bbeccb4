import type { Rejection } from "../import/record/candidate.ts";
import type { ImportDeps, ImportReport } from "../import/run/run.ts";
import type { Settings, SyncSecret } from "../settings.ts";
import type { Clock } from "../store/connection/clock.ts";
import type { Store } from "../store/store.ts";
import type { SyncResult, SyncSource } from "../store/sync/sync-sources.ts";
import type { SourceFault } from "./fault.ts";
import type { FetchDeps } from "./fetch.ts";

export type SyncDeps = {
  store: Store;
  clock: Clock;
  settings: Pick<Settings, "SYNC_NEWS_SECONDS" | "SYNC_FULL_SECONDS" | "SYNC_FOLDER_SECONDS" | "SYNC_GONE_SECONDS">;
  secrets: Readonly<Record<string, SyncSecret>>;
  fetching: FetchDeps;
  /** Runs one import at a time, because imports share the staging table of a SQLite connection. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  engineFor?: ImportDeps["engineFor"];
  /** Called after reviews were erased, so that the ledger keeps them out of restored backups, too. */
  keepErasures?: (store: Store) => Promise<void>;
};

export type RunOptions = {
  dry_run: boolean;
  /** The owner confirmed that missing reviews were really removed, so they are removed now. */
  yes: boolean;
  /** A run by hand scans a folder twice, a second apart. */
  by_hand: boolean;
};

/** One run of a source that this process has claimed. */
export type SyncRun = {
  deps: SyncDeps;
  source: SyncSource;
  owner: string;
  options: RunOptions;
  /** By the clock of the store. */
  started_ms: number;
};

/** What was imported, in the words of `candor import`. */
export type Imported = { report: ImportReport; rejections: Rejection[] };

export type SourceRun = {
  name: string;
  /** late: a fault; the next run tries again. busy: another process is running it. */
  outcome: "imported" | "unchanged" | "needs_decision" | "late" | "busy" | "off";
  imports: Imported[];
  notes: string[];
  fault: SourceFault | null;
};

/** How a run ended and what to save. `saved`: the run has saved it already. */
export type RunEnd = Pick<SourceRun, "imports" | "notes" | "fault"> & {
  result: SyncResult;
  saved: boolean;
  /** How many reviews were erased because the origin erased them. */
  erased?: number;
};

/** True if there is something to report: rows were read or reviews removed. */
export const hasNews = ({ report }: Imported): boolean => report.read > 0 || report.removed > 0;

export const timeOf = (ms: number): string => new Date(ms).toISOString();

/** The state after a run without a fault. `asks` is what waits for the owner. */
export function successResult(
  { source, started_ms }: SyncRun,
  every_seconds: number,
  asks: { missing: number; of: number } | null,
): SyncResult {
  const fault = asks && massRemoval(source.name, asks);
  return {
    state: fault ? "needs_decision" : "ready",
    last_success: timeOf(started_ms),
    next_run: timeOf(started_ms + every_seconds * 1000),
    failures: 0,
    fault_code: fault?.code ?? null,
    fault_text: fault?.text ?? null,
  };
}

export const massRemoval = (name: string, { missing, of }: { missing: number; of: number }): SourceFault => ({
  code: "mass_removal",
  text: `${missing} of ${of} reviews are missing at the source, and none of them was removed. If they were really removed there, run candor sync ${name} --yes`,
});
