import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderOpenapi } from "../../src/render/openapi/openapi.ts";
import { isJsonObject, type JsonObject } from "../../src/render/openapi/schemas.ts";
import { newFolder } from "../databases.ts";

const text = renderOpenapi("https://reviews.example.org");

describe("the linter", () => {
  const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  // Outside the repository, so that no configuration and no list of ignored problems applies.
  const folder = newFolder();

  async function run(name: string, content: string, args: string[]): Promise<JsonObject> {
    await Bun.write(join(folder, name), content);
    const [command = "", ...options] = args;
    const spawned = Bun.spawn(["node", redocly, command, name, "--format", "json", ...options], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out] = await Promise.all([new Response(spawned.stdout).text(), spawned.exited]);
    return JSON.parse(out);
  }

  const STRICT = ["lint", "--extends", "recommended-strict"];

  // "since" is no id, so the two are told apart. A server entry of its own would satisfy the rule and break generated
  // clients, which ignore it.
  test("recommended-strict finds nothing but two paths that it takes for ambiguous", async () => {
    const { totals, problems } = await run("openapi.json", text, STRICT);
    const found = Array.isArray(problems)
      ? problems.filter(isJsonObject).map(({ ruleId, message }) => [ruleId, message])
      : [];
    expect(found).toEqual([
      [
        "no-ambiguous-paths",
        "Paths should resolve unambiguously. Found two ambiguous paths: `/api/reviews/since/{date}` and `/api/reviews/{id}/insights`.",
      ],
    ]);
    expect(totals).toEqual({ errors: 1, warnings: 0, ignored: 0 });
  });

  test("recommended-strict finds an unused component, so the rules are active", async () => {
    const worse = text.replace('"components":{"schemas":{', '"components":{"schemas":{"Unused":{"type":"string"},');
    const { totals } = await run("worse.json", worse, STRICT);
    expect(totals).toEqual({ errors: 2, warnings: 0, ignored: 0 });
  });

  test("it scores at least 90", async () => {
    const { agentReadiness } = await run("openapi.json", text, ["score"]);
    expect(agentReadiness).toBeGreaterThanOrEqual(90);
  });
});
