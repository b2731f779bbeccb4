import type { Snapshot } from "./snapshot.ts";

/** The only mutable cell of the read path: the snapshot that is served now, null until the first is built. */
export type Current = {
  get(): Snapshot | null;
  swap(next: Snapshot): void;
  /** Why this process cannot follow the data any more, although it still serves; null while it can. */
  outdated(): string | null;
  setOutdated(reason: string | null): void;
};

export function createCurrent(): Current {
  let snapshot: Snapshot | null = null;
  let outdated: string | null = null;
  return {
    get: () => snapshot,
    swap(next) {
      snapshot = next;
    },
    outdated: () => outdated,
    setOutdated(reason) {
      outdated = reason;
    },
  };
}
