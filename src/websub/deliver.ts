import { type Guard, parseCallback } from "../outbound/guard.ts";
import type { Outbound } from "../outbound/send.ts";
import type { Subscription } from "../store/subscriptions.ts";
import { deadlineMs, parseRetryAfter } from "./retry.ts";
import { type Secrets, signature } from "./secrets.ts";

/** How a delivery ended. */
export type Outcome =
  | { kind: "delivered" }
  /** 410: the subscriber is gone, and is not sent a denial. */
  | { kind: "gone" }
  | { kind: "failed"; reason: string; retry_after_ms: number | null };

/** One version of a topic, exactly as GET returns it. */
export type Content = { body: Uint8Array; content_type: string; link: string };

export type DeliverDeps = {
  outbound: Outbound;
  guard: Guard;
  secrets: Secrets;
  user_agent: string;
  timeout_seconds: number;
  now: () => Date;
};

const failed = (reason: string, retry_after_ms: number | null = null): Outcome => ({
  kind: "failed",
  reason,
  retry_after_ms,
});

export const pairOf = (of: { topic: string; callback: string }): string => `${of.topic}\n${of.callback}`;

/** Sends one POST. Anything but 2xx and 410 is a failure, redirects included: they are never followed. */
export async function deliver(deps: DeliverDeps, to: Subscription, content: Content): Promise<Outcome> {
  const callback = parseCallback(to.callback, deps.guard);
  if ("fault" in callback) return failed("no answer: guard");
  const headers: Record<string, string> = {
    "Content-Type": content.content_type,
    "Content-Length": String(content.body.length),
    Link: content.link,
    "User-Agent": deps.user_agent,
  };
  if (to.secret !== null) {
    const secret = deps.secrets.open(to.secret, pairOf(to));
    // Without a signature the subscriber would reject the delivery or, worse, trust it.
    if (secret === null) return failed("the secret cannot be opened with SECRET_KEY");
    headers["X-Hub-Signature"] = signature(secret, content.body);
  }
  const answer = await deps.outbound.send({
    callback,
    method: "POST",
    target: callback.target,
    headers,
    body: content.body,
    deadline_ms: deadlineMs(deps.timeout_seconds, content.body.length),
    read_bytes: 0,
  });
  if (answer.kind === "none") return failed(`no answer: ${answer.reason}`);
  if (answer.status >= 200 && answer.status <= 299) return { kind: "delivered" };
  if (answer.status === 410) return { kind: "gone" };
  return failed(`status ${answer.status}`, parseRetryAfter(answer.retry_after, deps.now().getTime()));
}
