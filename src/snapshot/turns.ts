import { setImmediate } from "node:timers/promises";

/** Work that may take long. It yields wherever other requests may run. */
export type Turns<T> = Generator<void, T, void>;

/** Work is interrupted after this time. Nearly all work is shorter and runs without a pause. */
const TURN_MS = 5;

/** Runs work to its end without a pause. */
export function finish<T>(work: Turns<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

async function continueLater<T>(work: Turns<T>): Promise<T> {
  for (;;) {
    await setImmediate();
    const until = performance.now() + TURN_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}

/** Runs work in turns, so that no request waits longer than one turn. Returns a value if the first turn was enough. */
export function inTurns<T>(work: Turns<T>): T | Promise<T> {
  const until = performance.now() + TURN_MS;
  do {
    const step = work.next();
    if (step.done) return step.value;
  } while (performance.now() < until);
  return continueLater(work);
}
