import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildMentionFinder } from "../../insights/engine/mentions.ts";
import { createPageProblems, pageRoutes } from "../../src/http/pages/page-routes.ts";
import { createProblems } from "../../src/http/problems.ts";
import { reviewInsightsRoute } from "../../src/http/routes.ts";
import { createLog } from "../../src/log.ts";
import { createMcp } from "../../src/mcp/mcp-handler.ts";
import { SOURCES, VERIFICATION_METHODS } from "../../src/model/review-kinds.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { StoredTombstone } from "../../src/model/snapshot-source.ts";
import { createEngines } from "../../src/publish/engines.ts";
import { createInsights } from "../../src/publish/insights.ts";
import { createReviewAnalysis } from "../../src/publish/review-insights.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { parseDemoProfile } from "../../src/terminal/read-profile.ts";
import { buildOf } from "../build.ts";
import { openRandom } from "../random.ts";
import { reviewRow } from "../rows.ts";
import { BASE_URL, openService } from "../service.ts";

const folder = join(import.meta.dir, "../../examples/demo-clinic");
const demoProfile = parseDemoProfile(join(folder, "business.yaml"));
const texts: (string | null)[] = readFileSync(join(folder, "reviews.ndjson"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line).text);

const LANGUAGES = ["en", "en", "en", "en-US", "EN", "pt", "pt-BR", "es", null];

const TITLES = ["Great Knee", "Don’t wait", "Zzz", "The ", "é"];

/** The texts of the demonstration with everything else at random, so that every filter has something to tell apart. */
function randomRows(seed: number, count: number): ReviewRow[] {
  const random = openRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const finder = buildMentionFinder(demoProfile);
  return Array.from({ length: count }, (_, i) => {
    const text = pick(texts)?.replaceAll("'", pick(["'", "’", "ʼ"])) ?? null;
    const date = `${2023 + Math.floor(random() * 3)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`;
    const replied = random() < 0.4;
    return reviewRow(i, {
      text,
      date,
      title: random() < 0.2 ? pick(TITLES) : null,
      rating: 1 + Math.floor(random() * 5),
      source: pick(SOURCES),
      verification_method: pick(VERIFICATION_METHODS),
      language: pick(LANGUAGES),
      reply_text: replied ? "Thank you." : null,
      reply_state: replied ? pick(["published", "held"] as const) : null,
      incentivized: random() < 0.2 ? 1 : 0,
      revision: random() < 0.3 ? 2 : 1,
      changed_at: `2026-0${1 + Math.floor(random() * 9)}-15T08:30:00.250Z`,
      mentions: JSON.stringify(finder(text ?? "")),
    });
  });
}

export const TOMBSTONES: StoredTombstone[] = ["2026-02-01T10:00:00Z", "2026-06-01T10:00:00Z"].map((at, i) => ({
  id: String(900 + i).padStart(26, "0"),
  date: "2024-05-05",
  deleted_at: at,
  reason: "erased_on_request",
  changed_at: at,
}));

/** The read service and its pages, with a real analysis, in front of random reviews. */
export async function openClinic(seed: number, count: number) {
  const rows = randomRows(seed, count);
  const readInsights = createInsights(createEngines());
  let insights: unknown = null;
  const snapshot = await buildOf(
    {
      dataset_version: 1,
      commit_id: "first",
      committed_at: "2026-01-01T00:00:00Z",
      demonstration: false,
      profile: demoProfile,
      profile_changed_at: "2026-01-01T00:00:00Z",
      withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
      withheld_changed_at: null,
      tombstones: TOMBSTONES,
      reviews: async function* () {
        yield rows;
      },
    },
    {
      base_url: BASE_URL,
      readInsights: async (dataset) => {
        const found = await readInsights(dataset, async () => new Map());
        insights = found.document;
        return found;
      },
    },
  );
  const current = createCurrent();
  current.swap(snapshot);
  const context = { current, base_url: BASE_URL, respondProblem: createProblems(BASE_URL) };
  const { insightsOf, evidenceOf } = createReviewAnalysis(createEngines());
  const respondProblem = createPageProblems(context);
  const mcp = createMcp({
    snapshot: current.get,
    base_url: BASE_URL,
    keys: ["k".repeat(32)],
    session_max_age_seconds: 3600,
    revocations: { has: () => false, add: async () => {} },
    now: () => new Date(0),
    random: randomBytes,
    log: createLog("silent"),
  });
  const routes = [
    reviewInsightsRoute(context, insightsOf),
    ...pageRoutes({ ...context, respondProblem, evidenceOf }),
    ...mcp,
  ];
  const { ask } = openService({ snapshot, routes });
  const json = async (path: string) => {
    const response = await ask(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(await response.text());
  };
  /** The structured answer of an MCP tool (2026-07-28). */
  const callTool = async (name: string, given: object) => {
    const version = "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const response = await ask("/mcp", {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "MCP-Protocol-Version": version,
        "Mcp-Method": "tools/call",
        "Mcp-Name": name,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given, _meta } }),
    });
    const { result } = JSON.parse(await response.text());
    if (result.isError) throw new Error(result.content[0].text);
    return result.structuredContent;
  };
  return { rows, snapshot, callTool, insights: () => JSON.parse(JSON.stringify(insights)), ask, json };
}
