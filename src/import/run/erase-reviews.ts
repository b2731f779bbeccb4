import type { Tombstone } from "../../model/review.ts";
import { type DeletionReason, mayReturn } from "../../model/review-kinds.ts";
import { bumpDataset, commitTime, lockDataset } from "../../store/dataset/dataset.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { notePurge, purgeDeleted } from "../../store/erasure/purge.ts";
import {
  deleteFormer,
  parseRevisions,
  readFormerByMatch,
  readFormerOf,
  readRemoved,
} from "../../store/imports/former-reviews.ts";
import { forgetRuns } from "../../store/imports/import-runs.ts";
import { deleteDecisions } from "../../store/reviews/decisions.ts";
import { deleteLikeness } from "../../store/reviews/likeness.ts";
import { deleteOwnerEdits } from "../../store/reviews/owner-edits.ts";
import {
  deleteReviewKeys,
  type HashedKey,
  hashMatch,
  readReviewKeys,
  saveErasedKeys,
} from "../../store/reviews/review-keys.ts";
import {
  deleteReviews,
  notStored,
  readEarlierWords,
  readHeldCopies,
  readReviews,
  type StoredReview,
} from "../../store/reviews/reviews.ts";
import { type ErasedSketch, saveErasedSketches } from "../../store/reviews/sketches.ts";
import { readTombstones, saveTombstones } from "../../store/reviews/tombstones.ts";
import type { Queryable, Store } from "../../store/store.ts";
import { hashKeys, keysOf } from "../prepare/known-keys.ts";
import { buildErased, completeSketches } from "../recognize/stored-sketches.ts";

/** The latest date at which readers saw a review: readers of newer dates must learn of its erasure, too. */
const lastDate = ({ date, moved_from }: Pick<StoredReview, "date" | "moved_from">): string =>
  moved_from !== null && moved_from > date ? moved_from : date;

/** What is to be erased. `review` is null if its words are no longer stored. */
export type Erasable = { id: string; date: string; review: StoredReview | null };

/**
 * Reviews that are stored, or no longer stored but not erased: removed at the source, or taken back with their import.
 * Their words may be kept for `candor undo`.
 */
export async function findErasable(tx: Queryable, ids: readonly string[]): Promise<Map<string, Erasable>> {
  const found = new Map<string, Erasable>();
  for (const { id, date, reason } of await readTombstones(tx, ids)) {
    if (mayReturn(reason)) found.set(id, { id, date, review: null });
  }
  for (const review of [...(await readRemoved(tx, ids)), ...(await readReviews(tx, ids))]) {
    const date = lastDate(review);
    const gone = found.get(review.id)?.date ?? date;
    found.set(review.id, { id: review.id, date: gone > date ? gone : date, review });
  }
  return found;
}

/** Everything under which a review was ever known, hashed: in its row, in every revision, and in what imports noted. */
async function readSigns(tx: Queryable, key: string, { id, review }: Erasable): Promise<Signs> {
  const noted: HashedKey[] = await readReviewKeys(tx, [id]);
  const former = await readFormerOf(tx, id);
  const rows: StoredReview[] = [...former];
  if (review) {
    const removed = former.flatMap(({ revisions }) => parseRevisions(revisions));
    const earlier = [...(await readEarlierWords(tx, id)), ...removed];
    const before = earlier.map(({ rating, text, sketch = null }) => ({
      ...review,
      rating,
      text,
      sketch,
      match_key: null,
    }));
    rows.push(review, ...before);
  }
  const keys = [...noted, ...rows.flatMap((row) => hashKeys(key, row.source, keysOf(row)))];
  const sketches = rows.flatMap(({ sketch, source, date }) => (sketch === null ? [] : [{ sketch, source, date }]));
  return { keys, sketches };
}

/** Copies from other sources that are held as duplicates of any revision of these reviews. */
async function findCopies(tx: Queryable, key: string, { keys, sketches }: Signs, ids: ReadonlySet<string>) {
  const hashed = new Set(keys.map((one) => one.key));
  const erased = buildErased(sketches);
  const held = await readHeldCopies(tx);
  return held
    .filter(
      (copy) =>
        (copy.match_key !== null && hashed.has(hashMatch(key, copy.match_key))) ||
        ids.has(copy.duplicate_of ?? "") ||
        erased?.isErased(copy),
    )
    .map((review): Erasable => ({ id: review.id, date: lastDate(review), review }));
}

