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
  /** One import at a time: they share the staging table of a SQLite connection. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  engineFor?: ImportDeps["engineFor"];
  /** Called after reviews were erased: what keeps them out of a restored backup gets them, too. */
  keepErasures?: (store: Store) => Promise<void>;
};

export type RunOptions = {
  dry_run: boolean;
  /** What is missing was really removed: remove it now. */
  yes: boolean;
  /** By hand a folder is looked at twice, a second apart. */
  by_hand: boolean;
};

/** One run of one source, which this process has claimed. */
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
  /** late: a fault, and the next run tries again. busy: another process runs it. */
  outcome: "imported" | "unchanged" | "needs_decision" | "late" | "busy" | "off";
  imports: Imported[];
  notes: string[];
  fault: SourceFault | null;
};

/** How a run ended, and what is saved of it: in its own transaction, unless `saved`. */
export type RunEnd = Pick<SourceRun, "imports" | "notes" | "fault"> & {
  result: SyncResult;
  saved: boolean;
  /** Reviews that an origin asked to erase, and that were. */
  erased?: number;
};

/** Whether an import has something to say: rows were read, or reviews removed. */
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
