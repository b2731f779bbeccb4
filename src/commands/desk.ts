import { dirname, join } from "node:path";
import { findRunningDesk, type RunningDesk, startDesk } from "../desk/start-desk.ts";
import { createLog } from "../log.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { createDeskLink } from "../owner/desk-access.ts";
import { listPeople } from "../owner/desk-members.ts";
import type { OwnerDeps } from "../owner/owner-deps.ts";
import { parseSettings, syncSecrets } from "../settings.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { hasScreen, removeBrowserLink, showInBrowser } from "../terminal/browser-link.ts";
import type { Arguments, Command, Terminal } from "../terminal/command.ts";
import { ownCommand, startPublicServer } from "../terminal/public-server.ts";
import { writeShortcut } from "../terminal/shortcut.ts";
import { tellLogLine } from "../terminal/told-log.ts";
import { untilStopped } from "../terminal/until-stopped.ts";
import { withExistingStore, withServedStore } from "../terminal/with-store.ts";
import { keepLedger as keepErased } from "../upkeep/erasure-ledger.ts";
import { withDemoDesk } from "./desk-demo.ts";
import { runDeskPeople } from "./who-signs-in.ts";

const HOUR_MS = 3_600_000;
const DEFAULT_IDLE = "8h";
const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: HOUR_MS };
const IDLE_CHECK_MS = 1000;

/** "8h", "30m", "90s"; 0 never ends the desk. */
function parseIdle(given: string): number | null {
  if (given === "0") return null;
  const [, count, unit] = /^([1-9]\d{0,5})([smh])$/.exec(given) ?? [];
  if (count === undefined || unit === undefined)
    throw usageError(`--idle ${given} is not a time: use 8h, 30m, 90s, or 0 for never`);
  return Number(count) * (UNITS_MS[unit] ?? 0);
}

/** Files of the desk: beside the database, or in STATE_FOLDER with PostgreSQL. */
function deskFolder(terminal: Terminal): string {
  const { DATABASE_URL, STATE_FOLDER } = parseSettings(terminal.env);
  const path = sqlitePath(DATABASE_URL);
  return join(path === null ? STATE_FOLDER : dirname(path), "desk");
}

/** On this machine a link opens the desk. Under a name of its own, people sign in there. */
const linkAt = async (deps: OwnerDeps, origin: string): Promise<string> =>
  `${origin}/open?token=${await createDeskLink(deps)}`;

/** Prints the link, and shows it in the browser if there is a screen. Returns what removes the file for the browser. */
async function handOut(terminal: Terminal, args: Arguments, deps: OwnerDeps, at: { origin: string; ends: string }) {
  const { DESK_URL } = parseSettings(terminal.env);
  if (DESK_URL !== null) {
    const nobody = (await listPeople(deps)).every(({ passkeys }) => passkeys === 0);
    const first = nobody ? "Nobody can sign in yet: candor desk invite NAME --role manager\n" : "";
    terminal.out(`The desk: ${DESK_URL}\n${first}${at.ends}\n`);
    return () => {};
  }
  const link = await linkAt(deps, at.origin);
  terminal.out(`Open the desk: ${link}  ${at.ends}\n`);
  if (args.flag("no-open") || !hasScreen(terminal)) return () => {};
  return showInBrowser(link, deskFolder(terminal));
}

/** Resolves when the desk is stopped, or when nobody used it for so long. */
async function untilEnd(stopped: Promise<string>, idle_ms: number | null, lastUse: () => number): Promise<void> {
  const { promise: idle, resolve } = Promise.withResolvers<void>();
  const timer = setInterval(() => {
    if (idle_ms !== null && performance.now() - lastUse() > idle_ms) resolve();
  }, IDLE_CHECK_MS);
  await Promise.race([idle, stopped]);
  clearInterval(timer);
}

