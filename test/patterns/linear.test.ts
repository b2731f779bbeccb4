import { expect, test } from "bun:test";
import { createRedactor } from "../../src/privacy/redact.ts";
import { processorLimit } from "../machine.ts";
import { buildAttacks } from "./attacks.ts";
import { collectLiterals, collectMade, type Found, findCalls } from "./collect.ts";

const redactor = createRedactor(null);
const LENGTH = 20_000;
const LIMIT_MS = 100;
/** An attack that costs less than this at a fifth of the length is linear or too cheap to matter. */
const SUSPECT_MS = 0.4;
/** Below this a measurement is mostly noise. */
const MEASURABLE_MS = 15;
const TRIES = 3;
/** In small steps: a pattern whose cost doubles with each character, or grows with its cube, is found before it takes minutes. */
const RAMP = [16, 18, 20, 22, 24, 26, 100, 600, 1200, 2400];

function cost(regex: RegExp, text: string): number {
  const before = process.cpuUsage();
  if (regex.global) for (const _ of text.matchAll(regex));
  else regex.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The best of several, because other work on the machine only adds. */
const bestCost = (regex: RegExp, text: string, tries: number): number =>
  Math.min(...Array.from({ length: tries }, () => cost(regex, text)));

function measureGrowth(regex: RegExp, attack: (length: number) => string, tries: number) {
  const half = bestCost(regex, attack(LENGTH / 2), tries);
  const limit = processorLimit(LIMIT_MS);
  // Quadratic or worse at half the length is enough to know; the whole might take minutes.
  const whole = half > limit ? half : bestCost(regex, attack(LENGTH), tries);
  return { half, whole, faulty: whole > limit || (whole > MEASURABLE_MS && whole > 2.5 * half) };
}

/** What is wrong with a pattern; null if its cost is linear. */
function findFault({ place, regex }: Found): string | null {
  for (const attack of buildAttacks(regex)) {
    const shown = () => `${place}\n  ${JSON.stringify(attack(60))}`;
    // Short ones first: an exponential pattern would never return from a long one.
    const isSlow = (text: string) => [1, 2, 3].every(() => cost(regex, text) > LIMIT_MS);
    const exponential = RAMP.find((length) => isSlow(attack(length)));
    if (exponential) return `${shown()}: over ${LIMIT_MS} ms at ${exponential} characters`;
    if (cost(regex, attack(LENGTH / 5)) < SUSPECT_MS) continue;
    const first = measureGrowth(regex, attack, 2);
    // Again and again: a machine that is busy for a moment looks like a pattern that is not linear. Not so far over.
    const isCertain = first.whole > 3 * processorLimit(LIMIT_MS);
    if (first.faulty && (isCertain || [1, 2, 3].every(() => measureGrowth(regex, attack, TRIES).faulty)))
      return `${shown()}: ${first.half} ms, then ${first.whole} ms`;
  }
  return null;
}

const faultsOf = (found: readonly Found[]): string[] => found.flatMap((pattern) => findFault(pattern) ?? []);

test("the attacks find patterns that are not linear", () => {
  const known = [/\s+$/, /(a+)+$/, /^(?:\w+\s?)*$/, /[a-z]+@/, /(?:x|\w)*y/, /^(.*?\d{4}|\d{4}\D.*?)\s*\s*$/u];
  expect(known.filter((regex) => findFault({ place: "", regex }) === null)).toEqual([]);
});

test("every regular expression of the program is linear in its input", () => {
  const literals = collectLiterals();
  expect(literals.length).toBeGreaterThan(200);
  expect(faultsOf(literals)).toEqual([]);
});

test("every regular expression that is put together is made when its module is loaded, and is linear too", async () => {
  const calls = findCalls();
  expect([...calls].filter(([, whileLoaded]) => !whileLoaded)).toEqual([]);
  const made = await collectMade();
  expect(new Set(made.map(({ place }) => place.split(/[:?]/)[0] ?? ""))).toEqual(new Set(calls.keys()));
  expect(faultsOf(made)).toEqual([]);
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
