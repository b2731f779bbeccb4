import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newSqliteDatabase } from "../databases.ts";
import { BASE_URL, FEED, openTestHub, type TestHub } from "./hub.ts";

const GOOD = { "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": "https://subscriber.org/callback" };
const without = (name: keyof typeof GOOD) => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name));
const encode = (form: Record<string, string>) => new URLSearchParams(form).toString();

describe("a request to the hub", () => {
  let hub: TestHub;
  let asked: string[];

  beforeAll(async () => {
    hub = await openTestHub({ database: newSqliteDatabase() });
    asked = [];
    const get = hub.addresses.get.bind(hub.addresses);
    // Every outbound request calls the resolver first.
    hub.addresses.get = (host) => {
      asked.push(host);
      return get(host);
    };
  });
  afterAll(() => hub.close());

  test("gets 202 in plain text with an unguessable status URL, before anything is resolved", async () => {
    const answer = await hub.post(GOOD);
    const body = await answer.text();
    expect(answer.status).toBe(202);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(body).toMatch(
      /^accepted: the callback will be asked to confirm\nstatus: https:\/\/reviews\.hub-test\.net\/api\/websub\/status\/[A-Za-z0-9_-]{32}\n$/,
    );
    expect(asked).toEqual([]);
    expect(await hub.status(body.split("status: ")[1]?.trim() ?? "")).toBe(
      [
        "state: pending",
        "mode: subscribe",
        `topic: ${FEED}`,
        "lease_seconds: 864000",
        "requested_at: 2026-03-01T12:00:00.000Z",
        "",
      ].join("\n"),
    );
  });

  test.each<[string, Record<string, string> | string]>([
    ["hub.mode is missing", without("hub.mode")],
    ["hub.mode must not be empty", { ...GOOD, "hub.mode": "" }],
    ["hub.mode must be given only once", `${encode(GOOD)}&hub.mode=subscribe`],
    ["hub.mode must be given only once", `${encode(GOOD)}&hub%2Emode=unsubscribe`],
    ["hub.mode must be subscribe or unsubscribe", { ...GOOD, "hub.mode": "Subscribe" }],
    ["hub.mode must be subscribe or unsubscribe", { ...GOOD, "hub.mode": "subscribe " }],
    ["hub.mode must be subscribe or unsubscribe", { ...GOOD, "hub.mode": "publish" }],
    ["hub.mode must be subscribe or unsubscribe", { ...GOOD, "hub.mode": "denied" }],
    ["hub.mode must be subscribe or unsubscribe", `${encode(without("hub.mode"))}&hub.mode=%EF%BB%BFsubscribe`],
    ["hub.topic is missing", without("hub.topic")],
    ["hub.topic must not be empty", { ...GOOD, "hub.topic": "" }],
    ["hub.topic must be given only once", `${encode(GOOD)}&hub.topic=x`],
    ["hub.topic must be one of", { ...GOOD, "hub.topic": `${BASE_URL}/insights.json` }],
    ["hub.topic must be one of", { ...GOOD, "hub.topic": `${FEED}?x` }],
    ["hub.topic must be one of", { ...GOOD, "hub.topic": `${FEED}/` }],
    ["hub.topic must be one of", { ...GOOD, "hub.topic": "/feed.xml" }],
    ["hub.topic must be one of", { ...GOOD, "hub.topic": `${BASE_URL}%2Ffeed.xml` }],
    ["hub.topic must be one of", { ...GOOD, "hub.topic": "https://other.org/feed.xml" }],
    ["hub.callback is missing", without("hub.callback")],
    ["hub.callback must not be empty", { ...GOOD, "hub.callback": "" }],
    ["hub.callback must be given only once", `${encode(GOOD)}&hub.callback=https://other.org/`],
    ["hub.callback is refused: it must begin with https://", { ...GOOD, "hub.callback": "http://subscriber.org/" }],
    ["hub.secret must not be empty", { ...GOOD, "hub.secret": "" }],
    ["hub.secret must be given only once", `${encode(GOOD)}&hub.secret=a&hub.secret=a`],
    ["hub.secret must have fewer than 200 bytes", { ...GOOD, "hub.secret": "a".repeat(200) }],
    ["hub.secret must have fewer than 200 bytes", { ...GOOD, "hub.secret": "é".repeat(100) }],
    ["hub.lease_seconds must be a positive", { ...GOOD, "hub.lease_seconds": "0" }],
    ["hub.lease_seconds must be a positive", { ...GOOD, "hub.lease_seconds": "-5" }],
    ["hub.lease_seconds must be a positive", { ...GOOD, "hub.lease_seconds": "1.5" }],
    ["hub.lease_seconds must be a positive", { ...GOOD, "hub.lease_seconds": "1e3" }],
    ["hub.lease_seconds must be a positive", { ...GOOD, "hub.lease_seconds": "forever" }],
    ["hub.lease_seconds must be a positive", { ...GOOD, "hub.lease_seconds": "٣٠٠" }],
    ["hub.lease_seconds must not be empty", { ...GOOD, "hub.lease_seconds": "" }],
    ["hub.lease_seconds must be given only once", `${encode(GOOD)}&hub.lease_seconds=1&hub.lease_seconds=2`],
  ])("gets 400 with: %s", async (message, form) => {
    const answer = await hub.post(form);
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toStartWith(message);
  });

  test.each<[string, Record<string, string> | string]>([
    ["an escaped unreserved character in the topic", { ...GOOD, "hub.topic": `${BASE_URL}/%66eed%2Exml` }],
    ["unknown parameters", `${encode(GOOD)}&hub.verify=sync&hub.verify=async&hub.verify_token=&x=1&=&&`],
    ["a secret of 199 bytes", { ...GOOD, "hub.secret": "a".repeat(199) }],
    ["a malformed lease on unsubscribe", { ...GOOD, "hub.mode": "unsubscribe", "hub.lease_seconds": "never" }],
    ["a host in capitals", { ...GOOD, "hub.callback": "https://Subscriber.ORG/callback" }],
    ["a host of 253 characters", { ...GOOD, "hub.callback": `https://${"a.".repeat(125)}org/` }],
    ["port 8443", { ...GOOD, "hub.callback": "https://subscriber.org:8443/callback" }],
    ["a callback of 2048 characters", { ...GOOD, "hub.callback": `https://subscriber.org/${"a".repeat(2025)}` }],
  ])("is accepted with %s", async (_name, form) => {
    expect((await hub.post(form)).status).toBe(202);
  });

  test.each([
    ["application/json", 415],
    ["text/plain", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/x-www-form-urlencodedx", 415],
    ["", 415],
    ["application/x-www-form-urlencoded", 202],
    ["application/x-www-form-urlencoded;charset=UTF-8", 202],
    ["Application/X-WWW-Form-Urlencoded ; charset=utf-8", 202],
  ])("of type %p gets %d", async (type, expected) => {
    const answer = await hub.post(GOOD, { "content-type": type });
    expect(answer.status).toBe(expected);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("with an encoded body gets 415", async () => {
    expect((await hub.post(GOOD, { "content-encoding": "gzip" })).status).toBe(415);
  });

  test("over 8 KB gets 413, with or without a Content-Length", async () => {
    const long = `${encode(GOOD)}&x=${"a".repeat(8192)}`;
    expect((await hub.post(long)).status).toBe(413);
    const handle = hub.handlers.get("/api/websub/hub");
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 9; part++) controller.enqueue(new TextEncoder().encode("x".repeat(1024)));
        controller.close();
      },
    });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const request = new Request(`${BASE_URL}/api/websub/hub`, { method: "POST", headers, body });
    const answer = await handle?.(Object.assign(request, { params: {} }), { address: "192.0.2.1" });
    expect(answer?.status).toBe(413);
  });

  test.each(["GET", "HEAD", "PUT", "DELETE", "PATCH"])(
    "by %s gets 405 that names POST, in plain text",
    async (method) => {
      const request = Object.assign(new Request(`${BASE_URL}/api/websub/hub`, { method }), { params: {} });
      const answer = await hub.handlers.get("/api/websub/hub")?.(request, { address: "192.0.2.1" });
      expect(answer?.status).toBe(405);
      expect(answer?.headers.get("allow")).toBe("POST, OPTIONS");
      expect(await answer?.text()).toBe(`${method} is not allowed here: use POST\n`);
      expect(answer?.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    },
  );

  test("an unknown status URL gets 404", async () => {
    expect(await hub.status(`${BASE_URL}/api/websub/status/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`)).toBe(
      "no request has this status URL, or it ended long ago\n",
    );
  });

  test("gets 503 with Retry-After, never 202, when the store cannot be reached", async () => {
    const down = await openTestHub({ database: newSqliteDatabase() });
    await down.store.close();
    const answer = await down.post(GOOD);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("30");
    down.hub.close();
  });
});
