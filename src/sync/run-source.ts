import { hostname } from "node:os";
import { codeOf } from "../operator-error.ts";
import { databaseFault } from "../store/connection/database-fault.ts";
import {
  claimSyncSource,
  readSyncOwner,
  readSyncSource,
  releaseSyncClaim,
  renewSyncClaim,
  type SyncResult,
  type SyncSource,
  saveSyncResult,
} from "../store/sync/sync-sources.ts";
import { parseConfig } from "./config.ts";
import { LostClaim, type SourceFault, SyncFault } from "./fault.ts";
import { runFolder } from "./run-folder.ts";
import { type RunEnd, type RunOptions, type SourceRun, type SyncDeps, type SyncRun, timeOf } from "./run-types.ts";
import { runUrl } from "./run-url.ts";
import { backoffSeconds } from "./source-retry.ts";

/** After this time, the source of a killed process can be claimed again. */
const CLAIM_MS = 15_000;
const RENEW_EVERY_MS = 4_000;
/** For a run by hand: how long to wait for another process's run, or for the claim of a killed process. */
const PATIENCE_MS = 20_000;
const ASK_EVERY_MS = 250;

/** A name for this run: the machine, the process and a random part. */
export const newOwner = (): string => `${hostname()} ${process.pid} ${crypto.randomUUID()}`;

/**
 * True if the owner was a process on this machine that no longer exists, so that nobody must wait for its claim. A
 * container with the same host name could be mistaken for this machine. Then the run that loses its claim commits
 * nothing.
 */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split(" ");
  if (host !== hostname() || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

const everySeconds = ({ settings }: SyncDeps, source: SyncSource): number => {
  const { kind, config } = parseConfig(source.kind, source.config);
  return kind === "folder" ? settings.SYNC_FOLDER_SECONDS : (config.every_seconds ?? settings.SYNC_NEWS_SECONDS);
};

async function claim(deps: SyncDeps, name: string, owner: string, options: RunOptions): Promise<SyncSource | null> {
  const { store, clock, fetching } = deps;
  const until = performance.now() + (options.by_hand ? PATIENCE_MS : 0);
  for (;;) {
    const now_ms = await clock(store);
    const wanted = { name, owner, now: timeOf(now_ms), until: timeOf(now_ms + CLAIM_MS) };
    const source = await claimSyncSource(store, wanted, !options.by_hand);
    if (source || performance.now() >= until || fetching.stopping.aborted) return source;
    const other = await readSyncOwner(store, name);
    if (other !== null && isDead(other)) {
      await releaseSyncClaim(store, name, other);
      continue;
    }
    await fetching.sleep(ASK_EVERY_MS, fetching.stopping);
  }
}

/** Renews the claim during the run. The run itself notices if the claim is lost or the database cannot be reached. */
function keepClaim({ store, clock }: SyncDeps, name: string, owner: string): Disposable {
  const renew = async () => renewSyncClaim(store, { name, owner, until: timeOf((await clock(store)) + CLAIM_MS) });
  const timer = setInterval(() => renew().catch(() => {}), RENEW_EVERY_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The next run comes later after each failure, or when the source asked for it. The validators stay as they are. */
function faultResult({ deps, source }: SyncRun, now_ms: number, fault: SourceFault): SyncResult {
  const failures = source.failures + 1;
  const backoff_ms = now_ms + backoffSeconds(everySeconds(deps, source), failures) * 1000;
  return {
    state: "late",
    failures,
    next_run: timeOf(Math.max(backoff_ms, fault.retry_at_ms ?? 0)),
    fault_code: fault.code,
    fault_text: fault.text,
  };
}

/** Returns a fault of the source as a value. Saves and rethrows an error of the program. */
async function endWithFault(run: SyncRun, error: unknown): Promise<SourceRun> {
  const { deps, source, owner, options } = run;
  const name = source.name;
  const late = (fault: SourceFault): SourceRun => ({ name, outcome: "late", imports: [], notes: [], fault });
  if (error instanceof LostClaim) return { name, outcome: "busy", imports: [], notes: [], fault: null };
  if (!(error instanceof SyncFault)) {
    const fault: SourceFault = {
      code: "database",
      text: databaseFault(error)?.what ?? "the run ended unexpectedly: the log says why",
    };
    if (!options.dry_run)
      await saveSyncResult(deps.store, name, owner, faultResult(run, run.started_ms, fault)).catch(() => {});
    throw error;
  }
  if (deps.fetching.stopping.aborted) return late(error.fault); // the next start of the server runs it
  const now_ms = await deps.clock(deps.store);
  if (!options.dry_run) await saveSyncResult(deps.store, name, owner, faultResult(run, now_ms, error.fault));
  return late(error.fault);
}

function outcomeOf({ fault, imports, erased = 0 }: RunEnd): SourceRun["outcome"] {
  if (fault?.code === "mass_removal") return "needs_decision";
  return erased > 0 || imports.some(({ report }) => report.version !== null || report.dry_run)
    ? "imported"
    : "unchanged";
}

async function runClaimed(run: SyncRun): Promise<SourceRun> {
  const { deps, source, owner, options } = run;
  const parsed = parseConfig(source.kind, source.config);
  try {
    const end = parsed.kind === "folder" ? await runFolder(run, parsed.config) : await runUrl(run, parsed.config);
    if (!end.saved && !options.dry_run && !(await saveSyncResult(deps.store, source.name, owner, end.result)))
      throw new LostClaim();
    const { imports, notes, fault } = end;
    return { name: source.name, outcome: outcomeOf(end), imports, notes, fault };
  } catch (error) {
    return await endWithFault(run, error);
  }
}

/** Runs one source. Among all processes, only one run of a source is active at a time. */
export async function runSource(deps: SyncDeps, name: string, options: RunOptions): Promise<SourceRun> {
  const { store, clock } = deps;
  const owner = newOwner();
  const none = (outcome: "busy" | "off"): SourceRun => ({ name, outcome, imports: [], notes: [], fault: null });
  if (options.by_hand && (await readSyncSource(store, name))?.state === "off") return none("off");
  const source = await claim(deps, name, owner, options);
  if (!source) return none("busy");
  using _claim = keepClaim(deps, name, owner);
  try {
    return await runClaimed({ deps, source, owner, options, started_ms: await clock(store) });
  } finally {
    await releaseSyncClaim(store, name, owner).catch(() => {}); // it expires anyway
  }
}

/** For a log line. */
export const describeRun = ({ name, outcome, imports, fault }: SourceRun): Record<string, unknown> => {
  const sum = (count: "added" | "updated" | "removed") => imports.reduce((all, { report }) => all + report[count], 0);
  return {
    source: name,
    outcome,
    added: sum("added"),
    updated: sum("updated"),
    removed: sum("removed"),
    ...(fault ? { fault: fault.code, reason: fault.text } : {}),
  };
};
