import { availableParallelism, loadavg } from "node:os";

/** No test waits longer for something that must happen. */
export const FAR_MS = 120_000;
/** A machine that other programs share may stand still for so long at any moment. */
export const STALL_MS = 4000;

/** More work waits than there are cores. */
const isBusy = (): boolean => (loadavg()[0] ?? 0) > availableParallelism();

/** About what the loop below takes where the limits of the tests were measured; beside other work it takes 15 to 19 there. */
const REFERENCE_MS = 12;

/** Processor time of a fixed piece of work; the best of several, because other work only adds. */
function fixedWorkMs(): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    let state = 1;
    for (let step = 0; step < 5_000_000; step += 1) state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + step;
    const { user, system } = process.cpuUsage(before);
    return state === 0 ? 0 : (user + system) / 1000;
  });
  return Math.min(...costs);
}

let slowness: number | undefined;

/**
 * The processor time that this machine may take for what took `limit_ms` where it was measured. Beside other work on the
 * same core a thread needs twice the processor time: 25 ms alone were 54 ms (measured).
 */
export function processorLimit(limit_ms: number): number {
  slowness ??= Math.max(1, fixedWorkMs() / REFERENCE_MS);
  return limit_ms * slowness * (isBusy() ? 2 : 1);
}
