import { existsSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { connect } from "node:tls";
import { DAY_MS } from "../model/basics/time.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { keyPath } from "../secret-key.ts";
import { findStrangeSettings, parseSettings, type Settings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { findDamage } from "../store/connection/check-database.ts";
import { createClock } from "../store/connection/clock.ts";
import { databaseFault } from "../store/connection/database-fault.ts";
import { openStore, sqlitePath } from "../store/connection/open-store.ts";
import { findOpenToOthers } from "../store/connection/private-file.ts";
import { readDataset } from "../store/dataset/dataset.ts";
import { readInventedRemoved, readKind } from "../store/dataset/kind.ts";
import { readHubBacklog } from "../store/hub/hub-health.ts";
import { NoDataError } from "../store/migrate.ts";
import { readSyncSources } from "../store/sync/sync-sources.ts";
import { describeSource, findSyncFaults } from "../sync/source-status.ts";
import { describeUnreachable } from "../terminal/check-public.ts";
import { type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { describeStore, isStoreMissing } from "../terminal/with-store.ts";
import { RELEASED_AT } from "../version.ts";

/** `fix` is what to do. */
type Finding = { check: string; state: "ok" | "warning" | "fault"; found: string; fix: string | null };

const ok = (check: string, found: string): Finding => ({ check, state: "ok", found, fix: null });
const warning = (check: string, found: string, fix: string): Finding => ({ check, state: "warning", found, fix });
const fault = (check: string, found: string, fix: string): Finding => ({ check, state: "fault", found, fix });

const TIMEOUT_MS = 5000;
const DAMAGED = "stop the server, keep the file, and put the last backup back: candor restore FILE";
const UNREACHABLE = "check DATABASE_URL, that the database server runs, and that this user may write";
const CREATED_BY = "candor business FILE, candor import FILE or candor serve creates it";
const MADE_UP = "its reviews are made up: for your own, set DATABASE_URL to another database (candor init writes one)";
const LOW_DISK_BYTES = 500e6;

/** Reading a database creates nothing. */
const openExisting = ({ DATABASE_URL }: Settings) =>
  openStore(DATABASE_URL, { busy_timeout_ms: TIMEOUT_MS, existing: true });

/** Which database it is, where its address comes from, and whether it is intact. */
async function checkDatabase(settings: Settings, terminal: Terminal): Promise<Finding> {
  const which = describeStore(terminal);
  if (isStoreMissing(terminal)) return warning("database", `there is none yet at ${which}`, CREATED_BY);
  try {
    const store = await openExisting(settings);
    const { version } = await readDataset(store);
    const [damage] = await findDamage(store);
    const [kind, removed] = [await readKind(store), await readInventedRemoved(store)];
    await store.close();
    if (damage !== undefined) return fault("database", `the database is damaged: ${damage}`, DAMAGED);
    if (kind === "demonstration") return warning("database", `${which} is a demonstration`, MADE_UP);
    const cleaned =
      removed.count === 0
        ? ""
        : `; ${counted(removed.count, "made-up review")} of the demonstration removed at ${removed.at}`;
    return ok("database", `${which}, dataset version ${version}${cleaned}`);
  } catch (error) {
    if (error instanceof NoDataError) return warning("database", `nothing is stored yet at ${which}`, CREATED_BY);
    const damaged = databaseFault(error)?.passing === false || /is damaged/.test(messageOf(error));
    return fault("database", messageOf(error), damaged ? DAMAGED : UNREACHABLE);
  }
}

/** Deliveries that wait because of a fault of this hub, which no subscriber can fix. */
async function checkHub(settings: Settings, now: () => Date): Promise<Finding> {
  const store = await openExisting(settings);
  const { paused, owed } = await readHubBacklog(store, await createClock(store.dialect, now)(store)).finally(
    store.close,
  );
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

/** Sources that bring no reviews, or whose removals wait for the owner. */
async function checkSync(settings: Settings, now: Date): Promise<Finding[]> {
  const store = await openExisting(settings);
  const sources = (await readSyncSources(store).finally(store.close)).map(describeSource);
  if (sources.length === 0) return [];
  if (settings.SYNC === "off")
    return [warning("sync", "SYNC is off: sources are read only by hand", "set SYNC=on, or run candor sync by cron")];
  const faults = findSyncFaults(sources, now).map(({ found, then }) => warning("sync", found, then));
  return faults.length > 0 ? faults : [ok("sync", `${counted(sources.length, "source")}, all read`)];
}

function checkClock(now: Date): Finding {
  const text = now.toISOString();
  if (now.getTime() < Date.parse(RELEASED_AT)) {
    return fault(
      "clock",
      `the clock says ${text}, which is before this program was released`,
      "set the clock: timedatectl set-ntp true",
    );
  }
  return ok("clock", text);
}

/** The folder itself, or its nearest parent that exists. */
const existingFolder = (folder: string): string => (existsSync(folder) ? folder : existingFolder(dirname(folder)));

function checkDisk(settings: Settings): Finding {
  const path = sqlitePath(settings.DATABASE_URL);
  const folder = existingFolder(path === null ? process.cwd() : resolve(dirname(path)));
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const found = `${(free / 1e9).toFixed(1)} GB free in ${folder}`;
  return free < LOW_DISK_BYTES
    ? warning("disk", found, "free some space: imports fail when the disk is full")
    : ok("disk", found);
}

/** The database, the files beside it and the key. They contain held reviews, callbacks and secrets. */
function checkFiles(settings: Settings): Finding {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null) return ok("files", "PostgreSQL keeps the data");
  const beside = ["", "-wal", "-shm", ".lock"].map((suffix) => `${path}${suffix}`);
  const open = findOpenToOthers([dirname(path), ...beside, keyPath(path)]);
  if (open.length === 0) return ok("files", "only this user may read them");
  return warning(
    "files",
    `other users of this machine may use ${open.map(({ path: name, mode }) => `${name} (mode ${mode})`).join(", ")}`,
    `run ${open.map(({ path: name, wanted }) => `chmod ${wanted} ${name}`).join(" && ")}`,
  );
}

/** When the certificate of the public origin expires, from a handshake that does not check trust. */
function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.on("error", reject);
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
  });
}

