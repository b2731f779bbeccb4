import type { Log } from "../log.ts";
import { DAY_MS } from "../model/basics/time.ts";
import type { Finding } from "../model/finding.ts";
import { messageOf } from "../operator-error.ts";
import { parseSettings } from "../settings.ts";
import { checkSources } from "../sync/check-sources.ts";
import { checkInstallation } from "../upkeep/check-installation.ts";
import { readCertificateDays } from "../upkeep/checks/network-checks.ts";
import type { Installation } from "../upkeep/installation.ts";

/** What the last checks found. Empty until the first ones are done. */
export type Checked = { findings: readonly Finding[]; certificate_days: number | null };

/** The first checks run when the start is over. */
const FIRST_MS = 60_000;

/** Makes the checks of `candor doctor` once a day, and logs each fault. */
export function startUpkeep(
  installation: Installation,
  log: Log,
  first_ms = FIRST_MS,
): { checked: () => Checked; stop(): void } {
  let checked: Checked = { findings: [], certificate_days: null };
  const check = async () => {
    try {
      const findings = await checkInstallation(installation, checkSources);
      const days = await readCertificateDays(parseSettings(installation.env), installation.now()).catch(() => null);
      checked = { findings, certificate_days: days };
      for (const { check: name, state, found, fix } of findings)
        if (state === "fault") log.error("doctor", { check: name, found, fix });
    } catch (error) {
      log.error("doctor_failed", { error: messageOf(error) });
    }
  };
  const first = setTimeout(check, first_ms);
  const daily = setInterval(check, DAY_MS);
  return {
    checked: () => checked,
    stop() {
      clearTimeout(first);
      clearInterval(daily);
    },
  };
}
