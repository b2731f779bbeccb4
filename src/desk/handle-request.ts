import { randomUUID } from "node:crypto";
import { createRateLimit } from "../http/rate-limit.ts";
import { describeError } from "../log.ts";
import { readBody } from "../model/wire/request-body.ts";
import { OperatorError } from "../operator-error.ts";
import { findSession, isFormToken, type Session } from "../owner/desk-access.ts";
import { styleFor } from "../pages/assets.ts";
import { LANGUAGES } from "../pages/parts/languages.ts";
import { arrive } from "./arrivals.ts";
import { askToConfirm } from "./confirm.ts";
import { DESK_SCRIPT, DESK_STYLE } from "./desk-assets.ts";
import { readCookie, sessionCookie, setLanguageCookie } from "./desk-cookies.ts";
import { isOwnPath, redirect, respondAsset, respondText } from "./desk-responses.ts";
import { DESK_ROUTES, type DeskRoute, matchPath } from "./desk-routes.ts";
import { enterWithLink, showLink, signOut } from "./enter.ts";
import { passkeyPlace } from "./passkey-form.ts";
import { refuse } from "./refusals.ts";
import { type CountFailure, join, showInvitation, showSignIn, signIn } from "./sign-in.ts";
import type { Arrival, Desk, Visit } from "./visit.ts";

/** A running desk tells its instance here, so that a second start finds out whether it is alive. */
export const ALIVE_PATH = "/alive";
const FORM_BYTES = 1 << 20;
const FORM_TYPE = "application/x-www-form-urlencoded";
/** Before somebody signed in, a form has little to say. */
const ENTRY_BYTES = 1 << 16;
/** What is right is never refused; only wrong links and passkeys are counted. */
const WRONG_TRIES_PER_MINUTE = 30;

/** A change has to come from a page of this desk. A sandboxed frame and some redirects send "Origin: null". */
function isOwnRequest({ desk, request }: Arrival, host: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  return request.headers.get("origin") === desk.addresses.originOf(host) && (site === null || site === "same-origin");
}

function changeLanguage({ desk, url }: Arrival): Response {
  const wanted = LANGUAGES.find((language) => language === url.searchParams.get("to")) ?? "en";
  const back = url.searchParams.get("back") ?? "/";
  return redirect(isOwnPath(back) ? back : "/", { "Set-Cookie": setLanguageCookie(desk.addresses, wanted) });
}

/** Style and script are the same for everybody. */
function findAsset({ url, site }: Arrival): Response | null {
  const assets = [DESK_STYLE, DESK_SCRIPT, styleFor(site.accent_color ?? null)];
  const found = assets.find(({ path }) => path === url.pathname);
  return found ? respondAsset(found.text, found.content_type) : null;
}

async function readForm({ request }: Arrival, most_bytes = FORM_BYTES): Promise<URLSearchParams | "large" | "method"> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== FORM_TYPE) return "method";
  const body = await readBody(request, most_bytes);
  return body === null ? "large" : new URLSearchParams(new TextDecoder().decode(body));
}

async function change(visit: Visit, route: Extract<DeskRoute, { method: "POST" }>): Promise<Response> {
  const form = await readForm(visit);
  if (typeof form === "string") return refuse(visit, form);
  if (!isFormToken(visit.session, form.get("token") ?? "")) return refuse(visit, "token");
  const asked = route.confirms?.(form) ? await askToConfirm(visit, form) : null;
  return asked ?? route.handle(visit, form);
}

async function enterRoute(visit: Visit): Promise<Response> {
  const { request, url } = visit;
  const at_path = DESK_ROUTES.flatMap((route) => {
    const params = matchPath(route.path, url.pathname);
    return params ? [{ route, params }] : [];
  });
  if (at_path.length === 0) return refuse(visit, "missing");
  const writes = request.method === "POST";
  const found = at_path.find(({ route }) => (route.method === "GET") !== writes);
  if (!found) return refuse(visit, "method");
  const { route, params } = found;
  if (route.least === "manager" && visit.session.role !== "manager") return refuse(visit, "role");
  const entered = { ...visit, params };
  return route.method === "POST" ? change(entered, route) : route.handle(entered);
}

