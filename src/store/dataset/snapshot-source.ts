import type { Profile } from "../../model/business.ts";
import type { StoredChangeLog } from "../../model/changes.ts";
import type { HeldReason } from "../../model/review-kinds.ts";
import { SHOWN_COLUMNS, type ShownRow } from "../../model/review-row.ts";
import type { ChangesSince, SnapshotSource, StoredTombstone } from "../../model/snapshot-source.ts";
import { readChangeLog } from "../changes/change-log.ts";
import { type KeptAnalyses, readAnalyses } from "../reviews/analyses.ts";
import { inPages, onlyRow, placeholders, type Queryable, type Store } from "../store.ts";
import { readMirrored } from "../sync/sync-reviews.ts";
import { type Dataset, isOfThisHistory, readDataset } from "./dataset.ts";
import { readKind } from "./kind.ts";

const COLUMNS = SHOWN_COLUMNS.join(", ");

const publishedReviews = (tx: Queryable) =>
  inPages<ShownRow>((last, limit) =>
    tx.query(`SELECT ${COLUMNS} FROM review WHERE state = 'published' AND id > $1 ORDER BY id LIMIT $2`, [
      last?.id ?? "",
      limit,
    ]),
  );

const publishedOf = (tx: Queryable, ids: readonly string[]): Promise<ShownRow[]> =>
  tx.query(`SELECT ${COLUMNS} FROM review WHERE state = 'published' AND id IN ${placeholders(1, ids.length)}`, [
    ...ids,
  ]);

async function readTombstones(tx: Queryable): Promise<StoredTombstone[]> {
  const taken = await tx.query<StoredTombstone>("SELECT id, date, deleted_at, reason, changed_at FROM tombstone");
  // A review held for legal reasons was public before, so consumers must delete it like an erased one.
  const legal = await tx.query<StoredTombstone>(
    "SELECT id, date, held_at AS deleted_at, 'legal' AS reason, changed_at FROM review WHERE state = 'held' AND held_reason = 'legal'",
  );
  // The same is true for a review whose author no longer agrees, and for one whose verification was withdrawn.
  const refused = await tx.query<StoredTombstone>(
    `SELECT id, date, held_at AS deleted_at, 'removed_at_source' AS reason, changed_at FROM review
     WHERE state = 'held' AND held_reason = 'consent'
       AND id IN (SELECT review_id FROM decision WHERE kind = 'consent_withdrawn')`,
  );
  const unverified = await tx.query<StoredTombstone>(
    `SELECT id, date, held_at AS deleted_at, 'import_undone' AS reason, changed_at FROM review
     WHERE state = 'held' AND held_reason NOT IN ('legal', 'consent')
       AND id IN (SELECT review_id FROM decision WHERE kind = 'unverified')`,
  );
  return [...taken, ...legal, ...refused, ...unverified];
}

async function readWithheld(tx: Queryable) {
  const rows = await tx.query<{ held_reason: HeldReason; held: number; changed_at: string }>(
    `SELECT held_reason, CAST(count(*) AS INTEGER) AS held, max(changed_at) AS changed_at
     FROM review WHERE state = 'held' GROUP BY held_reason`,
  );
  const withheld: Record<HeldReason, number> = { unverified: 0, consent: 0, duplicate: 0, legal: 0 };
  let withheld_changed_at: string | null = null;
  for (const row of rows) {
    withheld[row.held_reason] = row.held;
    if (withheld_changed_at === null || row.changed_at > withheld_changed_at) withheld_changed_at = row.changed_at;
  }
  return { withheld, withheld_changed_at };
}

/**
 * Finds changes by `changed_at`, which every change sets to the time of its commit. Removed reviews have tombstones.
 */
const createChanges =
  (tx: Queryable, now: Dataset): ChangesSince =>
  async ({ dataset_version: version, commit_id, committed_at }, most) => {
    if (version >= now.version || committed_at >= now.changed_at) return null;
    if (!(await isOfThisHistory(tx, { version, commit_id }))) return null;
    // Unordered: to order them by id, SQLite would read all reviews by id.
    const rows = await tx.query<ShownRow>(`SELECT ${COLUMNS} FROM review WHERE changed_at > $1 LIMIT $2`, [
      committed_at,
      most + 1,
    ]);
    const counted = await tx.query<{ published: number }>(
      `SELECT CAST((SELECT count(*) FROM review) - (SELECT count(*) FROM review WHERE state = 'held') AS INTEGER) AS published`,
    );
    return {
      rows: rows.length > most ? null : rows,
      published: onlyRow(counted).published,
      rowsOf: (ids) => publishedOf(tx, ids),
    };
  };

export type AnalysesOf = (review_ids: readonly string[]) => Promise<KeptAnalyses>;

/** If the stored profile equals the `served` one, it is not parsed again, and zod is not loaded. */
async function parseProfile(stored: string, served: Profile | null): Promise<Profile> {
  if (served && JSON.stringify(served) === stored) return served;
  const { parseStoredProfile } = await import("./business.ts");
  return parseStoredProfile(stored);
}

/** Calls `work` with the source while its view of the database is open. */
export function readSnapshotSource<T>(
  store: Store,
  work: (
    source: SnapshotSource,
    analysesOf: AnalysesOf,
    changesSince: ChangesSince,
    changes: StoredChangeLog,
  ) => Promise<T>,
  served: Profile | null = null,
): Promise<T> {
  return store.view(async (tx) => {
    const [business] = await tx.query<{ profile: string; changed_at: string }>(
      "SELECT profile, changed_at FROM business WHERE id = 1",
    );
    const dataset = await readDataset(tx);
    const source: SnapshotSource = {
      dataset_version: dataset.version,
      commit_id: dataset.commit_id,
      committed_at: dataset.changed_at,
      demonstration: (await readKind(tx)) === "demonstration",
      profile: business ? await parseProfile(business.profile, served) : null,
      profile_changed_at: business?.changed_at ?? null,
      ...(await readWithheld(tx)),
      tombstones: await readTombstones(tx),
      mirrored: await readMirrored(tx),
      reviews: () => publishedReviews(tx),
    };
    return work(source, (ids) => readAnalyses(tx, ids), createChanges(tx, dataset), await readChangeLog(tx));
  });
}
