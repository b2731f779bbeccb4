import { readDataset } from "../store/dataset/dataset.ts";
import { type DeskRecord, readChangeOf } from "../store/desk/desk-record.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** The newest version of the data. */
export const readVersion = async ({ store }: Pick<OwnerDeps, "store">): Promise<number> =>
  (await readDataset(store)).version;

/** Who made the newest version of the data at the desk. Null if it was made elsewhere. */
export async function findLastChange({ store }: OwnerDeps): Promise<DeskRecord | null> {
  return readChangeOf(store, await readVersion({ store }));
}
