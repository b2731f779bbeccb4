import type { SyncSource } from "../store/sync/sync-sources.ts";

/** A source as `candor sync status --json` shows it. The names are part of the contract. */
export const describeSource = (source: SyncSource) => ({
  name: source.name,
  kind: source.kind,
  state: source.state,
  last_try: source.last_try,
  last_success: source.last_success,
  last_complete: source.last_complete,
  next_run: source.state === "off" ? null : source.next_run,
  failures: source.failures,
  fault: source.fault_code === null ? null : { code: source.fault_code, text: source.fault_text ?? "" },
});
export type SourceStatus = ReturnType<typeof describeSource>;

const STATE_WORDS: Record<SourceStatus["state"], string> = {
  ready: "ready",
  late: "late",
  needs_decision: "needs your decision",
  off: "paused",
};

/** "website  late; last success never; next run 2026-05-01T10:00:00.000Z", and what is wrong on the next lines. */
export function renderSource({ name, state, last_success, next_run, failures, fault }: SourceStatus): string[] {
  const parts = [
    STATE_WORDS[state] + (failures > 1 ? `, ${failures} failures in a row` : ""),
    `last success ${last_success ?? "never"}`,
    next_run === null ? `candor sync resume ${name} goes on` : `next run ${next_run}`,
  ];
  return [`${name}  ${parts.join("; ")}`, ...(fault ? [`  ${fault.text}`] : [])];
}

/** Lines for `candor status`, in its columns. Empty without sources. */
export const renderSyncLines = (sources: readonly SourceStatus[]): string[] =>
  sources.flatMap((source) =>
    renderSource(source).map((line, at) => `${(at === 0 ? "sync" : "").padEnd(12)}${line.trimStart()}`),
  );

/** Sources that need the owner because something is wrong, whatever their state is. */
export const findTroubled = (sources: readonly SourceStatus[]): SourceStatus[] =>
  sources.filter(({ state, fault }) => state !== "off" && fault !== null);

/** If a source was not read this long after it was due, no server is reading it. */
const OVERDUE_MS = 10 * 60_000;

/** What `candor doctor` says about sources, and what to do then. */
export function findSyncFaults(sources: readonly SourceStatus[], now: Date): { found: string; then: string }[] {
  return sources.flatMap(({ name, state, next_run, fault }) => {
    if (fault && state !== "off") {
      const then =
        state === "needs_decision"
          ? `compare with the source, then run candor sync ${name} --yes, or fix the source`
          : `fix it, then run candor sync ${name}`;
      return [{ found: `${name}: ${fault.text}`, then }];
    }
    const overdue = next_run !== null && now.getTime() - Date.parse(next_run) > OVERDUE_MS;
    const then = "start a server with ROLE both or worker, or run candor sync by cron";
    return overdue ? [{ found: `${name} was to be read at ${next_run}, and no server did`, then }] : [];
  });
}

/** The section for `candor digest`. Empty if nothing is wrong. */
export function renderSyncNews(sources: readonly SourceStatus[]): string {
  const troubled = findTroubled(sources);
  if (troubled.length === 0) return "";
  const lines = troubled.flatMap(renderSource).map((line) => `  ${line}\n`);
  return `\nSources (${troubled.length}): reviews may be missing\n${lines.join("")}  candor sync status shows more\n`;
}
