import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { startHarborClinic } from "../mcp/clinic.ts";
import type { startEndpoint, Wire } from "../mcp/endpoint.ts";
import { installPrograms } from "./install.ts";

const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

const home = installPrograms([INSPECTOR]);
const inspector = join(home ?? "", "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

describe.skipIf(home === null)("the inspector's command line", () => {
  let endpoint: ReturnType<typeof startEndpoint>;
  beforeAll(async () => {
    endpoint = await startHarborClinic();
  });
  afterAll(() => endpoint.stop());

  async function inspect(...args: string[]) {
    const child = Bun.spawn(
      [process.execPath, inspector, "--cli", endpoint.url, "--transport", "http", "--method", ...args],
      { stdout: "pipe", stderr: "pipe", env: { ...process.env, HOME: home ?? "", NO_COLOR: "1" } },
    );
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out: JSON.parse(out || "null") as Wire, err };
  }

  test("accepts the list of tools in strict mode", async () => {
    const { code, out, err } = await inspect("tools/list", "--strict");
    expect({ code, err: err.trim() }).toEqual({ code: 0, err: "" });
    expect(out.tools.map(({ name }: { name: string }) => name)).toContain("search_reviews");
  });

  test("calls a tool, reads a resource and gets a prompt", async () => {
    const called = await inspect("tools/call", "--tool-name", "search_reviews", "--tool-arg", "limit=1");
    expect([called.code, called.out.structuredContent.returned]).toEqual([0, 1]);
    const read = await inspect("resources/read", "--uri", "reviews://insights");
    expect(JSON.parse(read.out.contents[0].text).analysis_available).toBe(true);
    const prompt = await inspect(
      "prompts/get",
      "--prompt-name",
      "compare_aspects",
      "--prompt-args",
      "first=care",
      "second=billing",
    );
    expect(prompt.out.messages.length).toBe(1);
  });
});
