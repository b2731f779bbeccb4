import { describeError, type Log } from "../log.ts";
import { COMMON_HEADERS } from "../model/common-headers.ts";
import { PROBLEMS, type RespondProblem } from "../model/problem.ts";
import { readBody } from "../model/request-body.ts";
import type { Route, RouteRequest } from "../model/route.ts";
import { isRequested, requestHandshake } from "../store/handshakes.ts";
import type { Queryable, Store } from "../store/store.ts";
import { isSubscribed } from "../store/subscriptions.ts";
import { admitRequest, admitSubscription, checkRequest, type OverLimit } from "./callback-limits.ts";
import { pairOf } from "./deliver.ts";
import { HUB_PATH, STATUS_PATH } from "./paths.ts";
import type { Secrets } from "./secrets.ts";
import { renderStatus } from "./status.ts";
import { type HubRequest, parseRequest, type RequestRules } from "./subscribe.ts";

const BODY_BYTES = 8192;
const UNAVAILABLE_SECONDS = 30;

export type RequestDeps = {
  store: Store;
  log: Log;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  secrets: Secrets;
  rules: RequestRules;
  /** False turns off every limit except the cap on all subscriptions. */
  limited: boolean;
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

/** Counts the request against the limits and stores it, in one transaction. */
async function storeRequest(
  tx: Queryable,
  deps: RequestDeps,
  asked: HubRequest,
  token: string,
): Promise<OverLimit | null> {
  const { topic, callback, callback_url } = asked;
  const now = deps.now();
  const over = deps.limited ? await admitRequest(tx, callback, now.getTime()) : null;
  if (over) return over;
  const known = (await isSubscribed(tx, topic, callback_url)) || (await isRequested(tx, topic, callback_url));
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
    requested_at: now.toISOString(),
  });
  return null;
}

/** WebSub §5.1: responds before anything is verified, and after the request is on disk: a 202 is never lost. */
async function handleRequest(deps: RequestDeps, request: Request): Promise<Response> {
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
    const { store, limited, now } = deps;
    over = limited ? await checkRequest(store, asked.callback, now().getTime()) : null;
    over ??= await store.transaction((tx) => storeRequest(tx, deps, asked, token));
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

async function handleStatus(deps: RequestDeps, request: RouteRequest): Promise<Response> {
  const { store, rules, now } = deps;
  const text = await renderStatus(store, rules.base_url, request.params.token ?? "", now().toISOString());
  return text === null ? respond(404, "no request has this status URL, or it ended long ago\n") : respond(200, text);
}

export function hubRoutes(deps: RequestDeps): Route[] {
  const respondProblem: RespondProblem = (_request, code, { detail, headers }) =>
    respond(PROBLEMS[code].status, `${detail}\n`, headers);
  const post: Route["handle"] = (request) => handleRequest(deps, request);
  const status: Route["handle"] = (request) => handleStatus(deps, request);
  return [
    { path: HUB_PATH, methods: ["POST"], limit: "hub", respondProblem, handle: post },
    { path: `${STATUS_PATH}:token`, methods: ["GET"], limit: "read", respondProblem, handle: status },
  ];
}
