import { HELD_REASONS, type HeldReason, type VerificationMethod } from "../../model/review-kinds.ts";
import { REVIEW_COLUMNS, type ReviewRow } from "../../model/review-row.ts";
import { OperatorError } from "../../operator-error.ts";
import { inChunks, inPages, onlyRow, placeholders, type Queryable, type Store } from "../store.ts";
import { dropRequests } from "../sync/source-requests.ts";

/**
 * These columns are never shown. `match_key` finds the same review under another id or source. `person` is a keyed hash
 * of the full name, or null if only the shown name is known. `name_key` is a keyed hash of the name as it was given,
 * full or short, or null without a name. `sketch` is what import/recognize compares; null in rows of older programs until
 * the next command needs it. `duplicate_of` is the review of which a held duplicate is a copy. `doubtful` has words that
 * wait for the owner (model/doubtful-words.ts).
 */
export type StoredReview = ReviewRow & {
  match_key: string | null;
  person: string | null;
  name_key: string | null;
  sketch: string | null;
  duplicate_of: string | null;
  doubtful: string | null;
};

export const STORED_COLUMNS = [
  ...REVIEW_COLUMNS,
  ...(["match_key", "person", "name_key", "sketch", "duplicate_of", "doubtful"] as const),
] as const;
const COLUMNS = STORED_COLUMNS.join(", ");
/** Limits the comparison of a batch, however many copies of one spam text are stored. */
export const MATCH_LIMIT = 2000;
const NAME_LIMIT = 5000;

export async function readReviews(db: Queryable, ids: readonly string[]): Promise<StoredReview[]> {
  if (ids.length === 0) return [];
  return db.query(`SELECT ${COLUMNS} FROM review WHERE id IN ${placeholders(1, ids.length)}`, ids);
}

export const notStored = (ids: readonly string[]) =>
  new OperatorError(`no review ${ids.join(", ")} is stored; nothing was changed. candor status lists the held reviews`);

export async function readReviewsByMatch(db: Queryable, match_keys: readonly string[]): Promise<StoredReview[]> {
  if (match_keys.length === 0) return [];
  return db.query(
    `SELECT ${COLUMNS} FROM review WHERE match_key IN ${placeholders(1, match_keys.length)} ORDER BY match_key, id LIMIT ${MATCH_LIMIT}`,
    match_keys,
  );
}

/** By the id at the source. Our own id may come from another one, because an export can replace a scraped review. */
export async function readReviewsBySource(db: Queryable, source_ids: readonly string[]): Promise<StoredReview[]> {
  if (source_ids.length === 0) return [];
  return db.query(
    `SELECT ${COLUMNS} FROM review WHERE source_id IN ${placeholders(1, source_ids.length)} ORDER BY id`,
    source_ids,
  );
}

/** Reviews by authors of these names that have no id at their source. An import may correct them. */
export async function readReviewsByName(db: Queryable, name_keys: readonly string[]): Promise<StoredReview[]> {
  if (name_keys.length === 0) return [];
  return db.query(
    `SELECT ${COLUMNS} FROM review WHERE name_key IN ${placeholders(1, name_keys.length)} AND source_id IS NULL
     ORDER BY name_key, id LIMIT ${NAME_LIMIT}`,
    name_keys,
  );
}

/** Reviews that are held as copies of a review from another source. */
export async function readHeldCopies(db: Queryable): Promise<StoredReview[]> {
  return db.query(`SELECT ${COLUMNS} FROM review WHERE state = 'held' AND held_reason = 'duplicate' ORDER BY id`);
}

export const readReviewPages = (db: Queryable) =>
  inPages<StoredReview>((last, limit) =>
    db.query(`SELECT ${COLUMNS} FROM review WHERE id > $1 ORDER BY id LIMIT $2`, [last?.id ?? "", limit]),
  );

export type EarlierWords = Pick<ReviewRow, "revision" | "rating" | "title" | "text" | "reply_text"> & {
  sketch: string | null;
};

/** The words of a review before its edits. */
export async function readEarlierWords(db: Queryable, id: string): Promise<EarlierWords[]> {
  return db.query(
    `SELECT revision, rating, title, text, reply_text, sketch FROM review_revision WHERE review_id = $1
     ORDER BY revision`,
    [id],
  );
}

