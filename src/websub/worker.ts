import { describeError } from "../log.ts";
import { createWaker, type Waker } from "../model/basics/waker.ts";
import type { Document, Snapshot } from "../snapshot/snapshot.ts";
import type { Clock } from "../store/connection/clock.ts";
import { releaseHandshakes } from "../store/hub/handshakes.ts";
import { announceTopics } from "../store/hub/hub-topics.ts";
import { releaseDeliveries, releaseUnsent } from "../store/hub/subscriptions.ts";
import type { Store } from "../store/store.ts";
import { claimDeliveries, claimDueHandshakes, type Delivery, findDeliveries, leaveOut } from "./claims.ts";
import { TOPICS } from "./hub-urls.ts";
import { createInFlight, type InFlight, type InFlightDeps } from "./in-flight.ts";
import { createPauses, type Pauses } from "./pauses.ts";
import { openReady, type Ready } from "./ready.ts";
import { type AttemptResult, type RecordRules, recordResults, recordSuccesses } from "./record.ts";
import { createSlots, type Slots } from "./slots.ts";
import { sweep } from "./sweep.ts";

export type WorkerDeps = InFlightDeps & {
  store: Store;
  snapshot: () => Snapshot | null;
  record: RecordRules;
  clock: Clock;
};

export type Worker = {
  start(): void;
  /** Something may be due: a request was accepted, or a snapshot was swapped. */
  wake(): void;
  /** Does everything that is due now, and returns when nothing is in flight. */
  runDue(): Promise<void>;
  /** Lets the requests in flight end, then releases the claims. */
  stop(): Promise<void>;
};

type Documents = ReadonlyMap<string, Document>;

/** `busy` is false when there was nothing to do; `more`: something that is due may not be claimed yet. */
type Turn = (accepting: boolean) => Promise<{ busy: boolean; more: boolean }>;

const POLL_MS = 500;
const GATHER = { step_ms: 10, most_ms: 100 } as const;
const SWEEP_EVERY_MS = 60_000;
const STOP_MS = 8_000;

const commitOf = ({ dataset_version, commit_id }: Snapshot) => ({ version: dataset_version, commit_id });

/**
 * Announces each snapshot once, and returns the documents of the topics. When the store fails, the next turn announces
 * the same snapshot again; that is safe to repeat. A snapshot of data that was replaced by a restore is not announced.
 */
function createAnnouncer({ store, log }: WorkerDeps): (snapshot: Snapshot | null) => Promise<Documents> {
  let announced: Snapshot | null = null;
  let before: ReturnType<typeof commitOf> | null = null;
  let documents: Documents = new Map();
  return async (snapshot) => {
    if (snapshot === announced || snapshot === null) return documents;
    const shown = new Map(
      TOPICS.flatMap((path) => {
        const document = snapshot.documents.get(path);
        return document ? [[path, document] as const] : [];
      }),
    );
    const hashes = new Map(Array.from(shown, ([path, { hash }]) => [path, hash]));
    const made = commitOf(snapshot);
    const changed = await announceTopics(store, made.version, hashes, { made, before });
    announced = snapshot;
    documents = changed === null ? new Map() : shown;
    if (changed === null) return documents;
    before = made;
    if (changed.length > 0) log.info("websub_announced", { topics: changed });
    return documents;
  };
}

type Sending = { slots: Slots; inFlight: InFlight; ready: Ready };

const idsOf = (results: readonly AttemptResult[]): string[] =>
  results.flatMap((result) => (result.kind === "delivery" ? [result.to.id] : []));

/** Of handshakes that are confirmed and not yet recorded: what was claimed meanwhile would be sent on the old terms. */
function dropChanging({ inFlight, ready }: Sending): void {
  for (const result of inFlight.results) {
    if (result.kind === "handshake" && result.verification.kind === "confirmed") ready.drop(result.handshake);
  }
}

/** Ends when all have: no statement may follow the end of its transaction. */
async function together<T>(first: Promise<T>, ...others: readonly Promise<unknown>[]): Promise<T> {
  for (const done of await Promise.allSettled([first, ...others])) if (done.status === "rejected") throw done.reason;
  return first;
}

