import { isVerifiedByOwner, saveHeldByUndo } from "../reviews/decisions.ts";
import { holdAgain, STORED_COLUMNS, type StoredReview } from "../reviews/reviews.ts";
import { inChunks, onlyRow, placeholders, type Queryable } from "../store.ts";
import { moveBringers } from "./bringers.ts";
import type { StoredRun } from "./import-runs.ts";

/**
 * A run that is being undone, and the complete exports of later runs. Reviews missing from those exports stay removed.
 */
export type TakenBack = Pick<StoredRun, "number" | "noted" | "sync_source"> & { later_exports: LaterExport[] };
type LaterExport = { run: number; format: string; location: string | null; exported_at: string };

/**
 * The first complete export of each listing among the later runs. An export older than its predecessor removed nothing.
 */
export function findLaterExports(later: readonly StoredRun[]): LaterExport[] {
  const found = new Map<string, LaterExport>();
  for (const { number: run, exports } of later.toSorted((a, b) => a.number - b.number)) {
    for (const { format, location, exported_at, before } of exports) {
      const key = JSON.stringify([format, location]);
      if (!found.has(key) && (before === null || exported_at >= before))
        found.set(key, { run, format, location, exported_at });
    }
  }
  return [...found.values()];
}

/**
 * The first later import that contained the review. An import that made only an invisible change contained it, too, for
 * example one that changed the format by which the review is found. After a visible change nothing is undone
 * (findLaterRun).
 */
const firstLater = (id: string, condition: string): string =>
  `(SELECT min(later.run) FROM (
      SELECT seen.run FROM sighting AS seen WHERE seen.review_id = ${id} AND seen.run > $1 AND ${condition}
      UNION ALL
      SELECT noted.run FROM former_review AS noted WHERE noted.id = ${id} AND noted.run > $1 AND noted.kind = 'updated'
    ) AS later)`;

const KEEPER = firstLater("review.id", "seen.run > $1");

/** True if a configured source has the review now as it is stored, whether or not its last run changed something. */
const IN_SOURCE = `EXISTS (
  SELECT 1 FROM sync_review AS member
  WHERE member.review_id = review.id AND member.missing_since IS NULL AND member.legal = 0 AND member.source <> $2
    AND NOT EXISTS (SELECT 1 FROM source_request AS request WHERE request.source = member.source
      AND request.review_id = member.review_id AND request.kind = 'source_change'))`;

/** Which reviews added by the run stay. Runs of an older program do not say which source they read. */
const keptAdded = ({ noted }: TakenBack): string =>
  `added_by = $1 AND (${KEEPER} IS NOT NULL OR (${noted === 1 ? IN_SOURCE : "CAST($2 AS TEXT) IS NULL"}))`;
const addedValues = ({ number, sync_source }: TakenBack) => [number, sync_source ?? ""];

/** How the later imports verify a review. */
const METHOD = `(SELECT seen.verified_by FROM sighting AS seen
  WHERE seen.review_id = review.id AND seen.run > $1 AND seen.verified_by IS NOT NULL ORDER BY seen.run LIMIT 1)`;
const UNDECIDED = `NOT ${isVerifiedByOwner("review.id")}`;
/** Reviews that are public only because the run verified them. */
const UNVERIFIED = `added_by = $1 AND state = 'published' AND ${METHOD} IS NULL AND ${UNDECIDED}
  AND EXISTS (SELECT 1 FROM sighting AS seen WHERE seen.review_id = review.id AND seen.run > $1)`;

const STATE_NOW = "(SELECT review.state FROM review WHERE review.id = own.id)";
/** Neither a later import nor the owner says how the review is verified. */
const UNSURE = `(NOT EXISTS (SELECT 1 FROM sighting AS sure
    WHERE sure.review_id = own.id AND sure.run > $1 AND sure.verified_by IS NOT NULL)
  AND NOT ${isVerifiedByOwner("own.id")})`;
