import type { Tombstone } from "../../model/review.ts";
import { readIdentityKey, saveIdentityKey } from "../../store/erasure/identity-key.ts";
import type { Ledger } from "../../store/erasure/ledger.ts";
import { readAllFormerPages } from "../../store/imports/former-reviews.ts";
import { type ErasedKeys, findReviewsByKey, groupSources, saveErasedKeys } from "../../store/reviews/review-keys.ts";
import { readReviewPages, type StoredReview } from "../../store/reviews/reviews.ts";
import { readSketchPages, saveErasedSketches } from "../../store/reviews/sketches.ts";
import { saveTombstones } from "../../store/reviews/tombstones.ts";
import { inChunks, type Queryable } from "../../store/store.ts";
import { isErasedBy, signsOf } from "../prepare/known-keys.ts";
import { buildErased, completeWithin, type Erased } from "../recognize/stored-sketches.ts";
import { type Erasable, eraseWithin, findErasable } from "./erase-reviews.ts";

/** Ids of stored and former reviews that were erased under another id. */
async function findErased(tx: Queryable, key: string, keys: ErasedKeys, erased: Erased | null): Promise<Set<string>> {
  const found = new Set(await findReviewsByKey(tx, [...keys.keys()]));
  const look = (rows: readonly StoredReview[]) => {
    for (const row of rows)
      if (isErasedBy(signsOf(key, row), row.source, keys) || erased?.isErased(row)) found.add(row.id);
  };
  for await (const page of readReviewPages(tx)) look(page);
  for await (const page of readAllFormerPages(tx)) look(page);
  if (erased)
    for await (const page of readSketchPages(tx)) for (const row of page) if (erased.isErased(row)) found.add(row.id);
  return found;
}

async function readErasable(tx: Queryable, ids: readonly string[]): Promise<Erasable[]> {
  const found: Erasable[] = [];
  await inChunks(ids, async (chunk) => found.push(...(await findErasable(tx, chunk)).values()));
  return found;
}

/**
 * Erases in a restored database what a ledger says was erased, by id and by every key. `made_with` is the key of the
 * hashes, if it is known: a backup from before the first import has none of its own. Returns how many stored reviews
 * were erased.
 */
export async function applyErasures(
  tx: Queryable,
  { tombstones, keys, sketches }: Ledger,
  { at, made_with }: { at: string; made_with: string | null },
): Promise<number> {
  const key = made_with ?? (await readIdentityKey(tx));
  if (key !== null) await saveIdentityKey(tx, key);
  if (key !== null) await completeWithin(tx);
  const erased_words = buildErased(sketches);
  const nothing = keys.length === 0 && erased_words === null;
  const by_words = key === null || nothing ? [] : await findErased(tx, key, groupSources(keys), erased_words);
  const known = new Map(tombstones.map((tombstone) => [tombstone.id, tombstone]));
  const found = await readErasable(tx, [...new Set([...known.keys(), ...by_words])]);
  // An import that was taken back leaves another id of the same words: without words there is nothing to erase.
  const asked = found.filter(({ id, review }) => review !== null || known.has(id));
  const erased = await eraseWithin(tx, asked);
  for (const { id, date } of erased) {
    const tombstone: Tombstone = { id, date, deleted_at: at, reason: "erased_on_request" };
    if (!known.has(id)) known.set(id, tombstone);
  }
  await saveErasedKeys(tx, keys);
  await saveErasedSketches(tx, sketches);
  await saveTombstones(tx, [...known.values()], at);
  return erased.filter(({ review }) => review !== null).length;
}
