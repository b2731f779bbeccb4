import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { applyErasures } from "../import/run/apply-erasures.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { type Restored, refuseNoBackup, restoreBackup } from "../owner/restore-backup.ts";
import { type BackupTest, testBackup } from "../owner/test-backup.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { beginHistory } from "../store/changes/change-log.ts";
import { refuseMemory, sqlitePath } from "../store/connection/open-store.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset/dataset.ts";
import { keyFingerprint, readIdentityKey } from "../store/erasure/identity-key.ts";
import { notePurge, purgeDeleted } from "../store/erasure/purge.ts";
import type { ReviewCounts } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import { type Arguments, askYes, type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { lookAtStore, withExistingStore } from "../terminal/with-store.ts";
import { isStoreMissing } from "../upkeep/database-label.ts";
import { chooseLedgers, findLedgers, keepLedger, requireLedger } from "../upkeep/erasure-ledger.ts";

const LEDGER_LINE = "candor restore --ledger candor-2026-11-15.erasures";
const PG_RESTORE = `pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" FILE`;
const POSTGRES = `the database is PostgreSQL: use ${PG_RESTORE}, and then ${LEDGER_LINE}`;

function report(terminal: Terminal, { restored, kept, erased }: Restored): void {
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

/** The first line says what is in the backup, the second what would be there after a restore. */
function reportTest(terminal: Terminal, { file, backup, erased, restored, now }: BackupTest): void {
  const held = ({ held }: ReviewCounts) => Object.values(held).reduce((sum, count) => sum + count, 0);
  const line = (reviews: ReviewCounts) => `${counted(reviews.published, "published review")}, ${held(reviews)} held`;
  terminal.out(`${file} can be restored\n`);
  terminal.out(`in it          ${line(backup.reviews)}, last changed ${backup.changed_at}\n`);
  terminal.out(`restored       ${line(restored)}${erased > 0 ? `; ${counted(erased, "review")} erased since` : ""}\n`);
  if (now) terminal.out(`the database   ${line(now.reviews)}, last changed ${now.changed_at}\n`);
}

/** Changes nothing. */
async function testFile(args: Arguments, terminal: Terminal, path: string, file: string): Promise<void> {
  const ledgers = await findLedgers(terminal, { path, file, given: args.text("ledger"), yes: true });
  const testing = { file, ledgers, now: terminal.now, notice: (line: string) => terminal.error(`candor: ${line}\n`) };
  const test = (store: Store | null) => testBackup(testing, store);
  const tested = isStoreMissing(terminal) ? await test(null) : await lookAtStore(terminal, test);
  if (args.flag("json")) writeJson(terminal, tested);
  else reportTest(terminal, tested);
}

async function restoreFile(args: Arguments, terminal: Terminal, path: string, file: string): Promise<void> {
  if (existsSync(file) && resolve(file) === resolve(path)) throw new OperatorError(`${file} is the database itself`);
  refuseNoBackup(file);
  const ledgers = await findLedgers(terminal, { path, file, given: args.text("ledger"), yes: args.flag("yes") });
  if (existsSync(path) && !args.flag("yes")) await confirm(terminal, path, file);
  const notice = (line: string) => terminal.error(`candor: ${line}\n`);
  const done = await restoreBackup({ path, file, ledgers, now: terminal.now, notice });
  await lookAtStore(terminal, (store) => keepLedger(terminal, store));
  if (args.flag("json")) writeJson(terminal, done);
  else report(terminal, done);
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
      // The ledger comes after pg_restore, which put an older state back.
      await beginHistory(tx, at);
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
       candor restore --test FILE [--ledger FILE] [--json]
       candor restore --ledger FILE [--json]

Puts a backup of the SQLite database back. Stop the server first. The backup is checked
before anything is changed, and what was there is kept beside it under another name.
Reviews that were erased since the backup are erased again, so that their words do not
come back: the database that is replaced knows them, and so do the ledgers beside it and
beside the backup (files ending in .erasures). On a new machine there is neither: name the
newest ledger with --ledger. --yes goes on without one, and does not ask.

--test restores FILE into a temporary place, checks it, says what is in it and what is in
the database, and changes nothing.

For PostgreSQL, use pg_restore, and then candor restore --ledger FILE, which erases again
what was erased since the dump.

Examples:
  candor restore --test candor-2026-11-15.db
  candor restore candor-2026-11-15.db --yes
  candor restore --ledger candor-2026-11-15.erasures
`,
  options: {
    test: { type: "boolean" },
    ledger: { type: "string" },
    yes: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(args, terminal) {
    const [file, ...more] = args.positionals;
    const ledger = args.text("ledger");
    const { DATABASE_URL } = parseSettings(terminal.env);
    refuseMemory(DATABASE_URL);
    const path = sqlitePath(DATABASE_URL);
    if (file !== undefined && path === null) throw new OperatorError(POSTGRES);
    if (more.length > 0 || (file === undefined && (ledger === null || args.flag("test"))))
      throw usageError(
        `name one ${path === null ? "ledger" : "backup"}: ${path === null ? LEDGER_LINE : "candor restore candor-2026-11-15.db --yes"}`,
      );
    if (file !== undefined && path !== null && args.flag("test")) await testFile(args, terminal, path, file);
    else if (file !== undefined && path !== null) await restoreFile(args, terminal, path, file);
    else if (ledger !== null) await applyLedger(args, terminal, ledger);
    return 0;
  },
};
