import { inChunks, inPages, placeholders, type Queryable } from "../store.ts";
import type { StoredReview } from "./reviews.ts";

/** The statements of one migration. */
export const SKETCH_TABLES: readonly string[] = [
  // Keyed hashes of words and names by which a copy is recognized (import/recognize). Never served.
  ...["review", "staging", "former_review"].flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN sketch TEXT`,
    // The review of which a held duplicate is a copy.
    `ALTER TABLE ${table} ADD COLUMN duplicate_of TEXT`,
  ]),
  "ALTER TABLE review_revision ADD COLUMN sketch TEXT",
  // Finds rows of older programs: in other stores it is empty.
  "CREATE INDEX review_unsketched ON review (id) WHERE sketch IS NULL",
  "CREATE INDEX revision_unsketched ON review_revision (review_id) WHERE sketch IS NULL",
  "CREATE INDEX former_unsketched ON former_review (id) WHERE sketch IS NULL",
  // Of erased reviews: no import, undo or backup brings them back, under whatever id, source, cut or revision.
  `CREATE TABLE erased_sketch (
    sketch TEXT NOT NULL,
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    PRIMARY KEY (sketch, source)
  )`,
];

/** What a copy is compared by. */
export type SketchedRow = { id: string; source: string; date: string; sketch: string };

/** The words of these reviews before their edits. */
export async function readEarlierSketches(db: Queryable, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  await inChunks(ids, async (chunk) => {
    const rows = await db.query<{ review_id: string; sketch: string }>(
      `SELECT review_id, sketch FROM review_revision
       WHERE sketch IS NOT NULL AND review_id IN ${placeholders(1, chunk.length)} ORDER BY review_id, revision`,
      chunk,
    );
    for (const { review_id, sketch } of rows) found.set(review_id, [...(found.get(review_id) ?? []), sketch]);
  });
  return found;
}

type SketchPage = SketchedRow & { format: string };

/** All stored reviews and their words before each edit, in pages. Two queries, so that each page is read by its key. */
export async function* readSketchPages(db: Queryable): AsyncGenerator<SketchPage[]> {
  yield* inPages<SketchPage>((last, limit) =>
    db.query(
      `SELECT id, source, format, date, sketch FROM review
       WHERE id > $1 AND sketch IS NOT NULL ORDER BY id LIMIT $2`,
      [last?.id ?? "", limit],
    ),
  );
  yield* inPages<SketchPage & { revision: number }>((last, limit) =>
    db.query(
      `SELECT old.review_id AS id, old.revision, review.source, review.format, review.date, old.sketch
       FROM review_revision AS old JOIN review ON review.id = old.review_id
       WHERE (old.review_id > $1 OR (old.review_id = $1 AND old.revision > $2)) AND old.sketch IS NOT NULL
       ORDER BY old.review_id, old.revision LIMIT $3`,
      [last?.id ?? "", last?.revision ?? 0, limit],
    ),
  );
}

export type ErasedSketch = Omit<SketchedRow, "id">;

export const readErasedSketches = (db: Queryable): Promise<ErasedSketch[]> =>
  db.query("SELECT sketch, source, date FROM erased_sketch ORDER BY sketch, source");

export const saveErasedSketches = (tx: Queryable, sketches: readonly ErasedSketch[]): Promise<void> =>
  inChunks(sketches, (chunk) =>
    tx.query(
      `INSERT INTO erased_sketch (sketch, source, date) VALUES ${placeholders(chunk.length, 3)} ON CONFLICT DO NOTHING`,
      chunk.flatMap(({ sketch, source, date }) => [sketch, source, date]),
    ),
  );

/** A row of an older program. `place` is its revision, the run that replaced it, or 0. */
export type UnsketchedRow = Pick<
  StoredReview,
  "id" | "author" | "text" | "title" | "translation_text" | "person" | "source_id"
> & { place: number };

const UNSKETCHED = {
  review: `SELECT id, 0 AS place, author, text, title, translation_text, person, source_id FROM review
    WHERE sketch IS NULL`,
  review_revision: `SELECT old.review_id AS id, old.revision AS place, review.author, old.text, old.title,
      NULL AS translation_text, review.person, review.source_id
    FROM review_revision AS old JOIN review ON review.id = old.review_id WHERE old.sketch IS NULL`,
  former_review: `SELECT id, run AS place, author, text, title, translation_text, person, source_id FROM former_review
    WHERE sketch IS NULL`,
} as const;
export type SketchTable = keyof typeof UNSKETCHED;
export const SKETCHED_TABLES = ["review", "review_revision", "former_review"] as const satisfies readonly SketchTable[];

export const readUnsketched = (db: Queryable, table: SketchTable, limit: number): Promise<UnsketchedRow[]> =>
  db.query(`${UNSKETCHED[table]} LIMIT $1`, [limit]);

const PLACED: Record<SketchTable, string> = {
  review: "id = change.column1",
  review_revision: "review_id = change.column1 AND revision = CAST(change.column2 AS INTEGER)",
  former_review: "id = change.column1 AND run = CAST(change.column2 AS INTEGER)",
};

export const saveSketches = (
  tx: Queryable,
  table: SketchTable,
  rows: readonly { id: string; place: number; sketch: string }[],
): Promise<void> =>
  inChunks(rows, (chunk) =>
    tx.query(
      `UPDATE ${table} SET sketch = change.column3
       FROM (VALUES ${placeholders(chunk.length, 3)}) AS change WHERE ${PLACED[table]}`,
      chunk.flatMap(({ id, place, sketch }) => [id, String(place), sketch]),
    ),
  );
