import { createHmac } from "node:crypto";
import type { ChangePlace } from "../model/changes.ts";

/** What the headers of Standard Webhooks say about one try. */
export type WebhookMessage = { id: string; timestamp: string; headers: Record<string, string> };

/**
 * Names a version of a topic: the same for every try, on every server and after a restart. It has no full stop, because
 * the signature joins its parts with full stops.
 */
const messageId = (topic: string, { history, sequence }: ChangePlace): string =>
  `${topic.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-/, "")}_${history}_${sequence}`;

export function describeMessage(topic: string, place: ChangePlace, now: Date): WebhookMessage {
  const id = messageId(topic, place);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "candor-sequence": String(place.sequence),
    "candor-history": place.history,
  };
  return { id, timestamp, headers };
}

const PREFIX = "whsec_";
const KEY_BYTES = { min: 24, max: 64 } as const;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A secret as these libraries write it stands for its bytes. Any other secret is the key itself. */
export function webhookKey(secret: Uint8Array): Uint8Array {
  const text = Buffer.from(secret).toString("latin1");
  const encoded = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !BASE64.test(encoded)) return secret;
  const key = Buffer.from(encoded, "base64");
  const is_key = key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max && key.toString("base64") === encoded;
  return is_key ? key : secret;
}

/** The value of webhook-signature. */
export function webhookSignature(
  secret: Uint8Array,
  { id, timestamp }: WebhookMessage,
  body: readonly Uint8Array[],
): string {
  const mac = createHmac("sha256", webhookKey(secret)).update(`${id}.${timestamp}.`);
  for (const piece of body) mac.update(piece);
  return `v1,${mac.digest("base64")}`;
}
