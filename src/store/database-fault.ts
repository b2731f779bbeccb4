import { OperatorError } from "../operator-error.ts";

/** `passing`: it may go by itself, so whoever serves tries again; the others need the operator. */
export type DatabaseFault = { what: string; passing: boolean };

const FAULTS: [pattern: RegExp, fault: DatabaseFault][] = [
  [/^SQLITE_FULL|^53100$/, { what: "the disk is full: free some space and try again", passing: true }],
  [/^SQLITE_READONLY/, { what: "the database may not be written: check who owns its file and folder", passing: true }],
  [/^SQLITE_(BUSY|LOCKED)/, { what: "another process holds the database: try again", passing: true }],
  [/^SQLITE_(CORRUPT|NOTADB)/, { what: "the database is damaged: restore the last backup", passing: false }],
  [/^SQLITE_IOERR/, { what: "the disk cannot be read or written: check it, and the system's log", passing: true }],
  [
    /^SQLITE_CANTOPEN/,
    { what: "the file cannot be opened: check that it and its folder can be written", passing: true },
  ],
  [/^ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)|^ECONN|^57P0|^08/, { what: "PostgreSQL is away", passing: true }],
];

/** SQLite's own code, Bun's for the connection, or the server's SQLSTATE. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, errno } = error as Error & { code?: unknown; errno?: unknown }; // drivers add them; checked here
  return [code, errno].filter((value) => typeof value === "string");
}

/** What is wrong with the database, in the operator's words; null when the error is of another kind. */
export function databaseFault(error: unknown): DatabaseFault | null {
  const codes = codesOf(error);
  return FAULTS.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? null;
}

/** The same error, or the one that tells the operator what to mend. */
export function asOperatorError(error: unknown): unknown {
  const fault = databaseFault(error);
  if (error instanceof OperatorError || !fault || !(error instanceof Error)) return error;
  return new OperatorError(`${fault.what} (${error.message})`, 1, { cause: error });
}