/** True if nothing is stored and nothing was ever removed. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const rows = await db.query("SELECT id FROM review UNION ALL SELECT id FROM tombstone LIMIT 1");
  return rows.length === 0;
}

/** How many published reviews have the same mentions. */
export const countMentions = (db: Queryable): Promise<{ mentions: string; count: number }[]> =>
  db.query(
    "SELECT mentions, CAST(count(*) AS INTEGER) AS count FROM review WHERE state = 'published' GROUP BY mentions",
  );

/** The texts in which mentions are searched, in pages. */
/** `place`: where SQLite keeps the row. A large change in the order of places holds the lock for half as long (measured). */
export const readWordsPages = (db: Store) =>
  inPages<Pick<StoredReview, "id" | "title" | "text" | "mentions" | "state"> & { place: number }>((last, limit) =>
    db.query(
      `SELECT id, title, text, mentions, state, ${db.dialect === "sqlite" ? "rowid" : "0"} AS place FROM review
       WHERE id > $1 ORDER BY id LIMIT $2`,
      [last?.id ?? "", limit],
    ),
  );

export async function saveMentions(
  tx: Queryable,
  changes: readonly { id: string; mentions: string }[],
  changed_at: string,
): Promise<void> {
  // Both databases name the columns of a bare VALUES list column1, column2 …
  await inChunks(changes, (chunk) =>
    tx.query(
      `UPDATE review SET mentions = change.column2, changed_at = change.column3
       FROM (VALUES ${placeholders(chunk.length, 3)}) AS change WHERE review.id = change.column1`,
      chunk.flatMap(({ id, mentions }) => [id, mentions, changed_at]),
    ),
  );
}

export async function publishReview(
  tx: Queryable,
  id: string,
  verification: { method: VerificationMethod; verified_at: string },
  changed_at: string,
): Promise<void> {
  await tx.query(
    `UPDATE review SET state = 'published', held_reason = NULL, held_at = NULL,
       verification_method = $2, verified_at = $3, changed_at = $4 WHERE id = $1`,
    [id, verification.method, verification.verified_at, changed_at],
  );
}

export type DecidedState = Pick<
  ReviewRow,
  | "state"
  | "held_reason"
  | "held_at"
  | "verification_method"
  | "verified_at"
  | "reply_state"
  | "reply_held_reason"
  | "updated_at"
>;

/** Holds a review again that was held before its verification. */
export async function holdAgain(tx: Queryable, id: string, former: DecidedState, changed_at: string): Promise<void> {
  await tx.query(
    `UPDATE review SET state = 'held', held_reason = $2, held_at = $5, verification_method = $3, verified_at = $4,
       changed_at = $5 WHERE id = $1`,
    [id, former.held_reason, former.verification_method, former.verified_at, changed_at],
  );
}

export async function holdReview(tx: Queryable, id: string, reason: HeldReason, held_at: string): Promise<void> {
  await tx.query("UPDATE review SET state = 'held', held_reason = $2, held_at = $3, changed_at = $3 WHERE id = $1", [
    id,
    reason,
    held_at,
  ]);
}

const EDITED = [
  "date",
  "published_at",
  "updated_at",
  "moved_from",
  "moved_at",
  "source",
  "language",
  "rating",
  "author",
  "corrections",
  "title",
  "text",
  "translation_text",
  "reply_text",
  "reply_date",
  "reply_state",
  "reply_held_reason",
  "redactions",
  "mentions",
  "doubtful",
] as const;

/** What the owner decided about the words of a review. What is known of them is made again. */
export async function saveEdited(tx: Queryable, next: StoredReview, changed_at: string): Promise<void> {
  await tx.query(
    `UPDATE review SET ${EDITED.map((name, at) => `${name} = $${at + 3}`).join(", ")}, changed_at = $2 WHERE id = $1`,
    [next.id, changed_at, ...EDITED.map((name) => next[name])],
  );
  await tx.query("DELETE FROM analysis WHERE review_id = $1", [next.id]);
}

