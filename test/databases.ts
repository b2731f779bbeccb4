import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresDatabase } from "./postgres.ts";

/** Both databases, for suites that hold for either: `describe.each(DATABASES)`. */
export const DATABASES: { dialect: string; newDatabase: () => Promise<string> }[] = [
  { dialect: "SQLite", newDatabase: async () => newSqliteDatabase() },
  { dialect: "PostgreSQL", newDatabase: openPostgresDatabase },
];

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "candor-test-"));
export const newSqliteDatabase = (): string => `sqlite:${join(newFolder(), "candor.db")}`;
