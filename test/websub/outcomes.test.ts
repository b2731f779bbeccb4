import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { newSqliteDatabase } from "../databases.ts";
import { openAuthority } from "./authority.ts";
import { FEED, IMPATIENT, openTestHub, type TestHub } from "./hub.ts";
import { hang, openReceiver, type Receiver, status, thank } from "./receiver.ts";

const HOST = "receiver.hub-test.org";
const DAY = 86_400;

describe("what a receiver answers", () => {
  let receiver: Receiver;
  let hub: TestHub;
  let patient_ca: string;
  let callback: string;
  let count = 0;

  beforeAll(async () => {
    const authority = openAuthority();
    patient_ca = authority.ca;
    receiver = await openReceiver(authority.issue([HOST, "*.hub-test.org"]));
    const allowed = [`${HOST}:${receiver.port}`];
    hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed, env: IMPATIENT });
  });
  afterAll(async () => {
    await hub.close();
    receiver.close();
  });
  beforeEach(async () => {
    await hub.clear();
    receiver.reset();
    count += 1;
    callback = `https://${HOST}:${receiver.port}/callback/${count}?key=a%2fb`;
  });

  test.each([
    ["plain", "hub.secret=secret", Buffer.from("secret")],
    ["bytes that are not text", "hub.secret=%00%ff%80%0d%0a", Buffer.from([0, 255, 128, 13, 10])],
    ["a plus, a percent sign and a space", "hub.secret=%2B%25+%zz", Buffer.from("+% %zz")],
    ["UTF-8", "hub.secret=%F0%9F%94%91%C3%A9", Buffer.from("🔑é")],
    ["the longest", `hub.secret=${"%61".repeat(199)}`, Buffer.from("a".repeat(199))],
  ])("the signature is right for a secret: %s", async (_name, encoded, secret) => {
    const form = new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": callback });
    expect((await hub.post(`${form}&${encoded}`)).status).toBe(202);
    await hub.run();
    await hub.importAndRun();
    const [post] = receiver.posts();
    const expected = createHmac("sha256", secret)
      .update(post?.body ?? "")
      .digest("hex");
    expect(post?.headers["x-hub-signature"]).toBe(`sha256=${expected}`);
    const stored = await hub.store.query<{ secret: string }>("SELECT secret FROM subscription");
    expect(stored[0]?.secret.includes(secret.toString("latin1"))).toBe(false);
  });

  test.each([301, 302, 303, 307, 308, 304, 400, 401, 404, 429, 500, 502])("status %d is a failure", async (code) => {
    const mine = await hub.subscribe(callback);
    receiver.onPost(status(code, { Location: `https://${HOST}:${receiver.port}/elsewhere` }));
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(1);
    expect(await hub.status(mine)).toContain(`failures_in_a_row: 1\nlast_error: status ${code}\n`);
  });

  test("a callback that is no longer allowed is a failure, and nothing is sent to it", async () => {
    const mine = await hub.subscribe(callback);
    await hub.store.query("UPDATE subscription SET callback = 'http://receiver.hub-test.org/'");
    await hub.importAndRun();
    expect(receiver.posts()).toEqual([]);
    expect(await hub.status(mine)).toContain(
      "failures_in_a_row: 1\nlast_error: the callback is refused: it must begin with https:// and a host\n",
    );
    await hub.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": `${callback}&again` });
    await hub.store.query("UPDATE handshake SET callback = 'http://receiver.hub-test.org/'");
    const before = receiver.gets().length;
    await hub.run();
    expect(receiver.gets().length).toBe(before);
    expect(await hub.store.query("SELECT state, detail FROM ended_subscription")).toEqual([
      { state: "failed", detail: "the callback is refused: it must begin with https:// and a host" },
    ]);
  });

  test.each([200, 201, 202, 204, 299])("status %d acknowledges", async (code) => {
    const mine = await hub.subscribe(callback);
    receiver.onPost(status(code));
    await hub.importAndRun();
    expect(await hub.status(mine)).toContain("failures_in_a_row: 0\n");
    await hub.advance(DAY);
    expect(receiver.posts()).toHaveLength(1);
  });

  test.each<[string, Parameters<Receiver["onPost"]>[0], string]>([
    ["never answers", hang, "no answer: timeout"],
    ["cuts the connection", (response) => void response.destroy(), "no answer: reset"],
    [
      "drips its headers",
      (response) => {
        const socket = response.socket;
        socket?.write("HTTP/1.1 200 OK\r\n");
        const drip = setInterval(() => socket?.write("X-Drip: drop\r\n"), 50);
        socket?.on("close", () => clearInterval(drip));
      },
      "no answer: timeout",
    ],
    ["does not speak HTTP", (response) => void response.socket?.end("SSH-2.0-OpenSSH\r\n"), "no answer: malformed"],
  ])("a receiver that %s fails within the deadline", async (_name, answer, reason) => {
    const mine = await hub.subscribe(callback);
    receiver.onPost(answer);
    const started = performance.now();
    await hub.importAndRun();
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(await hub.status(mine)).toContain(`failures_in_a_row: 1\nlast_error: ${reason}\n`);
  });

  test("a response body is dropped after 64 KB, and its 200 counts", async () => {
    const mine = await hub.subscribe(callback);
    let written = 0;
    const closed = Promise.withResolvers<void>();
    receiver.onPost((response) => {
      const flood = setInterval(() => {
        written += 65_536;
        response.write(Buffer.alloc(65_536));
      }, 2);
      response.on("close", () => {
        clearInterval(flood);
        closed.resolve();
      });
    });
    await hub.importAndRun();
    await closed.promise;
    expect(written).toBeLessThan(20_000_000);
    expect(await hub.status(mine)).toContain("failures_in_a_row: 0\n");
  });

  test("a kept connection that was closed is not a failure: the delivery uses a new one", async () => {
    const mine = await hub.subscribe(callback);
    const used = new WeakSet<object>();
    receiver.onPost((response, received) => {
      const socket = response.socket;
      if (!socket) return;
      // The first request on a connection is answered; the second finds it closed.
      if (used.has(socket)) return void socket.destroy();
      used.add(socket);
      thank(response, received);
    });
    for (let change = 0; change < 4; change++) await hub.importAndRun();
    expect(await hub.status(mine)).toContain("failures_in_a_row: 0\n");
    const bodies = receiver.posts().map(({ body }) => body.toString());
    expect(new Set(bodies).size).toBe(4);
    expect(bodies.length).toBeGreaterThan(4);
  });

  test("a new connection that is cut is a failure, without a second attempt", async () => {
    const mine = await hub.subscribe(callback);
    hub.hub.close(); // closes the kept connections
    receiver.onPost((response) => void response.destroy());
    await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(1);
    expect(await hub.status(mine)).toContain("failures_in_a_row: 1\nlast_error: no answer: reset\n");
  });

  test("deliveries to one host share a connection", async () => {
    await hub.subscribe(callback);
    const before = receiver.connections;
    for (let change = 0; change < 6; change++) await hub.importAndRun();
    expect(receiver.posts()).toHaveLength(6);
    // A busy machine may be slower than the 4 s that an idle connection is kept.
    expect(receiver.connections - before).toBeLessThan(4);
  });

  test("an answer that takes longer than the idle timeout is still awaited", async () => {
    const patient = await openTestHub({
      database: newSqliteDatabase(),
      ca: patient_ca,
      allowed: [`${HOST}:${receiver.port}`],
      env: { WEBSUB_TIMEOUT_SECONDS: "25" },
    });
    const mine = await patient.subscribe(callback);
    receiver.onPost((response, received) => void setTimeout(() => thank(response, received), 5000));
    await patient.importReview();
    await patient.run();
    expect(await patient.status(mine)).toContain("failures_in_a_row: 0\n");
    await patient.close();
  });

  test("neither secrets nor callback paths reach the log", async () => {
    await hub.subscribe(callback, { "hub.secret": "whispered" });
    receiver.onPost(status(500));
    await hub.importAndRun();
    await hub.advance(36);
    await hub.advance(360);
    const text = hub.logs.join("");
    expect(text).toContain("websub_delivery_failed");
    expect(text).not.toContain("whispered");
    expect(text).not.toContain("/callback/");
  });
});
