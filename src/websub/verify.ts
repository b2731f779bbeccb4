import { type Guard, parseCallback } from "../outbound/guard.ts";
import type { Answer, Outbound } from "../outbound/send.ts";
import type { Handshake } from "../store/handshakes.ts";

/** How a handshake's GET ended. */
export type Verification =
  | { kind: "confirmed" }
  | { kind: "refused"; reason: string }
  /** DNS, connect, TLS or the deadline: nobody answered, so it is tried again. */
  | { kind: "no_answer"; reason: string };

/** What is in the callback's query stays byte for byte, also a hub.challenge of its own (WebSub §5.3). */
function appendQuery(target: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const joint = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return target + joint + query.join("&");
}

function judge(answer: Answer, challenge: string): Verification {
  if (answer.kind === "none") {
    const final = answer.reason === "guard" || answer.reason === "malformed";
    return { kind: final ? "refused" : "no_answer", reason: `no answer: ${answer.reason}` };
  }
  if (answer.status < 200 || answer.status > 299) return { kind: "refused", reason: `status ${answer.status}` };
  // The exact bytes: no trimming, no prefix.
  const exact = answer.complete && Buffer.from(challenge).equals(answer.body);
  return exact ? { kind: "confirmed" } : { kind: "refused", reason: "the body was not the challenge" };
}

type Deps = {
  outbound: Outbound;
  guard: Guard;
  user_agent: string;
  timeout_seconds: number;
  random: (bytes: number) => Uint8Array;
};

/** One GET: asks the callback whether it wants what was asked in its name, or tells it that it was removed. */
export async function shakeHands(deps: Deps, owed: Handshake): Promise<Verification> {
  const callback = parseCallback(owed.callback, deps.guard);
  if ("fault" in callback) return { kind: "refused", reason: "no answer: guard" };
  const challenge = Buffer.from(deps.random(32)).toString("base64url");
  const parameters: Record<string, string> = { "hub.mode": owed.mode, "hub.topic": owed.asked_topic };
  if (owed.mode === "denied") parameters["hub.reason"] = owed.reason ?? "";
  else Object.assign(parameters, { "hub.challenge": challenge, "hub.lease_seconds": String(owed.lease_seconds) });
  const answer = await deps.outbound.send({
    callback,
    method: "GET",
    target: appendQuery(callback.target, parameters),
    headers: { "User-Agent": deps.user_agent, Accept: "*/*" },
    deadline_ms: deps.timeout_seconds * 1000,
    read_bytes: challenge.length,
  });
  return judge(answer, challenge);
}