/** One turn records the requests that ended and, if `accepting`, claims and starts those that are due. */
function createTurn(deps: WorkerDeps, sending: Sending, pauses: Pauses): Turn {
  const { slots, inFlight, ready } = sending;
  const { store, record, clock } = deps;
  const { owner, limited } = record;
  const claim = { store, slots, owner, limited, timeout_seconds: deps.timeout_seconds };
  const announce = createAnnouncer(deps);
  return async (accepting) => {
    const documents = await announce(deps.snapshot());
    await pauses.retryIfConnected();
    const now_ms = await clock(store);
    const found = accepting ? await findDeliveries(claim, documents, now_ms) : { due: [], more: false };
    inFlight.decide();
    const results = inFlight.results.splice(0);
    const unsent = ready.takeStale(documents);
    const due = leaveOut(found.due, new Set([...idsOf(results), ...unsent]));
    let deliveries: Delivery[] = [];
    if (results.length + due.length + unsent.length > 0) {
      try {
        deliveries = await store.transaction(async (tx) => {
          // Times count from here: the transaction may have waited for its turn.
          const begun_ms = await clock(tx);
          const rules = { ...record, now_ms: begun_ms };
          // First: who unsubscribed gets nothing more, and who renewed is claimed with the new secret.
          await recordResults(tx, rules, results);
          // Each waits for its answer behind all that arrives from subscribers. No row is in two of them.
          return together(
            claimDeliveries(tx, claim, due, begun_ms),
            recordSuccesses(tx, rules, results),
            releaseUnsent(tx, owner, unsent),
          );
        });
        pauses.report(results);
      } catch (error) {
        // The subscribers answered, so the results are kept until the store can record them.
        inFlight.results.unshift(...results);
        throw error;
      }
    }
    ready.add(deliveries);
    dropChanging(sending);
    ready.start();
    const sent_ms = await clock(store);
    const handshakes = accepting ? await claimDueHandshakes(claim, sent_ms) : [];
    for (const handshake of handshakes) inFlight.startHandshake(handshake, sent_ms);
    const wanted = due.reduce((sum, { ids }) => sum + ids.length, 0);
    return {
      busy: results.length + wanted + unsent.length + handshakes.length > 0,
      // Found and not claimed: another worker was faster, and more may be due. What was given back is due again.
      more: found.more || deliveries.length < wanted || unsent.length > 0,
    };
  };
}

/** `owner` null releases the claims of every owner. */
async function releaseClaims(store: Store, owner: string | null): Promise<void> {
  await releaseDeliveries(store, owner);
  await releaseHandshakes(store, owner);
}

/** Takes turns until stopped, and sweeps every minute. A store that fails is logged once and tried again. */
function openLoop(
  deps: WorkerDeps,
  { turn, pauses }: { turn: Turn; pauses: Pauses },
  waker: Waker,
  { slots, inFlight, ready }: Sending,
) {
  const { store, log } = deps;
  let stopping = false;
  let store_failed = false;
  let swept_ms = Number.NEGATIVE_INFINITY;
  let starting = true;
  let woken = false;
  let more = false;
  /** Returns false when there was nothing to do. */
  const takeTurn = async (): Promise<boolean> => {
    woken = false;
    // One server owns a SQLite file, so a claim found there at the start belongs to a process that ended.
    if (starting && store.dialect === "sqlite") await releaseClaims(store, null);
    if (starting) await pauses.retryAll();
    starting = false;
    if (performance.now() - swept_ms > SWEEP_EVERY_MS) {
      await sweep(store, new Date(await deps.clock(store)));
      await pauses.forget();
      swept_ms = performance.now();
    }
    const done = await turn(true);
    store_failed = false;
    more = done.more;
    return done.busy;
  };
  const storeFailed = (error: unknown) => {
    if (!store_failed) log.error("websub_store_failed", describeError(error));
    store_failed = true;
  };
  /** Less than half of what may be claimed ahead is there, and there is more. */
  const isToClaim = () => more && ready.count() < slots.claimable();
  /**
   * Those claimed ahead follow by themselves, so the next turn waits for more results. They are committed together, because
   * on SQLite every commit waits for the disk: one of 250 costs half as much as ten of 25 (measured).
   */
  const gather = async () => {
    const isToWait = () => inFlight.count() > 0 && !stopping && !woken;
    for (let ms = 0; ms < GATHER.most_ms && isToWait(); ms += GATHER.step_ms) {
      await Bun.sleep(GATHER.step_ms);
      if (isToClaim()) return;
    }
  };
  return {
    storeFailed,
    async run() {
      while (!stopping) {
        const busy = await takeTurn().catch(async (error) => {
          storeFailed(error);
          await Bun.sleep(POLL_MS);
          return false;
        });
        if (busy && isToClaim()) continue;
        await waker.sleep(POLL_MS);
        await gather();
      }
    },
    wake() {
      woken = true;
      waker.wake();
    },
    stop() {
      stopping = true;
      waker.wake();
    },
  };
}

/** Verifies, delivers and sweeps. What must not be lost is in the store before the worker acts on it. */
export function openWorker(deps: WorkerDeps): Worker {
  const waker = createWaker();
  const slots = createSlots();
  const inFlight = createInFlight(deps, slots, (place, kind) => {
    if (kind === "handshake") dropChanging(sending);
    ready.start(place);
    // Somebody may wait for the end of a handshake; the ends of deliveries are gathered.
    if (kind === "handshake") loop.wake();
    else waker.wake();
  });
  const ready = openReady(slots, inFlight.startDelivery);
  const sending = { slots, inFlight, ready };
  const pauses = createPauses(deps);
  const turn = createTurn(deps, sending, pauses);
  const loop = openLoop(deps, { turn, pauses }, waker, sending);
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = loop.run();
    },
    wake: loop.wake,
    async runDue() {
      for (;;) {
        if ((await turn(true)).busy) continue;
        if (inFlight.count() + inFlight.results.length + ready.count() === 0 && !inFlight.isUndecided()) return;
        await waker.sleep(POLL_MS);
      }
    },
    async stop() {
      loop.stop();
      ready.close();
      await running;
      ready.close();
      const until = performance.now() + STOP_MS;
      while (inFlight.count() > 0 && performance.now() < until) await waker.sleep(100);
      // If the store cannot be reached, the claims expire and what was not recorded is sent again.
      await turn(false)
        .then(() => releaseClaims(deps.store, deps.record.owner))
        .catch(loop.storeFailed);
    },
  };
}
