import { describeError, type Log } from "../log.ts";
import { RULES_VERSION } from "../model/rules-version.ts";
import type { JudgeReply, JudgeRequest } from "./judge-worker.ts";

/** After a fault, such as a database that does not answer, the rules are applied at the next check. */
const RETRY_MS = 30_000;

/** Applies the rules in a thread that ends afterwards. */
function judgeInThread(request: JudgeRequest): { reply: Promise<JudgeReply>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<JudgeReply>();
  const worker = new Worker(new URL("./judge-worker.ts", import.meta.url).href);
  worker.onmessage = ({ data }: MessageEvent<JudgeReply>) => resolve(data);
  worker.onerror = (event) => resolve({ failed: describeError(event.message) });
  worker.addEventListener("close", () => resolve({ failed: describeError("the thread stopped without an error") }));
  worker.unref();
  worker.postMessage(request);
  return { reply: promise, end: () => worker.terminate() };
}

export type Judging = {
  /** Whether what is stored has to be judged again. Called at the start, and after every change: a backup may be restored. */
  check(): Promise<void>;
  stop(): void;
};

export type JudgingOptions = JudgeRequest & {
  log: Log;
  /** Whether rules of an older version judged what is stored. */
  isDue(): Promise<boolean>;
};

/** After an upgrade, judges everything that is stored by today's rules, while the server answers. */
export function startJudging({ log, isDue, ...request }: JudgingOptions): Judging {
  let running: Promise<void> | null = null;
  let thread: ReturnType<typeof judgeInThread> | null = null;
  let retry: Timer | undefined;
  let stopped = false;
  const judge = async () => {
    if (stopped || !(await isDue())) return;
    log.info("rules_outdated", { rules: RULES_VERSION });
    thread = judgeInThread(request);
    const reply = await thread.reply;
    thread.end();
    thread = null;
    if (stopped) return;
    if ("failed" in reply) {
      log.warn("rules_not_applied", reply.failed);
      clearTimeout(retry);
      retry = setTimeout(() => void check(), RETRY_MS).unref();
    } else if (reply.judged) {
      const { dataset_version, reviews, hidden, replies_held } = reply.judged;
      log.info("rules_applied", { rules: RULES_VERSION, dataset_version, reviews, hidden, replies_held });
    }
  };
  const check = (): Promise<void> => {
    running ??= judge()
      .catch((error) => log.warn("rules_not_applied", describeError(error)))
      .finally(() => {
        running = null;
      });
    return running;
  };
  return {
    check,
    stop() {
      stopped = true;
      clearTimeout(retry);
      thread?.end();
    },
  };
}
