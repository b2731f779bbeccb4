import { DAY_MS, renderTime } from "../../model/basics/time.ts";
import { CHANGING_MEMBERS, type ChangeLogHead, type ChangeRow, type StoredChangeLog } from "../../model/changes.ts";
import { VERSION } from "../../version.ts";
import { inPages, onlyRow, type Queryable } from "../store.ts";

/** The log keeps so many changes, or those of so many days, whichever is more. */
const KEPT = { changes: 10_000, days: 30 } as const;
/** If more reviews than this change without an import, or come with the first one, the history begins anew instead. */
export const MOST_LISTED = { without_import: 2_000, first_import: 10_000 } as const;

/** What made a new version. `other`: something public that is neither a review nor the profile. `anew`: see MOST_LISTED. */
export type ChangeCause = "import" | "other" | "anew" | null;

export const readChangeHead = async (db: Queryable): Promise<ChangeLogHead> =>
  onlyRow(await db.query<ChangeLogHead>("SELECT history, sequence, oldest, begun_at FROM change_log WHERE id = 1"));

/** The log in a view of the database. */
export async function readChangeLog(db: Queryable): Promise<StoredChangeLog> {
  const head = await readChangeHead(db);
  const after = (sequence: number) =>
    inPages<ChangeRow>((last, limit) =>
      db.query(
        `SELECT sequence, at, kind, review_id, members, from_date, to_date, reason FROM review_change
         WHERE sequence > $1 ORDER BY sequence LIMIT $2`,
        [last?.sequence ?? sequence, limit],
      ),
    );
  return { ...head, after };
}

const newHistory = (): string => crypto.getRandomValues(new Uint8Array(4)).toHex();

/** What the public documents show beside reviews and the profile. */
async function readFacts(db: Queryable): Promise<string> {
  const held = await db.query(
    `SELECT held_reason, CAST(count(*) AS INTEGER) AS count FROM review WHERE state = 'held'
     GROUP BY held_reason ORDER BY held_reason`,
  );
  const gone = await db.query(
    `SELECT reason, CAST(count(*) AS INTEGER) AS count, max(deleted_at) AS newest FROM tombstone
     GROUP BY reason ORDER BY reason`,
  );
  // Another version of the program may render the same data differently.
  return JSON.stringify([VERSION, held, gone]);
}

/** For a store without a log. A place before its first change is no place to continue from if it has reviews. */
export async function createChangeLog(tx: Queryable): Promise<void> {
  if ((await tx.query("SELECT id FROM change_log")).length > 0) return;
  const { changed_at } = onlyRow(await tx.query<{ changed_at: string }>("SELECT changed_at FROM dataset WHERE id = 1"));
  const { version } = onlyRow(await tx.query<{ version: number }>("SELECT version FROM dataset WHERE id = 1"));
  const first = version > 0 ? 1 : 0;
  await tx.query("DELETE FROM touched_review");
  await tx.query(
    "INSERT INTO change_log (id, history, sequence, oldest, begun_at, facts) VALUES (1, $1, $2, $2, $3, $4)",
    [newHistory(), first, changed_at, await readFacts(tx)],
  );
}

/**
 * Begins a new history: every place of an earlier one is gone. Call it before bumpDataset. `above` is a sequence that
 * somebody may have seen.
 */
export async function beginHistory(tx: Queryable, at: string, above = 0): Promise<void> {
  const { sequence } = await readChangeHead(tx);
  await tx.query("DELETE FROM touched_review");
  await tx.query("DELETE FROM review_change");
  await tx.query("UPDATE change_log SET history = $1, sequence = $2, oldest = $2, begun_at = $3, facts = $4", [
    newHistory(),
    Math.max(sequence, above) + 1,
    at,
    await readFacts(tx),
  ]);
  // Every topic shows the new history, even if its bytes stay.
  await tx.query("UPDATE topic SET history = '', sequence = 0");
}

const DATE_BIT = 2 ** CHANGING_MEMBERS.indexOf("date");

/** As the tombstones of a snapshot say it (snapshot-source.ts). */
const REASON = `COALESCE((SELECT reason FROM tombstone WHERE tombstone.id = touched.id),
  (SELECT CASE WHEN held_reason = 'legal' THEN 'legal'
      WHEN held_reason = 'consent' THEN (SELECT DISTINCT 'removed_at_source' FROM decision
        WHERE review_id = review.id AND kind = 'consent_withdrawn')
      WHEN review.id IN (SELECT review_id FROM decision WHERE kind = 'unverified') THEN 'import_undone' END
   FROM review WHERE review.id = touched.id), 'withheld')`;

