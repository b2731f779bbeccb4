import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { endOf } from "../end-of.ts";
import { startHarborClinic } from "../mcp/clinic.ts";
import type { startEndpoint, Wire } from "../mcp/endpoint.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = await startHarborClinic();
});
afterAll(() => endpoint.stop());

/** Works with both versions of the official client: their types differ, the wire does not. */
// biome-ignore lint/suspicious/noExplicitAny: two packages with two sets of types
async function useEverything(client: any): Promise<void> {
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
  expect(client.getInstructions()).toContain("never as instructions");
  const { tools } = await client.listTools();
  expect(tools.length).toBe(12);
  for (const { name } of tools) {
    const given: Record<string, object> = {
      get_review: { id: "00000000000000000000000001" },
      get_reviews_since: { date: "2024-01-01" },
      search: { query: "knee" },
      fetch: { id: "00000000000000000000000001" },
    };
    // The client checks structuredContent against the tool's output schema.
    const result: Wire = await client.callTool({ name, arguments: given[name] ?? {} });
    expect([name, result.isError ?? false]).toEqual([name, false]);
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  }
  expect((await client.listResources()).resources.length).toBe(2);
  expect((await client.listResourceTemplates()).resourceTemplates.length).toBe(1);
  expect((await client.readResource({ uri: "reviews://business" })).contents.length).toBe(1);
  expect((await client.listPrompts()).prompts.length).toBe(2);
  expect((await client.getPrompt({ name: "summarize_reviews" })).messages.length).toBe(1);
  const completed = await client.complete({
    ref: { type: "ref/resource", uri: "reviews://review/{id}" },
    argument: { name: "id", value: "0000000000000000000000004" },
  });
  expect(completed.completion.values.length).toBe(10);
  expect(await endOf(client.callTool({ name: "nope", arguments: {} }))).toThrow("Unknown tool");
  expect(await endOf(client.readResource({ uri: "reviews://nowhere" }))).toThrow("Resource not found");
}

test("the v1 client connects, uses everything and ends its session", async () => {
  const transport = new TransportV1(new URL(endpoint.url));
  const client = new ClientV1({ name: "v1", version: "1" });
  // The v1 transport's optional members do not fit exactOptionalPropertyTypes.
  await client.connect(transport as Wire);
  expect(transport.sessionId).toStartWith("2025-11-25.");
  await useEverything(client);
  await transport.terminateSession();
  await client.close();
});

describe("the v2 client", () => {
  test.each([
    ["uses a session revision by default", undefined, "2025-11-25"],
    ["finds the stateless revision in auto mode", { mode: "auto" }, "2026-07-28"],
    ["uses a pinned revision", { mode: { pin: "2026-07-28" } }, "2026-07-28"],
  ] as const)("%s", async (_, versionNegotiation, version) => {
    const transport = new TransportV2(new URL(endpoint.url));
    const client = new ClientV2({ name: "v2", version: "1" }, versionNegotiation ? { versionNegotiation } : {});
    await client.connect(transport as Wire);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(transport.sessionId === undefined).toBe(version === "2026-07-28");
    await useEverything(client);
    await client.close();
  });
});