const readSession = async ({ desk, request }: Arrival): Promise<Session | null> => {
  const secret = readCookie(request, sessionCookie(desk.addresses));
  return secret === null ? null : findSession(desk.deps, secret, desk.challenges ? null : desk.instance);
};

/** The pages by which people come in. Null for any other. */
async function respondEntry(arrival: Arrival, wrong: CountFailure): Promise<Response | null> {
  const { request, url } = arrival;
  const place = passkeyPlace(arrival);
  if (!(place ? ["/sign-in", "/join"] : ["/open"]).includes(url.pathname)) return null;
  const token = url.searchParams.get("token") ?? "";
  if (request.method !== "POST") {
    if (!place) {
      const session = await readSession(arrival);
      return showLink(session ? { ...arrival, session, params: {} } : arrival);
    }
    if (url.pathname === "/sign-in") return showSignIn(arrival, place, "/", { status: 200 });
    return showInvitation(arrival, place, token, { status: 200 });
  }
  const form = await readForm(arrival, ENTRY_BYTES);
  if (typeof form === "string") return refuse(arrival, form);
  if (!place) return enterWithLink(arrival, form, wrong);
  return url.pathname === "/sign-in" ? signIn(arrival, place, form, wrong) : join(arrival, place, form, wrong);
}

/** What somebody sees who did not sign in. */
function respondStranger(arrival: Arrival): Response {
  const { request, url } = arrival;
  const place = passkeyPlace(arrival);
  const back = url.pathname + url.search;
  if (!place) return refuse(arrival, "sign_in");
  return showSignIn(arrival, place, request.method !== "POST" && isOwnPath(back) ? back : "/", { status: 401 });
}

async function respond(arrival: Arrival, host: string, wrong: CountFailure): Promise<Response> {
  const { request, url } = arrival;
  const writes = request.method === "POST";
  if (!writes && request.method !== "GET" && request.method !== "HEAD") return refuse(arrival, "method");
  if (writes && !isOwnRequest(arrival, host)) return refuse(arrival, "origin");
  if (!writes && url.pathname === "/language") return changeLanguage(arrival);
  const asset = writes ? null : findAsset(arrival);
  if (asset) return asset;
  const entry = await respondEntry(arrival, wrong);
  if (entry) return entry;
  const session = await readSession(arrival);
  if (!session) return respondStranger(arrival);
  const visit: Visit = { ...arrival, session, params: {} };
  if (writes && url.pathname === "/sign-out") {
    const form = await readForm(visit);
    if (typeof form === "string") return refuse(visit, form);
    return isFormToken(session, form.get("token") ?? "") ? signOut(visit) : refuse(visit, "token");
  }
  return enterRoute(visit);
}

export type HandleDeskRequest = (request: Request, address: string) => Promise<Response>;

/** Answers one request. Host and origin are checked before anything else, and before a body is read. */
export function createDeskHandler(desk: Desk, now: () => number): HandleDeskRequest {
  const wrong = createRateLimit("sign_in", WRONG_TRIES_PER_MINUTE, now);
  return async (request, address) => {
    const host = (request.headers.get("host") ?? "").toLowerCase();
    const path = URL.parse(request.url);
    if (path?.pathname === ALIVE_PATH && host === desk.addresses.listens) return respondText(desk.instance, 200);
    if (!desk.addresses.hosts.has(host) || !path)
      return respondText(`This desk answers only at ${desk.addresses.origin}`, 421);
    const url = new URL(path.pathname + path.search, desk.addresses.originOf(host));
    try {
      const arrival = await arrive(desk, request, url, address);
      try {
        return await respond(arrival, host, wrong);
      } catch (error) {
        if (error instanceof OperatorError) return refuse(arrival, "refused", { detail: error.message });
        const id = randomUUID();
        desk.log.error("desk_failed", { id, method: request.method, path: url.pathname, ...describeError(error) });
        return refuse(arrival, "failed", { detail: id });
      }
    } catch (error) {
      desk.log.error("desk_failed", { method: request.method, ...describeError(error) });
      return respondText("The desk cannot read its database. Nothing was changed.", 500);
    }
  };
}