async function checkTls(settings: Settings, now: Date): Promise<Finding> {
  const url = new URL(settings.BASE_URL);
  const loopback = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (url.protocol === "http:") {
    return loopback
      ? ok("tls", "BASE_URL is a loopback address: nobody else can reach the server yet")
      : warning(
          "tls",
          "BASE_URL is plain http",
          "put a TLS proxy in front (see deploy/) and set BASE_URL to https://…",
        );
  }
  try {
    const end = await certificateEnd(url.hostname, Number(url.port || 443));
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
    const found = `the certificate of ${url.host} expires in ${days} days`;
    return days < 14 ? warning("tls", found, "renew it: run certbot renew, or let Caddy renew it") : ok("tls", found);
  } catch (error) {
    return fault(
      "tls",
      `${url.host} does not speak TLS (${messageOf(error)})`,
      "check DNS, the proxy and its certificate",
    );
  }
}

async function checkPublic(settings: Settings): Promise<Finding> {
  try {
    const response = await fetch(`${settings.BASE_URL}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return ok("public address", `${settings.BASE_URL}/healthz answers`);
    return fault(
      "public address",
      `${settings.BASE_URL}/healthz answers ${response.status}`,
      "check the proxy's target and PORT",
    );
  } catch (error) {
    return warning(
      "public address",
      `${settings.BASE_URL} does not answer (${describeUnreachable(error)})`,
      "start the server, or fix BASE_URL",
    );
  }
}

function checkProxy(settings: Settings): Finding {
  const url = new URL(settings.BASE_URL);
  const behind = url.protocol === "https:";
  if (behind && settings.TRUST_PROXY === 0) {
    return warning(
      "proxy",
      "BASE_URL is https, so there is a proxy in front, but TRUST_PROXY is off: all visitors share one rate limit",
      "set TRUST_PROXY=true, or to the number of proxies",
    );
  }
  if (!behind && settings.TRUST_PROXY > 0 && settings.HOST !== "127.0.0.1") {
    return warning(
      "proxy",
      "TRUST_PROXY is on and the server listens on all addresses: any client can claim any address",
      "set HOST=127.0.0.1, or TRUST_PROXY=false",
    );
  }
  return ok("proxy", settings.TRUST_PROXY === 0 ? "no proxy is trusted" : `trusted proxies: ${settings.TRUST_PROXY}`);
}

function checkSettings({ env, origins }: Terminal): { settings: Settings | null; finding: Finding } {
  try {
    const settings = parseSettings(env);
    const strange = findStrangeSettings(env, origins);
    if (sqlitePath(settings.DATABASE_URL) === null && settings.SECRET_KEY.length === 0) {
      const finding = fault(
        "settings",
        "PostgreSQL without SECRET_KEY",
        "set SECRET_KEY to the output of: openssl rand -hex 32",
      );
      return { settings, finding };
    }
    if (strange.length > 0) {
      const names = strange.map(({ name, origin }) => `${name} (${origin})`).join(", ");
      const meant = strange.map(({ name, suggestion }) => (suggestion ? `${name} to ${suggestion}` : `remove ${name}`));
      return {
        settings,
        finding: warning("settings", `not a setting: ${names}`, `rename or remove: ${meant.join(", ")}`),
      };
    }
    return { settings, finding: ok("settings", "all valid") };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return {
      settings: null,
      finding: fault("settings", error.message, "run candor settings to see each setting and its value"),
    };
  }
}

export const doctorCommand: Command = {
  usage: `Usage: candor doctor [--json]

Checks this installation: settings, database, clock, disk, file permissions, TLS of the
public origin, deliveries that are paused, sources that fail, proxy headers. Says what is wrong and how to
fix it. Says which database is used and which setting names it. Exit code 1 if there is a
fault.

Examples:
  candor doctor
  candor doctor --env candor.env --json
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const { settings, finding } = checkSettings(terminal);
    const now = terminal.now();
    const findings = [finding, checkClock(now)];
    if (settings) {
      const database = await checkDatabase(settings, terminal);
      findings.push(database, checkDisk(settings), checkFiles(settings), await checkTls(settings, now));
      if (database.state === "ok")
        findings.push(await checkHub(settings, terminal.now), ...(await checkSync(settings, now)));
      findings.push(checkProxy(settings), await checkPublic(settings));
    }
    if (args.flag("json")) {
      // Scripts of earlier versions read `mend`, the former name of `fix`.
      const printed = findings.map(({ fix, ...finding }) => ({ ...finding, mend: fix, fix }));
      writeJson(terminal, printed);
    } else {
      for (const { check, state, found, fix } of findings) {
        terminal.out(`${state.padEnd(8)} ${check}: ${found}\n${fix ? `         → ${fix}\n` : ""}`);
      }
    }
    return findings.some(({ state }) => state === "fault") ? 1 : 0;
  },
};
