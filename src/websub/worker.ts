import { describeError } from "../log.ts";
import type { Document } from "../snapshot/snapshot.ts";
import { sweepCallbackLimits } from "../store/hub/callback-limits.ts";
import { countTries, forgetTries } from "../store/hub/delivery-tries.ts";
import { sweepEnded } from "../store/hub/ended-subscriptions.ts";
import { releaseHandshakes } from "../store/hub/handshakes.ts";
import { releaseDeliveries, releaseUnsent, removeExpired } from "../store/hub/subscriptions.ts";
import type { Store } from "../store/store.ts";
import { announceSnapshot, commitOf, type TopicPlaces } from "./announce.ts";
import {
  type ClaimDeps,
  claimDeliveries,
  claimDueHandshakes,
  type Delivery,
  type DueDeliveries,
  findDeliveries,
  leaveOut,
} from "./claims.ts";
import { TOPICS } from "./hub-urls.ts";
import {
  createOutbox,
  decide,
  dropChanging,
  isOutboxEmpty,
  type Outbox,
  startHandshake,
  type TopicDocuments,
  type WorkerDeps,
  wakeOutbox,
} from "./outbox.ts";
import { type AttemptResult, recordResults, recordSuccesses, recordTries } from "./record.ts";

export type Worker = {
  start(): void;
  /** Something may be due: a request was accepted, or a snapshot was swapped. */
  wake(): void;
  /** Does everything that is due now. Returns when no request is in flight. */
  runDue(): Promise<void>;
  /** Waits for the requests in flight, then releases the claims. */
  stop(): Promise<void>;
};

const POLL_MS = 500;
const GATHER = { step_ms: 10, most_ms: 100 } as const;
const SWEEP_EVERY_MS = 60_000;
const SWEEP_ROWS = 500;
const SWEEP_TRIES_MS = 3_600_000;
const KEEP_ENDED_MS = 7 * 86_400_000;
const FORGET_FAILURES_MS = 3_600_000;
const STOP_MS = 8_000;

/** The place at which these bytes were announced, so that every delivery of them has the same id. */
function withPlace(document: Document, known: ReturnType<TopicPlaces["get"]>): Document {
  if (known?.hash !== document.hash) return document;
  return { ...document, place: { history: known.history, sequence: known.sequence } };
}

/**
 * Announces each snapshot once and returns the documents of the topics. If the store fails, the next turn announces the
 * same snapshot again, which is safe. A snapshot of data that a restore replaced is not announced.
 */
async function announce(outbox: Outbox): Promise<TopicDocuments> {
  const { deps, announced } = outbox;
  const snapshot = deps.snapshot();
  if (snapshot === announced.snapshot || snapshot === null) return announced.documents;
  const { changed, places } = await announceSnapshot(deps.store, snapshot, announced.commit);
  const shown = new Map(
    TOPICS.flatMap((path) => {
      const document = snapshot.documents.get(path);
      return document ? [[path, withPlace(document, places.get(path))] as const] : [];
    }),
  );
  outbox.announced = changed
    ? { snapshot, commit: commitOf(snapshot), documents: shown }
    : { ...announced, snapshot, documents: new Map() };
  if (changed && changed.length > 0) deps.log.info("websub_announced", { topics: changed });
  return outbox.announced.documents;
}

const idsOf = (results: readonly AttemptResult[]): string[] =>
  results.flatMap((result) => (result.kind === "delivery" ? [result.to.id] : []));

/** Waits for all, even if one fails, because no statement may follow the end of its transaction. */
async function together<T>(first: Promise<T>, ...others: readonly Promise<unknown>[]): Promise<T> {
  for (const done of await Promise.allSettled([first, ...others])) if (done.status === "rejected") throw done.reason;
  return first;
}

type Exchange = { results: readonly AttemptResult[]; due: readonly DueDeliveries[]; unsent: readonly string[] };

/** In one transaction: records the results, claims what is due and releases what was not sent. */
async function exchange(outbox: Outbox, claim: ClaimDeps, { results, due, unsent }: Exchange): Promise<Delivery[]> {
  const { store, record, clock } = outbox.deps;
  if (results.length + due.length + unsent.length === 0) return [];
  try {
    const deliveries = await store.transaction(async (tx) => {
      // Times count from here, because the transaction may have waited for a lock.
      const begun_ms = await clock(tx);
      const rules = { ...record, now_ms: begun_ms, last_try: await recordTries(tx, results) };
      // First, so that an ended subscription gets nothing more and a renewed one is claimed with the new secret.
      await recordResults(tx, rules, results);
      // Started together, because each waits for the database. No row is in two of them.
      return together(
        claimDeliveries(tx, claim, due, begun_ms),
        recordSuccesses(tx, rules, results),
        releaseUnsent(tx, record.owner, unsent),
      );
    });
    outbox.pauses.report(results);
    return deliveries;
  } catch (error) {
    // The subscribers answered, so the results are kept until the store can record them.
    outbox.results.unshift(...results);
    throw error;
  }
}

/**
 * One turn records the requests that ended. If `accepting`, it also claims and starts those that are due. Returns false
 * if there was nothing to do.
 */
