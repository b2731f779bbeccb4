import type { Snapshot } from "./snapshot.ts";

/** The only mutable cell of the read path: the snapshot that is served now, null until the first is built. */
export type Current = { get(): Snapshot | null; swap(next: Snapshot): void };

export function openCurrent(): Current {
  let snapshot: Snapshot | null = null;
  return {
    get: () => snapshot,
    swap(next) {
      snapshot = next;
    },
  };
}
