import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgresDatabase } from "./postgres.ts";

/** Both databases, for suites that hold for each: `describe.each(DATABASES)`. `TEST_DATABASES=sqlite` leaves out PostgreSQL. */
export const DATABASES: { dialect: string; newDatabase: () => Promise<string> }[] = [
  { dialect: "SQLite", newDatabase: async () => newSqliteDatabase() },
  { dialect: "PostgreSQL", newDatabase: openPostgresDatabase },
].filter(({ dialect }) => process.env.TEST_DATABASES !== "sqlite" || dialect === "SQLite");

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "candor-test-"));
export const newSqliteDatabase = (): string => `sqlite:${join(newFolder(), "candor.db")}`;
