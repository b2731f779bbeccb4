import { type Erasable, eraseReviews } from "../import/run/erase-reviews.ts";
import { mayChange } from "../import/run/may-change.ts";
import type { Tombstone } from "../model/review.ts";
import { OperatorError } from "../operator-error.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset/dataset.ts";
import { finishPurge, notePurge } from "../store/erasure/purge.ts";
import { countBrought, readBrought } from "../store/imports/bringers.ts";
import { deleteFormer } from "../store/imports/former-reviews.ts";
import { deleteDecisions } from "../store/reviews/decisions.ts";
import { deleteReviews, readReviews } from "../store/reviews/reviews.ts";
import { saveTombstones } from "../store/reviews/tombstones.ts";
import { inChunks, type Queryable, type Store } from "../store/store.ts";
import {
  countObeyed,
  type RequestReason,
  readRequests,
  type SourceRequest,
  saveObeyed,
  saveRequests,
  type WantedRemoval,
} from "../store/sync/source-requests.ts";
import { markSyncLegal, readSyncMembers } from "../store/sync/sync-reviews.ts";
import { SyncFault } from "./fault.ts";
import { type SyncRun, timeOf } from "./run-types.ts";

/** A review that its origin erased or withholds. */
type Removal = { id: string; reason: WantedRemoval["reason"] };
type Deps = { store: Store; now: () => Date };

/** Words that were deleted leave the files, too. If another process keeps them there, the next run tries again. */
export async function purge({ store }: Pick<Deps, "store">): Promise<void> {
  try {
    await finishPurge(store);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
  }
}

type Committing = (tx: Queryable) => Promise<void>;

/** Removes what the origin withholds for a legal reason, without a trace of its words. It may return from there only. */
export async function removeWithheld(
  { store, now }: Deps,
  source: string,
  wanted: readonly string[],
  committing: Committing,
): Promise<number> {
  if (wanted.length === 0) return 0;
  const removed = await store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    const stored = await readReviews(tx, wanted);
    const ids = stored.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const at = commitTime(dataset, now());
    await deleteReviews(tx, ids);
    await deleteFormer(tx, ids);
    await deleteDecisions(tx, ids);
    await saveTombstones(
      tx,
      stored.map(({ id, date }) => ({ id, date, deleted_at: at, reason: "legal" })),
      at,
    );
    await markSyncLegal(tx, source, ids);
    await committing(tx);
    await notePurge(tx, at);
    await bumpDataset(tx, store.dialect, at);
    return ids.length;
  });
  await purge({ store });
  return removed;
}

const requestOf = (source: string, { id, reason }: Removal, why: RequestReason, asked_at: string): SourceRequest => ({
  source,
  review_id: id,
  hash: `removal ${reason}`,
  kind: "source_removal",
  reason: why,
  wanted: JSON.stringify({ reason } satisfies WantedRemoval),
  asked_at,
});

/** Erases what the origin erased. Copies that something else brought stay, and are asked about. */
export async function eraseForOrigin(
  { store, now }: Deps,
  source: string,
  ids: readonly string[],
  committing: Committing,
): Promise<void> {
  if (ids.length === 0) return;
  const asked_at = timeOf(now().getTime());
  const chooseCopies = async (tx: Queryable, copies: Erasable[]) => {
    const brought = await readBrought(
      tx,
      copies.map(({ id }) => id),
    );
    const own = (id: string) => mayChange(source, brought.get(id), { equal: false }) === "change";
    const stored = await readReviews(
      tx,
      copies.filter(({ id }) => !own(id)).map(({ id }) => id),
    );
    const asked = stored.map(({ id }) => requestOf(source, { id, reason: "erased_on_request" }, "elsewhere", asked_at));
    await saveRequests(tx, asked);
    return copies.filter(({ id }) => own(id));
  };
  try {
    await eraseReviews({ store, now }, ids, "erased_on_request", { chooseCopies, committing });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    // They are erased, and only their words could not leave the files yet; or somebody erased one of them meanwhile.
    const left = await readReviews(store, ids);
    if (left.length > 0) throw new SyncFault({ code: "database", text: error.message });
  }
}

