import { existsSync } from "node:fs";
import { renderTime } from "../../model/basics/time.ts";
import { type Finding, fault, warning } from "../../model/finding.ts";
import { messageOf } from "../../operator-error.ts";
import type { Settings } from "../../settings.ts";
import { counted } from "../../spelling.ts";
import { keyPath } from "../../store/connection/database-place.ts";
import { sqlitePath } from "../../store/connection/open-store.ts";
import { readProfile } from "../../store/dataset/business.ts";
import { readDataset } from "../../store/dataset/dataset.ts";
import { findStored, type StoredFacts } from "../../store/dataset/stored-facts.ts";
import { readFingerprint, readLedger, readStoredLedger } from "../../store/erasure/ledger.ts";
import { readHubBacklog } from "../../store/hub/hub-health.ts";
import type { Store } from "../../store/store.ts";
import { ledgerPath } from "../erasure-ledger.ts";

/** A subscriber waits a few minutes at most while a server delivers. */
const OWED_SECONDS = 3600;
/** More than clocks of two machines differ. */
const AHEAD_MS = 3_600_000;

async function checkProfile(store: Store, { has_profile, published }: StoredFacts): Promise<Finding[]> {
  if (!has_profile && published > 0)
    return [
      fault(
        "profile",
        "reviews are published, and nothing says whose they are: there is no profile",
        "run candor business FILE",
      ),
    ];
  try {
    await readProfile(store);
    return [];
  } catch (error) {
    return [fault("profile", messageOf(error), "run candor business FILE again")];
  }
}

async function checkTimes(store: Store, { future }: StoredFacts, now: Date): Promise<Finding[]> {
  const { changed_at } = await readDataset(store);
  const findings: Finding[] = [];
  if (Date.parse(changed_at) > now.getTime() + AHEAD_MS)
    findings.push(
      fault(
        "time",
        `the newest change is from ${changed_at}, and the clock says ${renderTime(now.getTime())}: the clock is or was wrong`,
        "set the clock (timedatectl set-ntp true); if it is right now, restore a backup from before the wrong change",
      ),
    );
  if (future.count > 0)
    findings.push(
      fault(
        "dates",
        `${counted(future.count, "review")} have a date in the future, up to ${future.last}`,
        "import their file again with --dates dmy or --dates mdy, or take that import back: candor undo",
      ),
    );
  return findings;
}

/** Every erasure writes it. With PostgreSQL another server may have done so, on its own disk. */
async function checkLedgerThere(store: Store, file: string): Promise<Finding[]> {
  const { tombstones, keys } = await readStoredLedger(store);
  if (tombstones.length === 0 && keys.length === 0) return [];
  const state = store.dialect === "sqlite" ? fault : warning;
  const erased = counted(tombstones.length, "review");
  return [
    state(
      "ledger",
      `${file} is missing: ${erased} erased here would return with an older backup`,
      `write it again: candor backup --ledger ${file}`,
    ),
  ];
}

/** Reviews that were erased may be stored again, if an older database was copied into this place. */
async function checkLedger(store: Store, settings: Settings): Promise<Finding[]> {
  const file = ledgerPath(settings);
  try {
    const ledger = readLedger(file);
    if (ledger === null) return checkLedgerThere(store, file);
    const own = await readFingerprint(store);
    if (ledger.store !== null && own !== null && ledger.store !== own)
      return [
        fault(
          "ledger",
          `${file} is the ledger of erasures of another database`,
          "move it away, and put the ledger of this database there",
        ),
      ];
    const back = await findStored(
      store,
      ledger.tombstones.map(({ id }) => id),
    );
    if (back.length === 0) return [];
    return [
      fault(
        "ledger",
        `${counted(back.length, "review")} that ${file} lists as erased are stored: an older database was put here`,
        `erase them again: candor restore --ledger ${file}`,
      ),
    ];
  } catch (error) {
    return [
      fault(
        "ledger",
        messageOf(error),
        "put the ledger of the last backup there, or write it again: candor backup --ledger FILE",
      ),
    ];
  }
}

/** The key is created at the first start. If it is lost, a new one opens no secret. */
function checkKeyThere({ secrets }: StoredFacts, settings: Settings): Finding[] {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null || settings.SECRET_KEY.length > 0 || secrets === 0 || existsSync(keyPath(path))) return [];
  return [
    fault(
      "key",
      `${keyPath(path)} is missing, and ${counted(secrets, "subscription")} have a secret that only it opens`,
      "put it back from the backup before the next start, which would create another one",
    ),
  ];
}

async function checkRole(store: Store, { ROLE, DATABASE_URL }: Settings, clock_ms: number): Promise<Finding[]> {
  if (sqlitePath(DATABASE_URL) !== null)
    return ROLE === "both"
      ? []
      : [
          fault(
            "role",
            `ROLE is ${ROLE}, and a SQLite database has one server: nobody ${ROLE === "web" ? "delivers to subscribers and reads sources" : "serves pages"}`,
            "set ROLE=both",
          ),
        ];
  const { oldest_owed_seconds, paused } = await readHubBacklog(store, clock_ms);
  if (oldest_owed_seconds < OWED_SECONDS || paused.key + paused.network > 0) return [];
  return [
    fault(
      "role",
      `a subscriber has waited ${Math.floor(oldest_owed_seconds / 3600)} h for a change: no server with ROLE worker or both runs`,
      "start one: ROLE=worker candor serve",
    ),
  ];
}

function checkPurge({ purge_since }: StoredFacts): Finding[] {
  if (purge_since === null) return [];
  return [
    warning(
      "purge",
      `words that were erased at ${purge_since} are still in the files of the database`,
      "run candor business FILE or any import: it removes them",
    ),
  ];
}

/** What is wrong with the contents of an intact database. */
export async function checkStored(
  { store, settings, facts, clock_ms }: { store: Store; settings: Settings; facts: StoredFacts; clock_ms: number },
  now: Date,
): Promise<Finding[]> {
  return [
    ...(await checkProfile(store, facts)),
    ...(await checkTimes(store, facts, now)),
    ...(await checkLedger(store, settings)),
    ...checkKeyThere(facts, settings),
    ...(await checkRole(store, settings, clock_ms)),
    ...checkPurge(facts),
  ];
}
