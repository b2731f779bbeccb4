import { randomUUID } from "node:crypto";
import { hashKeys, lostKeys } from "../import/prepare/known-keys.ts";
import { eraseReviews } from "../import/run/erase-reviews.ts";
import { mayChange, mergeWanted, type WantedRow } from "../import/run/may-change.ts";
import { OperatorError } from "../operator-error.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset/dataset.ts";
import { refuseOtherKind } from "../store/dataset/kind.ts";
import { ensureIdentityKey } from "../store/erasure/identity-key.ts";
import { readBrought, shareWithOwner } from "../store/imports/bringers.ts";
import { forgetRuns, nextRunNumber, saveRun } from "../store/imports/import-runs.ts";
import { applyStaged, createStaging, deleteStaged, stageWithin } from "../store/imports/staging.ts";
import { saveDecision } from "../store/reviews/decisions.ts";
import { saveReviewKeys } from "../store/reviews/review-keys.ts";
import { holdReview, readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import type { Queryable, Store } from "../store/store.ts";
import {
  closeRequests,
  forgetRefused,
  markRefused,
  type RequestKind,
  readRequests,
  type SourceRequest,
  type WantedRemoval,
} from "../store/sync/source-requests.ts";
import { eraseForOrigin, removeWithheld } from "../sync/obey-removals.ts";

type Deps = { store: Store; now: () => Date };

/** Which requests are answered: those about these reviews, or all of a kind; of one source, or of any. */
export type RequestChoice = { ids: readonly string[] | null; kind: RequestKind | null; source: string | null };

/** What waits and was asked for. A review about which no source asks is a mistake: nothing is changed then. */
export async function findRequests(db: Queryable, { ids, kind, source }: RequestChoice): Promise<SourceRequest[]> {
  const found = await readRequests(db, {
    ...(ids ? { ids } : {}),
    ...(kind ? { kind } : {}),
    ...(source === null ? {} : { source }),
  });
  const missing = (ids ?? []).filter((id) => !found.some(({ review_id }) => review_id === id));
  if (missing.length > 0)
    throw new OperatorError(
      `${source ?? "no source"} asks for nothing about ${missing.join(", ")}; nothing was changed. candor waiting lists what is asked for`,
    );
  return found;
}

/** Two sources may want different things of one review: only one of them can be accepted. */
function refuseConflict(requests: readonly SourceRequest[]): void {
  for (const [id, of_one] of Map.groupBy(requests, ({ review_id }) => review_id)) {
    const [first, second] = of_one;
    if (!first || !second || first.hash === second.hash) continue;
    throw new OperatorError(
      `${of_one.map(({ source }) => source).join(" and ")} ask for different things about ${id}: choose one with --source ${first.source}. Nothing was changed`,
    );
  }
}

type Staged = { request: SourceRequest; before: StoredReview };

/** The changes as one import of the owner, which can be taken back. */
async function applyChanges({ store, now }: Deps, requests: readonly SourceRequest[]): Promise<number | null> {
  if (requests.length === 0) return null;
  const run = randomUUID();
  await createStaging(store);
  try {
    return await store.transaction(async (tx) => {
      const dataset = await lockDataset(tx, store.dialect);
      await refuseOtherKind(tx, "business");
      const at = commitTime(dataset, now());
      const staged = await stage(tx, run, requests, at);
      await closeRequests(tx, requests);
      if (staged.length === 0) return null;
      const number = await nextRunNumber(tx);
      await forgetRuns(tx, at);
      await applyStaged(tx, { run, committed_at: at, number, bringer: null });
      for (const { request, before } of staged)
        await saveDecision(tx, before, {
          version: dataset.version,
          decided_at: at,
          kind: "source_accepted",
          detail: request.source,
        });
      const version = await bumpDataset(tx, store.dialect, at);
      const files = [...Map.groupBy(staged, ({ request }) => request.source)].map(([source, rows]) => ({
        file: `accepted from ${source}`,
        format: "sync",
        rows: rows.length,
      }));
      const counts = { read: staged.length, added: 0, added_held: 0, updated: staged.length };
      const none = { unchanged: 0, kept_out: 0, rejected: 0, removed: 0 };
      const described = { files, counts: { ...counts, ...none }, exports: [], sync_source: null, by_owner: 1 };
      await saveRun(tx, { number, version, committed_at: at, ...described });
      return number;
    });
  } finally {
    await deleteStaged(store, run);
  }
}

async function stage(tx: Queryable, run: string, requests: readonly SourceRequest[], at: string): Promise<Staged[]> {
  const ids = requests.map(({ review_id }) => review_id);
  const stored = new Map((await readReviews(tx, ids)).map((row) => [row.id, row]));
  const staged = new Map<string, Staged & { row: StoredReview }>();
  for (const request of requests) {
    const before = stored.get(request.review_id);
    if (!before) continue;
    const wanted: WantedRow = JSON.parse(request.wanted);
    const merged = mergeWanted(wanted, before, at);
    if (merged.kind === "updated") staged.set(before.id, { request, before, row: merged.row });
  }
  const found = [...staged.values()];
  const rows = found.map(({ row }) => row);
  await stageWithin(tx, run, rows, at);
  const key = await ensureIdentityKey(tx);
  const lost = found.flatMap(({ before, row }) =>
    hashKeys(key, row.source, lostKeys([before], row)).map((hashed) => ({ ...hashed, review_id: row.id })),
  );
  await saveReviewKeys(tx, lost);
  return found;
}

type Removing = { request: SourceRequest; reason: WantedRemoval["reason"]; alone: boolean };

async function readRemovals(store: Store, requests: readonly SourceRequest[]): Promise<Removing[]> {
  const brought = await readBrought(
    store,
    requests.map(({ review_id }) => review_id),
  );
  return requests.map((request) => {
    const { reason }: WantedRemoval = JSON.parse(request.wanted);
    const alone = mayChange(request.source, brought.get(request.review_id), { equal: false }) === "change";
    return { request, reason, alone };
  });
}

/** Withholds reviews of the owner for a legal reason, as candor withhold does. */
async function withhold({ store, now }: Deps, removals: readonly Removing[]): Promise<void> {
  if (removals.length === 0) return;
  await store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    const at = commitTime(dataset, now());
    const requests = removals.map(({ request }) => request);
    for (const review of await readReviews(
      tx,
      requests.map(({ review_id }) => review_id),
    )) {
      await holdReview(tx, review.id, "legal", at);
      await saveDecision(tx, review, { version: dataset.version, decided_at: at, kind: "withheld", detail: null });
    }
    await closeRequests(tx, requests);
    await bumpDataset(tx, store.dialect, at);
  });
}

