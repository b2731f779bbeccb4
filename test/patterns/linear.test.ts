import { afterAll, expect, test } from "bun:test";
import { createRedactor } from "../../src/privacy/redact.ts";
import { LONG, RECORDS } from "../length.ts";
import { processorLimit } from "../machine.ts";
import { collectLiterals, collectMade, type Found, findCalls } from "./collect.ts";
import { findFault, LIMIT_MS, TRIES } from "./fault.ts";
import { readRecord, recordOf, triedIn, writeRecord } from "./tried.ts";

const redactor = createRedactor(null);

/** `npm test` tries the patterns that are new since the last record, `npm run test:long` all of them. */
const isTried = triedIn(readRecord());
const passed: RegExp[] = [];

function expectLinear(found: readonly Found[]): void {
  const untried = LONG && !RECORDS ? found : found.filter(({ regex }) => !isTried(regex));
  expect(untried.flatMap((pattern) => findFault(pattern) ?? [])).toEqual([]);
  passed.push(...found.map(({ regex }) => regex));
}

afterAll(() => {
  if (RECORDS) writeRecord(recordOf(passed));
});

test("a pattern is tried again when a letter or a flag of it changes, or how patterns are tried", () => {
  const record = recordOf([/ab+/, /c/u]);
  expect([/ab+/, /c/u, /ab/, /ab+/u, /c/].map(triedIn(record))).toEqual([true, true, false, false, false]);
  expect([/ab+/, /c/u].map(triedIn({ ...record, method: "other" }))).toEqual([false, false]);
});

test("every regular expression of the program is linear in its input", () => {
  const literals = collectLiterals();
  expect(literals.length).toBeGreaterThan(200);
  expectLinear(literals);
});

test("every regular expression that is put together is made when its module is loaded, and is linear too", async () => {
  const calls = findCalls();
  expect([...calls].filter(([, whileLoaded]) => !whileLoaded)).toEqual([]);
  const made = await collectMade();
  expect(new Set(made.map(({ place }) => place.split(/[:?]/)[0] ?? ""))).toEqual(new Set(calls.keys()));
  expectLinear(made);
});

test.each([
  ["a link that ends in brackets", `http://a${")".repeat(19_900)}`],
  ["a link with brackets in pairs", `http://a${"(".repeat(9_900)}${")".repeat(9_900)}`],
  ["a word before an at sign", `${"a".repeat(19_999)}@`],
  ["many at signs", "a@".repeat(10_000)],
  ["long words before at signs", `${"a".repeat(64)}@`.repeat(300)],
  ["many addresses", "a@b.co ".repeat(2_850)],
  ["many digits", "1 ".repeat(10_000)],
])("private passages in %s are found in linear time", (_, text) => {
  const costs = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    redactor.find(text);
    return process.cpuUsage(before).user / 1000;
  });
  expect(Math.min(...costs)).toBeLessThan(processorLimit(LIMIT_MS));
});
