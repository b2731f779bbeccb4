import { existsSync } from "node:fs";
import { OperatorError, usageError } from "../operator-error.ts";
import { copyDatabase } from "../store/backup.ts";
import type { Command } from "../terminal/command.ts";
import { lookAtStore } from "../terminal/with-store.ts";

export const command: Command = {
  usage: `Usage: candor backup FILE

Writes a consistent copy of the SQLite database to FILE, even while a server runs, and
checks both: a damaged database is not copied. candor restore FILE puts it back. Keep
candor.key with the copy: it decrypts the hub's secrets. For PostgreSQL, use pg_dump.

Examples:
  candor backup candor-2026-11-15.db
`,
  options: {},
  async run(args, terminal) {
    const [file, ...more] = args.positionals;
    if (!file || more.length > 0) throw usageError("name one file: candor backup candor-2026-11-15.db");
    if (existsSync(file)) throw new OperatorError(`${file} already exists: name another file`);
    await lookAtStore(terminal, async (store) => {
      if (store.dialect !== "sqlite") {
        throw new OperatorError("the database is PostgreSQL: use pg_dump --format=custom, and pg_restore to restore");
      }
      await copyDatabase(store, file);
    });
    terminal.out(`written to ${file}\n`);
    return 0;
  },
};
