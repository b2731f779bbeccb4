import { type Finding, ok } from "../model/finding.ts";
import { checkSources } from "../sync/check-sources.ts";
import { checkInstallation } from "../upkeep/check-installation.ts";
import type { Installation } from "../upkeep/installation.ts";
import { countWaiting, describeWaiting } from "./waiting.ts";

/** Everything that may be wrong with this installation, and what waits for the owner: no fault, but the owner should know. */
export const checkAll = (installation: Installation): Promise<Finding[]> =>
  checkInstallation(installation, async (store, settings, now) => [
    ...(await checkSources(store, settings, now)),
    ok("waiting", describeWaiting(await countWaiting(store, now))),
  ]);

/** What was wrong at that time. */
export type Checkup = { at: string; problems: Finding[] };

const FRESH_MS = 5 * 60_000;

/**
 * Some checks read the whole database or ask another machine, so they run while pages are shown. The function returns
 * what was found last, or null before the first checks ended, and checks again if that is old.
 */
export function createCheckup(installation: Installation, unexpected: (error: unknown) => void) {
  let last: Checkup | null = null;
  let begun_ms = Number.NEGATIVE_INFINITY;
  let running = false;
  const check = async () => {
    const findings = await checkAll(installation);
    last = { at: installation.now().toISOString(), problems: findings.filter(({ state }) => state !== "ok") };
  };
  return (): Checkup | null => {
    const now_ms = installation.now().getTime();
    if (!running && now_ms - begun_ms > FRESH_MS) {
      begun_ms = now_ms;
      running = true;
      void check()
        .catch(unexpected)
        .finally(() => {
          running = false;
        });
    }
    return last;
  };
}
