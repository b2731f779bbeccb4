import { expect, test } from "bun:test";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const rows = Array.from({ length: 1000 }, (_, n) => reviewRow(n, { text: `${n} ${"knee ".repeat(60)}` }));
const { ask } = openService({ snapshot: await snapshotOf({ rows }) });
const PATH = "/api/reviews/since/2020-01-01";

test("a large answer made of slices is whole, and says its length before it begins", async () => {
  const answer = await ask(PATH);
  const bytes = await answer.bytes();
  expect(bytes.length).toBeGreaterThan(600_000);
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  expect(JSON.parse(new TextDecoder().decode(bytes)).returned).toBe(1000);
});

test("HEAD of it says the same and carries nothing", async () => {
  const get = await ask(PATH);
  const head = await ask(PATH, { method: "HEAD" });
  expect([...head.headers].sort()).toEqual([...get.headers].sort());
  expect(head.body).toBeNull();
});

test("a thousand readers of the whole history who stop reading hold no copies of it", async () => {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const held = [];
  for (let i = 0; i < 1000; i += 1) {
    const reader = (await ask(PATH)).body?.getReader();
    await reader?.read();
    held.push(reader);
  }
  // 1,000 copies of these 640 KB would be 640 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  expect(held).toHaveLength(1000);
});
