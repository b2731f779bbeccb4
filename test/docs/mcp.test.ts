import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sendModern, startEndpoint, testSnapshot, type Wire } from "../mcp/endpoint.ts";

const ROOT = join(import.meta.dir, "../..");
const PAGE = readFileSync(join(ROOT, "docs/mcp.md"), "utf8");
const blocks = (language: string): string[] =>
  Array.from(PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms")), (match) => match[1] ?? "");

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
});
afterAll(() => endpoint.stop());

const here = (text: string) => text.replaceAll("https://reviews.example.com", endpoint.origin);

test("every command in docs/mcp.md gets an answer", async () => {
  const commands = blocks("sh");
  expect(commands.length).toBe(2);
  for (const command of commands) {
    const child = Bun.spawn(["sh", "-c", here(command)], { stdout: "pipe" });
    const out = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    const answer: Wire = JSON.parse(out.slice(out.indexOf('{"jsonrpc"')));
    expect(answer.error).toBeUndefined();
    if (command.includes("curl -si")) expect(out.toLowerCase()).toContain("\nmcp-session-id: ");
    else expect(answer.result.structuredContent.returned).toBe(1);
  }
});

test("the program in docs/mcp.md runs", async () => {
  const [program = ""] = blocks("ts");
  // Inside the repository, so that the import finds the package.
  const file = join(ROOT, "node_modules/.docs-mcp-example.ts");
  writeFileSync(file, here(program).replace('"knee"', '"review"'));
  const child = Bun.spawn([process.execPath, file], { stdout: "pipe", stderr: "inherit" });
  expect(await new Response(child.stdout).text()).toContain("matched: 3");
  expect(await child.exited).toBe(0);
});

test("every configuration in docs/mcp.md is JSON and names the endpoint", () => {
  const configurations = blocks("json");
  expect(configurations.length).toBe(3);
  for (const text of configurations) {
    expect(JSON.stringify(JSON.parse(text))).toContain("https://reviews.example.com/mcp");
  }
});

test("docs/mcp.md lists every tool, resource and prompt", async () => {
  const list = async (method: string, member: string): Promise<Wire[]> =>
    (await sendModern(endpoint.url, method)).body.result[member];
  const tools = (await list("tools/list", "tools")).map(({ name }) => name);
  expect(Array.from(PAGE.matchAll(/^\| `(\w+)` \|/gm), (match) => match[1])).toEqual(tools);
  for (const { uri } of await list("resources/list", "resources")) expect(PAGE).toContain(`\`${uri}\``);
  for (const { name } of await list("prompts/list", "prompts")) expect(PAGE).toContain(`\`${name}\``);
});
