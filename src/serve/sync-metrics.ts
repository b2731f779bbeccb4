import { Gauge, type Registry } from "prom-client";
import { SYNC_STATES, type SyncSource } from "../store/sync/sync-sources.ts";

/** Sources are shown by the names that the owner gave them. `sources` is null while the database does not answer. */
export function addSyncMetrics(registry: Registry, sources: () => readonly SyncSource[] | null): void {
  const gauge = (name: string, help: string, labels: string[], set: (of: Gauge, source: SyncSource) => void) => {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      collect() {
        this.reset();
        for (const source of sources() ?? []) set(this, source);
      },
    });
  };
  gauge("candor_sync_last_success_seconds", "When a source was last read, as Unix time.", ["source"], (of, source) => {
    if (source.last_success !== null) of.set({ source: source.name }, Date.parse(source.last_success) / 1000);
  });
  gauge("candor_sync_next_run_seconds", "When a source is read next, as Unix time.", ["source"], (of, source) => {
    if (source.state !== "off") of.set({ source: source.name }, Date.parse(source.next_run) / 1000);
  });
  gauge("candor_sync_failures", "Runs of a source that failed, since the last success.", ["source"], (of, source) =>
    of.set({ source: source.name }, source.failures),
  );
  const help = "1 for the state of a source: ready, late, needs_decision or off.";
  gauge("candor_sync_state", help, ["source", "state"], (of, source) => {
    for (const state of SYNC_STATES) of.set({ source: source.name, state }, source.state === state ? 1 : 0);
  });
}
