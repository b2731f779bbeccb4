import { type Guard, parseCallback } from "../outbound/guard.ts";
import type { NoAnswer, Outbound } from "../outbound/send.ts";
import { type Body, bodyLength } from "../snapshot/body.ts";
import type { Cause } from "../store/hub/paused-subscriptions.ts";
import type { Claimed } from "../store/hub/subscriptions.ts";
import { deadlineMs, parseRetryAfter } from "./delivery-retry.ts";
import { type Secrets, signature } from "./subscription-secrets.ts";

/** How a delivery ended. */
export type Outcome =
  | { kind: "delivered" }
  /** 410: the subscriber is gone. It gets no denial. */
  | { kind: "gone" }
  /** `connected` false: there was no TCP connection, so the fault may be in the hub's own network. */
  | { kind: "failed"; reason: string; retry_after_ms: number | null; connected: boolean }
  /** The hub's own fault, so it does not count as a failure of the subscriber. */
  | { kind: "paused"; cause: Cause };

/** One version of a topic, with the same bytes that GET returns. */
export type DeliveredContent = { body: Body; content_type: string; link: string };

export type DeliverDeps = {
  outbound: Outbound;
  guard: Guard;
  secrets: Secrets;
  user_agent: string;
  timeout_seconds: number;
  now: () => Date;
};

const failed = (reason: string, retry_after_ms: number | null = null, connected = true): Outcome => ({
  kind: "failed",
  reason,
  retry_after_ms,
  connected,
});

/** A status URL is public, so it must not reveal whether a name leads to a private address or does not exist. */
export const describeNoAnswer = (reason: NoAnswer): string =>
  `no answer: ${reason === "dns" || reason === "guard" ? "the host has no public address" : reason}`;

export const pairOf = (of: { topic: string; callback: string }): string => `${of.topic}\n${of.callback}`;

/**
 * Sends one POST. Anything except 2xx and 410 is a failure. Redirects are never followed, so they are failures, too.
 */
export async function deliver(deps: DeliverDeps, to: Claimed, content: DeliveredContent): Promise<Outcome> {
  const callback = parseCallback(to.callback, deps.guard);
  if ("fault" in callback) return failed(`the callback is refused: ${callback.fault}`);
  const length = bodyLength(content.body);
  const headers: Record<string, string> = {
    "Content-Type": content.content_type,
    "Content-Length": String(length),
    Link: content.link,
    "User-Agent": deps.user_agent,
  };
  if (to.secret !== null) {
    const secret = deps.secrets.open(to.secret, pairOf(to));
    // Without a signature, the subscriber would reject the delivery or, worse, trust it.
    if (secret === null) return { kind: "paused", cause: "key" };
    headers["X-Hub-Signature"] = signature(secret, content.body);
  }
  const answer = await deps.outbound.send({
    callback,
    method: "POST",
    target: callback.target,
    headers,
    body: content.body,
    deadline_ms: deadlineMs(deps.timeout_seconds, length),
    read_bytes: 0,
  });
  if (answer.kind === "none") return failed(describeNoAnswer(answer.reason), null, answer.connected);
  if (answer.status >= 200 && answer.status <= 299) return { kind: "delivered" };
  if (answer.status === 410) return { kind: "gone" };
  return failed(`status ${answer.status}`, parseRetryAfter(answer.retry_after, deps.now().getTime()));
}
