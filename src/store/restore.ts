import type { Tombstone } from "../model/review.ts";
import { bumpDataset, commitTime, type Dataset, lockDataset } from "./dataset.ts";
import { deleteDecisions } from "./decisions.ts";
import { deleteFormer } from "./former-reviews.ts";
import { deleteReviews, holdReview } from "./reviews.ts";
import { placeholders, type Queryable, type Store } from "./store.ts";
import { eraseUndoneMatches, saveErasedMatch, saveTombstones } from "./tombstones.ts";

/** What a store knows of reviews that may not come back, and how far it was. */
export type Erasures = {
  tombstones: Tombstone[];
  matches: { source: string; match_key: string }[];
  /** Held for legal reasons: they stay held. */
  held: { id: string; held_at: string }[];
  dataset: Dataset;
};

const ERASED = "reason IN ('erased_on_request', 'legal')";
const CHUNK = 500;

export async function readErasures(db: Queryable, dataset: Dataset): Promise<Erasures> {
  const tombstones = await db.query<Tombstone>(`SELECT id, date, deleted_at, reason FROM tombstone WHERE ${ERASED}`);
  const held = await db.query<Erasures["held"][number]>(
    "SELECT id, held_at FROM review WHERE state = 'held' AND held_reason = 'legal'",
  );
  const matches = await db.query<Erasures["matches"][number]>("SELECT source, match_key FROM erased_match");
  return { tombstones, matches, held, dataset };
}

/** Ids of stored reviews that were erased by id, or whose author and words were. */
async function findErased(tx: Queryable, { tombstones, matches }: Erasures): Promise<Tombstone[]> {
  const found = new Map<string, Tombstone>();
  for (let from = 0; from < tombstones.length; from += CHUNK) {
    const chunk = tombstones.slice(from, from + CHUNK);
    const ids = chunk.map(({ id }) => id);
    const stored = await tx.query<{ id: string }>(
      `SELECT id FROM review WHERE id IN ${placeholders(1, ids.length)}`,
      ids,
    );
    const known = new Set(stored.map(({ id }) => id));
    for (const tombstone of chunk) if (known.has(tombstone.id)) found.set(tombstone.id, tombstone);
  }
  for (const { source, match_key } of matches) {
    const stored = await tx.query<{ id: string; date: string; updated_at: string }>(
      "SELECT id, date, updated_at FROM review WHERE source = $1 AND match_key = $2",
      [source, match_key],
    );
    for (const { id, date, updated_at } of stored) {
      if (!found.has(id)) found.set(id, { id, date, deleted_at: updated_at, reason: "erased_on_request" });
    }
  }
  return [...found.values()];
}

/**
 * Makes a restored backup the next version of what it replaces: what was erased there is erased here, the version and the
 * times go on from the later of both, so that no client keeps the lost data for newer, and every subscriber is owed it.
 * Returns how many reviews of the backup were erased.
 */
export function continueHistory(store: Store, replaced: Erasures | null, now: Date): Promise<number> {
  return store.transaction(async (tx) => {
    const locked = await lockDataset(tx, store.dialect);
    const before = replaced?.dataset ?? locked;
    const changed_at = before.changed_at > locked.changed_at ? before.changed_at : locked.changed_at;
    const at = commitTime({ ...locked, changed_at }, now);
    const erased = replaced ? await findErased(tx, replaced) : [];
    await deleteReviews(
      tx,
      erased.map(({ id }) => id),
    );
    if (replaced) {
      const all = new Map([...erased, ...replaced.tombstones].map((tombstone) => [tombstone.id, tombstone]));
      await saveTombstones(tx, [...all.values()], at);
      for (const { id, held_at } of replaced.held) await holdReview(tx, id, "legal", held_at);
      for (const { source, match_key } of replaced.matches) await saveErasedMatch(tx, source, match_key);
      await eraseUndoneMatches(tx, [...all.keys()]);
      await deleteFormer(tx, [...all.keys()]);
      await deleteDecisions(tx, [...all.keys()]);
    }
    // Everything that is shown may differ from what clients have: If-Modified-Since must not get 304.
    for (const table of ["review", "tombstone", "business"])
      await tx.query(`UPDATE ${table} SET changed_at = $1`, [at]);
    await tx.query("UPDATE topic SET seq = seq + 1");
    const version = Math.max(before.version, locked.version);
    await tx.query("UPDATE dataset SET version = $1 WHERE id = 1", [version]);
    await bumpDataset(tx, store.dialect, at);
    return erased.length;
  });
}
