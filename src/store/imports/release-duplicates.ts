import { APART_BY_OWNER, SAME_BY_OWNER, WORDS_LENGTH } from "../reviews/likeness.ts";
import {
  holdReview,
  publishReview,
  readReviewsByMatch,
  STORED_COLUMNS,
  type StoredReview,
} from "../reviews/reviews.ts";
import { MAY_RETURN } from "../reviews/tombstones.ts";
import type { Queryable } from "../store.ts";
import { keepChanged } from "./former-reviews.ts";

const COLUMNS = STORED_COLUMNS.join(", ");

/** With the state, SQLite finds them by its index of held reviews. */
const HELD_COPY = "state = 'held' AND held_reason = 'duplicate'";

/** What only a source brought, and what does not say the same as a copy that the owner has. */
const SAYS_ELSE = `(SELECT original.id FROM review AS original
  WHERE original.brought_by IS NOT NULL AND original.owner_run IS NULL
    AND (original.rating <> review.rating OR substr(original.sketch, 1, ${WORDS_LENGTH}) <> substr(review.sketch, 1, ${WORDS_LENGTH})))`;

/**
 * Held copies whose original is gone, waits for a verification that the copy has, or was changed by the source that brought
 * it. A copy of an erased review does not appear by itself.
 */
const readOrphans = (tx: Queryable): Promise<StoredReview[]> =>
  tx.query(
    `SELECT ${COLUMNS} FROM review WHERE ${HELD_COPY} AND duplicate_of <> '' AND (
       duplicate_of NOT IN (SELECT id FROM review)
         AND duplicate_of NOT IN (SELECT id FROM tombstone WHERE NOT (${MAY_RETURN}))
       OR verification_method IS NOT NULL
         AND duplicate_of IN (SELECT id FROM review WHERE state = 'held' AND held_reason IN ('unverified', 'duplicate'))
       OR (brought_by IS NULL OR owner_run IS NOT NULL) AND duplicate_of IN ${SAYS_ELSE} AND NOT ${SAME_BY_OWNER})
     ORDER BY CASE WHEN verification_method IS NULL THEN 1 ELSE 0 END, date, id`,
  );

const nameOriginal = (tx: Queryable, id: string, original: string) =>
  tx.query("UPDATE review SET duplicate_of = $2 WHERE id = $1", [id, original]);

async function showCopy(tx: Queryable, copy: StoredReview, changed_at: string): Promise<void> {
  const { id, verification_method: method, verified_at } = copy;
  if (method === null || verified_at === null) await holdReview(tx, id, "unverified", changed_at);
  else await publishReview(tx, id, { method, verified_at }, changed_at);
}

/**
 * Call it after reviews were deleted because their source or their import is gone. A held copy from another source takes
 * the place of its original, and the other copies are copies of that one. It is kept as it was, so that undoing `run`
 * holds it again.
 */
export async function releaseDuplicates(
  tx: Queryable,
  { run, changed_at }: { run: number | null; changed_at: string },
): Promise<void> {
  const successors = new Map<string, string>();
  for (const copy of await readOrphans(tx)) {
    if (run !== null) await keepChanged(tx, run, copy.id);
    const equal = copy.match_key === null ? [] : await readReviewsByMatch(tx, [copy.match_key]);
    const shown = equal.find(
      ({ id, state, source }) => state === "published" && source !== copy.source && id !== copy.duplicate_of,
    );
    const original = successors.get(copy.duplicate_of ?? "") ?? shown?.id;
    if (original !== undefined) await nameOriginal(tx, copy.id, original);
    else {
      await showCopy(tx, copy, changed_at);
      successors.set(copy.duplicate_of ?? "", copy.id);
    }
  }
}

/** Held copies that are reviews of their own, as the owner says. */
export async function releaseToldApart(tx: Queryable, changed_at: string): Promise<void> {
  const apart = await tx.query<StoredReview>(
    `SELECT ${COLUMNS} FROM review WHERE ${HELD_COPY} AND ${APART_BY_OWNER} ORDER BY id`,
  );
  for (const review of apart) await showCopy(tx, review, changed_at);
}

/** Copies that an older program held: it did not note of what. */
export const readUnnamedCopies = (db: Queryable): Promise<StoredReview[]> =>
  db.query(`SELECT ${COLUMNS} FROM review WHERE ${HELD_COPY} AND duplicate_of IS NULL ORDER BY id`);

/** An empty id: nothing stored is its original. */
export async function nameOriginals(
  tx: Queryable,
  named: readonly { id: string; original: string | null }[],
): Promise<void> {
  for (const { id, original } of named) await nameOriginal(tx, id, original ?? "");
}
