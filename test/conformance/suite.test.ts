import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { startCatalog, startEndpoint, testSnapshot } from "../mcp/endpoint.ts";
import { EXPECTED_FAILURES } from "./baseline.ts";
import { buildFixtureCatalog } from "./fixture-catalog.ts";

/** The official suite. It needs Node 22 or Bun, so it runs on Bun. */
const SUITE = join(import.meta.dir, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

async function runSuite(url: string, revision: string, expected_failures: string[]) {
  const folder = newFolder();
  const baseline = join(folder, "baseline.yaml");
  writeFileSync(
    baseline,
    `server:${expected_failures.length === 0 ? " []" : expected_failures.map((name) => `\n  - ${name}`).join("")}\n`,
  );
  // The suite has requirement sets since 2025-11-25; older revisions are only a filter.
  const which = revision >= "2025-11-25" ? ["--requirements", revision] : ["--spec-version", revision];
  const child = Bun.spawn(
    [process.execPath, SUITE, "server", "--url", url, ...which, "--expected-failures", baseline],
    { cwd: folder, stdout: "pipe", stderr: "pipe", env: { ...process.env, NO_COLOR: "1" } },
  );
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const summary = out.slice(Math.max(0, out.indexOf("=== SUMMARY ===")));
  return { code, summary, passed: Number(/Total: (\d+) passed/.exec(out)?.[1] ?? 0), err };
}

let service: { url: string; stop(): Promise<void> };
let fixtures: { url: string; stop(): Promise<void> };
beforeAll(async () => {
  service = startEndpoint(await testSnapshot());
  fixtures = startCatalog(buildFixtureCatalog());
});
afterAll(() => Promise.all([service.stop(), fixtures.stop()]));

/** How many checks must pass: a run without checks proves nothing. */
const AT_LEAST = {
  service: { "2025-03-26": 3, "2025-06-18": 35, "2025-11-25": 42, "2026-07-28": 100 },
  fixtures: { "2025-03-26": 3, "2025-06-18": 45, "2025-11-25": 60, "2026-07-28": 140 },
} as const;
const REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

describe.each(["service", "fixtures"] as const)("the conformance suite against the %s", (which) => {
  test.each(REVISIONS)("%s: only the failures in the baseline", async (revision) => {
    const { url } = which === "service" ? service : fixtures;
    const run = await runSuite(url, revision, EXPECTED_FAILURES[which][revision]);
    expect({ code: run.code, summary: run.code === 0 ? "" : run.summary + run.err }).toEqual({ code: 0, summary: "" });
    expect(run.passed).toBeGreaterThanOrEqual(AT_LEAST[which][revision]);
  });
});
