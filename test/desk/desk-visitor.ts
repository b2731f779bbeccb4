import { join } from "node:path";
import { localAddresses, proxiedAddresses } from "../../src/desk/desk-addresses.ts";
import { createFilesInHand } from "../../src/desk/files-in-hand.ts";
import { createDeskHandler } from "../../src/desk/handle-request.ts";
import { createLog } from "../../src/log.ts";
import { createChallenges } from "../../src/owner/challenges.ts";
import { createCheckup } from "../../src/owner/checkup.ts";
import { createDeskLink, registerDesk } from "../../src/owner/desk-access.ts";
import { parseSettings } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder } from "../databases.ts";

export const DESK_ORIGIN = "http://127.0.0.1:8090";
const START = Date.parse("2026-11-15T10:42:00Z");

/** A desk without a port, on a store of its own: requests go to its handler. With `desk_url`, people sign in. */
export async function deskOn(database_url: string, desk_url: string | null = null, env: Record<string, string> = {}) {
  const store = await openStore(database_url);
  const clock = { ms: START };
  const deps = { store, now: () => new Date(clock.ms) };
  const log: string[] = [];
  const kept: string[] = [];
  const folder = join(newFolder(), "uploads");
  const files = createFilesInHand(folder, () => clock.ms);
  const startAs = async (instance: string, former: string | null) => {
    await registerDesk(deps, { instance, address: DESK_ORIGIN }, former);
    const desk = {
      deps,
      instance,
      addresses: desk_url === null ? localAddresses("127.0.0.1", 8090) : proxiedAddresses(desk_url, "127.0.0.1", 8090),
      challenges: desk_url === null ? null : createChallenges(() => clock.ms),
      public_url: "https://reviews.example",
      log: createLog("debug", (line) => void log.push(line)),
      files,
      demonstration: false,
      keepLedger: async () => void kept.push("ledger"),
      checkup: createCheckup({ env: { DATABASE_URL: database_url, ...env }, now: deps.now }, (error) => {
        throw error;
      }),
      upkeep: {
        ...deps,
        settings: parseSettings({ DATABASE_URL: database_url, ...(desk_url ? { DESK_URL: desk_url } : {}), ...env }),
        secrets: {},
        env: { DATABASE_URL: database_url },
        keepErasures: async () => {},
      },
    };
    return createDeskHandler(desk, () => clock.ms);
  };
  let handle = await startAs("first", null);
  const visitor = () =>
    createVisitor(
      (request, address) => handle(request, address),
      () => createDeskLink(deps),
      desk_url ?? DESK_ORIGIN,
    );
  return {
    store,
    deps,
    log,
    kept,
    /** Where uploads are kept. */
    folder,
    visitor,
    /** Somebody at the desk. */
    async signedIn() {
      const somebody = visitor();
      await somebody.signIn();
      return somebody;
    },
    pass: (seconds: number) => {
      clock.ms += seconds * 1000;
    },
    async restart() {
      handle = await startAs("second", "first");
    },
  };
}

type Handle = (request: Request, address: string) => Promise<Response>;

/** What a browser does: it keeps cookies, and sends where a form came from. */
function createVisitor(handle: Handle, newLink: () => Promise<string>, origin: string) {
  const cookies = new Map<string, string>();
  let token = "";
  const send = async (path: string, init: RequestInit = {}, address = "127.0.0.1"): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", new URL(origin).host);
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await handle(new Request(origin + path, { ...init, headers, redirect: "manual" }), address);
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer;
  };
  const see = async (path: string) => {
    const answer = await send(path);
    const text = await answer.text();
    token = /name="token" value="([^"]*)"/.exec(text)?.[1] ?? token;
    return { status: answer.status, text, headers: answer.headers };
  };
  const OWN = { origin, "sec-fetch-site": "same-origin" };
  const post = (
    path: string,
    fields: Record<string, string> | [string, string][],
    headers: Record<string, string> = OWN,
    address?: string,
  ) => send(path, { method: "POST", body: new URLSearchParams(fields), headers }, address);
  return {
    cookies,
    send,
    see,
    post,
    /** A form with the token of the page that was seen last. */
    async submit(path: string, fields: [string, string][] = []) {
      const answer = await post(path, [["token", token], ...fields]);
      return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
    },
    token: () => token,
    async signIn() {
      const link = await newLink();
      await post("/open", { token: link });
      await see("/");
      return link;
    },
  };
}
