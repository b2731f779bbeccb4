import { createPageProblems, pageRoutes } from "../../src/http/pages/page-routes.ts";
import { createProblems } from "../../src/http/problems.ts";
import { readRoutes } from "../../src/http/routes.ts";
import { startServer } from "../../src/http/server.ts";
import { createLog } from "../../src/log.ts";
import type { Profile } from "../../src/model/business.ts";
import type { ShownRow } from "../../src/model/review-row.ts";
import type { StoredTombstone } from "../../src/model/snapshot-source.ts";
import type { EvidenceView } from "../../src/pages/parts/insights-view.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import { createReviewAnalysis } from "../../src/publish/review-insights.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { buildOf, NO_INSIGHTS } from "../build.ts";
import { freePort } from "../free-port.ts";
import { engineFor, readTexts } from "../read-texts.ts";

export type PagesData = {
  rows: ShownRow[];
  demonstration?: boolean;
  profile: Profile | null;
  /** Whether the texts are read. */
  analyzed?: boolean;
  tombstones?: StoredTombstone[];
  /** On the page of every review, in place of what is read in it. */
  evidence?: EvidenceView[];
};

/** Starts the read side of the service with the given data on a free port, without a database. */
export async function servePages(data: PagesData): Promise<{ base_url: string; stop(): Promise<void> }> {
  const port = freePort();
  const base_url = `http://127.0.0.1:${port}`;
  const current = createCurrent();
  current.swap(
    await buildOf(
      {
        dataset_version: 1,
        commit_id: "first",
        committed_at: "2026-01-01T00:00:00Z",
        demonstration: data.demonstration ?? false,
        profile: data.profile,
        profile_changed_at: "2026-01-01T00:00:00Z",
        withheld: { unverified: 2, consent: 0, duplicate: 1, legal: 0 },
        withheld_changed_at: null,
        tombstones: data.tombstones ?? [],
        reviews: async function* () {
          yield data.rows;
        },
      },
      {
        base_url,
        readInsights: data.analyzed ? readTexts : async () => NO_INSIGHTS,
        renderDocuments: documentsBeside(null),
      },
    ),
  );
  const respondProblem = createPageProblems({ current, base_url, respondProblem: createProblems(base_url) });
  const read = { current, base_url, respondProblem };
  const { evidence } = data;
  const read_evidence = data.analyzed ? createReviewAnalysis(engineFor).evidenceOf : () => [];
  const evidenceOf = evidence ? () => evidence : read_evidence;
  const server = startServer({
    settings: {
      HOST: "127.0.0.1",
      PORT: port,
      TRUST_PROXY: 0,
      RATE_LIMIT_READ: null,
      RATE_LIMIT_MCP: null,
      RATE_LIMIT_MCP_ADDRESS: null,
      RATE_LIMIT_HUB: null,
    },
    observe: undefined,
    routes: [...readRoutes(read), ...pageRoutes({ ...read, evidenceOf })],
    respondProblem,
    log: createLog("silent"),
    now: Date.now,
  });
  return { base_url, stop: () => server.stop() };
}
