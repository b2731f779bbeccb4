import { describeError } from "../log.ts";
import type { Document, Snapshot } from "../snapshot/snapshot.ts";
import { giveBackHandshakes } from "../store/handshakes.ts";
import type { Store } from "../store/store.ts";
import { giveBackDeliveries } from "../store/subscriptions.ts";
import { announceTopics } from "../store/topics.ts";
import { claimDeliveries, type Delivery, findDeliveries, takeHandshakes } from "./claims.ts";
import { type FlightDeps, type Flights, openFlights } from "./in-flight.ts";
import { type RecordDeps, recordResults } from "./record.ts";
import { openSlots, type Slots } from "./slots.ts";
import { sweep } from "./sweep.ts";
import { openBell } from "./waker.ts";

export type WorkerDeps = FlightDeps & {
  store: Store;
  snapshot: () => Snapshot | null;
  topics: readonly string[];
  timeout_seconds: number;
  record: RecordDeps;
};

export type Worker = {
  start(): void;
  /** Something may be due: a request was taken, a snapshot swapped. */
  wake(): void;
  /** Does all that is due at this moment and returns when nothing is in flight. */
  runDue(): Promise<void>;
  sweep(): Promise<void>;
  /** Lets what is in flight end, then gives the claims back. */
  stop(): Promise<void>;
};

type Documents = ReadonlyMap<string, Document>;

const POLL_MS = 500;
const GATHER_MS = 10;
const SWEEP_EVERY_MS = 60_000;
const STOP_MS = 8_000;

/**
 * Announces each snapshot once and answers the topics' documents. Safe to repeat: until it succeeds every turn tries
 * again, so a change is announced once the store answers.
 */
function openAnnouncer({ store, log, topics }: WorkerDeps): (snapshot: Snapshot | null) => Promise<Documents> {
  let announced: Snapshot | null = null;
  let documents: Documents = new Map();
  return async (snapshot) => {
    if (snapshot === announced || snapshot === null) return documents;
    const shown = new Map(
      topics.flatMap((path) => {
        const document = snapshot.documents.get(path);
        return document ? [[path, document] as const] : [];
      }),
    );
    const hashes = new Map(Array.from(shown, ([path, { hash }]) => [path, hash]));
    const changed = await announceTopics(store, snapshot.dataset_version, hashes);
    announced = snapshot;
    documents = shown;
    if (changed.length > 0) log.info("websub_announced", { topics: changed });
    return documents;
  };
}

/** One turn: writes down what ended, takes on what is due (`accept`); false when there was neither. */
function openCycle(deps: WorkerDeps, slots: Slots, flights: Flights): (accept: boolean) => Promise<boolean> {
  const { store, record } = deps;
  const { owner, limited } = record;
  const claim = { store, slots, owner, limited, timeout_seconds: deps.timeout_seconds };
  const announce = openAnnouncer(deps);
  return async (accept) => {
    const documents = await announce(deps.snapshot());
    const now_ms = deps.now().getTime();
    const found = accept ? await findDeliveries(claim, documents, now_ms) : [];
    const results = flights.results.splice(0);
    let deliveries: Delivery[] = [];
    if (results.length > 0 || found.length > 0) {
      try {
        deliveries = await store.transaction(async (tx) => {
          await recordResults(tx, record, results);
          // The claim counts from here: the transaction may have waited for its turn.
          return claimDeliveries(tx, claim, found, deps.now().getTime());
        });
      } catch (error) {
        // The store is away, the answers are not: they are written down when it is back.
        flights.results.unshift(...results);
        throw error;
      }
    }
    for (const delivery of deliveries) flights.sendDelivery(delivery);
    const handshakes = accept ? await takeHandshakes(claim, now_ms) : [];
    for (const handshake of handshakes) flights.sendHandshake(handshake);
    // Found and not claimed: another worker was faster, and there may be more.
    return results.length + found.length + handshakes.length > 0;
  };
}

async function giveBack(store: Store, owner: string | null): Promise<void> {
  await giveBackDeliveries(store, owner);
  await giveBackHandshakes(store, owner);
}

/** Verifies, delivers and sweeps. What it must not forget is in the store before it acts on it. */
export function openWorker(deps: WorkerDeps): Worker {
  const { store, log, record } = deps;
  const bell = openBell();
  const slots = openSlots();
  const flights = openFlights(deps, slots, bell.ring);
  const cycle = openCycle(deps, slots, flights);
  let stopping = false;
  let swept_ms = Number.NEGATIVE_INFINITY;
  let loop: Promise<void> = Promise.resolve();

  let away = false;
  // One server owns a SQLite file, so what is claimed there at the start belonged to one that is gone.
  let orphaned = store.dialect === "sqlite";
  const turn = async (): Promise<boolean> => {
    if (orphaned) await giveBack(store, null);
    orphaned = false;
    if (performance.now() - swept_ms > SWEEP_EVERY_MS) {
      await sweep(store, deps.now());
      swept_ms = performance.now();
    }
    const busy = await cycle(true);
    away = false;
    return busy;
  };
  const storeFailed = (error: unknown) => {
    if (!away) log.error("websub_store_failed", describeError(error));
    away = true;
  };
  const run = async () => {
    while (!stopping) {
      const busy = await turn().catch(async (error) => {
        storeFailed(error);
        await Bun.sleep(POLL_MS);
        return false;
      });
      if (busy) continue;
      await bell.wait(POLL_MS);
      // On SQLite every commit waits for the disk: answers that come together are written together.
      if (flights.count() > 0) await Bun.sleep(GATHER_MS);
    }
  };
  return {
    start() {
      loop = run();
    },
    wake: bell.ring,
    async runDue() {
      for (;;) {
        if (await cycle(true)) continue;
        if (flights.count() === 0 && flights.results.length === 0) return;
        await bell.wait(POLL_MS);
      }
    },
    sweep: () => sweep(store, deps.now()),
    async stop() {
      stopping = true;
      bell.ring();
      await loop;
      const until = performance.now() + STOP_MS;
      while (flights.count() > 0 && performance.now() < until) await bell.wait(100);
      // Where the store is away, claims run out by themselves and what was not written down is sent again.
      await cycle(false)
        .then(() => giveBack(store, record.owner))
        .catch(storeFailed);
    },
  };
}
