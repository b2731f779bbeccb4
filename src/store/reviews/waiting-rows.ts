import { lastForgottenDay } from "../../model/doubtful-words.ts";
import type { Queryable } from "../store.ts";
import { SAME_BY_OWNER } from "./likeness.ts";

/** `asked_by` is the source that asks, or empty. */
export type WaitingRow<Kind> = { kind: Kind; id: string; asked_by: string };

/** Reviews held for a legal reason, or because the author refused, do not wait: that was a decision. Words that were hidden by the day $1 no longer wait. */
const EACH = `
  SELECT held_reason AS kind, id, '' AS asked_by, date FROM review WHERE state = 'held' AND held_reason <> 'legal'
    AND NOT (held_reason = 'duplicate' AND ${SAME_BY_OWNER})
    AND NOT (held_reason = 'consent' AND coalesce(consent_by_owner, consent, '') = 'no')
  UNION ALL SELECT 'doubtful_words', id, '', date FROM review WHERE doubtful IS NOT NULL AND substr(doubtful, 1, 10) > $1
  UNION ALL SELECT 'reply', id, '', date FROM review WHERE reply_state = 'held'
  UNION ALL SELECT request.kind, review.id, request.source, review.date
    FROM source_request AS request JOIN review ON review.id = request.review_id WHERE request.refused_at IS NULL`;

/** What the import $2 added or changed. */
const OF_IMPORT =
  "WHERE id IN (SELECT id FROM review WHERE added_by = $2 UNION SELECT id FROM former_review WHERE run = $2)";

/** How many wait, by kind; without those of which there is none. `run`: only reviews that this import added or changed. */
export async function countWaitingRows<Kind extends string>(
  db: Queryable,
  now_ms: number,
  run: number | null = null,
): Promise<Map<Kind, number>> {
  const rows = await db.query<{ kind: Kind; count: number }>(
    `SELECT kind, CAST(count(*) AS INTEGER) AS count FROM (${EACH}) AS waiting ${run === null ? "" : OF_IMPORT} GROUP BY kind`,
    [lastForgottenDay(now_ms), ...(run === null ? [] : [run])],
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** Every review that waits as this kind. */
export async function readWaitingIds(db: Queryable, kind: string, now_ms: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT DISTINCT id FROM (${EACH}) AS waiting WHERE kind = $2 ORDER BY id`,
    [lastForgottenDay(now_ms), kind],
  );
  return rows.map(({ id }) => id);
}

/** In the order of the kinds, the newest first. */
export async function readWaitingRows<Kind extends string>(
  db: Queryable,
  kinds: readonly Kind[],
  { now_ms, limit, offset }: { now_ms: number; limit: number; offset: number },
): Promise<WaitingRow<Kind>[]> {
  const order = kinds.map((kind, at) => `WHEN '${kind}' THEN ${at}`).join(" ");
  return db.query(
    `SELECT kind, id, asked_by FROM (${EACH}) AS waiting
     ORDER BY CASE kind ${order} ELSE ${kinds.length} END, date DESC, id, asked_by LIMIT $2 OFFSET $3`,
    [lastForgottenDay(now_ms), limit, offset],
  );
}
