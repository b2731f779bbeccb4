import { availableParallelism } from "node:os";
import { errorLine } from "../../log.ts";
import type { Candidate, CandidateRows, Rejection } from "../record/candidate.ts";
import type { FileFacts, RunFacts, RunPreparation } from "./preparation.ts";
import type { Prepared } from "./prepare-review.ts";
import { prepareRows } from "./prepare-row.ts";
import type { PrepareReply, PrepareRequest } from "./prepare-worker.ts";

type Parsed = readonly (Candidate | Rejection)[];
type Ready = (Prepared | Rejection)[];
type Prepare = (file: FileFacts, rows: Parsed) => Promise<Ready>;

export type Preparer = {
  prepare: Prepare;
  /** How many batches are read before the first of them is stored. */
  ahead: number;
};

const BATCH = 500;
/** If this many batches wait for the thread, the next one is prepared here. So neither thread is ever idle. */
const WAITING = 3;

/** If the thread ends by itself, all pending requests to it fail. */
function openThread(run: RunFacts) {
  // A small heap takes 30 MB less and is as fast (measured).
  const worker = new Worker(new URL("./prepare-worker.ts", import.meta.url).href, { smol: true });
  const waiting: { resolve(rows: Ready): void; reject(error: unknown): void }[] = [];
  let ended: Error | null = null;
  const end = (reason: string) => {
    ended ??= new Error(`the thread that prepares rows died (${reason}): run the import again`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.onmessage = ({ data }: MessageEvent<PrepareReply>) => {
    const next = waiting.shift();
    if ("rows" in data) next?.resolve(data.rows);
    else next?.reject(data.error);
  };
  worker.onerror = (event) => end(errorLine(event.message));
  // Bun sends "close" whenever a thread ends: after an error event, and alone when the thread exits or is terminated.
  worker.addEventListener("close", () => end("it stopped without an error"));
  const send = (request: PrepareRequest) => worker.postMessage(request);
  send({ run });
  const prepare: Prepare = (file, rows) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.push({ resolve, reject });
      send({ file, rows });
    });
  return { prepare, isBusy: () => waiting.length >= WAITING, close: () => worker.terminate() };
}

/** A smaller import ends before a thread has loaded its code. This many bytes are 3,000 to 12,000 rows. */
const LARGE_BYTES = 2_000_000;
const largeBytes = (): number => (availableParallelism() > 1 ? LARGE_BYTES : Number.POSITIVE_INFINITY);

/** Prepares the rows of a run in this thread, and from `thread_from_bytes` on also in a second thread. */
export function openPreparers(run: RunPreparation, thread_from_bytes = largeBytes()) {
  const { profile, now_ms, identity_key } = run;
  const prepareHere: Prepare = (file, rows) => prepareRows(rows, { ...run, ...file });
  let thread: ReturnType<typeof openThread> | undefined;
  return {
    /** `bytes` is the size of the files so far. */
    forSize(bytes: number): Preparer {
      if (bytes < thread_from_bytes) return { prepare: prepareHere, ahead: 1 };
      thread ??= openThread({ profile, now_ms, identity_key });
      const { prepare, isBusy } = thread;
      return { prepare: (file, rows) => (isBusy() ? prepareHere : prepare)(file, rows), ahead: WAITING + 1 };
    },
    close: () => thread?.close(),
  };
}

/** The rows in batches of equal size. Rows that were read before a failure are returned before it is thrown. */
async function* inBatches(rows: CandidateRows): AsyncGenerator<Parsed, undefined> {
  let batch: (Candidate | Rejection)[] = [];
  try {
    for await (const some of rows) {
      for (const row of some) {
        batch.push(row);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    yield batch;
    throw error;
  }
  yield batch;
}

/** Reads and prepares the rows of a file. The rows and a possible failure come in the order of the file. */
export async function* prepareAhead(rows: CandidateRows, file: FileFacts, preparer: Preparer): AsyncGenerator<Ready> {
  const batches = inBatches(rows);
  const next = () => {
    const ready = batches.next().then(({ value }) => (value ? preparer.prepare(file, value) : null));
    ready.catch(() => {}); // the code that takes it from the queue sees the failure
    return ready;
  };
  const queue = Array.from({ length: preparer.ahead }, next);
  try {
    for (let ready = await queue.shift(); ready; ready = await queue.shift()) {
      yield ready;
      queue.push(next());
    }
  } finally {
    await batches.return(undefined);
  }
}
