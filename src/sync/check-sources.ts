import { type Finding, ok, warning } from "../model/finding.ts";
import type { Settings } from "../settings.ts";
import { counted } from "../spelling.ts";
import type { Store } from "../store/store.ts";
import { readSyncSources } from "../store/sync/sync-sources.ts";
import { describeSource, findSyncFaults } from "./source-status.ts";

/** Sources that bring no reviews, or whose removals wait for the owner. */
export async function checkSources(store: Store, settings: Settings, now: Date): Promise<Finding[]> {
  const sources = (await readSyncSources(store)).map(describeSource);
  if (sources.length === 0) return [];
  if (settings.SYNC === "off")
    return [warning("sync", "SYNC is off: sources are read only by hand", "set SYNC=on, or run candor sync by cron")];
  const faults = findSyncFaults(sources, now).map(({ found, then }) => warning("sync", found, then));
  return faults.length > 0 ? faults : [ok("sync", `${counted(sources.length, "source")}, all read`)];
}