/** What the owner answered for the author, with everything that follows from it. */
export async function saveConsent(tx: Queryable, next: StoredReview, changed_at: string): Promise<void> {
  const columns = ["consent_by_owner", "state", "held_reason", "held_at", ...ANSWERED] as const;
  await tx.query(
    `UPDATE review SET ${columns.map((name, at) => `${name} = $${at + 3}`).join(", ")}, changed_at = $2 WHERE id = $1`,
    [next.id, changed_at, ...columns.map((name) => next[name])],
  );
}

/** Where the name may be. */
const ANSWERED = [
  "author",
  "author_avatar_url",
  "title",
  "text",
  "translation_text",
  "reply_text",
  "redactions",
] as const;

export async function saveReplyState(
  tx: Queryable,
  id: string,
  state: "published" | "dropped",
  changed_at: string,
): Promise<void> {
  // Only what readers see is a change of the review.
  const shown = `state = 'published' AND (reply_state = 'published') <> ${state === "published"}`;
  const times = ["updated_at", "changed_at"].map((name) => `${name} = CASE WHEN ${shown} THEN $3 ELSE ${name} END`);
  await tx.query(`UPDATE review SET reply_state = $2, reply_held_reason = NULL, ${times.join(", ")} WHERE id = $1`, [
    id,
    state,
    changed_at,
  ]);
}

export async function countAdded(db: Queryable, run: number): Promise<number> {
  const rows = await db.query<{ count: number }>(
    "SELECT CAST(count(*) AS INTEGER) AS count FROM review WHERE added_by = $1",
    [run],
  );
  return onlyRow(rows).count;
}

/** Also deletes their words from before edits (ON DELETE CASCADE), their rows in an unfinished import and requests of sources. */
export async function deleteReviews(tx: Queryable, ids: readonly string[]): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await tx.query(`DELETE FROM staging WHERE id IN ${placeholders(1, chunk.length)}`, chunk);
    await tx.query(`DELETE FROM review WHERE id IN ${placeholders(1, chunk.length)}`, chunk);
  });
  await dropRequests(tx, ids);
}

export type ReviewCounts = {
  published: number;
  held: { [reason in HeldReason]: number };
  replies_held: number;
  newest_date: string | null;
};

export async function countReviews(db: Queryable): Promise<ReviewCounts> {
  const states = await db.query<{ state: string; held_reason: HeldReason | null; count: number; newest: string }>(
    `SELECT state, held_reason, CAST(count(*) AS INTEGER) AS count, max(date) AS newest
     FROM review GROUP BY state, held_reason`,
  );
  const replies = await db.query<{ count: number }>(
    "SELECT CAST(count(*) AS INTEGER) AS count FROM review WHERE reply_state = 'held'",
  );
  const held = (reason: HeldReason) => states.find((row) => row.held_reason === reason)?.count ?? 0;
  const published = states.find((row) => row.state === "published");
  return {
    published: published?.count ?? 0,
    held: Object.fromEntries(HELD_REASONS.map((reason) => [reason, held(reason)])) as ReviewCounts["held"], // every reason
    replies_held: onlyRow(replies).count,
    newest_date: published?.newest ?? null,
  };
}

export type HeldReview = Pick<
  ReviewRow,
  "id" | "date" | "rating" | "source" | "author" | "text" | "held_reason" | "reply_held_reason"
>;

const listHeld = (db: Queryable, which: string, limit: number): Promise<HeldReview[]> =>
  db.query(
    `SELECT id, date, rating, source, author, text, held_reason, reply_held_reason FROM review
     WHERE ${which} ORDER BY date DESC, id DESC LIMIT $1`,
    [limit],
  );

/** Held reviews and held replies, newest first. */
export const readHeld = (db: Queryable, limit: number) => listHeld(db, "state = 'held' OR reply_state = 'held'", limit);

/** Held reviews that wait for the operator, without those withheld for legal reasons. */
export const readHeldReviews = (db: Queryable, limit: number) =>
  listHeld(db, "state = 'held' AND held_reason <> 'legal'", limit);

export const readHeldReplies = (db: Queryable, limit: number) => listHeld(db, "reply_state = 'held'", limit);