/** In the order of ids, so that the sequences do not depend on the database. */
const NOTE = `INSERT INTO review_change (sequence, at, kind, review_id, members, from_date, to_date, reason)
  SELECT CAST($1 AS INTEGER) + row_number() OVER (ORDER BY touched.id), CAST($2 AS TEXT),
    CASE WHEN was_public = 0 THEN 'added' WHEN now.id IS NULL THEN 'deleted' WHEN was_date <> now.date THEN 'moved'
      ELSE 'edited' END,
    touched.id,
    CASE WHEN was_public = 0 OR now.id IS NULL THEN 0 WHEN was_date = now.date THEN members & ~${DATE_BIT} ELSE members END,
    CASE WHEN now.id IS NULL OR was_date <> now.date THEN was_date END,
    CASE WHEN was_date <> now.date THEN now.date END,
    CASE WHEN now.id IS NULL THEN ${REASON} END
  FROM touched_review AS touched LEFT JOIN review AS now ON now.id = touched.id AND now.state = 'published'
  WHERE (was_public = 0 AND now.id IS NOT NULL) OR (was_public = 1 AND (now.id IS NULL OR members <> 0))`;

async function readNewest(tx: Queryable, fallback: number): Promise<number> {
  const [row] = await tx.query<{ newest: number | null }>("SELECT max(sequence) AS newest FROM review_change");
  return row?.newest ?? fallback;
}

/** Times ascend with sequences, so the oldest entry says whether there is anything to forget. */
async function forgetOld(tx: Queryable, { sequence, oldest }: ChangeLogHead, at: string): Promise<number> {
  const keep_from = sequence - KEPT.changes;
  const before = renderTime(Date.parse(at) - KEPT.days * DAY_MS);
  const [first] = await tx.query<{ at: string }>("SELECT at FROM review_change WHERE sequence = $1", [oldest + 1]);
  if (!first || first.at >= before || keep_from <= oldest) return oldest;
  await tx.query("DELETE FROM review_change WHERE sequence <= $1 AND at < $2", [keep_from, before]);
  const [left] = await tx.query<{ first: number }>("SELECT min(sequence) AS first FROM review_change");
  return (left?.first ?? sequence + 1) - 1;
}

type Facts = [version: string, held: { count: number }[], gone: unknown];

const countHeld = ([, held]: Facts): number => held.reduce((sum, { count }) => sum + count, 0);

/** Whether a commit did nothing but add reviews, published or held. */
async function onlyAdds(tx: Queryable, after: number, facts: [before: Facts, now: Facts]): Promise<boolean> {
  const kinds = await tx.query<{ kind: string; count: number }>(
    "SELECT kind, CAST(count(*) AS INTEGER) AS count FROM review_change WHERE sequence > $1 GROUP BY kind",
    [after],
  );
  const [before, now] = facts;
  const added = kinds.find(({ kind }) => kind === "added")?.count ?? 0;
  const others = kinds.some(({ kind }) => kind !== "added" && kind !== "dataset");
  const same_gone = JSON.stringify(before[2]) === JSON.stringify(now[2]);
  return !others && same_gone && countHeld(now) + added >= countHeld(before);
}

/**
 * The entries of the transaction in progress. bumpDataset calls it, which every change of the data does. Returns false
 * if something other than additions was committed.
 */
export async function logChanges(tx: Queryable, at: string, cause: ChangeCause): Promise<boolean> {
  const before = await readChangeHead(tx);
  if (cause === "anew") {
    await beginHistory(tx, at);
    return false;
  }
  const [known] = await tx.query<{ facts: string }>("SELECT facts FROM change_log WHERE id = 1");
  await tx.query(NOTE, [before.sequence, at]);
  let sequence = Math.max(before.sequence, await readNewest(tx, before.sequence));
  if (cause !== "import" && sequence - before.sequence > MOST_LISTED.without_import) {
    await beginHistory(tx, at, sequence);
    return false;
  }
  await tx.query("DELETE FROM touched_review");
  const facts = await readFacts(tx);
  const profile = await tx.query("SELECT id FROM business WHERE changed_at = $1", [at]);
  if (sequence === before.sequence && (cause === "other" || facts !== known?.facts || profile.length > 0)) {
    sequence += 1;
    await tx.query("INSERT INTO review_change (sequence, at, kind, members) VALUES ($1, $2, 'dataset', 0)", [
      sequence,
      at,
    ]);
  }
  const compared: [Facts, Facts] = [JSON.parse(known?.facts ?? facts), JSON.parse(facts)];
  const added = before.begun_at !== at && cause !== "other" && profile.length === 0;
  const adds = added && (await onlyAdds(tx, before.sequence, compared));
  const oldest = await forgetOld(tx, { ...before, sequence }, at);
  await tx.query("UPDATE change_log SET sequence = $1, oldest = $2, facts = $3", [sequence, oldest, facts]);
  return adds;
}
