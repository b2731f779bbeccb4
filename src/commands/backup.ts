import { existsSync } from "node:fs";
import { OperatorError, usageError } from "../operator-error.ts";
import { copyDatabase } from "../store/backup.ts";
import type { Command } from "../terminal/command.ts";
import { withStore } from "../terminal/with-store.ts";

export const command: Command = {
  usage: `Usage: candor backup FILE

Writes a consistent copy of the SQLite database to FILE, also while a server runs.
To restore: stop the server, put the copy in the place DATABASE_URL names, remove
the files ending in -wal and -shm beside it, start the server. Keep candor.key with
the copy: it opens the hub's secrets. PostgreSQL is backed up with pg_dump.
`,
  options: {},
  async run(args, terminal) {
    const [file, ...more] = args.positionals;
    if (!file || more.length > 0) throw usageError("name one file: candor backup candor-2026-11-15.db");
    if (existsSync(file)) throw new OperatorError(`${file} exists already: name another file`);
    await withStore(terminal, async (store) => {
      if (store.dialect !== "sqlite") {
        throw new OperatorError("the database is PostgreSQL: use pg_dump --format=custom, and pg_restore to restore");
      }
      await copyDatabase(store, file);
    });
    terminal.out(`written to ${file}\n`);
    return 0;
  },
};
