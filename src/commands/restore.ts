import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { applyErasures } from "../import/run/apply-erasures.ts";
import { messageOf, OperatorError, usageError } from "../operator-error.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { findDamage } from "../store/connection/check-database.ts";
import { openStore, sqlitePath } from "../store/connection/open-store.ts";
import { lockServer } from "../store/connection/server-lock.ts";
import { continueHistory, type Replaced, readReplaced } from "../store/dataset/continue-history.ts";
import { bumpDataset, commitTime, lockDataset, readDataset } from "../store/dataset/dataset.ts";
import { DemonstrationError, refuseChange } from "../store/dataset/demonstration-refusal.ts";
import { readKind } from "../store/dataset/kind.ts";
import { keyFingerprint, readIdentityKey } from "../store/erasure/identity-key.ts";
import { joinLedgers } from "../store/erasure/ledger.ts";
import { notePurge, purgeDeleted } from "../store/erasure/purge.ts";
import type { Store } from "../store/store.ts";
import { type Arguments, askYes, type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { lookAtStore, withExistingStore } from "../terminal/with-store.ts";
import { chooseLedgers, findLedgers, keepLedger, type NamedLedger, requireLedger } from "../upkeep/erasure-ledger.ts";

const HEADER = "SQLite format 3\0";
const SIDES = ["", "-wal", "-shm"];
const LEDGER_LINE = "candor restore --ledger candor-2026-11-15.erasures";
const PG_RESTORE = `pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE`;
const POSTGRES = `the database is PostgreSQL: use ${PG_RESTORE}, and then ${LEDGER_LINE}`;

const removeAll = (path: string): void => {
  for (const side of SIDES) rmSync(`${path}${side}`, { force: true });
};

/** SQLite's header (sqlite.org/fileformat2.html §1.3). A file without it is refused before anything is created. */
function isDatabase(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  const start = Buffer.alloc(HEADER.length);
  const opened = openSync(file, "r");
  try {
    readSync(opened, start, 0, HEADER.length, 0);
  } finally {
    closeSync(opened);
  }
  return start.toString("latin1") === HEADER;
}

/** What a restore must keep from the store that it replaces. Null if that is too damaged. */
async function lookAtReplaced(path: string): Promise<Replaced | null> {
  try {
    const store = await openStore(`sqlite:${path}`, { existing: true });
    try {
      if ((await readKind(store)) === "demonstration") throw refuseChange(`sqlite:${path}`);
      const replaced = await readReplaced(store, await readDataset(store));
      await purgeDeleted(store);
      return replaced;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DemonstrationError) throw error;
    return null; // this is often why a backup is restored: the caller says so
  }
}

/** Makes the backup the next version of the store that it replaces, without what was erased. */
function changeCopy(store: Store, replaced: Replaced | null, ledgers: readonly NamedLedger[], now: Date) {
  return store.transaction(async (tx) => {
    const locked = await lockDataset(tx, store.dialect);
    const before = replaced?.dataset ?? locked;
    const changed_at = before.changed_at > locked.changed_at ? before.changed_at : locked.changed_at;
    const at = commitTime({ ...locked, changed_at }, now);
    const own_key = await readIdentityKey(tx);
    const key = own_key ?? replaced?.key ?? null;
    const ledger = joinLedgers([
      ...(replaced ? [replaced.ledger] : []),
      ...chooseLedgers(ledgers, key === null ? null : keyFingerprint(key)),
    ]);
    const erased = await applyErasures(tx, ledger, { at, made_with: replaced?.key ?? null });
    const version = Math.max(before.version, locked.version);
    await notePurge(tx, at);
    await continueHistory(tx, store.dialect, {
      version,
      held: replaced?.held ?? [],
      withheld: replaced?.withheld ?? [],
      at,
    });
    return erased;
  });
}

/** Makes a checked copy of the backup, with the erasures of the replaced store and of the ledgers. */
async function prepareCopy(file: string, copy: string, terminal: Terminal, change: (store: Store) => Promise<number>) {
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  try {
    const notice = (line: string) => terminal.error(`candor: ${line}\n`);
    const store = await openStore(`sqlite:${copy}`, { existing: true, now: terminal.now, notice });
    try {
      const [damage] = await findDamage(store);
      if (damage !== undefined) throw new OperatorError(damage);
      if ((await readKind(store)) === "demonstration")
        throw new OperatorError("it is a demonstration, with made-up reviews");
      const erased = await change(store);
      await purgeDeleted(store);
      const { version } = await readDataset(store);
      return { erased, version };
    } finally {
      await store.close();
    }
  } catch (error) {
    throw new OperatorError(`${file} is not a backup to restore, and nothing was changed (${messageOf(error)})`);
  }
}

/** The existing database is kept under another name. The copy gets its owner and mode. */
function exchange(path: string, copy: string, now: Date): string | null {
  if (!existsSync(path)) {
    chmodSync(copy, 0o600);
    removeAll(path); // a log without a database
    renameSync(copy, path);
    return null;
  }
  const { uid, gid, mode } = statSync(path);
  chmodSync(copy, mode & 0o777);
  if (process.getuid?.() === 0) chownSync(copy, uid, gid);
  const kept = `${path}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  if (existsSync(kept)) throw new OperatorError(`${kept} already exists: try again`);
  for (const side of SIDES) if (existsSync(`${path}${side}`)) renameSync(`${path}${side}`, `${kept}${side}`);
  renameSync(copy, path);
  return kept;
}

type Asked = { path: string; file: string; ledgers: NamedLedger[] };

async function restore({ path, file, ledgers }: Asked, terminal: Terminal) {
  const now = terminal.now();
  const copy = `${path}.restoring`;
  const existed = existsSync(path);
  const replaced = existed ? await lookAtReplaced(path) : null;
  try {
    removeAll(copy);
    const change = (store: Store) => changeCopy(store, replaced, ledgers, now);
    const { erased, version } = await prepareCopy(file, copy, terminal, change);
    const kept = exchange(path, copy, now);
    const unknown = existed && replaced === null && ledgers.every(({ found }) => found === "backup");
    return { restored: file, kept, version, erased: unknown ? null : erased };
  } finally {
    removeAll(copy);
  }
}

function report(terminal: Terminal, { restored, kept, erased }: Awaited<ReturnType<typeof restore>>): void {
  terminal.out(`${restored} is restored\n`);
  if (kept) terminal.out(`what was there is kept in ${kept}\n`);
  if (erased) terminal.out(`${counted(erased, "review")} of the backup had been erased since: erased again\n`);
  if (erased === null) {
    terminal.error("candor: what was there is too damaged to read: erase again what was erased since the backup\n");
  }
}

/** On a terminal the operator confirms. Elsewhere --yes is needed. */
async function confirm(terminal: Terminal, path: string, file: string): Promise<void> {
  if (!terminal.ask) throw usageError(`this replaces ${path} by ${file}: run it again with --yes`);
  if (!(await askYes(terminal.ask, `Replace ${path} by ${file}?`))) throw new OperatorError("nothing was changed");
}

async function restoreFile(args: Arguments, terminal: Terminal, path: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new OperatorError(`${file} does not exist`);
  if (resolve(file) === resolve(path)) throw new OperatorError(`${file} is the database itself`);
  if (!isDatabase(file)) throw new OperatorError(`${file} is not a database: nothing was changed`);
  const ledgers = await findLedgers(terminal, { path, file, given: args.text("ledger"), yes: args.flag("yes") });
  if (existsSync(path) && !args.flag("yes")) await confirm(terminal, path, file);
  mkdirSync(dirname(path), { recursive: true });
  const lock = lockServer(parseSettings(terminal.env).DATABASE_URL);
  try {
    const done = await restore({ path, file, ledgers }, terminal);
    await lookAtStore(terminal, (store) => keepLedger(terminal, store));
    if (args.flag("json")) writeJson(terminal, done);
    else report(terminal, done);
  } finally {
    lock.release();
    if (!existsSync(path)) rmSync(`${path}.lock`, { force: true }); // refused, and there was no database before
  }
}

/** After pg_restore: erases again what the ledger lists. */
async function applyLedger(args: Arguments, terminal: Terminal, file: string): Promise<void> {
  const ledger = requireLedger(file);
  await withExistingStore(terminal, async (store) => {
    const erased = await store.transaction(async (tx) => {
      const at = commitTime(await lockDataset(tx, store.dialect), terminal.now());
      const key = await readIdentityKey(tx);
      const [chosen] = chooseLedgers([{ file, ledger, found: "given" }], key === null ? null : keyFingerprint(key));
      const count = await applyErasures(tx, chosen ?? ledger, { at, made_with: null });
      await notePurge(tx, at);
      await bumpDataset(tx, store.dialect, at);
      return count;
    });
    await purgeDeleted(store);
    await keepLedger(terminal, store);
    if (args.flag("json")) writeJson(terminal, { ledger: file, erased });
    else terminal.out(`${counted(erased, "review")} erased again, as ${file} says\n`);
  });
}

export const restoreCommand: Command = {
  usage: `Usage: candor restore FILE [--ledger FILE] [--yes] [--json]
       candor restore --ledger FILE [--json]

Puts a backup of the SQLite database back. Stop the server first. The backup is checked
before anything is changed, and what was there is kept beside it under another name.
Reviews that were erased since the backup are erased again, so that their words do not
come back: the database that is replaced knows them, and so do the ledgers beside it and
beside the backup (files ending in .erasures). On a new machine there is neither: name the
newest ledger with --ledger. --yes goes on without one, and does not ask.

For PostgreSQL, use pg_restore, and then candor restore --ledger FILE, which erases again
what was erased since the dump.

Examples:
  candor restore candor-2026-11-15.db --yes
  candor restore --ledger candor-2026-11-15.erasures
`,
  options: { ledger: { type: "string" }, yes: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const [file, ...more] = args.positionals;
    const ledger = args.text("ledger");
    const path = sqlitePath(parseSettings(terminal.env).DATABASE_URL);
    if (file !== undefined && path === null) throw new OperatorError(POSTGRES);
    if (more.length > 0 || (file === undefined && ledger === null))
      throw usageError(
        `name one ${path === null ? "ledger" : "backup"}: ${path === null ? LEDGER_LINE : "candor restore candor-2026-11-15.db --yes"}`,
      );
    if (file !== undefined && path !== null) await restoreFile(args, terminal, path, file);
    else if (ledger !== null) await applyLedger(args, terminal, ledger);
    return 0;
  },
};
