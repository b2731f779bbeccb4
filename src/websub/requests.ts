import { describeError, type Log } from "../log.ts";
import { COMMON_HEADERS } from "../model/wire/common-headers.ts";
import { PROBLEMS, type RespondProblem } from "../model/wire/problem.ts";
import { readBody } from "../model/wire/request-body.ts";
import type { Client, Route } from "../model/wire/route.ts";
import type { Clock } from "../store/connection/clock.ts";
import { isRequested, requestHandshake } from "../store/hub/handshakes.ts";
import { isSubscribed } from "../store/hub/subscriptions.ts";
import type { Queryable, Store } from "../store/store.ts";
import { admitRequest, admitSubscription, checkRequest, type OverLimit } from "./admit-request.ts";
import { pairOf } from "./deliver.ts";
import { HUB_PATH, STATUS_PATH } from "./hub-urls.ts";
import { handleAgain, handleStatus, type StatusDeps } from "./status-requests.ts";
import { type HubRequest, parseRequest, type RequestRules } from "./subscribe.ts";
import type { Secrets } from "./subscription-secrets.ts";

const BODY_BYTES = 8192;
const UNAVAILABLE_SECONDS = 30;

export type RequestDeps = {
  store: Store;
  log: Log;
  clock: Clock;
  random: (bytes: number) => Uint8Array;
  secrets: Secrets;
  rules: RequestRules;
  /** If false, only the limit on all subscriptions counts. */
  limited: boolean;
  renderStatusPage: StatusDeps["renderStatusPage"];
  /** Called after a request is stored. */
  wakeWorker: () => void;
};

const isForm = (request: Request): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "") &&
  !request.headers.has("content-encoding");

function respond(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}

/** A request, its sender and the token of its status URL. */
type Asked = HubRequest & { client: string; token: string };

const isActive = (db: Queryable, { topic, callback_url }: Asked, now_ms: number): Promise<boolean> =>
  isSubscribed(db, { topic, callback: callback_url, now: new Date(now_ms).toISOString() });

/**
 * Checks without writing. A request for an active pair is never refused because of what other clients did: only the
 * limits of its own client and the share of its host apply to it.
 */
async function checkLimits({ store, clock, limited }: RequestDeps, asked: Asked): Promise<OverLimit | null> {
  if (!limited) return null;
  const now_ms = await clock(store);
  const over = await checkRequest(store, { ...asked.callback, client: asked.client }, now_ms);
  return over && !(await isActive(store, asked, now_ms)) ? over : null;
}

/** Counts the request against the limits and stores it, in one transaction. */
async function storeRequest(tx: Queryable, deps: RequestDeps, asked: Asked): Promise<OverLimit | null> {
  const { topic, callback, callback_url, client, token } = asked;
  const now_ms = await deps.clock(tx);
  const active = await isActive(tx, asked, now_ms);
  const over = deps.limited && !active ? await admitRequest(tx, { ...callback, client }, now_ms) : null;
  if (over) return over;
  const known = active || (await isRequested(tx, topic, callback_url));
  const full = asked.mode === "subscribe" && !known ? await admitSubscription(tx, callback, deps.limited) : null;
  if (full) return full;
  const sealed = asked.secret && deps.secrets.seal(asked.secret, pairOf({ topic, callback: callback_url }));
  await requestHandshake(tx, {
    topic,
    callback: callback_url,
    token,
    host: callback.host,
    domain: callback.domain,
    mode: asked.mode,
    asked_topic: asked.asked_topic,
    secret: sealed,
    lease_seconds: asked.lease_seconds,
    reason: null,
    client,
    requested_at: new Date(now_ms).toISOString(),
  });
  return null;
}

/** WebSub §5.1: responds before anything is verified, but after the request is stored, so that no 202 is lost. */
async function handleRequest(deps: RequestDeps, request: Request, { address }: Client): Promise<Response> {
  if (!isForm(request)) {
    return respond(415, "the body must be application/x-www-form-urlencoded\n");
  }
  const body = await readBody(request, BODY_BYTES);
  if (body === null) return respond(413, `a request may have ${BODY_BYTES} bytes\n`);
  const asked = parseRequest(deps.rules, body);
  if ("field" in asked) return respond(400, `${asked.field} ${asked.message}\n`);
  const token = Buffer.from(deps.random(24)).toString("base64url");
  let over: OverLimit | null;
  try {
    const from = { ...asked, client: deps.secrets.pseudonym(address), token };
    over = await checkLimits(deps, from);
    over ??= await deps.store.transaction((tx) => storeRequest(tx, deps, from));
  } catch (error) {
    deps.log.error("websub_store_failed", describeError(error));
    return respond(503, "the hub cannot accept requests right now\n", {
      "Retry-After": `${UNAVAILABLE_SECONDS}`,
    });
  }
  if (over) return respond(over.status, `${over.message}\n`, { "Retry-After": `${over.retry_after_seconds}` });
  deps.wakeWorker();
  const status_url = `${deps.rules.base_url}${STATUS_PATH}${token}`;
  return respond(202, `accepted: the callback will be asked to confirm\nstatus: ${status_url}\n`);
}

export function hubRoutes(deps: RequestDeps): Route[] {
  const respondWith =
    (use: "POST" | "GET or POST"): RespondProblem =>
    (request, code, { detail, headers }) => {
      const text = code === "method_not_allowed" ? `${request.method} is not allowed here: use ${use}` : detail;
      return respond(PROBLEMS[code].status, `${text}\n`, headers);
    };
  const post: Route["handle"] = (request, client) => handleRequest(deps, request, client);
  const of_status = { ...deps, base_url: deps.rules.base_url };
  const status: Route["handle"] = (request) =>
    request.method === "POST" ? handleAgain(of_status, request) : handleStatus(of_status, request);
  return [
    { path: HUB_PATH, methods: ["POST"], limit: "hub", respondProblem: respondWith("POST"), handle: post },
    {
      path: `${STATUS_PATH}:token`,
      methods: ["GET", "POST"],
      limit: "read",
      respondProblem: respondWith("GET or POST"),
      handle: status,
    },
  ];
}
