import type { RateLimit } from "../setting-values.ts";

const WINDOW_MS = 60_000;
/** How many clients one limit remembers: about 10 MB at most. */
const MAX_CLIENTS = 100_000;
/** A full table is reduced to this size, so that many new clients share the cost of one sweep (otherwise 2 ms each). */
const KEPT_CLIENTS = 90_000;

export type Verdict =
  | { allowed: true }
  | { allowed: false; retry_after_seconds: number; headers: Record<string, string> };

const ALLOWED: Verdict = { allowed: true };

/**
 * One bucket per client with `limit` requests. A burst may use them all, and the bucket is full again after a minute.
 * The state is the time at which the bucket will be full, so an idle client needs no entry.
 */
export function createRateLimit(
  name: string,
  limit: RateLimit,
  now: () => number,
): (client: string, count?: number) => Verdict {
  if (limit === null) return () => ALLOWED;
  const cost_ms = WINDOW_MS / limit;
  const full_at = new Map<string, number>();
  const headers = (remaining: number, reset_seconds: number) => ({
    "RateLimit-Policy": `"${name}";q=${limit};w=60`,
    RateLimit: `"${name}";r=${remaining};t=${reset_seconds}`,
  });
  const forget = (time: number) => {
    for (const [client, at] of full_at) if (at <= time) full_at.delete(client);
    // All of them are in use, so the oldest entries are removed (a Map keeps insertion order).
    for (const client of full_at.keys()) {
      if (full_at.size <= KEPT_CLIENTS) break;
      full_at.delete(client);
    }
  };
  return (client, count = 1) => {
    const time = now();
    // A request that costs more than the whole bucket passes when the bucket is full. Otherwise it could never pass.
    const at = Math.max(full_at.get(client) ?? time, time) + cost_ms * Math.min(count, limit);
    if (at - time > WINDOW_MS + 1e-6) {
      const retry_after_seconds = Math.max(1, Math.ceil((at - time - WINDOW_MS) / 1000));
      return {
        allowed: false,
        retry_after_seconds,
        headers: { ...headers(0, retry_after_seconds), "Retry-After": String(retry_after_seconds) },
      };
    }
    if (full_at.size >= MAX_CLIENTS) forget(time);
    full_at.set(client, at);
    return ALLOWED;
  };
}

/** A household or a server has a whole IPv6 /64, so that counts as one client and is always written the same way. */
function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** An IPv4 or IPv6 address, bare or with a port as some proxies write it: 203.0.113.9:5123, [2001:db8::1]:443. */
const ADDRESS =
  /^(?:(?<v4>\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?|(?<v6>[0-9a-f:.]{2,45})|\[(?<boxed>[0-9a-f:.]{2,45})\](?::\d{1,5})?)$/i;

/** The client's address as the nearest trusted proxy saw it, or the socket's address if no proxy is trusted. */
export function clientAddress(request: Request, socket_address: string, trusted_proxies: number): string {
  if (trusted_proxies === 0) return clientKey(socket_address);
  const chain = (request.headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  const { v4, v6, boxed } = ADDRESS.exec(chain.at(-trusted_proxies) ?? "")?.groups ?? {};
  return clientKey(v4 ?? v6 ?? boxed ?? socket_address);
}
