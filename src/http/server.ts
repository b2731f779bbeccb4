import { randomUUID } from "node:crypto";
import type { BunRequest, Server } from "bun";
import { describeError, type Log } from "../log.ts";
import { COMMON_HEADERS } from "../model/wire/common-headers.ts";
import type { RespondProblem } from "../model/wire/problem.ts";
import type { Charge, Client, LimitName, Route, RouteRequest } from "../model/wire/route.ts";
import type { Settings } from "../settings.ts";
import { isPreconditionFailed } from "./conditional.ts";
import { clientAddress, createRateLimit, type Verdict } from "./rate-limit.ts";

const MAX_URL_BYTES = 8192;
/** A read needs no body. A small one is ignored (RFC 9110 §9.3.1). */
const MAX_READ_BODY_BYTES = 8192;
/** The limit of the runtime. Our own limits are smaller and respond with our own messages. */
const RUNTIME_BODY_BYTES = 1 << 30;
const IDLE_SECONDS = 30;
const SLOW_STOP_MS = 8000;
/** In this time every response closes its connection, so that busy clients reconnect elsewhere and are not cut off. */
const DRAIN_MS = 250;

export type HttpOptions = {
  settings: Pick<
    Settings,
    "HOST" | "PORT" | "TRUST_PROXY" | "RATE_LIMIT_READ" | "RATE_LIMIT_MCP" | "RATE_LIMIT_MCP_ADDRESS" | "RATE_LIMIT_HUB"
  >;
  routes: Route[];
  respondProblem: RespondProblem;
  log: Log;
  now: () => number;
  /** Called for every response when metrics are on. */
  observe?: ObserveResponse | undefined;
};

export type ObserveResponse = (route: string, method: string, status: number, seconds: number) => void;

export type Handler = (request: RouteRequest, client: Client) => Response | Promise<Response>;

/** Matches every path that no other route matches. */
const NOWHERE = "/*";

/** Fetch §4.8: sent before a script's request. If it is refused, the script cannot see the 404 that follows. */
const isPreflight = ({ headers }: Request): boolean =>
  headers.has("origin") && headers.has("access-control-request-method");

const allowed = (route: Route): string =>
  [...route.methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(", ");

function preflight(route: Route): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...COMMON_HEADERS,
      ...(route.path === NOWHERE ? {} : { Allow: allowed(route) }),
      "Access-Control-Allow-Methods": allowed(route),
      "Access-Control-Allow-Headers":
        route.allow_headers ??
        "Authorization, Content-Type, If-Match, If-None-Match, If-Modified-Since, If-Range, If-Unmodified-Since, Range",
      "Access-Control-Max-Age": "86400",
    },
  });
}

type Limit = ReturnType<typeof createRateLimit>;
type Limits = Record<Exclude<LimitName, null> | "mcp_session", Limit>;

/** Counted per address, except for MCP sessions, because all users of a hosted assistant share its address. */
const createLimits = ({ settings, now }: HttpOptions): Limits => ({
  read: createRateLimit("read", settings.RATE_LIMIT_READ, now),
  mcp: createRateLimit("mcp_address", settings.RATE_LIMIT_MCP_ADDRESS, now),
  mcp_session: createRateLimit("mcp", settings.RATE_LIMIT_MCP, now),
  hub: createRateLimit("hub", settings.RATE_LIMIT_HUB, now),
});

/** `check` runs before the route. It returns a response to a preflight, a problem, or null to continue. */
function createGate(route: Route, limits: Limits, respondProblem: RespondProblem) {
  const served = new Set<string>(route.methods.includes("GET") ? [...route.methods, "HEAD"] : route.methods);
  const limit = route.limit === null ? null : limits[route.limit];
  const known = route.path !== NOWHERE;
  const reads = known && route.methods.every((method) => method === "GET");
  const refuse = (request: Request, verdict: Verdict | undefined): Response | null => {
    if (!verdict || verdict.allowed) return null;
    const detail = `too many requests: try again in ${verdict.retry_after_seconds} s`;
    return respondProblem(request, "rate_limited", { detail, headers: verdict.headers });
  };
  const charge =
    (request: Request, { address }: Client): Charge =>
    (session, count) =>
      refuse(request, limits.mcp_session(session, count)) ??
      (count > 1 ? refuse(request, limit?.(address, count - 1)) : null);
  const check = (request: Request, client: Client): Response | null => {
    const { method } = request;
    if (request.url.length > MAX_URL_BYTES) {
      return respondProblem(request, "uri_too_long", { detail: `a URL may have at most ${MAX_URL_BYTES} bytes` });
    }
    if (method === "OPTIONS" && (known || isPreflight(request))) return preflight(route);
    if (reads && Number(request.headers.get("content-length")) > MAX_READ_BODY_BYTES) {
      return respondProblem(request, "content_too_large", { detail: "a read takes no body" });
    }
    if (known && !served.has(method)) {
      const detail = `${method} is not allowed here: the service is read-only`;
      return respondProblem(request, "method_not_allowed", { detail, headers: { Allow: allowed(route) } });
    }
    return refuse(request, limit?.(client.address));
  };
  return { check, charge };
}

