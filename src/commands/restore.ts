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
import { OperatorError, usageError } from "../operator-error.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { findDamage } from "../store/check-database.ts";
import { readDataset } from "../store/dataset.ts";
import { DemonstrationError, refuseChange } from "../store/demonstration-refusal.ts";
import { readKind } from "../store/kind.ts";
import { openStore, sqlitePath } from "../store/open.ts";
import { purgeDeleted } from "../store/purge.ts";
import { continueHistory, type Erasures, readErasures } from "../store/restore.ts";
import { lockServer } from "../store/server-lock.ts";
import { type Command, type Terminal, writeJson } from "../terminal/command.ts";

const HEADER = "SQLite format 3\0";
const SIDES = ["", "-wal", "-shm"];
const POSTGRES =
  'the database is PostgreSQL: use pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE, and erase again what was erased since the backup';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
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

/** What was erased in the store that is replaced; null if it is too damaged to say. */
async function readReplaced(path: string): Promise<Erasures | null> {
  try {
    const store = await openStore(`sqlite:${path}`, { existing: true });
    try {
      if ((await readKind(store)) === "demonstration") throw refuseChange(`sqlite:${path}`);
      const erasures = await readErasures(store, await readDataset(store));
      await purgeDeleted(store);
      return erasures;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DemonstrationError) throw error;
    return null; // often why a backup is restored: the caller says so
  }
}

/** A copy of the backup, checked, with the erasures of the store that it replaces. */
async function prepareCopy(file: string, copy: string, replaced: Erasures | null, now: Date) {
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  try {
    const store = await openStore(`sqlite:${copy}`, { existing: true });
    try {
      const [damage] = await findDamage(store);
      if (damage !== undefined) throw new OperatorError(damage);
      if ((await readKind(store)) === "demonstration")
        throw new OperatorError("it is a demonstration, with made-up reviews");
      const erased = await continueHistory(store, replaced, now);
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

/** What is there keeps its data under another name. The copy gets its owner and mode. */
function exchange(path: string, copy: string, now: Date): string | null {
  if (!existsSync(path)) {
    chmodSync(copy, 0o600);
    removeAll(path); // a log without its database
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

async function restore(path: string, file: string, now: Date) {
  const copy = `${path}.restoring`;
  const existed = existsSync(path);
  const replaced = existed ? await readReplaced(path) : null;
  try {
    removeAll(copy);
    const { erased, version } = await prepareCopy(file, copy, replaced, now);
    const kept = exchange(path, copy, now);
    return { restored: file, kept, version, erased: existed && replaced === null ? null : erased };
  } finally {
    removeAll(copy);
  }
}

function report(terminal: Terminal, { restored, kept, erased }: Awaited<ReturnType<typeof restore>>): void {
  terminal.out(`${restored} is restored\n`);
  if (kept) terminal.out(`what was there is kept in ${kept}\n`);
  if (erased) terminal.out(`${counted(erased, "review")} of the backup had been erased since, and are erased again\n`);
  if (erased === null) {
    terminal.error("candor: what was there is too damaged to read: erase again what was erased since the backup\n");
  }
}

export const command: Command = {
  usage: `Usage: candor restore FILE --yes [--json]

Puts a backup of the SQLite database back. Stop the server first. The backup is checked
before anything is changed, and what was there is kept beside it under another name.
Reviews that were erased since the backup are erased again, so that their words do not
come back. For PostgreSQL, use pg_restore.

Examples:
  candor restore candor-2026-11-15.db --yes
`,
  options: { yes: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const [file, ...more] = args.positionals;
    const { DATABASE_URL } = parseSettings(terminal.env);
    const path = sqlitePath(DATABASE_URL);
    if (path === null) throw new OperatorError(POSTGRES);
    if (!file || more.length > 0) throw usageError("name one backup: candor restore candor-2026-11-15.db --yes");
    if (!args.flag("yes")) throw usageError(`this replaces ${path} by ${file}: run it again with --yes`);
    if (!existsSync(file)) throw new OperatorError(`${file} does not exist`);
    if (resolve(file) === resolve(path)) throw new OperatorError(`${file} is the database itself`);
    if (!isDatabase(file)) throw new OperatorError(`${file} is not a database: nothing was changed`);
    mkdirSync(dirname(path), { recursive: true });
    const lock = lockServer(DATABASE_URL);
    try {
      const done = await restore(path, file, terminal.now());
      if (args.flag("json")) writeJson(terminal, done);
      else report(terminal, done);
      return 0;
    } finally {
      lock.release();
    }
  },
};
