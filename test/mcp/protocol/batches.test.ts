import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { runBatch } from "../../../src/mcp/protocol/batch.ts";
import { openSession, request, send, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
});
afterAll(() => endpoint.stop());

describe("batches", () => {
  const batch = async (items: unknown[], version = "2025-03-26") =>
    send(endpoint.url, items, await openSession(endpoint.url, version));

  test("work on 2025-03-26 and answer only requests, in order", async () => {
    const answer = await batch([
      request("ping", undefined, 1),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request("nope", undefined, "two"),
      5,
      request("initialize", { protocolVersion: "2025-03-26" }, 3),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: "two", error: { code: -32601, message: "Method not found: nope" } },
      { jsonrpc: "2.0", error: { code: -32600, message: "a message must be a JSON object" } },
      { jsonrpc: "2.0", id: 3, error: { code: -32600, message: "initialize must not be part of a batch" } },
    ]);
  });

  test("with only notifications get 202", async () => {
    const answer = await batch([{ jsonrpc: "2.0", method: "notifications/initialized" }]);
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  test.each(["2025-06-18", "2025-11-25"])("are refused on %s", async (version) => {
    const answer = await batch([request("ping")], version);
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
  });

  test("have 1 to 100 messages", async () => {
    expect((await batch([])).status).toBe(400);
    const many = (count: number) => Array.from({ length: count }, (_, id) => request("ping", undefined, id));
    expect((await batch(many(100))).body.length).toBe(100);
    expect((await batch(many(101))).status).toBe(400);
  });

  test("that cancel their own request are answered", async () => {
    const answer = await batch([
      request("tools/call", { name: "search_reviews", arguments: {} }, 9),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } },
    ]);
    expect(answer.body.map(({ id }: Wire) => id)).toEqual([9]);
  });
});

test("the answer to a batch has at most 512,000 bytes, less the 100 of an event stream", async () => {
  const sizeWith = async (...bytes: number[]) => {
    const core = {
      run: () => ({ result: { json: "{}" } }),
      render: (id: string) => "x".repeat(bytes[Number(id)] ?? 0),
    };
    const answer = await runBatch(
      core,
      bytes.map((_, id) => request("ping", undefined, id)),
    );
    return answer?.length;
  };
  expect([await sizeWith(511_899), await sizeWith(400_000, 111_898)]).toEqual([511_901, 511_901]);
  expect(await sizeWith(511_900)).toBeLessThan(300);
  expect(await sizeWith(400_000, 111_899)).toBeLessThan(400_300);
});