/** Wraps each route's handler in the rules for all routes. Tests call the result without a port. */
export function buildHandlers(options: HttpOptions): Map<string, Handler> {
  const { log } = options;
  const limits = createLimits(options);
  const failed = (request: Request, error: unknown, respondProblem: RespondProblem): Response => {
    const id = randomUUID();
    log.error("request_failed", { id, method: request.method, ...describeError(error) });
    const detail = "something went wrong on the server; it was logged";
    return respondProblem(request, "internal_error", { detail, id });
  };
  const wrap = (route: Route): Handler => {
    const respondProblem = route.respondProblem ?? options.respondProblem;
    const gate = createGate(route, limits, respondProblem);
    // Only a resource that can be read has a state for conditional requests.
    const conditional = route.methods.includes("GET");
    const checked = (request: Request, response: Response): Response => {
      if (!isPreconditionFailed(request, response)) return response;
      const detail = "the data is not in the state that the request asks for: get it again without the condition";
      return respondProblem(request, "precondition_failed", { detail });
    };
    return (request, client) => {
      const decided = gate.check(request, client);
      if (decided) return decided;
      try {
        const answer = route.handle(request, client, gate.charge(request, client));
        if (!(answer instanceof Promise)) return conditional ? checked(request, answer) : answer;
        const settled = conditional ? answer.then((response) => checked(request, response)) : answer;
        return settled.catch((error) => failed(request, error, respondProblem));
      } catch (error) {
        return failed(request, error, respondProblem);
      }
    };
  };
  // A path that does not exist is a 404 for every method, never a 405.
  const notFound: Route = {
    path: NOWHERE,
    methods: ["GET"],
    limit: "read",
    handle: (request) => options.respondProblem(request, "not_found", { detail: "nothing is served at this path" }),
  };
  return new Map([...options.routes, notFound].map((route) => [route.path, wrap(route)]));
}

const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "OPTIONS"]);

/** Times a handler if metrics are on. An invented method does not become a label. */
function observed(path: string, handle: Handler, observe: ObserveResponse | undefined): Handler {
  if (!observe) return handle;
  return async (request, client) => {
    const started = performance.now();
    const response = await handle(request, client);
    const method = METHODS.has(request.method) ? request.method : "other";
    observe(path, method, response.status, (performance.now() - started) / 1000);
    return response;
  };
}

export type HttpServer = { port: number; stop(): Promise<void> };

/** RFC 9110 §6.6.1 asks for Date on every response. The runtime omits it for HEAD. */
function dated(request: Request, response: Response): Response {
  if (request.method === "HEAD") response.headers.set("Date", new Date().toUTCString());
  return response;
}

/**
 * `stop` closes the connections of busy clients, stops listening, waits for requests, and cuts off the rest after 8 s.
 */
export function startServer(options: HttpOptions): HttpServer {
  const { settings } = options;
  const needsAddress =
    settings.RATE_LIMIT_READ !== null || settings.RATE_LIMIT_MCP_ADDRESS !== null || settings.RATE_LIMIT_HUB !== null;
  const unknown: Client = { address: "unknown" };
  const clientOf = (request: Request, server: Server<undefined>): Client =>
    needsAddress
      ? { address: clientAddress(request, server.requestIP(request)?.address ?? "unknown", settings.TRUST_PROXY) }
      : unknown;
  let stopping = false;
  const finish = (request: Request, response: Response): Response => {
    if (stopping) response.headers.set("Connection", "close");
    return dated(request, response);
  };
  const routes = Object.fromEntries(
    Array.from(
      buildHandlers(options),
      ([path, handler]) => [path, observed(path, handler, options.observe)] as const,
    ).map(([path, handle]) => [
      path,
      (request: BunRequest, server: Server<undefined>) => {
        const answer = handle(request, clientOf(request, server));
        return answer instanceof Promise
          ? answer.then((response) => finish(request, response))
          : finish(request, answer);
      },
    ]),
  );
  const server = Bun.serve({
    hostname: settings.HOST,
    port: settings.PORT,
    reusePort: false, // otherwise two servers with `development: false` silently share a port (seen)
    routes,
    maxRequestBodySize: RUNTIME_BODY_BYTES,
    idleTimeout: IDLE_SECONDS,
    development: false,
    error: (error) => {
      options.log.error("server_error", describeError(error));
      return new Response(null, { status: 500 });
    },
  });
  const end = async () => {
    stopping = true;
    await Bun.sleep(DRAIN_MS);
    const cut = setTimeout(() => void server.stop(true), SLOW_STOP_MS);
    await server.stop();
    clearTimeout(cut);
  };
  let ended: Promise<void> | undefined;
  return {
    port: server.port ?? settings.PORT,
    stop() {
      ended ??= end();
      return ended;
    },
  };
}
