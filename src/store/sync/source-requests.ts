import { DAY_MS, renderTime } from "../../model/basics/time.ts";
import type { DeletionReason } from "../../model/review-kinds.ts";
import { inChunks, onlyRow, placeholders, type Queryable } from "../store.ts";

export const REQUEST_KINDS = ["source_change", "source_removal"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Why it waits: something else brought the review, too; or the source removed many already. */
export type RequestReason = "elsewhere" | "many";

export type SourceRequest = {
  source: string;
  review_id: string;
  /** Keyed: tells whether the same is asked for again. */
  hash: string;
  kind: RequestKind;
  reason: RequestReason;
  /** JSON: the row, or why the review is gone at the source. */
  wanted: string;
  asked_at: string;
};

/** In `wanted` of a removal. */
export type WantedRemoval = { reason: Extract<DeletionReason, "erased_on_request" | "legal"> };

const COLUMNS = "source, review_id, hash, kind, reason, wanted, asked_at";

/** The newest request about a review counts. One that the owner refused does not come back. Returns how many are new. */
export async function saveRequests(tx: Queryable, requests: readonly SourceRequest[]): Promise<number> {
  let added = 0;
  for (const request of requests) {
    const { source, review_id, hash } = request;
    await tx.query(
      "DELETE FROM source_request WHERE source = $1 AND review_id = $2 AND hash <> $3 AND refused_at IS NULL",
      [source, review_id, hash],
    );
    const rows = await tx.query(
      `INSERT INTO source_request (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (source, review_id, hash) DO NOTHING RETURNING hash`,
      [source, review_id, hash, request.kind, request.reason, request.wanted, request.asked_at],
    );
    added += rows.length;
  }
  return added;
}

type KnownRequest = Pick<SourceRequest, "source" | "review_id" | "hash" | "kind"> & { refused_at: string | null };

/** What a source asks for or asked for, without the words. */
export async function readKnownRequests(db: Queryable, source: string): Promise<KnownRequest[]> {
  return db.query("SELECT source, review_id, hash, kind, refused_at FROM source_request WHERE source = $1", [source]);
}

export type WhichRequests = { ids?: readonly string[]; source?: string; kind?: RequestKind };

/** What waits for an answer, about stored reviews. */
export async function readRequests(db: Queryable, { ids, source, kind }: WhichRequests): Promise<SourceRequest[]> {
  const values: string[] = [];
  const conditions = ["refused_at IS NULL", "review_id IN (SELECT id FROM review)"];
  for (const [column, value] of Object.entries({ source, kind }))
    if (value !== undefined) conditions.push(`${column} = $${values.push(value)}`);
  if (ids) conditions.push(`review_id IN ${placeholders(1, ids.length, values.length + 1)}`);
  return db.query(
    `SELECT ${COLUMNS} FROM source_request WHERE ${conditions.join(" AND ")} ORDER BY review_id, source`,
    [...values, ...(ids ?? [])],
  );
}

type Named = Pick<SourceRequest, "source" | "review_id" | "hash">;

export async function closeRequests(tx: Queryable, requests: readonly Named[]): Promise<void> {
  for (const { source, review_id, hash } of requests)
    await tx.query("DELETE FROM source_request WHERE source = $1 AND review_id = $2 AND hash = $3", [
      source,
      review_id,
      hash,
    ]);
}

/** The words go; what was refused is remembered. */
export async function markRefused(tx: Queryable, requests: readonly Named[], refused_at: string): Promise<void> {
  for (const { source, review_id, hash } of requests)
    await tx.query(
      `UPDATE source_request SET refused_at = $4, wanted = NULL WHERE source = $1 AND review_id = $2 AND hash = $3`,
      [source, review_id, hash, refused_at],
    );
}

const readAgain = (which: string, table = "source_request"): string =>
  `UPDATE sync_source SET content_hash = NULL, etag = NULL, last_modified = NULL
   WHERE name IN (SELECT source FROM ${table} WHERE ${which})`;

/** The source has other words than the deleted review had: a review that is imported again is not the source's. */
const dropMembers = (which: string): string =>
  `DELETE FROM sync_review WHERE review_id NOT IN (SELECT id FROM review) AND EXISTS (
     SELECT 1 FROM source_request WHERE source_request.source = sync_review.source
       AND source_request.review_id = sync_review.review_id AND kind = 'source_change' AND (${which}))`;

/** These reviews are deleted. What a source asked for may be its own review from now on: it is read again. */
export const dropRequests = (tx: Queryable, ids: readonly string[]): Promise<void> =>
  inChunks(ids, async (chunk) => {
    const which = `source_request.review_id IN ${placeholders(1, chunk.length)}`;
    await tx.query(readAgain(which), chunk);
    await tx.query(dropMembers(which), chunk);
    await tx.query(`DELETE FROM source_request WHERE ${which}`, chunk);
  });

/** The owner's import added reviews that a URL listed before: whether it has them so is seen when it is read again. */
export async function forgetListed(tx: Queryable, run: number): Promise<void> {
  const added = "EXISTS (SELECT 1 FROM review WHERE review.id = sync_review.review_id AND added_by = $1)";
  const which = `${added} AND legal = 0 AND source IN (SELECT name FROM sync_source WHERE kind = 'url')`;
  await tx.query(readAgain(which, "sync_review"), [run]);
  await tx.query(`DELETE FROM sync_review WHERE ${which}`, [run]);
}

/** What was accepted was taken back: each source is read again, and asks again for what it still wants. */
export async function askAnew(tx: Queryable, { version }: { version: number }): Promise<void> {
  const accepted = "SELECT 1 FROM decision WHERE kind = 'source_accepted' AND version + 1 = $1 AND detail = source";
  const which = `EXISTS (${accepted} AND decision.review_id = sync_review.review_id)`;
  await tx.query(readAgain(which, "sync_review"), [version]);
  await tx.query(`DELETE FROM sync_review WHERE ${which}`, [version]);
}

const REFUSED = "review_id = $1 AND refused_at IS NOT NULL";

export const hasRefused = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query(`SELECT hash FROM source_request WHERE ${REFUSED} LIMIT 1`, [id])).length > 0;

