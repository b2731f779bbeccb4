import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { readHubBacklog, readHubHealth } from "../../src/store/hub/hub-health.ts";
import { candor } from "../candor.ts";
import { DATABASES, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { openAuthority } from "./authority.ts";
import { IMPATIENT, openTestHub, type TestHub } from "./hub.ts";
import { hang, openReceiver, type Receiver, thank } from "./receiver.ts";

const HOSTS = [
  "a.hub-test.org",
  "b.hub-test.com",
  "c.hub-test.net",
  "d.hub-test.info",
  "e.hub-test.dev",
  "f.hub-test.io",
];
const DAY = 86_400;
const OLD_KEY = "the first key that is long enough to use";
const NEW_KEY = "the second key that is long enough as well";
const authority = openAuthority();
const certificate = authority.issue(HOSTS);

let receiver: Receiver;
let hub: TestHub;
const open = async (database: string, env: Record<string, string> = {}) => {
  const allowed = HOSTS.map((host) => `${host}:${receiver.port}`);
  const clock = hub?.clock ?? { ms: Date.parse("2026-03-01T12:00:00Z") };
  hub = await openTestHub({ database, ca: authority.ca, allowed, clock, env });
};
const at = (host: string, path = "") => `https://${host}:${receiver.port}/${path}`;
const rows = () => hub.store.query("SELECT host, failures, paused FROM subscription ORDER BY host");
const errors = () => hub.logs.filter((line) => line.includes('"level":"error"'));
const lines = (event: string) => hub.logs.filter((line) => line.includes(`"event":"${event}"`));

beforeEach(async () => {
  receiver = await openReceiver(certificate);
});
afterEach(async () => {
  await hub.close();
  receiver.close();
});

describe("silence from every host", () => {
  const silent = HOSTS.slice(0, 5);
  const kinds = {
    "that accept connections and send nothing": async () => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
      await new Promise<void>((resolve) => server.listen(receiver.port, "127.0.0.2", resolve));
      for (const host of silent) hub.addresses.set(host, ["127.0.0.2"]);
      return () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      };
    },
    "that take a delivery and do not answer": async () => {
      receiver.onPost(hang);
      return () => {};
    },
  };

  test.each(Object.entries(kinds))("pauses all deliveries: hosts %s", async (_, silence) => {
    await open(newSqliteDatabase(), { WEBSUB_TIMEOUT_SECONDS: "1" });
    for (const host of silent) await hub.subscribe(at(host));
    hub.hub.close(); // closes the kept connections
    const end = await silence();
    await hub.importAndRun();
    for (let tries = 0; tries < 4; tries++) await hub.advance(360);
    const all = await hub.store.query("SELECT DISTINCT failures, paused FROM subscription");
    expect(all).toEqual([{ failures: 0, paused: "network" }]);
    expect(lines("websub_paused")).toHaveLength(1);
    end();
    hub.addresses.clear();
    receiver.onPost(thank);
    await hub.advance(360);
    expect((await readHubBacklog(hub.store, hub.clock.ms)).owed).toBe(0);
    expect(lines("websub_resumed")).toHaveLength(1);
  });

  test("is not assumed while one host answers: who is silent is removed", async () => {
    await open(newSqliteDatabase(), { WEBSUB_TIMEOUT_SECONDS: "1" });
    for (const host of HOSTS) await hub.subscribe(at(host));
    receiver.onPost((response, received) => {
      if (received.headers.host?.startsWith("f.")) thank(response, received);
    });
    for (let tries = 0; tries < 3; tries++) {
      await hub.importAndRun();
      await hub.advance(360);
    }
    expect(await rows()).toEqual([{ host: "f.hub-test.io", failures: 0, paused: null }]);
  });

  test("of four domains is their own fault", async () => {
    await open(newSqliteDatabase(), { WEBSUB_TIMEOUT_SECONDS: "1" });
    for (const host of silent.slice(0, 4)) await hub.subscribe(at(host));
    receiver.onPost(hang);
    await hub.importAndRun();
    for (let tries = 0; tries < 3; tries++) await hub.advance(360);
    expect(await rows()).toEqual([]);
  });
});