/** Fewer are obeyed at once, however small the source is. */
const FEW = 5;
const SHARE = 0.1;

/** How many more erasures are obeyed at once. An origin that erases much may have changed hands. */
async function countFree({ deps, source, started_ms }: SyncRun): Promise<number> {
  const obeyed = await countObeyed(deps.store, source.name, started_ms);
  const all = obeyed + (await countBrought(deps.store, source.name));
  return Math.max(0, Math.max(FEW, Math.floor(all * SHARE) + 1) - obeyed);
}

/** What the origin took back of what it lists or brought, and what waited because something else had it, too. */
async function findRemovals({ deps, source, options }: SyncRun, taken: readonly Tombstone[]): Promise<Removal[]> {
  const { store } = deps;
  const members = await readSyncMembers(store, source.name);
  const listed = new Set(members.filter(({ state }) => state !== null).map(({ review_id }) => review_id));
  const found = new Map<string, Removal>();
  const waiting = await readRequests(store, { source: source.name, kind: "source_removal" });
  for (const { review_id: id, reason: why, wanted } of waiting) {
    const { reason }: WantedRemoval = JSON.parse(wanted);
    if (why !== "many" || options.yes) found.set(id, { id, reason });
  }
  const asked = new Set(waiting.map(({ review_id }) => review_id));
  for (const { id, reason } of taken)
    if ((reason === "erased_on_request" || reason === "legal") && listed.has(id) && !asked.has(id))
      found.set(id, { id, reason });
  return [...found.values()];
}

async function isLegallyHeld(store: Store, ids: readonly string[]): Promise<Set<string>> {
  const held = new Set<string>();
  await inChunks(ids, async (chunk) => {
    for (const { id, held_reason } of await readReviews(store, chunk)) if (held_reason === "legal") held.add(id);
  });
  return held;
}

/**
 * Obeys at once what the origin erased or withholds, of reviews that it alone brought, unless they are many. The others
 * wait for the owner. Returns how many were removed, and how many wait.
 */
export async function obeyRemovals(
  run: SyncRun,
  taken: readonly Tombstone[],
): Promise<{ erased: number; asked: number }> {
  const { deps, source, options, started_ms } = run;
  const { store } = deps;
  if (options.dry_run) return { erased: 0, asked: 0 };
  const removals = await findRemovals(run, taken);
  if (removals.length === 0) return { erased: 0, asked: 0 };
  const ids = removals.map(({ id }) => id);
  const brought = await readBrought(store, ids);
  const held = await isLegallyHeld(store, ids);
  let free = options.yes ? Number.POSITIVE_INFINITY : await countFree(run);
  const obeyed: Removal[] = [];
  const asked: SourceRequest[] = [];
  for (const removal of removals) {
    const { id, reason } = removal;
    const may = mayChange(source.name, brought.get(id), { equal: reason === "legal" && held.has(id) });
    if (may === "nothing") continue;
    if (may === "change" && free > 0) {
      free -= 1;
      obeyed.push(removal);
    } else asked.push(requestOf(source.name, removal, may === "ask" ? "elsewhere" : "many", timeOf(started_ms)));
  }
  const added = await store.transaction((tx) => saveRequests(tx, asked));
  return { erased: await obey(run, obeyed), asked: added };
}

async function obey({ deps, source, started_ms }: SyncRun, obeyed: readonly Removal[]): Promise<number> {
  const { store, fetching } = deps;
  const of = (reason: Removal["reason"]) => obeyed.filter((one) => one.reason === reason).map(({ id }) => id);
  const erased = of("erased_on_request");
  const withheld = of("legal");
  const note = (ids: readonly string[]) => (tx: Queryable) => saveObeyed(tx, source.name, ids, started_ms);
  const importing = { store, now: fetching.now };
  const removed = await removeWithheld(importing, source.name, withheld, note(withheld));
  await eraseForOrigin(importing, source.name, erased, note(erased));
  if (erased.length > 0) await deps.keepErasures?.(store);
  return removed + erased.length;
}
