import { OperatorError } from "../../operator-error.ts";

/** `passing`: the fault may end without help, so a server tries again. Any other fault needs the operator. */
export type DatabaseFault = { what: string; passing: boolean };

const FAULTS: [pattern: RegExp, fault: DatabaseFault][] = [
  [
    /^SQLITE_FULL|^53100$|^ENOSPC$|^EDQUOT$/,
    { what: "the disk is full: free some space and try again", passing: true },
  ],
  [
    /^SQLITE_READONLY|^EROFS$/,
    { what: "the database cannot be written: check who owns its file and folder", passing: true },
  ],
  [
    /^EFBIG$/,
    { what: "no file may become that large here: raise the limit (ulimit -f) and try again", passing: false },
  ],
  [/^SQLITE_(BUSY|LOCKED)/, { what: "another process has locked the database: try again", passing: true }],
  [/^SQLITE_(CORRUPT|NOTADB)/, { what: "the database is damaged: restore the last backup", passing: false }],
  [
    /^CANDOR_FILE_CHANGED$/,
    { what: "put the file back, or wait until the server has opened the new one", passing: true },
  ],
  [
    /^CANDOR_FILE_MOVED$/,
    { what: "another file took the place of the database, and nothing was changed: run this again", passing: true },
  ],
  [/^SQLITE_IOERR/, { what: "the disk cannot be read or written: check the disk and the system log", passing: true }],
  [
    /^SQLITE_CANTOPEN/,
    { what: "the file cannot be opened: check that it and its folder can be written", passing: true },
  ],
  [
    /^42P05$|^26000$/,
    {
      what: "a pooler in transaction mode is in between: use pgbouncer 1.21 or newer with max_prepared_statements, or pool_mode=session, or connect to PostgreSQL itself",
      passing: false,
    },
  ],
  [
    /^53300$/,
    {
      what: "PostgreSQL has too many clients: raise its max_connections, run fewer servers, or put pgbouncer between",
      passing: true,
    },
  ],
  [
    /^ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME)|^ECONN|^57P0|^08/,
    { what: "PostgreSQL cannot be reached: check that it is running", passing: true },
  ],
];

/** SQLite's code, Bun's code for the connection, or PostgreSQL's SQLSTATE. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code, errno } = error as Error & { code?: unknown; errno?: unknown }; // drivers add them; checked here
  return [code, errno].filter((value) => typeof value === "string");
}

/** What is wrong with the database and what to do about it; null for any other kind of error. */
export function databaseFault(error: unknown): DatabaseFault | null {
  const codes = codesOf(error);
  return FAULTS.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? null;
}

/** Another process holds the lock of a SQLite file, however the error was told. */
export const isLocked = (error: unknown): boolean =>
  [error, error instanceof Error ? error.cause : null].some((one) =>
    codesOf(one).some((code) => /^SQLITE_(BUSY|LOCKED)/.test(code)),
  );

/** Returns the error itself. A database fault becomes an error that tells the operator what to fix. */
export function asOperatorError(error: unknown): unknown {
  const fault = databaseFault(error);
  if (error instanceof OperatorError || !fault || !(error instanceof Error)) return error;
  return new OperatorError(`${fault.what} (${error.message})`, 1, { cause: error });
}