async function serveDesk(args: Arguments, terminal: Terminal, deps: OwnerDeps): Promise<number> {
  const demonstration = args.flag("demo");
  const settings = parseSettings(terminal.env);
  const idle_ms = parseIdle(args.text("idle") ?? DEFAULT_IDLE);
  let last_use = performance.now();
  const used = () => {
    last_use = performance.now();
  };
  const tell = (line: string) => terminal.error(tellLogLine(line) ?? "");
  const log = terminal.interactive ? createLog(settings.LOG_LEVEL, tell) : createLog(settings.LOG_LEVEL);
  const keepLedger = () => keepErased(terminal, deps.store);
  const { env } = terminal;
  const keepErasures = (store: OwnerDeps["store"]) => keepErased(terminal, store);
  const upkeep = { ...deps, settings, secrets: syncSecrets(env), env, keepErasures };
  const folder = join(deskFolder(terminal), "uploads");
  const started = await startDesk({ deps, settings, log, folder, keepLedger, upkeep, used, demonstration });
  if ("other_origin" in started) {
    const ends = "The desk of this database already runs.";
    await handOut(terminal, args, deps, { origin: started.other_origin, ends });
    return 0;
  }
  removeBrowserLink(deskFolder(terminal));
  const stops: (RunningDesk["stop"] | (() => void))[] = [started.stop];
  try {
    const unserved = () => terminal.error("candor: the public pages are not served; the desk goes on without them\n");
    const options = demonstration ? ["--demo"] : [];
    const server = args.flag("no-serve") ? null : await startPublicServer(terminal, unserved, options);
    if (server) stops.push(() => server.stop());
    const { received } = untilStopped(env); // before anybody reads that Ctrl-C stops it
    stops.push(await handOut(terminal, args, deps, { origin: started.origin, ends: "Stop with Ctrl-C." }));
    await untilEnd(received, idle_ms, () => last_use);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return 0;
}

/** Prints a new link for the desk that runs. */
async function printLink(terminal: Terminal): Promise<number> {
  const { DESK_URL } = parseSettings(terminal.env);
  if (DESK_URL !== null)
    throw new OperatorError(`people sign in at ${DESK_URL}: candor desk invite NAME --role manager lets somebody in`);
  return withExistingStore(terminal, async (store) => {
    const deps = { store, now: terminal.now };
    const found = await findRunningDesk(deps);
    if (!("other_origin" in found)) throw new OperatorError("no desk of this database runs: candor desk starts one");
    terminal.out(`Open the desk: ${await linkAt(deps, found.other_origin)}\n`);
    return 0;
  });
}

export const deskCommand: Command = {
  usage: `Usage: candor desk [--demo] [--no-open] [--no-serve] [--idle TIME]
       candor desk --shortcut
       candor desk link
       candor desk invite NAME --role manager|staff
       candor desk people
       candor desk remove NAME

Starts the desk: pages for the owner, in a browser on this machine. It prints a link that
opens it once, within ten minutes, and opens the browser if this machine has a screen. If
no server shows this database yet, the public pages are served, too, until the desk ends.
If the desk of this database already runs, it prints a link to that one.

With DESK_URL the desk has an address of its own behind a reverse proxy, and people sign in
there with passkeys. Staff look, import and decide; managers do everything.

  link         print a new link for the desk that runs on this machine
  invite NAME  print a link by which a person makes a passkey, once within 24 hours
  people       list who may sign in
  remove NAME  end what lets a person in, at once
  --role ROLE  manager or staff, for invite
  --demo       open a copy of the demonstration, to try everything. Nothing of it is public,
               and it is deleted when the desk ends
  --shortcut   put an icon that opens the desk of this folder on the desktop or in the menu
  --no-open    do not open the browser
  --no-serve   do not serve the public pages
  --idle TIME  end after so long without a request: 8h (the default), 30m, 90s; 0 for never

DESK_HOST and DESK_PORT choose the address. It ends with Ctrl-C.

Examples:
  candor desk --no-open --no-serve --idle 1s
  DESK_URL=https://desk.example.com candor desk invite "Ana Ruiz" --role staff
`,
  options: {
    demo: { type: "boolean" },
    shortcut: { type: "boolean" },
    "no-open": { type: "boolean" },
    "no-serve": { type: "boolean" },
    idle: { type: "string" },
    role: { type: "string" },
  },
  async run(args, terminal) {
    const [action, ...more] = args.positionals;
    if (action === "link" && more.length === 0) return printLink(terminal);
    const done = runDeskPeople(args, terminal);
    if (done) return done;
    if (action !== undefined) throw usageError(`desk takes no ${action}: candor desk --help lists what it takes`);
    if (args.flag("shortcut")) {
      const { platform } = process;
      const path = writeShortcut(terminal, { command: ownCommand(), folder: process.cwd(), platform });
      terminal.out(`${path} opens the desk of this folder\n`);
      return 0;
    }
    if (args.flag("demo"))
      return withDemoDesk(terminal, (own, store) => serveDesk(args, own, { store, now: terminal.now }));
    return withServedStore(terminal, (store) => serveDesk(args, terminal, { store, now: terminal.now }));
  },
};
