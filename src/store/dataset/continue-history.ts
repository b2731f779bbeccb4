import { readIdentityKey } from "../erasure/identity-key.ts";
import { type Ledger, readStoredLedger } from "../erasure/ledger.ts";
import { holdReview } from "../reviews/reviews.ts";
import type { Queryable, Store } from "../store.ts";
import { bumpDataset, type Dataset } from "./dataset.ts";

/** What the store that is replaced knows: what may not come back, and how far it was. */
export type Replaced = {
  ledger: Ledger;
  /** The key of its hashes. */
  key: string | null;
  /** Held for legal reasons: they stay held. */
  held: { id: string; held_at: string }[];
  dataset: Dataset;
};

export async function readReplaced(db: Queryable, dataset: Dataset): Promise<Replaced> {
  const held = await db.query<Replaced["held"][number]>(
    "SELECT id, held_at FROM review WHERE state = 'held' AND held_reason = 'legal'",
  );
  return { ledger: await readStoredLedger(db), key: await readIdentityKey(db), held, dataset };
}

/**
 * Makes a restored backup the next version of what it replaces: the version and the times go on from the later of both,
 * so that no client keeps the lost data for newer, and every subscriber is owed it.
 */
export async function continueHistory(
  tx: Queryable,
  dialect: Store["dialect"],
  { version, held, at }: { version: number; held: Replaced["held"]; at: string },
): Promise<void> {
  for (const { id, held_at } of held) await holdReview(tx, id, "legal", held_at);
  // Everything that is shown may differ from what clients have: If-Modified-Since must not get 304.
  for (const table of ["review", "tombstone", "business"]) await tx.query(`UPDATE ${table} SET changed_at = $1`, [at]);
  await tx.query("UPDATE topic SET seq = seq + 1");
  await tx.query("UPDATE dataset SET version = $1 WHERE id = 1", [version]);
  await bumpDataset(tx, dialect, at);
}
