import { Database, type Statement } from "bun:sqlite";
import type { Value } from "../store.ts";
import { createPrivateFile } from "./private-file.ts";

export type SqliteOptions = { busy_timeout_ms: number; readonly?: boolean; existing?: boolean };

/** One synchronous SQLite connection that accepts $1-style parameters. */
export function openConnection(path: string, options: SqliteOptions) {
  if (!options.readonly && !options.existing && path !== ":memory:") createPrivateFile(path);
  const mode = options.readonly ? { readonly: true } : { create: !options.existing, readwrite: true };
  const db = new Database(path, mode);
  try {
    db.run(`PRAGMA busy_timeout = ${options.busy_timeout_ms}`);
    if (!options.readonly) db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = FULL"); // a hub's 202 and an import's report must survive a power failure
    db.run("PRAGMA foreign_keys = ON");
    db.run("PRAGMA secure_delete = ON"); // erased text must not stay in free pages
  } catch (error) {
    db.close(); // or the files beside a damaged database stay
    throw error;
  }
  const statements = new Map<string, Statement<unknown, Value[]>>();

  return {
    execute(sql: string, values: readonly Value[]): unknown[] {
      let statement = statements.get(sql);
      if (!statement) {
        // SQLite numbers $1 by where it first appears, and ?1 by its number.
        statement = db.prepare<unknown, Value[]>(sql.replace(/\$(\d+)/g, "?$1"));
        // Bulk statements have one text per row count; caching them all would hold too much memory.
        if (sql.length < 4000) statements.set(sql, statement);
      }
      const rows = statement.all(...values);
      if (!statements.has(sql)) statement.finalize();
      return rows;
    },
    close(): void {
      for (const statement of statements.values()) statement.finalize();
      db.close();
    },
  };
}
