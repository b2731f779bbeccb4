import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Review } from "../../src/model/review.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { freePort } from "../free-port.ts";
import { reviewRow } from "../rows.ts";
import { openService, BASE_URL as READ_URL } from "../service.ts";
import { openAuthority } from "../websub/authority.ts";
import { BASE_URL, openTestHub, type TestHub } from "../websub/hub.ts";
import { openProxy } from "../websub/tls-proxy.ts";

const FOLDER = join(import.meta.dir, "../../examples/receivers");
const HOST = "receiver.hub-test.org";
const TOPIC = `${BASE_URL}/api/changes.json`;
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;

const RECEIVERS: Record<string, (port: number) => string[]> = {
  TypeScript: () => [process.execPath, join(FOLDER, "receiver.ts")],
  Python: () => ["python3", join(FOLDER, "receiver.py")],
  PHP: (port) => ["php", "-S", `127.0.0.1:${port}`, join(FOLDER, "receiver.php")],
};

/** What the hub has published, at an address that the receiver can reach. */
function serveReads(hub: () => TestHub) {
  let here = "";
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const answer = await openService({ snapshot: hub().snapshot() }).ask(pathname + search);
      const text = (await answer.text()).replaceAll(BASE_URL, here).replaceAll(READ_URL, here);
      return new Response(text, { status: answer.status, headers: answer.headers });
    },
  });
  here = `http://127.0.0.1:${server.port}`;
  return server;
}

describe.each(Object.entries(RECEIVERS))("the receiver in %s", (language, command) => {
  const [program = ""] = command(0);
  const missing = Bun.which(program) === null;
  if (missing) console.warn(`NOT RUN: ${program} is not installed, so the receiver in ${language} is not tested`);

  test.skipIf(missing)("verifies both signatures, keeps a copy, and catches up after it was away", async () => {
    await using stack = new AsyncDisposableStack();
    const authority = openAuthority();
    const port = freePort();
    const proxy = await openProxy(authority.issue([HOST]), () => port);
    stack.defer(() => void proxy.close());
    const clock = { ms: Date.now() };
    const allowed = [`${HOST}:${proxy.port}`];
    const hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed, clock });
    stack.defer(() => hub.close());
    const reads = serveReads(() => hub);
    stack.defer(() => void reads.stop());
    const callback = `https://${HOST}:${proxy.port}/candor/3f9c1e`;
    const COPY = join(newFolder(), "copy.json");
    const settings = { PORT: String(port), CALLBACK: callback, TOPIC, SECRET: WEBHOOK_SECRET, COPY };
    const start = async () => {
      const child = Bun.spawn(command(port), {
        env: { ...settings, BASE_URL: `http://127.0.0.1:${reads.port}`, PATH: process.env.PATH ?? "" },
        stdout: "ignore",
        stderr: "ignore",
      });
      await until(() =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      );
      return child;
    };
    const published = async () => {
      const { reviews } = (await (await fetch(`http://127.0.0.1:${reads.port}/reviews.json`)).json()) as {
        reviews: Review[];
      };
      return Object.fromEntries(reviews.map((review) => [review.id, review]));
    };
    const kept = () => (existsSync(COPY) ? JSON.parse(readFileSync(COPY, "utf8")).reviews : null);

    const first = await start();
    await hub.subscribe(callback, { "hub.topic": TOPIC, "hub.secret": WEBHOOK_SECRET });
    await hub.importAndRun();
    expect(kept()).toEqual(await published());

    first.kill();
    await first.exited;
    for (const _ of [1, 2, 3]) await hub.importReview();
    const at = "2026-01-02T00:00:00Z";
    await hub.store.query(
      "UPDATE review SET state = 'held', held_reason = 'legal', held_at = $2, changed_at = $2 WHERE id = $1",
      [reviewRow(1).id, at],
    );
    const second = await start();
    stack.defer(() => second.kill());
    clock.ms = Date.now();
    await hub.importAndRun();
    expect(kept()).toEqual(await published());

    await hub.subscribe(callback, { "hub.topic": TOPIC, "hub.secret": "another secret" });
    const before = kept();
    await hub.importAndRun();
    expect(kept()).toEqual(before);
    const refused = await fetch(`http://127.0.0.1:${port}/?hub.mode=subscribe&hub.topic=x&hub.challenge=y`);
    expect(refused.status).toBe(404);
  });
});
