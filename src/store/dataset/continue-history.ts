import { beginHistory, readChangeHead } from "../changes/change-log.ts";
import { continueDeskPeople, type DeskPeople, readDeskPeople } from "../desk/desk-people.ts";
import { readIdentityKey } from "../erasure/identity-key.ts";
import { type Ledger, readStoredLedger } from "../erasure/ledger.ts";
import { releaseToldApart } from "../imports/release-duplicates.ts";
import { readWithheldDecisions, saveWithheldDecisions, type WithheldDecision } from "../reviews/decisions.ts";
import { joinLikeness, type LikenessRow, readLikeness } from "../reviews/likeness.ts";
import { type OwnerEdit, readOwnerEdits } from "../reviews/owner-edits.ts";
import { holdReview } from "../reviews/reviews.ts";
import type { Queryable, Store } from "../store.ts";
import { bumpDataset, type Dataset } from "./dataset.ts";

/** What a restore must keep from the store that it replaces. */
export type Replaced = {
  ledger: Ledger;
  /** The key with which its hashes were made. */
  key: string | null;
  /** Reviews held for legal reasons. They stay held. */
  held: { id: string; held_at: string }[];
  /** The decisions to hold them: one that the backup does not have yet is held when it is imported again. */
  withheld: WithheldDecision[];
  /** What the owner decided about words. */
  edits: OwnerEdit[];
  /** What was decided about look-alikes. */
  likeness: LikenessRow[];
  dataset: Dataset;
  /** The newest place in its log of changes. */
  sequence: number;
  desk: DeskPeople;
};

export async function readReplaced(db: Queryable, dataset: Dataset): Promise<Replaced> {
  const held = await db.query<Replaced["held"][number]>(
    "SELECT id, held_at FROM review WHERE state = 'held' AND held_reason = 'legal'",
  );
  const withheld = await readWithheldDecisions(db);
  const likeness = await readLikeness(db);
  const { sequence } = await readChangeHead(db);
  const ledger = await readStoredLedger(db);
  const [edits, desk] = [await readOwnerEdits(db), await readDeskPeople(db)];
  return { ledger, key: await readIdentityKey(db), held, withheld, likeness, edits, dataset, sequence, desk };
}

/**
 * Makes a restored backup the next version of the store that it replaces. Version and times continue from the later of
 * the two, so that clients do not take the lost data for newer, and every subscriber gets the restored data.
 */
export async function continueHistory(
  tx: Queryable,
  dialect: Store["dialect"],
  {
    version,
    held,
    withheld,
    likeness,
    at,
    sequence = 0,
    desk,
  }: { version: number; at: string; sequence?: number; desk?: DeskPeople } & Pick<
    Replaced,
    "held" | "withheld" | "likeness"
  >,
): Promise<void> {
  for (const { id, held_at } of held) await holdReview(tx, id, "legal", held_at);
  await saveWithheldDecisions(tx, withheld);
  await joinLikeness(tx, likeness);
  await releaseToldApart(tx, at);
  await continueDeskPeople(tx, desk ?? { people: [], passkeys: [] });
  // Everything may differ from what clients have, so If-Modified-Since must not get a 304.
  for (const table of ["review", "tombstone", "business"]) await tx.query(`UPDATE ${table} SET changed_at = $1`, [at]);
  await tx.query("UPDATE topic SET seq = seq + 1");
  await tx.query("UPDATE dataset SET version = $1 WHERE id = 1", [version]);
  await beginHistory(tx, at, sequence);
  await bumpDataset(tx, dialect, at);
}
