import { compareText } from "../model/basics/compare-text.ts";
import {
  type CallbackLimit,
  countSubscriptionsAndRequests,
  lockCallbackLimit,
  readCallbackLimits,
  saveCallbackLimit,
} from "../store/hub/callback-limits.ts";
import type { Queryable } from "../store/store.ts";

/*
 * Keeps strangers from using the hub to flood a third party: a host named in callbacks gets no more requests than this,
 * however many clients ask. The rate limit of the route counts per client address. RATE_LIMIT_HUB=off turns off all of
 * these limits except `in_all`.
 */
export const CALLBACK_LIMITS = {
  /** Requests that name the host or domain. Handshake GETs to it have the same limit and are counted separately. */
  per_minute: { host: 30, domain: 120 },
  /** Subscriptions, and pending requests that may become subscriptions. */
  subscriptions: { host: 1000, domain: 5000, in_all: 200_000 },
  /** After this many failed handshakes in a row, the client's requests for the host are refused for a while. */
  failures: 10,
  refused_ms: 15 * 60_000,
} as const;

const WINDOW_MS = 60_000;
const CAP_RETRY_SECONDS = 3600;

type CallbackHost = { host: string; domain: string };
/** `client` is a pseudonym of the client's address. */
type Named = CallbackHost & { client: string };
export type OverLimit = { status: 429 | 503; message: string; retry_after_seconds: number };

const hostName = (host: string) => `host ${host}`;
const domainName = (domain: string) => `domain ${domain}`;
/** Counted per client, so that one client's failures do not keep others from the host. */
const clientName = (client: string, host: string) => `client ${client} host ${host}`;
const perMinute = (name: string) =>
  name.startsWith("host ") ? CALLBACK_LIMITS.per_minute.host : CALLBACK_LIMITS.per_minute.domain;

/** A token bucket that holds one minute's share. Its state is the time at which it will be full again. */
export function spend(until: string, now_ms: number, per_minute: number): { until: string } | { wait_ms: number } {
  const cost_ms = WINDOW_MS / per_minute;
  const at = Math.max(Date.parse(until), now_ms) + cost_ms;
  if (at - now_ms > WINDOW_MS) return { wait_ms: Math.ceil(at - now_ms - WINDOW_MS) };
  return { until: new Date(at).toISOString() };
}

function tooMany(what: string, wait_ms: number): OverLimit {
  return {
    status: 429,
    message: `${what}: try again later`,
    retry_after_seconds: Math.max(1, Math.ceil(wait_ms / 1000)),
  };
}

/** The refusal if the client's requests for the host are refused for now, otherwise null. */
async function checkRefusal(db: Queryable, { client, host }: Named, now_ms: number): Promise<OverLimit | null> {
  const [limit] = await readCallbackLimits(db, [clientName(client, host)]);
  const refused_ms = limit ? Date.parse(limit.refused_until) - now_ms : 0;
  if (refused_ms <= 0) return null;
  return tooMany("hub.callback: its host has not confirmed your recent requests", refused_ms);
}

function spendRequest(limit: CallbackLimit, now_ms: number): CallbackLimit | OverLimit {
  const spent = spend(limit.requests_until, now_ms, perMinute(limit.name));
  if ("wait_ms" in spent) return tooMany("hub.callback: too many requests name its host", spent.wait_ms);
  return { ...limit, requests_until: spent.until };
}

/** Checks without writing, so that refused requests in a flood do not cost one commit each. */
export async function checkRequest(db: Queryable, named: Named, now_ms: number): Promise<OverLimit | null> {
  const refused = await checkRefusal(db, named, now_ms);
  if (refused) return refused;
  for (const limit of await readCallbackLimits(db, [domainName(named.domain), hostName(named.host)])) {
    const after = spendRequest(limit, now_ms);
    if ("status" in after) return after;
  }
  return null;
}