/** The sources are read again, and ask again for what they still want. */
export async function forgetRefused(tx: Queryable, id: string): Promise<void> {
  await tx.query(readAgain(REFUSED), [id]);
  await tx.query(`DELETE FROM source_request WHERE ${REFUSED}`, [id]);
}

/** An import was taken back: requests about reviews that are gone, or that only their source has now, are moot. */
export async function settleRequests(tx: Queryable): Promise<void> {
  const moot = `source_request.review_id NOT IN (SELECT id FROM review) OR (kind = 'source_change' AND EXISTS (
    SELECT 1 FROM review WHERE review.id = source_request.review_id
      AND review.brought_by = source_request.source AND review.owner_run IS NULL))`;
  await tx.query(readAgain(moot));
  await tx.query(dropMembers(moot));
  await tx.query(`DELETE FROM source_request WHERE ${moot}`);
}

/** Their words were prepared under other rules: every source that asks is read again. */
export async function forgetRequests(tx: Queryable): Promise<void> {
  await tx.query(readAgain("refused_at IS NULL AND kind = 'source_change'"));
  await tx.query("DELETE FROM source_request WHERE refused_at IS NULL AND kind = 'source_change'");
}

const REMEMBERED_DAYS = 30;

/** How many reviews the source erased or withheld in the last 30 days. */
export async function countObeyed(db: Queryable, source: string, now_ms: number): Promise<number> {
  const rows = await db.query<{ count: number }>(
    "SELECT CAST(count(*) AS INTEGER) AS count FROM obeyed_removal WHERE source = $1 AND obeyed_at > $2",
    [source, renderTime(now_ms - REMEMBERED_DAYS * DAY_MS)],
  );
  return onlyRow(rows).count;
}

export async function saveObeyed(tx: Queryable, source: string, ids: readonly string[], now_ms: number): Promise<void> {
  await tx.query("DELETE FROM obeyed_removal WHERE obeyed_at <= $1", [renderTime(now_ms - REMEMBERED_DAYS * DAY_MS)]);
  await inChunks(ids, (chunk) =>
    tx.query(
      `INSERT INTO obeyed_removal (source, review_id, obeyed_at) VALUES ${placeholders(chunk.length, 3)}
       ON CONFLICT (source, review_id) DO UPDATE SET obeyed_at = excluded.obeyed_at`,
      chunk.flatMap((id) => [source, id, renderTime(now_ms)]),
    ),
  );
}
