import type { ReviewRow } from "../../model/review-row.ts";
import { inPages, type Queryable } from "../store.ts";

type Origin = { format: string; location: string | null };

export async function readCompleteExport(db: Queryable, { format, location }: Origin): Promise<string | null> {
  const [row] = await db.query<{ exported_at: string }>(
    "SELECT exported_at FROM complete_export WHERE format = $1 AND location = $2",
    [format, location ?? ""],
  );
  return row?.exported_at ?? null;
}

/** Restores the time that was noted before an import, unless a later import noted another time. */
export async function restoreCompleteExport(
  tx: Queryable,
  { format, location, exported_at, before }: Origin & { exported_at: string; before: string | null },
): Promise<void> {
  const key = [format, location ?? "", exported_at];
  const which = "WHERE format = $1 AND location = $2 AND exported_at = $3";
  if (before === null) await tx.query(`DELETE FROM complete_export ${which}`, key);
  else await tx.query(`UPDATE complete_export SET exported_at = $4 ${which}`, [...key, before]);
}

/** An older export does not replace the time of a newer one. */
export async function saveCompleteExport(db: Queryable, { format, location }: Origin, exported_at: string) {
  await db.query(
    `INSERT INTO complete_export (format, location, exported_at) VALUES ($1, $2, $3)
     ON CONFLICT (format, location) DO UPDATE SET exported_at = excluded.exported_at
     WHERE excluded.exported_at > complete_export.exported_at`,
    [format, location ?? "", exported_at],
  );
}

/** Reviews of one format and listing, to compare with a complete export, in pages. */
export const readOriginPages = (db: Queryable, { format, location }: Origin) =>
  inPages<Pick<ReviewRow, "id" | "date" | "updated_at" | "state" | "held_reason">>((last, limit) =>
    db.query(
      `SELECT id, date, updated_at, state, held_reason FROM review
       WHERE format = $1 AND coalesce(location, '') = $2 AND id > $3 ORDER BY id LIMIT $4`,
      [format, location ?? "", last?.id ?? "", limit],
    ),
  );
