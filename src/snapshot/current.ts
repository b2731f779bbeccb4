import type { Snapshot } from "./snapshot.ts";

/** The only mutable value of the read path: the snapshot that is served now. Null until the first one is built. */
export type Current = {
  get(): Snapshot | null;
  swap(next: Snapshot): void;
  /** Why this process still serves but can no longer follow the data. Null while it can. */
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
