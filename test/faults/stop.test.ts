import { expect, test } from "bun:test";
import { startDemo } from "../clinic-store.ts";
import { until } from "./serving.ts";

type Tally = { answered: number; unanswered: number };

/** A client that sends one request after another on one connection, until the server closes it. */
async function keepAsking(port: number, path: string, tally: Tally): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const { promise, resolve } = Promise.withResolvers<void>();
  let [need, got, waiting, last] = [0, 0, false, false];
  const ask = (opened: Bun.Socket) => {
    [need, got, waiting] = [0, 0, true];
    opened.write(request);
  };
  await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: ask,
      data(opened, chunk) {
        if (need === 0) {
          const head = chunk.toString("latin1");
          last = /\r\nconnection: close\r\n/i.test(head);
          need = head.indexOf("\r\n\r\n") + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1]);
        }
        got += chunk.length;
        if (got < need) return;
        tally.answered += 1;
        waiting = false;
        if (!last) ask(opened);
      },
      close() {
        if (waiting) tally.unanswered += 1;
        resolve();
      },
    },
  });
  await promise;
}

for (const path of ["/reviews.json", "/api/reviews/search?query=the"]) {
  test(`SIGTERM under load on ${path}: every request is answered, and the process ends within 10 s`, async () => {
    await using server = await startDemo();
    const tally: Tally = { answered: 0, unanswered: 0 };
    const clients = Array.from({ length: 16 }, () => keepAsking(Number(new URL(server.url).port), path, tally));
    await until(() => tally.answered > 100);
    const signaled = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - signaled).toBeLessThan(server.scaled(10_000));
    await Promise.all(clients);
    expect(tally.unanswered).toBe(0);
  });
}

test("SIGHUP drains like SIGTERM: every request is answered, and the process ends with 0", async () => {
  await using server = await startDemo();
  const tally: Tally = { answered: 0, unanswered: 0 };
  const clients = Array.from({ length: 8 }, () => keepAsking(server.port, "/reviews.json", tally));
  await until(() => tally.answered > 50);
  server.signal("SIGHUP");
  expect(await server.exited).toBe(0);
  await Promise.all(clients);
  expect(tally.unanswered).toBe(0);
  expect(server.events().find(({ event }) => event === "stopping")).toMatchObject({ signal: "SIGHUP" });
});
