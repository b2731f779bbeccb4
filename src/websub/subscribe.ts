import { type Callback, type Guard, parseCallback } from "../outbound/guard.ts";
import { type Field, parseForm } from "./form.ts";
import { TOPICS } from "./hub-urls.ts";

/** A well-formed request to the hub. */
export type HubRequest = {
  mode: "subscribe" | "unsubscribe";
  /** Path of the topic. */
  topic: string;
  /** The topic as the subscriber spelled it. */
  asked_topic: string;
  callback_url: string;
  callback: Callback;
  secret: Uint8Array | null;
  lease_seconds: number;
};

export type RequestFault = { field: string; message: string };

export type RequestRules = {
  base_url: string;
  guard: Guard;
  lease: { min: number; fallback: number; max: number };
};

const SECRET_BYTES = 200;
const NAMES = ["hub.mode", "hub.topic", "hub.callback", "hub.secret", "hub.lease_seconds"] as const;
type Name = (typeof NAMES)[number];

const isFault = (value: object | null | number): value is RequestFault =>
  value !== null && typeof value === "object" && "field" in value;

/** Unreserved characters mean the same whether they are escaped or not (RFC 3986 §6.2.2.2). */
const normalize = (url: string): string =>
  url.replace(/%([0-9a-fA-F]{2})/g, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped.toUpperCase();
  });

/** Unknown names are ignored (WebSub §5.1). A known name may be given only once and needs a value. */
function pick(fields: readonly Field[], name: Name): Uint8Array | null | RequestFault {
  const given = fields.filter((field) => field.name === name);
  if (given.length > 1) return { field: name, message: "must be given only once" };
  const value = given[0]?.value;
  if (value === undefined) return null;
  return value.length === 0 ? { field: name, message: "must not be empty" } : value;
}

function text(fields: readonly Field[], name: Name): string | RequestFault {
  const value = pick(fields, name);
  if (value === null) return { field: name, message: "is missing" };
  // Bytes that are not UTF-8 become U+FFFD, which no rule below accepts.
  return isFault(value) ? value : new TextDecoder("utf-8", { ignoreBOM: true }).decode(value);
}

function parseLease(fields: readonly Field[], lease: RequestRules["lease"]): number | RequestFault {
  const value = pick(fields, "hub.lease_seconds");
  if (value === null) return lease.fallback;
  if (isFault(value)) return value;
  const digits = new TextDecoder().decode(value);
  if (!/^\d+$/.test(digits) || Number(digits) === 0) {
    return { field: "hub.lease_seconds", message: "must be a positive whole number of seconds" };
  }
  return Math.min(Math.max(Number(digits), lease.min), lease.max);
}

function parseSecret(fields: readonly Field[]): Uint8Array | null | RequestFault {
  const value = pick(fields, "hub.secret");
  if (value === null || isFault(value) || value.length < SECRET_BYTES) return value;
  return { field: "hub.secret", message: `must have fewer than ${SECRET_BYTES} bytes` };
}

/** Checks only the text and resolves no names, because the response must not depend on the callback (WebSub §5.1.2). */
export function parseRequest(rules: RequestRules, body: Uint8Array): HubRequest | RequestFault {
  const fields = parseForm(body);
  const mode = text(fields, "hub.mode");
  if (typeof mode !== "string") return mode;
  if (mode !== "subscribe" && mode !== "unsubscribe") {
    return { field: "hub.mode", message: "must be subscribe or unsubscribe" };
  }
  const asked_topic = text(fields, "hub.topic");
  if (typeof asked_topic !== "string") return asked_topic;
  const topic = TOPICS.find((path) => `${rules.base_url}${path}` === normalize(asked_topic));
  if (topic === undefined) {
    const known = TOPICS.map((path) => `${rules.base_url}${path}`).join(", ");
    return { field: "hub.topic", message: `must be one of ${known}` };
  }
  const callback_url = text(fields, "hub.callback");
  if (typeof callback_url !== "string") return callback_url;
  const callback = parseCallback(callback_url, rules.guard);
  if ("fault" in callback) return { field: "hub.callback", message: `is refused: ${callback.fault}` };
  const secret = parseSecret(fields);
  if (isFault(secret)) return secret;
  const lease_seconds = mode === "unsubscribe" ? rules.lease.fallback : parseLease(fields, rules.lease);
  if (isFault(lease_seconds)) return lease_seconds;
  return { mode, topic, asked_topic, callback_url, callback, secret, lease_seconds };
}
