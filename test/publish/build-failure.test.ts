import { expect, test } from "bun:test";
import { OperatorError } from "../../src/operator-error.ts";
import { describeFailure } from "../../src/publish/build-failure.ts";
import { NewerSchemaError } from "../../src/store/migrate.ts";

const coded = (code: string) => Object.assign(new Error("it broke"), { code });

test("a fault of the program is never called a damaged database", () => {
  const { error, passing, newer_schema } = describeFailure(new TypeError("undefined is not an object"));
  expect(error).toStartWith("the reviews were read but cannot be rendered (TypeError: undefined is not an object)");
  expect(error).toContain("not of the database");
  expect(error).not.toContain("backup");
  expect({ passing, newer_schema }).toEqual({ passing: false, newer_schema: false });
});

test.each([
  ["SQLITE_CORRUPT", "the database is damaged: restore the last backup (it broke)", false],
  ["SQLITE_BUSY", "another process has locked the database: try again (it broke)", true],
  ["ECONNREFUSED", "PostgreSQL cannot be reached: check that it is running (it broke)", true],
  [
    "53300",
    "PostgreSQL has too many clients: raise its max_connections, run fewer servers, or put pgbouncer between (it broke)",
    true,
  ],
])("%s is reported as what it is", (code, error, passing) => {
  expect(describeFailure(coded(code))).toEqual({ error, passing, newer_schema: false });
});

test("what the operator can fix keeps its words, and a newer schema is recognized", () => {
  expect(describeFailure(new OperatorError("aspects must be one of"))).toMatchObject({
    error: "aspects must be one of",
  });
  expect(describeFailure(new NewerSchemaError("newer"))).toEqual({
    error: "newer",
    passing: false,
    newer_schema: true,
  });
});
