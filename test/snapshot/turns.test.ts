import { expect, test } from "bun:test";
import { finish, inTurns, type Turns } from "../../src/snapshot/turns.ts";
import { endOf } from "../end-of.ts";

function* spin(steps: number, step_ms: number): Turns<string> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + step_ms;
    while (performance.now() < until);
    yield;
  }
  return "done";
}

test("short work is done at once, and so is any work that is finished", () => {
  // A busy machine may stop the test for longer than a turn, but not every time.
  const answers = Array.from({ length: 50 }, () => inTurns(spin(2, 0)));
  expect(answers).toContain("done");
  expect(finish(spin(20, 1))).toBe("done");
});

test("long work lets others have their turn about every 5 ms", async () => {
  let turns = 0;
  let working = true;
  const others = () => {
    turns++;
    if (working) setImmediate(others);
  };
  const work = inTurns(spin(100, 1));
  expect(work).toBeInstanceOf(Promise);
  setImmediate(others);
  expect(await work).toBe("done");
  working = false;
  // 100 ms of work in turns of 5 ms, or of one step each where the machine is busy.
  expect(turns).toBeGreaterThanOrEqual(10);
});

test("a fault in a later turn is a rejection", async () => {
  function* failing(): Turns<string> {
    yield* spin(10, 1);
    throw new Error("broken");
  }
  expect(await endOf(Promise.resolve(inTurns(failing())))).toThrow("broken");
});