/** By what erased reviews are recognized. */
type Signs = { keys: HashedKey[]; sketches: ErasedSketch[] };

/** The same words under another id that no longer is stored. */
async function findFormerCopies(tx: Queryable, erasable: readonly Erasable[]): Promise<Erasable[]> {
  const sources = new Map(
    erasable.flatMap(({ review }) => (review?.match_key ? [[review.match_key, review.source]] : [])),
  );
  const former = await readFormerByMatch(tx, [...sources.keys()]);
  const stored = new Set(
    (
      await readReviews(
        tx,
        former.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  return former
    .filter(({ id, source, match_key }) => !stored.has(id) && sources.get(match_key ?? "") === source)
    .map((review) => ({ id: review.id, date: lastDate(review), review }));
}

/** Which of the copies of an erased review are erased with it. */
type ChooseCopies = (copies: Erasable[]) => Promise<Erasable[]>;

/**
 * Removes reviews from the tables, with the copies from other sources that are held as duplicates, and remembers under
 * what they were known. Returns what was removed; the caller leaves the tombstones.
 */
export async function eraseWithin(
  tx: Queryable,
  asked: readonly Erasable[],
  chooseCopies: ChooseCopies = async (copies) => copies,
): Promise<Erasable[]> {
  const key = await ensureIdentityKey(tx);
  const all = new Map(asked.map((erasable) => [erasable.id, erasable]));
  const keys: HashedKey[] = [];
  const sketches: ErasedSketch[] = [];
  for (let waiting = [...asked]; waiting.length > 0; ) {
    const found: Signs = { keys: [], sketches: [] };
    for (const erasable of waiting) {
      const signs = await readSigns(tx, key, erasable);
      found.keys.push(...signs.keys);
      found.sketches.push(...signs.sketches);
    }
    keys.push(...found.keys);
    sketches.push(...found.sketches);
    const copies = [
      ...(await findCopies(tx, key, found, new Set(waiting.map(({ id }) => id)))),
      ...(await findFormerCopies(tx, waiting)),
    ];
    waiting = await chooseCopies(copies.filter(({ id }) => !all.has(id)));
    for (const copy of waiting) all.set(copy.id, copy);
  }
  const ids = [...all.keys()];
  await saveErasedKeys(tx, [...new Map(keys.map((one) => [`${one.key} ${one.source}`, one])).values()]);
  await saveErasedSketches(tx, sketches);
  await deleteReviewKeys(tx, ids);
  await deleteReviews(tx, ids);
  await deleteFormer(tx, ids);
  await deleteDecisions(tx, ids);
  await deleteOwnerEdits(tx, ids);
  await deleteLikeness(tx, ids);
  return [...all.values()];
}

/** An origin erased the reviews: it takes only copies that it brought. `committing` is part of the transaction. */
export type ErasureOfOrigin = {
  chooseCopies(tx: Queryable, copies: Erasable[]): Promise<Erasable[]>;
  committing(tx: Queryable): Promise<void>;
};

/**
 * Removes reviews from the database, its history and its files. A tombstone without words remains. Returns how many were
 * removed, copies included.
 */
export async function eraseReviews(
  { store, now }: { store: Store; now: () => Date },
  ids: readonly string[],
  reason: DeletionReason,
  asks?: ErasureOfOrigin,
): Promise<number> {
  await completeSketches(store);
  const erased = await store.transaction(async (tx) => {
    const at = commitTime(await lockDataset(tx, store.dialect), now());
    const asked = await findErasable(tx, ids);
    const missing = ids.filter((id) => !asked.has(id));
    if (missing.length > 0) throw notStored(missing);
    const all = await eraseWithin(tx, [...asked.values()], asks && ((copies) => asks.chooseCopies(tx, copies)));
    await asks?.committing(tx);
    await forgetRuns(tx, at);
    const tombstones: Tombstone[] = all.map(({ id, date }) => ({ id, date, deleted_at: at, reason }));
    await saveTombstones(tx, tombstones, at);
    await notePurge(tx, at);
    await bumpDataset(tx, store.dialect, at);
    return all.length;
  });
  await purgeDeleted(store);
  return erased;
}
