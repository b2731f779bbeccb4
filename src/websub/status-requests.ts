import { describeError, type Log } from "../log.ts";
import { COMMON_HEADERS } from "../model/wire/common-headers.ts";
import type { RouteRequest } from "../model/wire/route.ts";
import type { SubscriptionStatus } from "../model/wire/subscription-status.ts";
import type { Clock } from "../store/connection/clock.ts";
import { type AgainAnswer, sendAgain } from "../store/hub/send-again.ts";
import type { Store } from "../store/store.ts";
import { readStatus, renderStatusJson, renderStatusText } from "./request-status.ts";

export type StatusDeps = {
  store: Store;
  log: Log;
  clock: Clock;
  base_url: string;
  wakeWorker: () => void;
  /** The page of a status URL, with its headers. */
  renderStatusPage: (status: SubscriptionStatus) => { markup: string; headers: Record<string, string> };
};

const UNKNOWN = "no request has this status URL, or it ended long ago\n";
const TEXT_TYPE = "text/plain; charset=utf-8";

function respond(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: {
      ...COMMON_HEADERS,
      "Content-Type": TEXT_TYPE,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
      ...headers,
    },
  });
}

/** The token and the form that is asked for. A token has no full stop. */
function parseToken(request: RouteRequest): { token: string; form: string } {
  const [token = "", form = ""] = (request.params.token ?? "").split(/\.(?=[^.]*$)/);
  return { token, form };
}

function respondStatus({ renderStatusPage }: StatusDeps, form: string, status: SubscriptionStatus): Response {
  if (form === "json") return respond(200, renderStatusJson(status), { "Content-Type": "application/json" });
  if (form === "html") {
    const { markup, headers } = renderStatusPage(status);
    return respond(200, markup, headers);
  }
  return respond(200, renderStatusText(status));
}

/** What a subscriber sees of its request or subscription: as text, with .json as JSON, with .html as a page. */
export async function handleStatus(deps: StatusDeps, request: RouteRequest): Promise<Response> {
  const { store, base_url, clock } = deps;
  const { token, form } = parseToken(request);
  const now = new Date(await clock(store)).toISOString();
  const status = ["", "json", "html"].includes(form) ? await readStatus(store, base_url, token, now) : null;
  return status === null ? respond(404, UNKNOWN) : respondStatus(deps, form, status);
}

function respondAgain(answer: AgainAnswer, known: boolean): Response {
  if (answer.state === "accepted") return respond(202, "accepted: the present version is sent again\n");
  if (answer.state === "early") {
    const message = "a subscription may ask for this once a minute and ten times a day: try again later\n";
    return respond(429, message, { "Retry-After": `${answer.wait_seconds}` });
  }
  return known ? respond(409, "this subscription is not active: nothing is sent\n") : respond(404, UNKNOWN);
}

/** Sends the present version again. Whoever knows the token may ask for it. */
export async function handleAgain(deps: StatusDeps, request: RouteRequest): Promise<Response> {
  const { store, base_url, clock, log } = deps;
  const { token } = parseToken(request);
  try {
    const now_ms = await clock(store);
    const answer = await store.transaction((tx) => sendAgain(tx, token, now_ms));
    if (answer.state === "accepted") deps.wakeWorker();
    const known = await readStatus(store, base_url, token, new Date(now_ms).toISOString());
    return respondAgain(answer, known !== null);
  } catch (error) {
    log.error("websub_store_failed", describeError(error));
    return respond(503, "the hub cannot accept requests right now\n", { "Retry-After": "30" });
  }
}
