import { inChunks, isStaged, placeholders, type Queryable } from "../store.ts";

/**
 * words: decided about doubtful ones. hidden: in their place is a mark. reply: what the owner wrote in place of the reply
 * that the subject is about. correction: a member that the owner corrected, which is the subject.
 */
type EditKind = "words" | "hidden" | "reply" | "correction";

/**
 * What the owner decided about the words of a review. It outlives imports, undo and restore: they apply it again.
 * `subject` is a keyed hash of the words that it is about.
 */
export type OwnerEdit = { review_id: string; kind: EditKind; subject: string; value: string; edited_at: string };

export const OWNER_EDIT_TABLES: readonly string[] = [
  `CREATE TABLE owner_edit (
    review_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    value TEXT NOT NULL,
    edited_at TEXT NOT NULL,
    PRIMARY KEY (review_id, kind, subject)
  )`,
  // Private: words that wait for the owner (model/doubtful-words.ts).
  ...["review", "staging", "former_review"].map((table) => `ALTER TABLE ${table} ADD COLUMN doubtful TEXT`),
  "CREATE INDEX review_doubtful ON review (doubtful) WHERE doubtful IS NOT NULL",
];

export const CORRECTION_COLUMNS = ["review", "staging", "former_review"].map(
  (table) => `ALTER TABLE ${table} ADD COLUMN corrections TEXT`,
);

const COLUMNS = "review_id, kind, subject, value, edited_at";
const ORDER = "ORDER BY review_id, edited_at, kind, subject";

/** Of all reviews, or of some. There are few. */
export async function readOwnerEdits(db: Queryable, ids: readonly string[] | null = null): Promise<OwnerEdit[]> {
  if (ids === null) return db.query(`SELECT ${COLUMNS} FROM owner_edit ${ORDER}`);
  const found: OwnerEdit[] = [];
  await inChunks(ids, async (chunk) => {
    const where = `review_id IN ${placeholders(1, chunk.length)}`;
    found.push(...(await db.query<OwnerEdit>(`SELECT ${COLUMNS} FROM owner_edit WHERE ${where} ${ORDER}`, chunk)));
  });
  return found;
}

/** Of the reviews that a run has staged. */
export const readStagedEdits = (db: Queryable, run: string): Promise<OwnerEdit[]> =>
  db.query(`SELECT ${COLUMNS} FROM owner_edit WHERE ${isStaged("review_id")} ${ORDER}`, [run]);

/** The last decision about the same words counts. */
export async function saveOwnerEdits(tx: Queryable, edits: readonly OwnerEdit[]): Promise<void> {
  for (const { review_id, kind, subject, value, edited_at } of edits)
    await tx.query(
      `INSERT INTO owner_edit (${COLUMNS}) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (review_id, kind, subject) DO UPDATE SET value = excluded.value, edited_at = excluded.edited_at
       WHERE excluded.edited_at >= owner_edit.edited_at`,
      [review_id, kind, subject, value, edited_at],
    );
}

export async function deleteOwnerEdits(tx: Queryable, ids: readonly string[]): Promise<void> {
  await inChunks(ids, (chunk) =>
    tx.query(`DELETE FROM owner_edit WHERE review_id IN ${placeholders(1, chunk.length)}`, chunk),
  );
}

export const deleteEditsOf = (tx: Queryable, id: string, kind: OwnerEdit["kind"]) =>
  tx.query("DELETE FROM owner_edit WHERE review_id = $1 AND kind = $2", [id, kind]);