/** The run published a held review that nothing later verifies: its words stay, and it is held. */
const LOST = `(own.state = 'held' AND own.held_reason = 'unverified' AND ${STATE_NOW} = 'published' AND ${UNSURE})`;
const EDIT_KEEPER = firstLater(
  "own.id",
  `seen.same = 1 AND (seen.verified_by IS NOT NULL OR own.state = ${STATE_NOW} OR ${LOST})`,
);
/** A held copy that took the place of a removed review. What happens to the copy depends on that review. */
const IS_COPY = `(coalesce(own.held_reason, '') = 'duplicate' AND ${STATE_NOW} = 'published')`;
const KEPT_EDIT = `own.run = $1 AND own.kind = 'updated' AND NOT ${IS_COPY} AND ${EDIT_KEEPER} IS NOT NULL`;

/** Reviews that stay but are no longer public. */
const HELD = `((${UNVERIFIED}) OR id IN (SELECT own.id FROM former_review AS own WHERE ${KEPT_EDIT} AND ${LOST}))`;

const KEPT_REMOVAL =
  "run = $1 AND kind = 'removed' AND format = $2 AND coalesce(location, '') = $3 AND updated_at < $4";
const removalValues = (run: number, { format, location, exported_at }: LaterExport) => [
  run,
  format,
  location ?? "",
  exported_at,
];

async function count(db: Queryable, from: string, values: readonly (string | number)[]): Promise<number> {
  const rows = await db.query<{ count: number }>(`SELECT CAST(count(*) AS INTEGER) AS count FROM ${from}`, values);
  return onlyRow(rows).count;
}

/**
 * How much of a run stays because a later import contains it, too. `held`: reviews that stay but are no longer public.
 */
export async function countKept(db: Queryable, taken: TakenBack) {
  let removed = 0;
  for (const later of taken.later_exports)
    removed += await count(db, `former_review WHERE ${KEPT_REMOVAL}`, removalValues(taken.number, later));
  return {
    added: await count(db, `review WHERE ${keptAdded(taken)}`, addedValues(taken)),
    updated: await count(db, `former_review AS own WHERE ${KEPT_EDIT}`, [taken.number]),
    removed,
    held: await count(db, `review WHERE ${HELD}`, [taken.number]),
  };
}

/** Which of these reviews stay as they are. */
export async function findKept(db: Queryable, taken: TakenBack, ids: readonly string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  for (const id of ids) {
    const added = await db.query(`SELECT id FROM review WHERE ${keptAdded(taken)} AND id = $3`, [
      ...addedValues(taken),
      id,
    ]);
    const edited = await db.query(`SELECT own.id FROM former_review AS own WHERE ${KEPT_EDIT} AND own.id = $2`, [
      taken.number,
      id,
    ]);
    if (added.length + edited.length > 0) kept.add(id);
  }
  return kept;
}

type Moment = { version: number; decided_at: string };

/** Withdraws a verification that only this run gave. */
async function settleVerification(tx: Queryable, run: number, moment: Moment): Promise<void> {
  await tx.query(
    `UPDATE review SET verification_method = ${METHOD}, verified_at = $2, changed_at = $2
     WHERE added_by = $1 AND state = 'published' AND verification_method <> ${METHOD} AND ${UNDECIDED}`,
    [run, moment.decided_at],
  );
  // Of what stays as it is, held for another reason or public before: only how it is verified is as before the run.
  for (const { id, method, at } of await tx.query<{ id: string; method: string | null; at: string | null }>(
    `SELECT own.id, own.verification_method AS method, own.verified_at AS at FROM former_review AS own
     JOIN review ON review.id = own.id WHERE ${KEPT_EDIT} AND ${UNSURE} AND own.state = review.state
       AND coalesce(own.verification_method, '') <> coalesce(review.verification_method, '')`,
    [run],
  ))
    await tx.query("UPDATE review SET verification_method = $2, verified_at = $3, changed_at = $4 WHERE id = $1", [
      id,
      method,
      at,
      moment.decided_at,
    ]);
  const unverified = await tx.query<StoredReview>(
    `SELECT ${STORED_COLUMNS.join(", ")} FROM review WHERE ${HELD} ORDER BY id`,
    [run],
  );
  for (const review of unverified) {
    const held = { held_reason: "unverified", verification_method: null, verified_at: null } as const;
    await holdAgain(tx, review.id, { ...review, ...held }, moment.decided_at);
    await saveHeldByUndo(tx, review, moment);
  }
}