/** Counts a request against its host and domain; null if it is allowed. */
export async function admitRequest(tx: Queryable, named: Named, now_ms: number): Promise<OverLimit | null> {
  const refused = await checkRefusal(tx, named, now_ms);
  if (refused) return refused;
  const spent: CallbackLimit[] = [];
  for (const name of [domainName(named.domain), hostName(named.host)]) {
    const after = spendRequest(await lockCallbackLimit(tx, name), now_ms);
    if ("status" in after) return after;
    spent.push(after);
  }
  for (const limit of spent) await saveCallbackLimit(tx, limit);
  return null;
}

/**
 * Null if there is room for one more subscription. With `limited` false, only the limit on all subscriptions counts.
 */
export async function admitSubscription(
  tx: Queryable,
  named: CallbackHost,
  limited: boolean,
): Promise<OverLimit | null> {
  const { host, domain, in_all } = CALLBACK_LIMITS.subscriptions;
  const used = await countSubscriptionsAndRequests(tx, named.host, named.domain);
  const retry_after_seconds = CAP_RETRY_SECONDS;
  if (used.in_all >= in_all) return { status: 503, message: "the hub is full", retry_after_seconds };
  if (!limited || (used.of_host < host && used.of_domain < domain)) return null;
  return {
    status: 429,
    message: "hub.callback: its host or domain has reached its limit of subscriptions",
    retry_after_seconds,
  };
}

/**
 * Which GETs may be sent now, and when the others may. Locks names in a fixed order, so that workers cannot deadlock.
 */
export async function admitGets<T extends CallbackHost>(
  tx: Queryable,
  wanted: readonly T[],
  now_ms: number,
): Promise<{ allowed: T[]; later: { item: T; at: string }[] }> {
  const names = new Set(wanted.flatMap(({ host, domain }) => [domainName(domain), hostName(host)]));
  const limits = new Map<string, CallbackLimit>();
  for (const name of [...names].sort()) limits.set(name, await lockCallbackLimit(tx, name));
  const allowed: T[] = [];
  const later: { item: T; at: string }[] = [];
  for (const item of wanted) {
    const own = [domainName(item.domain), hostName(item.host)].flatMap((name) => limits.get(name) ?? []);
    const spent = own.map((limit) => ({ limit, after: spend(limit.gets_until, now_ms, perMinute(limit.name)) }));
    const wait_ms = Math.max(...spent.map(({ after }) => ("wait_ms" in after ? after.wait_ms : 0)));
    if (wait_ms > 0) {
      later.push({ item, at: new Date(now_ms + wait_ms).toISOString() });
      continue;
    }
    allowed.push(item);
    for (const { limit, after } of spent) if ("until" in after) limit.gets_until = after.until;
  }
  for (const limit of limits.values()) await saveCallbackLimit(tx, limit);
  return { allowed, later };
}

/**
 * A client whose handshakes with a host keep failing is refused for a while. A confirmed handshake resets the count.
 */
export async function recordHandshakeOutcomes(
  tx: Queryable,
  ended: readonly { client: string | null; host: string; confirmed: boolean }[],
  now_ms: number,
): Promise<void> {
  const asked = ended.flatMap(({ client, host, confirmed }) =>
    client === null ? [] : [{ name: clientName(client, host), confirmed }],
  );
  const byName = Map.groupBy(asked, ({ name }) => name);
  for (const [name, outcomes] of [...byName].sort(([a], [b]) => compareText(a, b))) {
    const limit = await lockCallbackLimit(tx, name);
    for (const { confirmed } of outcomes) limit.failures = confirmed ? 0 : limit.failures + 1;
    if (limit.failures > 0) limit.failed_at = new Date(now_ms).toISOString();
    if (limit.failures >= CALLBACK_LIMITS.failures) {
      limit.failures = 0;
      limit.refused_until = new Date(now_ms + CALLBACK_LIMITS.refused_ms).toISOString();
    }
    await saveCallbackLimit(tx, limit);
  }
}
