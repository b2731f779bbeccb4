import { expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { repeats } from "../length.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { openReceiver } from "../websub/receiver.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { importReview, until } from "./serving.ts";

const SECONDS = repeats(8, 60);
const SUBSCRIBERS = 40;
const ADDRESSES = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
const ROLES = ["web", "web", "web", "worker", "worker"] as const;
const authority = openAuthority();
const certificate = authority.issue(ADDRESSES);

/** The feed from the first server that answers, as through a load balancer. */
async function readFromAny(servers: readonly (ServerProcess | null)[]): Promise<Response | null> {
  for (const server of servers) {
    const answer = server ? await fetch(`${server.url}/feed.xml`).catch(() => null) : null;
    if (answer?.ok) return answer;
  }
  return null;
}

test("a worker answers health checks and nothing else", async () => {
  const DATABASE_URL = await openPostgresDatabase();
  await using worker = await startCandor({ DATABASE_URL, SECRET_KEY: "s".repeat(32), ROLE: "worker" });
  const statusOf = async (path: string) => (await fetch(`${worker.url}${path}`)).status;
  expect(await statusOf("/healthz")).toBe(200);
  expect(await statusOf("/readyz")).toBe(200);
  expect(await statusOf("/reviews.json")).toBe(404);
  expect(await statusOf("/mcp")).toBe(404);
});

test(`three servers and two workers, one killed every 2 s for ${SECONDS} s: reads continue, and every subscriber gets the last version`, async () => {
  const DATABASE_URL = await openPostgresDatabase();
  const store = await openStore(DATABASE_URL);
  await importReview(store);
  const receiver = await openReceiver(certificate, ADDRESSES);
  const env = {
    BASE_URL: "https://reviews.hub-test.net",
    DATABASE_URL,
    SECRET_KEY: "s".repeat(32),
    WEBSUB_RETRY_SECONDS: "1,2",
    WEBSUB_TIMEOUT_SECONDS: "2",
    NODE_EXTRA_CA_CERTS: authority.ca_path,
    WEBSUB_ALLOWED_CALLBACKS: ADDRESSES.map((address) => `${address}:${receiver.port}`).join(","),
  };
  const fleet: (ServerProcess | null)[] = await Promise.all(ROLES.map((ROLE) => startCandor({ ...env, ROLE })));
  const webs = () => fleet.slice(0, 3);
  await insertSubscriptions(
    store,
    Array.from(
      { length: SUBSCRIBERS },
      (_, index) => `https://${ADDRESSES[index % ADDRESSES.length]}:${receiver.port}/subscriber/${index}`,
    ),
  );

  let [running, reads, failed, changes, kills] = [true, 0, 0, 0, 0];
  const readers = Array.from({ length: 4 }, async () => {
    while (running) {
      if (await readFromAny(webs())) reads += 1;
      else failed += 1;
      await Bun.sleep(10);
    }
  });
  const changer = (async () => {
    for (; running; changes += 1, await Bun.sleep(700)) await importReview(store);
  })();
  const restarts: Promise<void>[] = [];
  const end = Date.now() + SECONDS * 1000;
  for (; Date.now() < end || kills < 2 || reads < 20; await Bun.sleep(2000)) {
    // A start may take long: the last running web server is not killed.
    const place = (kills * 2) % ROLES.length;
    if (ROLES[place] === "web" && webs().filter((server) => server !== null).length < 2) continue;
    kills += 1;
    fleet[place]?.signal("SIGKILL");
    fleet[place] = null;
    const again = startCandor({ ...env, ROLE: ROLES[place] ?? "both" });
    restarts.push(
      again.then((server) => {
        fleet[place] = server;
      }),
    );
  }
  running = false;
  await Promise.all([...readers, changer, ...restarts]);

  const last = async () => (await readFromAny(webs()))?.text();
  const lastBodies = () => new Map(receiver.posts().map(({ target, body }) => [target, body.toString()]));
  await until(async () => {
    const newest = await last();
    const bodies = lastBodies();
    return bodies.size === SUBSCRIBERS && [...bodies.values()].every((body) => body === newest);
  });
  expect(failed).toBe(0);
  console.log(`${kills} killed, ${changes} changes, ${reads} reads, ${receiver.posts().length} deliveries`);
  for (const server of fleet) server?.signal("SIGKILL");
  receiver.close();
  await store.close();
});
