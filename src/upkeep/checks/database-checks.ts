import { type Finding, fault, ok, warning } from "../../model/finding.ts";
import { messageOf } from "../../operator-error.ts";
import type { Settings } from "../../settings.ts";
import { counted } from "../../spelling.ts";
import { findFaultyRows } from "../../store/connection/check-database.ts";
import { asOperatorError, databaseFault, isLocked } from "../../store/connection/database-fault.ts";
import { findPlaceFault } from "../../store/connection/database-place.ts";
import { openStore, sqlitePath } from "../../store/connection/open-store.ts";
import { readDataset } from "../../store/dataset/dataset.ts";
import { readInventedRemoved, readKind } from "../../store/dataset/kind.ts";
import { compareParts, takesChanges } from "../../store/dataset/stored-facts.ts";
import { readHubBacklog } from "../../store/hub/hub-health.ts";
import { NewerSchemaError, NoDataError, OlderSchemaError } from "../../store/migrate.ts";
import type { Store } from "../../store/store.ts";
import { describeStore, isStoreMissing } from "../database-label.ts";
import type { Installation } from "../installation.ts";

const TIMEOUT_MS = 5000;
const DAMAGED = "stop the server, keep the file, and put the last backup back: candor restore FILE";
const DAMAGED_POSTGRES = "stop the servers, keep a dump of what is there, and put the last dump back: pg_restore";
const LOCKED = "end the program that holds it (fuser lists it), or wait until a long change is done";
const NEWER = "install that version of Candor, or a newer one";
const UNREACHABLE = "check DATABASE_URL, that the database server runs, and that this user may write";
const WRITABLE = "set DATABASE_URL to the primary server, or end default_transaction_read_only there";
const CREATED_BY = "candor business FILE, candor import FILE or candor serve creates it";
const MUST_EXIST = "mount its disk, restore a backup (candor restore FILE), or begin with candor business FILE";
const OLDER = "start the server: it upgrades the database";
const MADE_UP = "its reviews are made up: for your own, set DATABASE_URL to another database (candor init writes one)";

/** Whether the database is intact, and what it holds. */
async function checkContents(store: Store, which: string): Promise<Finding> {
  const sqlite = store.dialect === "sqlite";
  const parts = await compareParts(store);
  const [[missing], [foreign]] = [parts.missing, parts.foreign];
  if (missing !== undefined)
    return fault("database", `the ${missing} is missing in the database`, sqlite ? DAMAGED : DAMAGED_POSTGRES);
  if (foreign !== undefined)
    return fault(
      "database",
      `the ${foreign} is of another program, and changes or refuses what is stored`,
      `remove the ${foreign} with the program that made it, or with sqlite3`,
    );
  const { version } = await readDataset(store);
  const [damage] = await findFaultyRows(store);
  if (damage !== undefined) return fault("database", `the database is damaged: ${damage}`, DAMAGED);
  if (!(await takesChanges(store)))
    return fault("database", `${which} takes no changes: it is a standby, or set to be read only`, WRITABLE);
  if ((await readKind(store)) === "demonstration") return warning("database", `${which} is a demonstration`, MADE_UP);
  const { count, at } = await readInventedRemoved(store);
  const cleaned = count === 0 ? "" : `; ${counted(count, "made-up review")} of the demonstration removed at ${at}`;
  return ok("database", `${which}, dataset version ${version}${cleaned}`);
}

/** Which database it is, where its address comes from, and whether it is intact. If it is, what `more` finds in it. */
export async function checkDatabase(
  { DATABASE_URL, DATABASE_MUST_EXIST }: Settings,
  installation: Installation,
  more: (store: Store) => Promise<Finding[]>,
): Promise<Finding[]> {
  const which = describeStore(installation);
  if (isStoreMissing(installation)) {
    const none = `there is none yet at ${which}`;
    if (DATABASE_MUST_EXIST === "false") return [warning("database", none, CREATED_BY)];
    return [fault("database", `${none}, and DATABASE_MUST_EXIST is true`, MUST_EXIST)];
  }
  const path = sqlitePath(DATABASE_URL);
  const place = path === null ? null : findPlaceFault(path);
  if (place) return [fault("database", `${which}: ${place.what}`, place.fix)];
  try {
    await using opened = new AsyncDisposableStack();
    const store = await openStore(DATABASE_URL, {
      busy_timeout_ms: TIMEOUT_MS,
      existing: true,
      as_it_is: true,
      thread: true,
    });
    opened.defer(() => store.close());
    const database = await checkContents(store, which);
    return database.state === "ok" ? [database, ...(await more(store))] : [database];
  } catch (error) {
    if (error instanceof OlderSchemaError) return [warning("database", error.message, OLDER)];
    if (error instanceof NoDataError) return [warning("database", `nothing is stored yet at ${which}`, CREATED_BY)];
    return [fault("database", messageOf(asOperatorError(error)), fixOf(error))];
  }
}

function fixOf(error: unknown): string {
  if (error instanceof NewerSchemaError) return NEWER;
  if (isLocked(error)) return LOCKED;
  return databaseFault(error)?.passing === false || /is damaged/.test(messageOf(error)) ? DAMAGED : UNREACHABLE;
}

/** Deliveries that wait because of a fault of this hub, which no subscriber can fix. */
export async function checkHub(store: Store, clock_ms: number): Promise<Finding> {
  const { paused, owed } = await readHubBacklog(store, clock_ms);
  if (paused.key > 0) {
    return fault(
      "hub",
      `delivery to ${counted(paused.key, "subscription")} is paused: SECRET_KEY cannot open the secret`,
      "add the old key to SECRET_KEY after the new one, separated by a comma, and restart",
    );
  }
  if (paused.network > 0) {
    return fault(
      "hub",
      `delivery to ${counted(paused.network, "subscription")} is paused: no subscriber can be reached from the server`,
      "check the server's network, firewall and DNS; delivery resumes by itself",
    );
  }
  return ok("hub", `${counted(owed, "delivery", "deliveries")} due, none paused`);
}
