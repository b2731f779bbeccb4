import type { ChangePlace } from "../model/changes.ts";
import { type Guard, parseCallback } from "../outbound/guard.ts";
import type { NoAnswer, Outbound, PeerAnswer } from "../outbound/send.ts";
import { type Body, bodyLength } from "../snapshot/body.ts";
import type { Try } from "../store/hub/delivery-tries.ts";
import type { Cause } from "../store/hub/paused-subscriptions.ts";
import type { Claimed } from "../store/hub/subscriptions.ts";
import { deadlineMs, parseRetryAfter } from "./delivery-retry.ts";
import { describeMessage, webhookSignature } from "./standard-webhooks.ts";
import { type Secrets, signature } from "./subscription-secrets.ts";

/** How a delivery ended. */
export type Outcome =
  | { kind: "delivered" }
  /** 410: the subscriber is gone. It gets no denial. */
  | { kind: "gone" }
  /** `heard` false: the subscriber sent nothing, so the fault may be in the hub's own network. */
  | { kind: "failed"; reason: string; retry_after_ms: number | null; connected: boolean; heard: boolean }
  /** The hub's own fault, so it does not count as a failure of the subscriber. */
  | { kind: "paused"; cause: Cause };

/** One version of a topic, with the same bytes that GET returns. */
export type DeliveredContent = { body: Body; content_type: string; link: string; place?: ChangePlace | undefined };

export type DeliverDeps = {
  outbound: Outbound;
  guard: Guard;
  secrets: Secrets;
  user_agent: string;
  timeout_seconds: number;
  now: () => Date;
};

const failed = (
  reason: string,
  retry_after_ms: number | null = null,
  reached = { connected: true, heard: true },
): Outcome => ({ kind: "failed", reason, retry_after_ms, connected: reached.connected, heard: reached.heard });

/** A status URL is public, so it must not reveal whether a name leads to a private address or does not exist. */
export const describeNoAnswer = (reason: NoAnswer): string =>
  `no answer: ${reason === "dns" || reason === "guard" ? "the host has no public address" : reason}`;

export const pairOf = (of: { topic: string; callback: string }): string => `${of.topic}\n${of.callback}`;

/** How a delivery ended, and what its status URL shows of it. Null if nothing was sent. */
export type Delivered = { outcome: Outcome; made: Try | null };

/** The headers, or null if the secret cannot be opened. */
function headersFor(deps: DeliverDeps, to: Claimed, content: DeliveredContent): Record<string, string> | null {
  const headers: Record<string, string> = {
    "Content-Type": content.content_type,
    "Content-Length": String(bodyLength(content.body)),
    Link: content.link,
    "User-Agent": deps.user_agent,
  };
  const message = content.place && describeMessage(to.topic, content.place, deps.now());
  if (message) Object.assign(headers, message.headers);
  if (to.secret !== null) {
    const secret = deps.secrets.open(to.secret, pairOf(to));
    if (secret === null) return null;
    headers["X-Hub-Signature"] = signature(secret, content.body);
    if (message) headers["webhook-signature"] = webhookSignature(secret, message, content.body);
  }
  return headers;
}

/** Anything except 2xx and 410 is a failure. Redirects are never followed, so they are failures, too. */
function outcomeOf(deps: DeliverDeps, answer: PeerAnswer): Outcome {
  if (answer.kind === "none") return failed(describeNoAnswer(answer.reason), null, answer);
  if (answer.status >= 200 && answer.status <= 299) return { kind: "delivered" };
  if (answer.status === 410) return { kind: "gone" };
  return failed(`status ${answer.status}`, parseRetryAfter(answer.retry_after, deps.now().getTime()));
}

/** Sends one POST. */
export async function tryDelivery(deps: DeliverDeps, to: Claimed, content: DeliveredContent): Promise<Delivered> {
  const callback = parseCallback(to.callback, deps.guard);
  if ("fault" in callback) return { outcome: failed(`the callback is refused: ${callback.fault}`), made: null };
  const headers = headersFor(deps, to, content);
  // Without a signature, the subscriber would reject the delivery or, worse, trust it.
  if (headers === null) return { outcome: { kind: "paused", cause: "key" }, made: null };
  const bytes = bodyLength(content.body);
  const started = performance.now();
  const answer = await deps.outbound.send({
    callback,
    method: "POST",
    target: callback.target,
    headers,
    body: content.body,
    deadline_ms: deadlineMs(deps.timeout_seconds, bytes),
    read_bytes: 0,
  });
  const outcome = outcomeOf(deps, answer);
  const made = {
    at_ms: deps.now().getTime(),
    status: answer.kind === "none" ? null : answer.status,
    ms: performance.now() - started,
    bytes,
    error: outcome.kind === "failed" ? outcome.reason : null,
  };
  return { outcome, made };
}