/** Reviews that stay now belong to the first later import that contained them, or else to no import. */
async function moveAdded(tx: Queryable, taken: TakenBack): Promise<void> {
  await moveBringers(tx, taken, keptAdded(taken));
  await tx.query(`UPDATE review SET added_by = ${KEEPER} WHERE ${keptAdded(taken)}`, addedValues(taken));
  await tx.query(
    `UPDATE former_review SET added_by = (SELECT review.added_by FROM review WHERE review.id = former_review.id)
     WHERE added_by = $1 AND run > $1`,
    [taken.number],
  );
  // If an import now counts as the one that added a review, its changes to that review cannot be undone.
  await tx.query("DELETE FROM former_review WHERE run > $1 AND run = added_by", [taken.number]);
}

/** Assigns these changes to another import. The changes that it made itself are part of them. */
async function moveFormer(tx: Queryable, ids: readonly string[], from: number, to: number): Promise<void> {
  await inChunks(ids, async (chunk) => {
    await tx.query(`DELETE FROM former_review WHERE run = $1 AND id IN ${placeholders(1, chunk.length, 2)}`, [
      to,
      ...chunk,
    ]);
    await tx.query(`UPDATE former_review SET run = $2 WHERE run = $1 AND id IN ${placeholders(1, chunk.length, 3)}`, [
      from,
      to,
      ...chunk,
    ]);
  });
}

const CHUNK = 500;

async function moveEdits(tx: Queryable, run: number): Promise<void> {
  for (;;) {
    const found = await tx.query<{ id: string; keeper: number }>(
      `SELECT own.id, ${EDIT_KEEPER} AS keeper FROM former_review AS own WHERE ${KEPT_EDIT} ORDER BY own.id LIMIT ${CHUNK}`,
      [run],
    );
    for (const [keeper, rows] of Map.groupBy(found, (row) => row.keeper))
      await moveFormer(
        tx,
        rows.map(({ id }) => id),
        run,
        keeper,
      );
    if (found.length < CHUNK) return;
  }
}

/** The original stays removed, so its copy stays public. */
async function moveCopies(tx: Queryable, run: number, to: number, match_keys: readonly string[]): Promise<void> {
  const left = await count(tx, "former_review WHERE run = $1 AND kind = 'removed'", [run]);
  const copies = await tx.query<{ id: string; match_key: string | null }>(
    `SELECT own.id, own.match_key FROM former_review AS own WHERE own.run = $1 AND own.kind = 'updated' AND ${IS_COPY}`,
    [run],
  );
  const keys = new Set(match_keys);
  const ids = copies.filter(({ match_key }) => left === 0 || keys.has(match_key ?? "")).map(({ id }) => id);
  await moveFormer(tx, ids, run, to);
}

async function moveRemovals(tx: Queryable, { number, later_exports }: TakenBack): Promise<void> {
  for (const later of later_exports) {
    const found = await tx.query<{ id: string; match_key: string | null }>(
      `SELECT id, match_key FROM former_review WHERE ${KEPT_REMOVAL} ORDER BY id`,
      removalValues(number, later),
    );
    await moveFormer(
      tx,
      found.map(({ id }) => id),
      number,
      later.run,
    );
    if (found.length > 0)
      await moveCopies(
        tx,
        number,
        later.run,
        found.flatMap(({ match_key }) => match_key ?? []),
      );
  }
}

/** Assigns to later imports what they also contain. Only the rest of the run is undone. */
export async function moveKept(tx: Queryable, taken: TakenBack, staged: string, moment: Moment): Promise<void> {
  await settleVerification(tx, taken.number, moment);
  await moveAdded(tx, taken);
  await moveEdits(tx, taken.number);
  await moveRemovals(tx, taken);
  await tx.query("DELETE FROM sighting WHERE run = $1", [taken.number]);
  await tx.query(
    "DELETE FROM staging WHERE run = $1 AND id NOT IN (SELECT id FROM former_review WHERE former_review.run = $2)",
    [staged, taken.number],
  );
}
