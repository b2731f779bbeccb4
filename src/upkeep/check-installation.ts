import type { Finding } from "../model/finding.ts";
import type { Settings } from "../settings.ts";
import type { Store } from "../store/store.ts";
import { checkDatabase, checkHub } from "./checks/database-checks.ts";
import { checkClock, checkDisk, checkPermissions } from "./checks/machine-checks.ts";
import { checkBaseUrl, checkProxy, checkTls } from "./checks/network-checks.ts";
import { checkSettings } from "./checks/settings-checks.ts";
import type { Installation } from "./installation.ts";

/** Checks of parts that this layer does not know, for an intact database: the sources of reviews. */
export type MoreChecks = (store: Store, settings: Settings, now: Date) => Promise<Finding[]>;

/** Everything that may be wrong with this installation. Changes nothing. */
export async function checkInstallation(installation: Installation, more: MoreChecks): Promise<Finding[]> {
  const { settings, finding } = checkSettings(installation);
  const now = installation.now();
  const findings = [finding, checkClock(now)];
  if (!settings) return findings;
  const [database, ...stored] = await checkDatabase(settings, installation, async (store) => [
    await checkHub(store, installation.now),
    ...(await more(store, settings, now)),
  ]);
  findings.push(...(database ? [database] : []), checkDisk(settings), checkPermissions(settings));
  findings.push(await checkTls(settings, now), ...stored, checkProxy(settings), await checkBaseUrl(settings));
  return findings;
}
