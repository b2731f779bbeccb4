import { type Guard, parseCallback } from "../outbound/guard.ts";
import type { Outbound, PeerAnswer } from "../outbound/send.ts";
import type { Handshake } from "../store/hub/handshakes.ts";
import { describeNoAnswer } from "./deliver.ts";

/** How a handshake's GET ended. */
export type Verification =
  | { kind: "confirmed" }
  | { kind: "refused"; reason: string }
  /** DNS, connection, TLS or the deadline failed. There was no answer, so the hub tries again. */
  | { kind: "no_answer"; reason: string; heard: boolean };

/** The callback's query stays exactly as it is, even if it contains a hub.challenge (WebSub §5.3). */
function appendQuery(target: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const joint = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return target + joint + query.join("&");
}

/** A subscriber that was told that its subscription was removed confirms that with 2xx or 410. */
function acknowledgmentOf(answer: PeerAnswer): Verification {
  if (answer.kind === "none") {
    return { kind: "no_answer", reason: describeNoAnswer(answer.reason), heard: answer.heard };
  }
  const { status } = answer;
  if (status === 410 || (status >= 200 && status <= 299)) return { kind: "confirmed" };
  return { kind: "refused", reason: `status ${status}` };
}

function verificationOf(answer: PeerAnswer, challenge: string): Verification {
  if (answer.kind === "none") {
    const reason = describeNoAnswer(answer.reason);
    if (answer.reason === "malformed") return { kind: "refused", reason };
    return { kind: "no_answer", reason, heard: answer.heard };
  }
  if (answer.status < 200 || answer.status > 299) return { kind: "refused", reason: `status ${answer.status}` };
  // The body must be exactly the challenge, without trimming or a prefix.
  const exact = answer.complete && Buffer.from(challenge).equals(answer.body);
  return exact ? { kind: "confirmed" } : { kind: "refused", reason: "the body was not the challenge" };
}

export type HandshakeDeps = {
  outbound: Outbound;
  guard: Guard;
  user_agent: string;
  timeout_seconds: number;
  random: (bytes: number) => Uint8Array;
};

/** Sends one GET. It asks the callback to confirm a request, or tells it that the subscription was removed. */
export async function sendHandshake(deps: HandshakeDeps, handshake: Handshake): Promise<Verification> {
  const callback = parseCallback(handshake.callback, deps.guard);
  if ("fault" in callback) return { kind: "refused", reason: `the callback is refused: ${callback.fault}` };
  const challenge = Buffer.from(deps.random(32)).toString("base64url");
  const parameters: Record<string, string> = { "hub.mode": handshake.mode, "hub.topic": handshake.asked_topic };
  if (handshake.mode === "denied") parameters["hub.reason"] = handshake.reason ?? "";
  else Object.assign(parameters, { "hub.challenge": challenge, "hub.lease_seconds": String(handshake.lease_seconds) });
  const answer = await deps.outbound.send({
    callback,
    method: "GET",
    target: appendQuery(callback.target, parameters),
    headers: { "User-Agent": deps.user_agent, Accept: "*/*" },
    deadline_ms: deps.timeout_seconds * 1000,
    read_bytes: challenge.length,
  });
  return handshake.mode === "denied" ? acknowledgmentOf(answer) : verificationOf(answer, challenge);
}
