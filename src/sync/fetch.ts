import { rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import type { Download, Downloads } from "../outbound/download.ts";
import { type Guard, parseCallback } from "../outbound/guard.ts";
import { VERSION } from "../version.ts";
import { type FaultCode, SyncFault } from "./fault.ts";
import { isRetried, LONGEST_RETRY_AFTER_MS, sourceRetryAfterMs, TRIES, waitMs } from "./source-retry.ts";
import { hideSecrets, secretParts } from "./source-secrets.ts";

export type FetchDeps = {
  downloads: Downloads;
  guard: Guard;
  random: () => number;
  now: () => Date;
  /** Resolves early when `stopping` aborts. */
  sleep: (ms: number, stopping: AbortSignal) => Promise<void>;
  stopping: AbortSignal;
};

export type FetchCall = {
  url: string;
  /** A header with a secret. It is sent only to the URL's own origin. */
  secret: { name: string; value: string } | null;
  conditions: Record<string, string>;
  file: string;
};

export type Fetched = {
  status: number;
  etag: string | null;
  last_modified: string | null;
  saved: { sha256: string; bytes: number } | null;
};

const REDIRECTS = 3;
const REDIRECTED = new Set([301, 302, 303, 307, 308]);

/** How messages show the URL of a source: host and path, never the query. */
export const shownUrl = (url: string): string => url.replace(/[?#].*$/s, "");

const fail = (code: FaultCode, text: string, retry_at_ms?: number): never => {
  throw new SyncFault({ code, text, ...(retry_at_ms === undefined ? {} : { retry_at_ms }) });
};

type Location = { url: string; own_origin: boolean };

function follow({ guard }: FetchDeps, from: Location, location: string | undefined, first: string): Location {
  const target = location === undefined ? null : URL.parse(location, from.url);
  if (!target) return fail("redirect", "the source redirects to nowhere: check the URL");
  target.hash = "";
  if (target.protocol !== "https:")
    return fail("redirect", "the source redirects to an address without https: use the URL that it should have");
  const parsed = parseCallback(target.href, guard);
  if ("fault" in parsed) return fail("redirect", `the source redirects to an address that is refused: ${parsed.fault}`);
  // After a redirect to another origin, a redirect back does not get the secret either.
  return { url: target.href, own_origin: from.own_origin && target.origin === new URL(first).origin };
}

/** One attempt, with redirects. */
async function tryOnce(deps: FetchDeps, call: FetchCall): Promise<Download> {
  let at: Location = { url: call.url, own_origin: true };
  for (let redirects = 0; ; redirects += 1) {
    const to = parseCallback(at.url, deps.guard);
    if ("fault" in to) return fail("address_refused", `the URL is refused: ${to.fault}`);
    const authority = to.port === 443 ? to.host : `${to.host}:${to.port}`;
    rmSync(call.file, { force: true });
    const answer = await deps.downloads.get({
      to,
      headers: {
        Host: authority,
        "User-Agent": `candor-sync/${VERSION}`,
        Accept: "application/json",
        "Accept-Encoding": "gzip, br",
        ...call.conditions,
        ...(call.secret && at.own_origin ? { [call.secret.name]: call.secret.value } : {}),
      },
      file: call.file,
      forbidden: call.secret ? secretParts(call.secret.value) : [],
      stopping: deps.stopping,
    });
    if (answer.kind === "none" || !REDIRECTED.has(answer.status)) return answer;
    if (redirects === REDIRECTS) return fail("redirect", `the source redirects more than ${REDIRECTS} times`);
    at = follow(deps, at, answer.headers.location, call.url);
  }
}

type NoDownload = Extract<Download, { kind: "none" }>["reason"];

/** The message for each failure. `final`: another attempt would not help. */
const REASONS: Record<NoDownload, { code: FaultCode; text: string; final?: true }> = {
  dns: { code: "unreachable", text: "its name was not found: check the URL and the network" },
  guard: { code: "address_refused", text: "its name leads to a private address, which is refused", final: true },
  connect: { code: "unreachable", text: "no connection could be made" },
  reset: { code: "unreachable", text: "the connection was closed" },
  malformed: { code: "unreachable", text: "the answer is not HTTP" },
  timeout: { code: "timeout", text: "it did not answer in time" },
  tls: { code: "certificate", text: "its certificate is not trusted, expired or for another name", final: true },
  too_large: { code: "too_large", text: "the answer is larger than 32 MiB, or than 256 MiB unpacked", final: true },
  cut_off: { code: "cut_off", text: "the answer was cut off" },
  encoding: { code: "unexpected_status", text: "the answer is compressed in a way that is not supported", final: true },
  forbidden: {
    code: "repeats_secret",
    text: "the answer repeats the secret of the request: nothing was kept",
    final: true,
  },
  stopped: { code: "timeout", text: "the process was stopped", final: true },
};

/** What is wrong if a server answers with this status, or null if it is fine. */
function statusFault(status: number): { code: FaultCode; text: string } | null {
  if (status === 200 || status === 304) return null;
  if (status === 401 || status === 403)
    return { code: "not_authorized", text: `it answered ${status}: check the secret and what it may read` };
  if (status === 404 || status === 410)
    return { code: "not_found", text: `it answered ${status}: check the URL. No review was removed` };
  if (status === 429) return { code: "busy", text: "it answered 429, too many requests" };
  if (status >= 500 || status === 408) return { code: "server_error", text: `it answered ${status}` };
  return { code: "unexpected_status", text: `it answered ${status}` };
}

const header = (value: string | string[] | undefined, secret: FetchCall["secret"]): string | null => {
  if (typeof value !== "string" || value.length > 1000) return null;
  // If a server repeats the secret in a validator, the validator is not stored.
  return secret && hideSecrets(value, secretParts(secret.value)) !== value ? null : value;
};

const describe = (status: number, headers: IncomingHttpHeaders, call: FetchCall, saved: Fetched["saved"]): Fetched => ({
  status,
  etag: header(headers.etag, call.secret),
  last_modified: header(headers["last-modified"], call.secret),
  saved,
});

/** Statuses that the caller handles itself. */
type Accepted = readonly number[];

/** Gets a URL, with up to six attempts. Throws a SyncFault if there is no usable response. */
export async function fetchToFile(deps: FetchDeps, call: FetchCall, accepted: Accepted = []): Promise<Fetched> {
  const shown = shownUrl(call.url);
  for (let tries = 0; ; tries += 1) {
    const answer = await tryOnce(deps, call);
    if (deps.stopping.aborted) return fail("timeout", "the process was stopped");
    let wait_ms = waitMs(tries, deps.random);
    let fault: { code: FaultCode; text: string };
    if (answer.kind === "answer") {
      const { status, headers, saved } = answer;
      const found = accepted.includes(status) ? null : statusFault(status);
      if (!found && status === 304 && Object.keys(call.conditions).length === 0)
        return fail("unexpected_status", `${shown}: it answered 304 to a request without conditions`);
      if (!found) return describe(status, headers, call, saved);
      fault = found;
      const asked_ms = sourceRetryAfterMs(headers["retry-after"], deps.now().getTime());
      if (!isRetried(status)) return fail(fault.code, `${shown}: ${fault.text}`);
      if (asked_ms !== null && asked_ms > LONGEST_RETRY_AFTER_MS) {
        return fail(fault.code, `${shown}: ${fault.text} and asked to wait`, deps.now().getTime() + asked_ms);
      }
      wait_ms = asked_ms ?? wait_ms;
    } else {
      fault = REASONS[answer.reason];
      if (REASONS[answer.reason].final) return fail(fault.code, `${shown}: ${fault.text}`);
    }
    if (tries === TRIES - 1) return fail(fault.code, `${shown}: ${fault.text} (tried ${TRIES} times)`);
    await deps.sleep(wait_ms, deps.stopping);
  }
}
