import type { Row } from "./clinic-oracle.ts";
import type { Load, Step } from "./steps.ts";

const row = (at: number, text = 0): Row => ({ at, text, reply: 0 });
const load = (rows: Row[], more: Partial<Load> = {}): Load => ({
  do: "import",
  ...{ rows, verified: false, complete: false, age: 0 },
  ...more,
});
const BOTH = [row(0), row(1)];

/** Sequences that once ended wrong. They are played before the random ones. */
export const KNOWN_FAULTS: Step[][] = [
  // A mirror rewrote and erased what it had not brought.
  [load(BOTH), { do: "sync", rewrites: [0], takes: [1], reason: "erased_on_request" }],
  // An older complete export republished what a newer one had removed.
  [load(BOTH, { complete: true }), load([row(0)], { complete: true }), load(BOTH, { complete: true, age: 5 })],
  // A blank answer was consent.
  [{ do: "blank consent" }, { do: "upgrade" }],
  // An erased review came back as a copy that was cut, after a restart, too.
  [load([row(0, 1)]), { do: "erase", at: 0 }, { do: "copy erased", at: 0 }, { do: "restart" }, load([row(0, 1)])],
  // What was stored was not judged again.
  [load(BOTH, { verified: true }), { do: "upgrade" }],
  // A correction of the source stranded the first reading, held or not.
  [load(BOTH), { do: "read again" }],
  [load(BOTH, { verified: true }), { do: "read again" }],
  [{ do: "copy and undo" }],
  // Two reviews that differ in hidden digits became one.
  [{ do: "two numbers" }],
  // Decisions were lost with the review.
  [
    load(BOTH, { complete: true }),
    { do: "verify", at: 0 },
    { do: "withhold", at: 1 },
    load([row(1)], { complete: true }),
    load(BOTH, { complete: true }),
  ],
  // What was accepted, taken back or decided before kept something of an import that was undone.
  [load([row(0)]), { do: "verify", at: 0 }, { do: "accept changes", rewrites: [0] }, load([row(0)])],
  [load([row(0)]), { do: "accept changes", rewrites: [0] }, { do: "undo", which: 0 }, { do: "undo", which: 0 }],
  [
    load([row(0)]),
    { do: "accept changes", rewrites: [0] },
    load([row(1)], { complete: true }),
    load([row(0)]),
    { do: "undo", which: 0 },
  ],
  [load([row(0)]), load([row(0, 10)]), load([row(0, 1)]), { do: "undo", which: 1 }, { do: "undo", which: 0 }],
  [
    load(BOTH),
    { do: "take back and undo", at: 0, which: 0 },
    load([row(0)], { verified: true }),
    load(BOTH),
    { do: "undo", which: 1 },
  ],
];
