import { expect, test } from "bun:test";
import { candor } from "../candor.ts";
import { newSqliteDatabase } from "../databases.ts";

test("settings lists a malformed value and then exits with 2 and its name, with and without --json", async () => {
  const env = { DATABASE_URL: newSqliteDatabase(), PORT: "eighty" };
  const text = await candor(env, "settings");
  expect(text.code).toBe(2);
  expect(text.out).toMatch(/^PORT +eighty {2}\[environment\]/m);
  expect(text.error).toBe('candor: setting PORT is "eighty": must be a whole number from 0 to 65535\n');
  const json = await candor(env, "settings", "--json");
  expect([json.code, json.error]).toEqual([2, text.error]);
  expect(JSON.parse(json.out)).toContainEqual(expect.objectContaining({ name: "PORT", value: "eighty" }));
});

test("settings names the database, and says that it does not exist yet", async () => {
  const env = { DATABASE_URL: newSqliteDatabase(), TRUST_PROXI: "1" };
  const { code, out, error } = await candor(env, "settings");
  expect(code).toBe(0);
  expect(out).toEndWith(
    `\nThe database here is ${env.DATABASE_URL.slice("sqlite:".length)} (DATABASE_URL: environment), which does not exist yet.\n`,
  );
  expect(error).toBe("candor: TRUST_PROXI (environment) is not a setting; did you mean TRUST_PROXY?\n");
});
