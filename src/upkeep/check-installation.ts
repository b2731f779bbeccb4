import { DAY_MS, renderTime } from "../model/basics/time.ts";
import type { Finding } from "../model/finding.ts";
import type { Settings } from "../settings.ts";
import { createClock } from "../store/connection/clock.ts";
import { readStoredFacts, type StoredFacts } from "../store/dataset/stored-facts.ts";
import { readFingerprint } from "../store/erasure/ledger.ts";
import type { Store } from "../store/store.ts";
import {
  checkBackups,
  checkKey,
  checkLeft,
  checkNames,
  checkStateFolder,
  checkTemporary,
} from "./checks/beside-checks.ts";
import { checkDatabase, checkHub } from "./checks/database-checks.ts";
import { checkClock, checkDisk, checkPermissions } from "./checks/machine-checks.ts";
import { checkBaseUrl, checkProxy, checkTls } from "./checks/network-checks.ts";
import { checkPorts, findServed } from "./checks/port-checks.ts";
import { checkSettings, checkSettingsFiles } from "./checks/settings-checks.ts";
import { checkStored } from "./checks/stored-checks.ts";
import type { Installation } from "./installation.ts";

/** Checks of parts that this layer does not know, for an intact database: the sources of reviews. */
export type MoreChecks = (store: Store, settings: Settings, now: Date) => Promise<Finding[]>;

/** A server shows a change within this time. */
const SHOWN_MS = 60_000;

function readFacts(store: Store, now: Date): Promise<StoredFacts> {
  const tomorrow = renderTime(now.getTime() + DAY_MS).slice(0, 10);
  return readStoredFacts(store, { tomorrow, since: renderTime(now.getTime() - SHOWN_MS) });
}

/** Everything that may be wrong with this installation. Changes nothing. */
export async function checkInstallation(installation: Installation, more: MoreChecks): Promise<Finding[]> {
  const { settings, finding } = checkSettings(installation);
  const now = installation.now();
  const findings = [finding, checkClock(now)];
  if (!settings) return findings;
  const { served, findings: lock } = findServed(settings);
  let review_id: string | null = null;
  let fingerprint: string | null = null;
  const [database, ...stored] = await checkDatabase(settings, installation, async (store) => {
    const facts = await readFacts(store, now);
    const clock_ms = await createClock(store.dialect, installation.now)(store);
    review_id = facts.public_id;
    fingerprint = await readFingerprint(store);
    return [
      await checkHub(store, clock_ms),
      ...(await more(store, settings, now)),
      ...(await checkStored({ store, settings, facts, clock_ms }, now)),
    ];
  });
  findings.push(
    ...(database ? [database] : []),
    checkDisk(settings),
    checkPermissions(settings),
    ...lock,
    ...checkSettingsFiles(installation),
    ...checkLeft(settings),
    ...checkNames(settings),
    ...checkStateFolder(settings),
  );
  findings.push(
    ...checkKey(settings),
    ...checkTemporary(),
    ...(await checkBackups(settings, { now, store: fingerprint })),
  );
  findings.push(
    await checkTls(settings, now),
    ...stored,
    checkProxy(settings),
    ...(await checkPorts(settings, served)),
  );
  findings.push(await checkBaseUrl(settings, { served, review_id }));
  return findings;
}