describe.each(DATABASES)("a SECRET_KEY that cannot open the secrets, on $dialect,", ({ newDatabase }) => {
  test("pauses their deliveries, removes nobody, and ends with the right key", async () => {
    const database = await newDatabase();
    await open(database, { SECRET_KEY: OLD_KEY });
    for (let index = 0; index < 10; index++) {
      await hub.subscribe(at("a.hub-test.org", `${index}`), { "hub.secret": "secret" });
    }
    const unsigned = await hub.subscribe(at("b.hub-test.com"));
    await hub.close();

    await open(database, { SECRET_KEY: NEW_KEY });
    for (let change = 0; change < 5; change++) {
      await hub.importAndRun();
      await hub.advance(360);
    }
    expect(await hub.store.query("SELECT DISTINCT host, failures, paused FROM subscription ORDER BY host")).toEqual([
      { host: "a.hub-test.org", failures: 0, paused: "key" },
      { host: "b.hub-test.com", failures: 0, paused: null },
    ]);
    expect(await hub.status(unsigned)).toContain("state: active\n");
    expect(new Set(receiver.posts().map(({ headers }) => headers.host?.split(":")[0]))).toEqual(
      new Set(["b.hub-test.com"]),
    );
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain('"event":"websub_paused","cause":"key"');
    const backlog = await readHubBacklog(hub.store, hub.clock.ms);
    expect(backlog).toMatchObject({ owed: 10, paused: { key: 10, network: 0 } });
    await hub.close();

    receiver.requests.length = 0;
    await open(database, { SECRET_KEY: `${NEW_KEY},${OLD_KEY}` });
    hub.hub.worker.start(); // the start ends the wait
    await until(() => new Set(receiver.posts().map(({ target }) => target)).size === 11);
    await until(async () => (await readHubBacklog(hub.store, hub.clock.ms)).owed === 0);
    expect((await readHubBacklog(hub.store, hub.clock.ms)).paused).toEqual({ key: 0, network: 0 });
  });
});

test("status and doctor say what is paused and why, and doctor fails", async () => {
  const database = newSqliteDatabase();
  await open(database, { SECRET_KEY: OLD_KEY });
  await hub.subscribe(at("a.hub-test.org"), { "hub.secret": "secret" });
  await hub.close();
  await open(database, { SECRET_KEY: NEW_KEY });
  await hub.importAndRun();
  // The commands have the real clock, so the lease must still run.
  await hub.store.query("UPDATE subscription SET expires_at = '2999-01-01T00:00:00.000Z'");
  const env = { DATABASE_URL: database, SECRET_KEY: NEW_KEY, PORT: "1" };
  expect((await candor(env, "status")).out).toContain(
    "paused      1 subscription: SECRET_KEY cannot open the secret\n",
  );
  const doctor = await candor(env, "doctor");
  expect(doctor.code).toBe(1);
  expect(doctor.out).toContain(
    "fault    hub: delivery to 1 subscription is paused: SECRET_KEY cannot open the secret\n",
  );
  await hub.store.query("UPDATE subscription SET paused = 'network'");
  expect((await candor(env, "status")).out).toContain("paused      1 subscription: the hub's network is down\n");
  expect((await candor(env, "doctor")).out).toContain(
    "fault    hub: delivery to 1 subscription is paused: no subscriber",
  );
  await hub.store.query("UPDATE subscription SET paused = NULL");
  expect((await candor(env, "doctor")).out).toContain("ok       hub: 1 delivery due, none paused\n");
  expect((await candor(env, "status")).out).not.toContain("paused      ");
});

/** Ways in which a network fails before there is a TCP connection. */
const DOWN: [string, (host: string) => void][] = [
  ["no name resolves", (host) => void hub.addresses.set(host, [])],
  ["no address accepts a connection", (host) => void hub.addresses.set(host, ["127.9.9.9"])],
  [
    "nothing answers at all",
    // The resolver never answers.
    (host) => void hub.addresses.set(host, new Promise<string[]>(() => {}) as never),
  ],
];

