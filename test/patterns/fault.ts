import { processorLimit } from "../machine.ts";
import { buildAttacks } from "./attacks.ts";
import type { Found } from "./collect.ts";

const LENGTH = 20_000;
export const LIMIT_MS = 100;
/** An attack that costs less than this at a fifth of the length is linear or too cheap to matter. */
const SUSPECT_MS = 0.4;
/** Below this a measurement is mostly noise. */
const MEASURABLE_MS = 15;
export const TRIES = 3;
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
export function findFault({ place, regex }: Found): string | null {
  for (const attack of buildAttacks(regex)) {
    const shown = () => `${place}\n  ${JSON.stringify(attack(60))}`;
    // Short ones first: an exponential pattern would never return from a long one.
    const isSlow = (text: string) => [1, 2, 3].every(() => cost(regex, text) > LIMIT_MS);
    const exponential = RAMP.find((length) => isSlow(attack(length)));
    if (exponential) return `${shown()}: over ${LIMIT_MS} ms at ${exponential} characters`;
    if (cost(regex, attack(LENGTH / 5)) < SUSPECT_MS) continue;
    if (cost(regex, attack(LENGTH)) < MEASURABLE_MS) continue;
    const first = measureGrowth(regex, attack, 2);
    // Again and again: a machine that is busy for a moment looks like a pattern that is not linear. Not so far over.
    const isCertain = first.whole > 3 * processorLimit(LIMIT_MS);
    if (first.faulty && (isCertain || [1, 2, 3].every(() => measureGrowth(regex, attack, TRIES).faulty)))
      return `${shown()}: ${first.half} ms, then ${first.whole} ms`;
  }
  return null;
}