async function takeTurn(outbox: Outbox, accepting: boolean): Promise<boolean> {
  const { deps, slots, ready } = outbox;
  const { store, clock, timeout_seconds } = deps;
  const { owner, limited } = deps.record;
  const claim = { store, slots, owner, limited, timeout_seconds };
  const documents = await announce(outbox);
  await outbox.pauses.retryIfConnected();
  const now_ms = await clock(store);
  const found = accepting ? await findDeliveries(claim, documents, now_ms) : { due: [], more: false };
  decide(outbox);
  const results = outbox.results.splice(0);
  const unsent = ready.takeStale(documents);
  const due = leaveOut(found.due, new Set([...idsOf(results), ...unsent]));
  const deliveries = await exchange(outbox, claim, { results, due, unsent });
  ready.add(deliveries);
  dropChanging(outbox);
  ready.start();
  const sent_ms = await clock(store);
  const handshakes = accepting ? await claimDueHandshakes(claim, sent_ms) : [];
  for (const handshake of handshakes) startHandshake(outbox, handshake, sent_ms);
  const wanted = due.reduce((sum, { ids }) => sum + ids.length, 0);
  // If fewer were claimed than found, another worker was faster and there may be more. Released deliveries are due
  // again.
  outbox.more = found.more || deliveries.length < wanted || unsent.length > 0;
  return results.length + wanted + unsent.length + handshakes.length > 0;
}

/** When the tries were swept last, the newest row then, and how many rows stayed. */
type SweptTries = { at_ms: number; newest: number; rows: number };

/** Each hour, and when there may be as many rows to remove as to keep. In short transactions. */
async function sweepTries(store: Store, last: SweptTries): Promise<SweptTries> {
  const { newest } = await countTries(store);
  const grown = newest - last.newest > last.rows;
  if (!grown && performance.now() - last.at_ms < SWEEP_TRIES_MS) return last;
  for (let from: number | null = 0; from !== null; ) {
    const start: number = from;
    from = await store.transaction((tx) => forgetTries(tx, start, SWEEP_ROWS));
  }
  return { at_ms: performance.now(), newest, rows: (await countTries(store)).rows };
}

/** Removes expired leases, status URLs of requests that ended a week ago, and the counts of idle hosts. */
export async function sweep(store: Store, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  let removed = SWEEP_ROWS;
  while (removed === SWEEP_ROWS) removed = await store.transaction((tx) => removeExpired(tx, before(0), SWEEP_ROWS));
  await sweepEnded(store, before(KEEP_ENDED_MS));
  await sweepCallbackLimits(store, before(0), before(FORGET_FAILURES_MS));
}

/** `owner` null releases the claims of every owner. */
async function releaseClaims(store: Store, owner: string | null): Promise<void> {
  await releaseDeliveries(store, owner);
  await releaseHandshakes(store, owner);
}

/** True if there is more and less than half of the deliveries that may be claimed ahead are waiting. */
const isToClaim = ({ more, ready, slots }: Outbox): boolean => more && ready.count() < slots.claimable();

/**
 * Takes turns until stopped, and sweeps every minute. A failure of the store is logged once, and the turn is repeated.
 */
function openLoop(outbox: Outbox) {
  const { deps, pauses, waker } = outbox;
  const { store, log, clock } = deps;
  let stopping = false;
  let store_failed = false;
  let swept_ms = Number.NEGATIVE_INFINITY;
  let starting = true;
  let swept_tries: SweptTries = { at_ms: 0, newest: 0, rows: 0 };
  /** Returns false if there was nothing to do. */
  const step = async (): Promise<boolean> => {
    outbox.woken = false;
    // A SQLite file has one server, so a claim found there at the start belongs to a process that ended.
    if (starting && store.dialect === "sqlite") await releaseClaims(store, null);
    if (starting) await pauses.retryAll();
    starting = false;
    if (performance.now() - swept_ms > SWEEP_EVERY_MS) {
      await sweep(store, new Date(await clock(store)));
      await pauses.forget();
      swept_tries = await sweepTries(store, swept_tries);
      swept_ms = performance.now();
    }
    const busy = await takeTurn(outbox, true);
    store_failed = false;
    return busy;
  };
  const storeFailed = (error: unknown) => {
    if (!store_failed) log.error("websub_store_failed", describeError(error));
    store_failed = true;
  };
  /**
   * Deliveries that are claimed ahead start without a turn, so the next turn can wait for more results. They are
   * committed together, because every commit on SQLite waits for the disk: one commit of 250 costs half as much as ten
   * of 25 (measured).
   */
  const gather = async () => {
    const isToWait = () => outbox.in_flight > 0 && !stopping && !outbox.woken;
    for (let ms = 0; ms < GATHER.most_ms && isToWait(); ms += GATHER.step_ms) {
      await Bun.sleep(GATHER.step_ms);
      if (isToClaim(outbox)) return;
    }
  };
  return {
    storeFailed,
    async run() {
      while (!stopping) {
        const busy = await step().catch(async (error) => {
          storeFailed(error);
          await Bun.sleep(POLL_MS);
          return false;
        });
        if (busy && isToClaim(outbox)) continue;
        await waker.sleep(POLL_MS);
        await gather();
      }
    },
    stop() {
      stopping = true;
      waker.wake();
    },
  };
}

/** Verifies, delivers and sweeps. Everything that must not be lost is in the store before the worker acts on it. */
export function openWorker(deps: WorkerDeps): Worker {
  const outbox = createOutbox(deps);
  const { ready, waker } = outbox;
  const loop = openLoop(outbox);
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = loop.run();
    },
    wake: () => wakeOutbox(outbox),
    async runDue() {
      for (;;) {
        if (await takeTurn(outbox, true)) continue;
        if (isOutboxEmpty(outbox)) return;
        await waker.sleep(POLL_MS);
      }
    },
    async stop() {
      loop.stop();
      ready.close();
      await running;
      ready.close();
      const until = performance.now() + STOP_MS;
      while (outbox.in_flight > 0 && performance.now() < until) await waker.sleep(100);
      // If the store cannot be reached, the claims expire, and deliveries without a record are sent again.
      await takeTurn(outbox, false)
        .then(() => releaseClaims(deps.store, deps.record.owner))
        .catch(loop.storeFailed);
    },
  };
}
