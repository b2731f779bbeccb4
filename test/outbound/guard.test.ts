import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Socket } from "node:net";
import { isPublicAddress } from "../../src/outbound/guard.ts";
import { newSqliteDatabase } from "../databases.ts";
import { openAuthority } from "../websub/authority.ts";
import { HOSTILE_ADDRESSES, HOSTILE_CALLBACKS, PUBLIC_ADDRESSES } from "../websub/hostile-callbacks.ts";
import { FEED, openTestHub, type TestHub } from "../websub/hub.ts";
import { echo, openReceiver, type Receiver, status, thank } from "../websub/receiver.ts";

/** Every connection that this process tries to open. */
const attempts: unknown[][] = [];
const connect = Socket.prototype.connect;
/** True: the network connects to loopback instead of the requested address. */
let rerouted = false;
const loopback = [{ address: "127.0.0.1", family: 4 }];

describe("the callback guard", () => {
  let hub: TestHub;
  let receiver: Receiver;
  const bad: Record<string, Receiver> = {};

  beforeAll(async () => {
    const authority = openAuthority();
    receiver = await openReceiver(authority.issue(["*.hub-test.org"]));
    bad["expired.hub-test.org"] = await openReceiver(authority.issue(["*.hub-test.org"], -1));
    bad["self.hub-test.org"] = await openReceiver(authority.selfSigned("self.hub-test.org"));
    bad["wrong.hub-test.org"] = await openReceiver(authority.issue(["another.hub-test.org"]));
    bad["stranger.hub-test.org"] = await openReceiver(openAuthority().issue(["*.hub-test.org"]));
    const allowed = Object.entries(bad).map(([host, { port }]) => `${host}:${port}`);
    hub = await openTestHub({
      database: newSqliteDatabase(),
      ca: authority.ca,
      allowed: [...allowed, `good.hub-test.org:${receiver.port}`],
      env: { WEBSUB_CALLBACK_PORTS: `443,8443,${receiver.port}` },
    });
    Socket.prototype.connect = function (this: Socket, ...to: unknown[]) {
      attempts.push(to);
      const options = [to[0]].flat()[0];
      if (rerouted && typeof options === "object" && options !== null) {
        const lookup = (_host: string, _options: object, found: (error: null, addresses: object) => void) =>
          found(null, loopback);
        Object.assign(options, { lookup });
      }
      return Reflect.apply(connect, this, to);
    };
  });
  afterAll(async () => {
    Socket.prototype.connect = connect;
    await hub.close();
    for (const one of [receiver, ...Object.values(bad)]) one.close();
  });
  beforeEach(() => {
    attempts.length = 0;
    receiver.requests.length = 0;
    receiver.connections = 0;
    receiver.onGet(echo);
    receiver.onPost(thank);
  });
  const ask = (callback: string) => hub.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": callback });

  test("the list of hostile callbacks is long", () => {
    expect(new Set(HOSTILE_CALLBACKS).size).toBeGreaterThanOrEqual(120);
  });

  test.each(HOSTILE_CALLBACKS)("refuses %j by its text, and no connection is opened", async (text) => {
    const answer = await ask(text.replace(":P", `:${receiver.port}`));
    expect(answer.status).toBe(400);
    expect(await answer.text()).toStartWith("hub.callback is refused: ");
    await hub.run();
    expect(attempts).toEqual([]);
    expect(receiver.connections).toBe(0);
  });

  test.each(HOSTILE_ADDRESSES)(
    "a name that resolves to %j is refused, and no connection is opened",
    async (address) => {
      expect(isPublicAddress(address)).toBe(false);
      hub.addresses.set("rebound.hub-test.com", [address]);
      const status_url = await hub.subscribe(`https://rebound.hub-test.com:${receiver.port}/`);
      expect(await hub.status(status_url)).toContain("last_error: no answer: the host has no public address\n");
      expect(attempts).toEqual([]);
      expect(receiver.connections).toBe(0);
    },
  );

  test("the status URL does not tell a private address from a name that does not resolve", async () => {
    const shown = async (addresses: string[]) => {
      hub.addresses.set("rebound.hub-test.com", addresses);
      const status_url = await hub.subscribe(`https://rebound.hub-test.com:${receiver.port}/`);
      const texts = [await hub.status(status_url)];
      for (const seconds of [10, 60]) {
        await hub.advance(seconds);
        texts.push(await hub.status(status_url));
      }
      // Only the times differ.
      return texts.map((text) => text.replace(/\d{4}-\d\d-\d\dT\S+/g, "TIME"));
    };
    const unknown = await shown([]);
    expect(unknown[0]).toContain("state: pending\n");
    expect(unknown[2]).toContain("state: failed\n");
    expect(await shown(["10.0.0.1"])).toEqual(unknown);
    expect(await shown(["169.254.169.254", "1.1.1.1"])).toEqual(unknown);
    expect(attempts).toEqual([]);
  });

  test.each(["HTTPS", "Https", "hTTpS"])(
    "the scheme may be written %s, and the callback is kept as given",
    async (scheme) => {
      const callback = `${scheme}://good.hub-test.org:${receiver.port}/scheme`;
      const status_url = await hub.subscribe(callback);
      expect(await hub.status(status_url)).toContain("state: active\n");
      expect(await hub.store.query("SELECT callback FROM subscription WHERE callback = $1", [callback])).toHaveLength(
        1,
      );
      await hub.importAndRun();
      expect(receiver.posts().map(({ target }) => target)).toEqual(["/scheme"]);
      hub.hub.close(); // closes the kept connection, which the next test must not find
      await hub.store.query("DELETE FROM subscription");
    },
  );

  test.each(PUBLIC_ADDRESSES)("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    [["93.184.216.34", "127.0.0.1"]],
    [["127.0.0.1", "93.184.216.34"]],
    [["2606:4700:4700::1111", "::1"]],
    [["1.1.1.1", "8.8.8.8", "::ffff:10.0.0.1"]],
  ])("one private address among public ones is enough to refuse: %p", async (addresses) => {
    hub.addresses.set("mixed.hub-test.com", addresses);
    const status_url = await hub.subscribe(`https://mixed.hub-test.com:${receiver.port}/`);
    expect(await hub.status(status_url)).toContain("last_error: no answer: the host has no public address\n");
    expect(attempts).toEqual([]);
  });

  test("a name is resolved once per connection: the checked address is the one that is used", async () => {
    let asked = 0;
    const get = hub.addresses.get.bind(hub.addresses);
    hub.addresses.get = (host) => {
      if (host !== "good.hub-test.org") return get(host);
      asked += 1;
      // A second lookup, between check and use, would return the metadata service.
      return asked === 1 ? ["127.0.0.1"] : ["169.254.169.254"];
    };
    const status_url = await hub.subscribe(`https://good.hub-test.org:${receiver.port}/`);
    hub.addresses.get = get;
    expect(await hub.status(status_url)).toContain("state: active\n");
    expect(asked).toBe(1);
    expect(attempts).toHaveLength(1);
    expect(receiver.connections).toBe(1);
  });

  test("the peer's address is checked again after connecting, before anything is sent", async () => {
    hub.addresses.set("public.hub-test.org", ["93.184.216.34"]);
    rerouted = true;
    const status_url = await hub.subscribe(`https://public.hub-test.org:${receiver.port}/`);
    rerouted = false;
    expect(attempts).toHaveLength(1);
    expect(receiver.requests).toEqual([]);
    expect(await hub.status(status_url)).toContain("last_error: no answer: the host has no public address\n");
  });

  test("an address that becomes private after the subscription was confirmed gets no delivery", async () => {
    hub.addresses.set("later.hub-test.com", ["127.0.0.1"]);
    const callback = `https://later.hub-test.com:${receiver.port}/`;
    await ask(callback);
    const row = { now: new Date(hub.clock.ms).toISOString(), later: new Date(hub.clock.ms + 1e9).toISOString() };
    await hub.store.query("DELETE FROM handshake");
    await hub.store.query(
      `INSERT INTO subscription (id, topic, callback, token, host, domain, asked_topic, lease_seconds, verified_at,
         expires_at, delivered_seq, attempted_seq, failures, retry_at, newer_at)
       VALUES ('later', '/feed.xml', $1, 'later-token', 'later.hub-test.com', 'hub-test.com', $2, 1000, $3, $4, 0, 0, 0,
         $3, $3)`,
      [callback, FEED, row.now, row.later],
    );
    await hub.run();
    expect(attempts).toEqual([]);
    expect(receiver.connections).toBe(0);
    const said = await hub.store.query("SELECT last_error FROM subscription WHERE id = 'later'");
    expect(said).toEqual([{ last_error: "no answer: the host has no public address" }]);
    await hub.store.query("DELETE FROM subscription");
  });

  test.each(["https://127.0.0.1:P/", "https://rebound.hub-test.com:P/", "http://169.254.169.254/latest/meta-data/"])(
    "a redirect to %s is not followed",
    async (location) => {
      await hub.store.query("DELETE FROM subscription");
      const to = location.replace(":P", `:${receiver.port}`);
      await hub.subscribe(`https://good.hub-test.org:${receiver.port}/redirecting`);
      receiver.onPost(status(307, { Location: to }));
      receiver.onGet(status(302, { Location: to }));
      await hub.importReview();
      await hub.run();
      await hub.subscribe(`https://good.hub-test.org:${receiver.port}/redirecting`);
      expect(receiver.requests.map(({ target }) => target.split("?")[0])).toEqual(Array(3).fill("/redirecting"));
    },
  );

  test.each(["expired.hub-test.org", "self.hub-test.org", "wrong.hub-test.org", "stranger.hub-test.org"])(
    "the certificate of %s is not accepted, and nothing is sent",
    async (host) => {
      const port = bad[host]?.port;
      const status_url = await hub.subscribe(`https://${host}:${port}/`);
      expect(await hub.status(status_url)).toContain("last_error: no answer: tls\n");
      expect(bad[host]?.requests).toEqual([]);
    },
  );

  test("proxies in the environment are not used, and no cookies are kept", async () => {
    process.env.HTTPS_PROXY = "http://127.0.0.1:1";
    receiver.onGet((response, received) => {
      response.setHeader("Set-Cookie", "session=1");
      echo(response, received);
    });
    await hub.subscribe(`https://good.hub-test.org:${receiver.port}/cookie`);
    await hub.subscribe(`https://good.hub-test.org:${receiver.port}/cookie`);
    delete process.env.HTTPS_PROXY;
    expect(receiver.gets()).toHaveLength(2);
    expect(receiver.gets()[1]?.headers.cookie).toBeUndefined();
  });
});
