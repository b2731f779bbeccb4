import { createProblems } from "../src/http/problems.ts";
import { readRoutes } from "../src/http/routes.ts";
import { buildHandlers } from "../src/http/server.ts";
import { createLog } from "../src/log.ts";
import type { Profile } from "../src/model/business.ts";
import type { ReviewRow } from "../src/model/review-row.ts";
import type { SnapshotSource, StoredTombstone } from "../src/model/snapshot-source.ts";
import type { Route } from "../src/model/wire/route.ts";
import type { BuildStages } from "../src/publish/build.ts";
import { createCurrent } from "../src/snapshot/current.ts";
import type { Snapshot } from "../src/snapshot/snapshot.ts";
import { buildOf, NO_INSIGHTS } from "./build.ts";
import { testProfile } from "./rows.ts";

export const BASE_URL = "https://reviews.example";

export type Data = {
  rows?: ReviewRow[];
  tombstones?: StoredTombstone[];
  profile?: Profile | null;
  source?: Partial<SnapshotSource>;
  /** What the texts say; nothing without it. */
  readInsights?: BuildStages["readInsights"];
  /** Documents beside the topics. */
  renderDocuments?: BuildStages["renderDocuments"];
};

async function* pages(rows: ReviewRow[]): AsyncIterable<ReviewRow[]> {
  if (rows.length > 0) yield rows;
}

/** Builds a snapshot of made-up data without a store. */
export function snapshotOf(data: Data) {
  const { rows = [], tombstones = [], profile = testProfile(), source = {} } = data;
  const { readInsights = async () => NO_INSIGHTS, renderDocuments = () => [] } = data;
  return buildOf(
    {
      dataset_version: 1,
      commit_id: "first",
      committed_at: "2026-01-01T00:00:00Z",
      demonstration: false,
      profile,
      profile_changed_at: profile ? "2026-01-01T00:00:00Z" : null,
      withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
      withheld_changed_at: null,
      tombstones,
      reviews: () => pages(rows),
      ...source,
    },
    { base_url: BASE_URL, readInsights, renderDocuments },
  );
}

type Limits = { RATE_LIMIT_READ?: number | null };

/** The read service without a port: requests go to the handlers through a small route matcher. */
export function openService(options: { snapshot?: Snapshot | null; routes?: Route[]; limits?: Limits } = {}) {
  const current = createCurrent();
  if (options.snapshot) current.swap(options.snapshot);
  const lines: string[] = [];
  let clock_ms = 0;
  const respondProblem = createProblems(BASE_URL);
  const handlers = buildHandlers({
    settings: {
      HOST: "127.0.0.1",
      PORT: 0,
      TRUST_PROXY: 0,
      RATE_LIMIT_READ: null,
      RATE_LIMIT_MCP: null,
      RATE_LIMIT_MCP_ADDRESS: null,
      RATE_LIMIT_HUB: null,
      ...options.limits,
    },
    routes: [...readRoutes({ current, base_url: BASE_URL, respondProblem }), ...(options.routes ?? [])],
    respondProblem,
    log: createLog("debug", (line) => void lines.push(line)),
    now: () => clock_ms,
  });
  const match = (path: string) => {
    const exact = handlers.get(path);
    if (exact) return { handle: exact, params: {} };
    for (const [pattern, handle] of handlers) {
      const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
      const found = new RegExp(`^${pattern.replace(/:\w+/g, "([^/]+)").replace("*", ".*")}$`).exec(path);
      if (!found) continue;
      return { handle, params: Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? ""])) };
    }
    throw new Error(`no route matches ${path}`);
  };
  const ask = async (path: string, init: RequestInit = {}, address = "203.0.113.1"): Promise<Response> => {
    const { handle, params } = match(path.split("?", 1)[0] ?? "");
    return handle(Object.assign(new Request(`http://localhost${path}`, init), { params }), { address });
  };
  return {
    ask,
    current,
    lines,
    pass(seconds: number) {
      clock_ms += seconds * 1000;
    },
  };
}
