import { afterAll, beforeAll, describe, test } from "bun:test";
import fc from "fast-check";
import { DATABASES } from "../databases.ts";
import { LONG, repeats } from "../length.ts";
import { SEED } from "../seed.ts";
import { certificate } from "../sync/world.ts";
import { openReceiver, type Receiver } from "../websub/receiver.ts";
import { KNOWN_FAULTS } from "./known-faults.ts";
import { openSequence } from "./open-sequence.ts";
import { asCommands, type Step, step } from "./steps.ts";

const RUNS = repeats(8, 300);
/** `npm test` plays the same sequences each time. Others are found by `npm run test:long`, or with a SEED. */
const FIRST = LONG || process.env.SEED ? SEED : 1;

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => server.close());

async function play(database: string, steps: readonly Step[]): Promise<void> {
  const sequence = await openSequence(database, server);
  try {
    for (const one of steps) await sequence.step(one);
  } finally {
    await sequence.close();
  }
}

describe.each(DATABASES)("any sequence of what may happen to a store in $dialect", ({ newDatabase }) => {
  test(`${RUNS} random sequences: the store holds what the oracle expects after each step`, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 18, size: "max" }), async (steps) =>
      play(await newDatabase(), steps),
    );
    const examples = KNOWN_FAULTS.map((steps): [Step[]] => [steps]);
    const numRuns = RUNS + examples.length;
    const found = await fc.check(property, { examples, numRuns, seed: FIRST, endOnFailure: false });
    const [steps = []] = found.counterexample ?? [];
    if (found.failed) throw new Error(`${asCommands(steps)}\n\n${String(found.errorInstance)}`);
  });
});
