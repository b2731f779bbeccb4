import type { Store } from "../store/store.ts";

/** What every operation of an owner needs. */
export type OwnerDeps = { store: Store; now: () => Date };