describe.each(DATABASES)("the hub's own network on $dialect:", ({ newDatabase }) => {
  const subscribe = async (count: number) => {
    await open(await newDatabase(), IMPATIENT);
    for (const host of HOSTS.slice(0, count)) await hub.subscribe(at(host));
    hub.hub.close(); // closes the kept connections
  };
  const fail = async (hosts: string[], breakHost: (host: string) => void) => {
    for (const host of hosts) breakHost(host);
    await hub.importAndRun();
  };

  test.each(DOWN)("when %s at five domains, nobody is removed, and delivery resumes by itself", async (_name, down) => {
    await subscribe(5);
    await fail(HOSTS.slice(0, 5), down);
    for (const seconds of [36, 360, 10, 360, DAY / 24, 301]) await hub.advance(seconds);
    await hub.importAndRun();
    expect(await rows()).toEqual(HOSTS.slice(0, 5).map((host) => ({ host, failures: 0, paused: "network" })));
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain('"event":"websub_paused","cause":"network"');
    expect((await readHubHealth(hub.store, new Date(hub.clock.ms).toISOString())).paused.network).toBe(5);
    expect(receiver.posts()).toHaveLength(0);
    hub.addresses.clear();
    // The first that gets a connection ends the wait of all.
    const now = new Date(hub.clock.ms).toISOString();
    const first = "WHERE host = 'c.hub-test.net'";
    await hub.store.query(`UPDATE subscription SET retry_at = $1, newer_at = $1 ${first}`, [now]);
    await hub.run();
    expect(await rows()).toEqual(HOSTS.slice(0, 5).map((host) => ({ host, failures: 0, paused: null })));
    expect(new Set(receiver.posts().map(({ headers }) => headers.host)).size).toBe(5);
    expect(lines("websub_resumed")).toHaveLength(1);
  });

  test("with four domains every failure counts", async () => {
    await subscribe(4);
    await fail(HOSTS.slice(0, 4), (host) => hub.addresses.set(host, []));
    expect((await rows()).map(({ failures }) => failures)).toEqual([1, 1, 1, 1]);
    await hub.advance(36);
    await hub.advance(360);
    expect(await rows()).toEqual([]);
  });

  test("with one domain that can be reached, the other five are removed after three failures", async () => {
    await subscribe(6);
    await fail(HOSTS.slice(1), (host) => hub.addresses.set(host, ["127.9.9.9"]));
    await hub.importAndRun();
    for (let round = 0; round < 3; round++) {
      await hub.advance(10);
      await hub.importAndRun();
    }
    expect(await rows()).toEqual([{ host: "a.hub-test.org", failures: 0, paused: null }]);
    expect(lines("websub_paused")).toEqual([]);
  });

  test("a pause keeps the failures that were counted before it", async () => {
    await subscribe(6);
    await hub.store.query("UPDATE subscription SET failures = 2 WHERE host = 'a.hub-test.org'");
    await fail(HOSTS, (host) => hub.addresses.set(host, []));
    for (let round = 0; round < 3; round++) await hub.advance(300);
    expect((await rows()).map(({ failures }) => failures)).toEqual([2, 0, 0, 0, 0, 0]);
  });

  test("five domains that all failed before are a network that is down once a minute has no connection", async () => {
    await subscribe(5);
    await hub.store.query("UPDATE subscription SET failures = 2");
    await hub.advance(61);
    await fail(HOSTS.slice(0, 5), (host) => hub.addresses.set(host, []));
    expect((await rows()).map(({ failures }) => failures)).toEqual([2, 2, 2, 2, 2]);
  });

  test("attempts that are more than a minute apart are not taken together", async () => {
    await subscribe(5);
    await hub.importReview();
    for (const [index, host] of HOSTS.slice(0, 5).entries()) {
      hub.addresses.set(host, []);
      const due = new Date(hub.clock.ms + index * 61_000).toISOString();
      await hub.store.query("UPDATE subscription SET retry_at = $1, newer_at = $1 WHERE host = $2", [due, host]);
    }
    await hub.run();
    for (let index = 1; index < 5; index++) await hub.advance(61);
    expect(lines("websub_paused")).toEqual([]);
    expect((await rows()).map(({ paused }) => paused)).toEqual([null, null, null, null, null]);
  });

  test("a handshake does not fail while the network is down", async () => {
    await subscribe(5);
    await fail(HOSTS, (host) => hub.addresses.set(host, []));
    const asked = await hub.subscribe(at("f.hub-test.io"));
    for (const seconds of [300, 300, 300, 300]) await hub.advance(seconds);
    expect(await hub.status(asked)).toContain("state: pending\n");
    hub.addresses.clear();
    await hub.advance(300);
    expect(await hub.status(asked)).toContain("state: active\n");
  });
});
