import { setImmediate } from "node:timers/promises";

/** Work that may take long. It yields where other requests may have their turn. */
export type Turns<T> = Generator<void, T, void>;

/** Work is interrupted after this time. Shorter work, which is nearly all, is done at once. */
const TURN_MS = 5;

/** Runs work to its end at once. */
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

/** Runs work in turns: no request waits longer than one of them. A value if the first turn was enough. */
export function inTurns<T>(work: Turns<T>): T | Promise<T> {
  const until = performance.now() + TURN_MS;
  do {
    const step = work.next();
    if (step.done) return step.value;
  } while (performance.now() < until);
  return continueLater(work);
}
