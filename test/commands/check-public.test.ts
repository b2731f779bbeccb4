import { expect, test } from "bun:test";
import { checkPublic } from "../../src/terminal/check-public.ts";

const ID = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";

async function check(BASE_URL: string) {
  let error = "";
  const started = performance.now();
  const shown = await checkPublic(
    {
      env: { BASE_URL, DATABASE_URL: "sqlite:unused.db" },
      out: () => {},
      error: (text) => {
        error += text;
      },
      interactive: false,
      now: () => new Date(),
    },
    [ID],
  );
  return { shown, error, seconds: (performance.now() - started) / 1000 };
}

function serving(answer: (reads: number) => Response | Promise<Response>) {
  let reads = 0;
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer(++reads) });
  const url = `http://127.0.0.1:${server.port}`;
  return { url, reads: () => reads, [Symbol.dispose]: () => void server.stop(true) };
}

test("a review that disappears within the time is not public, and nothing is said", async () => {
  using server = serving((reads) => new Response("", { status: reads < 3 ? 200 : 410 }));
  expect(await check(server.url)).toMatchObject({ shown: "no", error: "" });
});

test("a review that stays is reported after 5 s", async () => {
  using server = serving(() => new Response("{}"));
  const { shown, error, seconds } = await check(server.url);
  expect(shown).toBe("yes");
  expect(error).toMatch(/^candor: the change is stored, but http:\S+\/api\/reviews\/\w+ is still public: .*\n$/);
  expect(seconds).toBeGreaterThan(4.5);
  expect(server.reads()).toBeLessThan(30); // four times a second
  expect(seconds).toBeLessThan(60);
});

test("an address that refuses, fails or never answers cannot be checked, and does not hang", async () => {
  using failing = serving(() => new Response("", { status: 502 }));
  using silent = serving(() => new Promise<Response>(() => {}));
  for (const [url, cause] of [
    ["http://127.0.0.1:1", "no server answers there"],
    [failing.url, "it answered 502"],
    [silent.url, ".*"],
  ] as const) {
    const { shown, error, seconds } = await check(url);
    expect(shown).toBe("unknown");
    expect(error).toMatch(
      new RegExp(`^candor: the change is stored, but http:\\S+ cannot be read \\(${cause}\\): check there .*\n$`),
    );
    expect(seconds).toBeLessThan(60);
  }
});
