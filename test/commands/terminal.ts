import { runCommand } from "../candor.ts";

/** Runs a command on a database. */
export const candor = (database_url: string, argv: readonly string[], now = "2026-05-01T12:00:00Z") =>
  runCommand(argv, { DATABASE_URL: database_url }, now);
