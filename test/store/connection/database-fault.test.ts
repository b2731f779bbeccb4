import { expect, test } from "bun:test";
import { OperatorError } from "../../../src/operator-error.ts";
import { asOperatorError, databaseFault } from "../../../src/store/connection/database-fault.ts";

const fault = (codes: { code?: unknown; errno?: unknown }) => databaseFault(Object.assign(new Error("x"), codes));

test("each code of a driver has its cause, and whether a server may wait for the fault to end", () => {
  const found = (code: string) => {
    const { what, passing } = fault({ code }) ?? {};
    return [what?.split(":")[0], passing];
  };
  for (const code of ["SQLITE_FULL", "53100"]) expect(found(code)).toEqual(["the disk is full", true]);
  for (const code of ["SQLITE_READONLY", "SQLITE_READONLY_DBMOVED"])
    expect(found(code)).toEqual(["the database cannot be written", true]);
  for (const code of ["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_LOCKED"])
    expect(found(code)).toEqual(["another process has locked the database", true]);
  for (const code of ["SQLITE_CORRUPT", "SQLITE_CORRUPT_INDEX", "SQLITE_NOTADB"])
    expect(found(code)).toEqual(["the database is damaged", false]);
  expect(found("CANDOR_FILE_CHANGED")).toEqual([
    "put the file back, or wait until the server has opened the new one",
    true,
  ]);
  expect(found("SQLITE_IOERR_SHORT_READ")).toEqual(["the disk cannot be read or written", true]);
  expect(found("SQLITE_CANTOPEN")).toEqual(["the file cannot be opened", true]);
  for (const code of ["42P05", "26000"])
    expect(found(code)).toEqual(["a pooler in transaction mode is in between", false]);
  expect(found("53300")).toEqual(["PostgreSQL has too many clients", true]);
  for (const code of ["ERR_POSTGRES_CONNECTION_CLOSED", "ERR_POSTGRES_IDLE_TIMEOUT", "ERR_POSTGRES_LIFETIME_TIMEOUT"])
    expect(found(code)).toEqual(["PostgreSQL cannot be reached", true]);
  for (const code of ["ECONNREFUSED", "57P01", "57P03", "08006"])
    expect(found(code)).toEqual(["PostgreSQL cannot be reached", true]);
});

test("the code may be in errno, as PostgreSQL's is; other errors are no fault of the database", () => {
  expect(fault({ code: "ERR_POSTGRES_SERVER_ERROR", errno: "53300" })?.what).toStartWith("PostgreSQL has too many");
  expect(fault({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" })).toBeNull();
  expect(fault({ code: "ERR_POSTGRES_SERVER_ERROR", errno: "23505" })).toBeNull();
  expect(fault({ errno: 5 })).toBeNull();
  expect(databaseFault({ code: "SQLITE_FULL" })).toBeNull();
});

test("the operator reads what to do and the driver's own words; any other error stays the same", () => {
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const told = asOperatorError(full);
  if (!(told instanceof OperatorError)) throw new Error("not for the operator");
  expect([told.message, told.exit_code, told.cause]).toEqual([
    "the disk is full: free some space and try again (database or disk is full)",
    1,
    full,
  ]);
  const known = Object.assign(new OperatorError("use another file"), { code: "SQLITE_FULL" });
  const other = new TypeError("x is undefined");
  for (const same of [known, other, "text"]) expect(asOperatorError(same)).toBe(same);
});
