import { randomUUID } from "node:crypto";
import { judgeAgain } from "../import/run/judge-again.ts";
import { describeError } from "../log.ts";
import { openStore } from "../store/connection/open-store.ts";
import type { JudgedRules } from "../store/dataset/judged-rules.ts";

/** The thread that applies the rules of a new version to what is stored. It has its own connection. */
export type JudgeRequest = { database_url: string; state_folder: string };
export type JudgeReply = { judged: JudgedRules | null } | { failed: ReturnType<typeof describeError> };

declare const self: Worker;

async function judge({ database_url, state_folder }: JudgeRequest): Promise<JudgeReply> {
  await using opened = new AsyncDisposableStack();
  const store = await openStore(database_url, { connections: 2, busy_timeout_ms: 5000, existing: true, state_folder });
  opened.defer(() => store.close());
  return { judged: await judgeAgain({ store, now: () => new Date(), newRun: randomUUID }) };
}

self.onmessage = ({ data }: MessageEvent<JudgeRequest>) => {
  judge(data)
    .catch((error): JudgeReply => ({ failed: describeError(error) }))
    .then((reply) => self.postMessage(reply));
};
