import { usageError } from "../operator-error.ts";
import { parseSettings } from "../settings.ts";
import { writeLedger } from "../store/erasure/ledger.ts";
import type { Command } from "../terminal/command.ts";
import { lookAtStore } from "../terminal/with-store.ts";
import { ledgerPath, readFullLedger } from "../upkeep/erasure-ledger.ts";
import { backUp, refuseExisting } from "../upkeep/make-backup.ts";

export const backupCommand: Command = {
  usage: `Usage: candor backup FILE
       candor backup --ledger FILE

Writes a consistent copy of the SQLite database to FILE, even while a server runs, and
checks both: a damaged database is not copied. candor restore FILE puts it back. Keep
candor.key with the copy: it decrypts the hub's secrets. Beside it, FILE.erasures is the
ledger of erasures: hashes of what was erased, so that no older backup brings it back.
--ledger writes the ledger alone, also for PostgreSQL, where pg_dump makes the backup.

Examples:
  candor backup candor-2026-11-15.db
  candor backup --ledger candor-2026-11-15.erasures
`,
  options: { ledger: { type: "string" } },
  async run(args, terminal) {
    const [file, ...more] = args.positionals;
    const ledger = args.text("ledger");
    if ((file === undefined) === (ledger === null) || more.length > 0)
      throw usageError("name one file: candor backup candor-2026-11-15.db");
    const target = file ?? ledger ?? "";
    refuseExisting(target);
    await lookAtStore(terminal, async (store) => {
      if (file !== undefined) return backUp(store, file, ledgerPath(parseSettings(terminal.env)));
      writeLedger(target, await readFullLedger(store, ledgerPath(parseSettings(terminal.env))));
    });
    terminal.out(`written to ${target}\n`);
    return 0;
  },
};