async function applyRemovals(deps: Deps, requests: readonly SourceRequest[]): Promise<void> {
  const removals = await readRemovals(deps.store, requests);
  const idsOf = (chosen: readonly Removing[]) => chosen.map(({ request }) => request.review_id);
  const nothingElse = async () => {};
  await withhold(
    deps,
    removals.filter(({ reason, alone }) => reason === "legal" && !alone),
  );
  for (const [source, of_source] of Map.groupBy(removals, ({ request }) => request.source)) {
    const alone = of_source.filter((removal) => removal.alone);
    const legal = alone.filter(({ reason }) => reason === "legal");
    await removeWithheld(deps, source, idsOf(legal), nothingElse);
    await eraseForOrigin(deps, source, idsOf(alone.filter(({ reason }) => reason !== "legal")), nothingElse);
  }
  const own = removals.filter(({ reason, alone }) => reason !== "legal" && !alone);
  if (own.length > 0) await eraseReviews(deps, [...new Set(idsOf(own))], "erased_on_request");
}

export type Accepted = {
  changed: number;
  removed: number;
  /** The number of the import, as `candor undo` takes it; null if nothing was changed. */
  run: number | null;
  /** Something was erased: the ledger of erasures has to get it. */
  erased: boolean;
};

/** Does what sources ask for. */
export async function acceptRequests(deps: Deps, requests: readonly SourceRequest[]): Promise<Accepted> {
  refuseConflict(requests);
  const changes = requests.filter(({ kind }) => kind === "source_change");
  const removals = requests.filter(({ kind }) => kind === "source_removal");
  const run = await applyChanges(deps, changes);
  await applyRemovals(deps, removals);
  const erased = removals.some(({ wanted }) => (JSON.parse(wanted) as WantedRemoval).reason === "erased_on_request");
  return { changed: changes.length, removed: removals.length, run, erased };
}

/** Leaves the reviews as they are. The same is not asked for again; a review that its source erased is the owner's now. */
export async function refuseRequests({ store, now }: Deps, requests: readonly SourceRequest[]): Promise<number> {
  if (requests.length === 0) return 0;
  await store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    const at = commitTime(dataset, now());
    const ids = [...new Set(requests.map(({ review_id }) => review_id))];
    const sources = new Map(requests.map(({ review_id, source }) => [review_id, source]));
    for (const review of await readReviews(tx, ids)) {
      const detail = sources.get(review.id) ?? null;
      await saveDecision(tx, review, { version: dataset.version, decided_at: at, kind: "source_refused", detail });
    }
    await markRefused(tx, requests, at);
    const removals = requests.filter(({ kind }) => kind === "source_removal");
    await shareWithOwner(
      tx,
      removals.map(({ review_id }) => review_id),
      0,
    );
    // Pages of a review that is the owner's now no longer name the origin's.
    await bumpDataset(tx, store.dialect, at);
  });
  return requests.length;
}

/** Takes refusals back: the sources are read again, and ask again for what they still want. */
export const forgetRefusals = ({ store }: Pick<Deps, "store">, ids: readonly string[]): Promise<void> =>
  store.transaction(async (tx) => {
    for (const id of ids) await forgetRefused(tx, id);
  });
