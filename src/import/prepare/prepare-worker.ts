import type { Candidate, Rejection } from "../record/candidate.ts";
import { createCollector } from "./collector.ts";
import { createPreparation, type FileFacts, type RunFacts, type RunPreparation } from "./preparation.ts";
import type { Prepared } from "./prepare-review.ts";
import { prepareRows } from "./prepare-row.ts";

/**
 * Requests to the thread that prepares rows of a large import. Meanwhile the import's main thread reads and stores
 * others.
 */
export type PrepareRequest = { run: RunFacts } | { file: FileFacts; rows: readonly (Candidate | Rejection)[] };
export type PrepareReply = { rows: (Prepared | Rejection)[] } | { error: unknown };

declare const self: Worker;
const collect = createCollector();
let run: RunPreparation | undefined;

async function answer(request: PrepareRequest): Promise<void> {
  if ("run" in request) {
    const { profile, now_ms, identity_key } = request.run;
    run = createPreparation(profile, now_ms, identity_key);
  } else if (run) {
    reply({ rows: await prepareRows(request.rows, { ...run, ...request.file }) });
    collect();
  }
}

const reply = (message: PrepareReply): void => self.postMessage(message);

/** Requests run one after another, so that the replies have the same order. */
let last: Promise<void> = Promise.resolve();
self.onmessage = ({ data }: MessageEvent<PrepareRequest>) => {
  last = last.then(() => answer(data)).catch((error) => reply({ error }));
};
