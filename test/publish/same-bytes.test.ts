import { describe, expect, test } from "bun:test";
import { openPageProblems, pageRoutes } from "../../src/http/pages/routes.ts";
import { openProblems } from "../../src/http/problems.ts";
import { reviewInsightsRoute } from "../../src/http/routes.ts";
import { buildSnapshot } from "../../src/publish/build.ts";
import { documentsBeside } from "../../src/publish/documents/documents.ts";
import { openEngines } from "../../src/publish/engines.ts";
import { openInsights } from "../../src/publish/insights.ts";
import { withFixedDocuments } from "../../src/publish/reuse-fixed.ts";
import { openReviewAnalysis } from "../../src/publish/review-insights.ts";
import { openCurrent } from "../../src/snapshot/current.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { saveAnalyses } from "../../src/store/analyses.ts";
import { openStore } from "../../src/store/open.ts";
import { readSnapshotSource } from "../../src/store/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newSqliteDatabase } from "../databases.ts";
import { SEED } from "../seed.ts";
import { runCandor, type ServerProcess, startCandor } from "../server-process.ts";
import { BASE_URL, openService } from "../service.ts";
import { openChanges, openRandom, pathsOf } from "./changes.ts";

const STEPS = process.env.TEST_LONG ? 200 : 10;
const ENCODINGS = ["identity", "gzip", "br", "zstd"];

/** What the build thread of a server does, as long as it lives; `kept`: analyses are read from the store. */
function openBuilds(store: Store, kept = true) {
  const readInsights = openInsights(openEngines());
  let served: Snapshot | null = null;
  return async (): Promise<Snapshot> => {
    const { snapshot, fresh } = await readSnapshotSource(store, (source, analysesOf) =>
      buildSnapshot(source, {
        base_url: BASE_URL,
        readInsights: (dataset) => readInsights(dataset, kept ? analysesOf : async () => new Map()),
        renderDocuments: documentsBeside(served),
      }),
    );
    if (kept) await store.transaction((tx) => saveAnalyses(tx, fresh));
    served = served ? withFixedDocuments(served, snapshot) : snapshot;
    return served;
  };
}

/** Every answer of a server with this snapshot, by encoding and path: status, headers, and the body's hash. */
async function answersOf(snapshot: Snapshot, paths: readonly string[]): Promise<Map<string, string>> {
  const current = openCurrent();
  current.swap(snapshot);
  const { insightsOf, evidenceOf } = openReviewAnalysis(openEngines());
  const respondProblem = openPageProblems({ current, base_url: BASE_URL, respondProblem: openProblems(BASE_URL) });
  const context = { current, base_url: BASE_URL, respondProblem };
  const routes = [reviewInsightsRoute(context, insightsOf), ...pageRoutes({ ...context, evidenceOf })];
  const { ask } = openService({ snapshot, routes });
  const answers = new Map<string, string>();
  for (const encoding of ENCODINGS) {
    for (const path of paths) {
      const answer = await ask(path, { headers: { "Accept-Encoding": encoding } });
      const body = Bun.hash(await answer.arrayBuffer()).toString(16);
      answers.set(`${encoding} ${path}`, JSON.stringify([answer.status, [...answer.headers].sort(), body]));
    }
  }
  return answers;
}

/** The paths whose answers differ: short enough to read when there are thousands. */
const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key));

test("a title that is edited to name a technician changes the insights as a fresh build has them", async () => {
  const database = newSqliteDatabase();
  const store = await openStore(database);
  const changes = openChanges(openRandom(1), store);
  const [profile] = changes.first();
  const entry = { rating: 5, date: "2026-03-01", text: "They always start on time and the staff is kind." };
  const titled = (title: string | null) =>
    changes.importOf("edit", [{ ...entry, id: "0".repeat(26), source: "google", title }]);
  const build = openBuilds(store);
  for (const step of [profile, titled(null)])
    expect(await candor(database, step?.argv ?? [])).toMatchObject({ code: 0 });
  await build();
  expect(await candor(database, titled("Ana is wonderful").argv)).toMatchObject({ code: 0 });
  const [grown, fresh] = [await build(), await openBuilds(store)()];
  const insights = (snapshot: Snapshot) => Buffer.from(snapshot.documents.get("/insights.json")?.bodies.identity ?? "");
  expect(JSON.parse(insights(fresh).toString()).entities.technicians).toMatchObject([
    { id: "ana-ruiz", mention_count: 1 },
  ]);
  expect(insights(grown).equals(insights(fresh))).toBe(true);
  await store.close();
});

describe.each(DATABASES)("after any change on $dialect", ({ newDatabase }) => {
  test("a builder that saw every change gives the answers of one that starts now", async () => {
    const database = await newDatabase();
    const store = await openStore(database);
    const changes = openChanges(openRandom(SEED), store);
    let minute = 0;
    const apply = async (argv: string[]) => {
      const now = new Date(Date.parse("2026-05-02T00:00:00Z") + ++minute * 60_000).toISOString();
      expect({ argv, ...(await candor(database, argv, now)) }).toMatchObject({ code: 0 });
    };
    for (const { argv } of changes.first()) await apply(argv);
    const build = openBuilds(store);
    await build();
    const done: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const { what, argv } = await changes.next();
      done.push(what);
      await apply(argv);
      const grown = await build();
      const fresh = await openBuilds(store, step % 2 === 0)();
      expect([...grown.documents.keys()].sort()).toEqual([...fresh.documents.keys()].sort());
      const paths = pathsOf(fresh.documents.keys(), await changes.allIds());
      const found = differing(await answersOf(grown, paths), await answersOf(fresh, paths));
      expect({ seed: SEED, done, found }).toEqual({ seed: SEED, done, found: [] });
    }
    await store.close();
  }, 1_800_000);
});

async function servedBy(server: ServerProcess, paths: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of paths) {
    const answer = await server.get(path, { headers: { "Accept-Encoding": "zstd" } });
    const headers = [...answer.headers].filter(([name]) => name !== "date");
    const body = Bun.hash(await answer.arrayBuffer()).toString(16);
    answers.set(path, JSON.stringify([answer.status, headers.sort(), body]));
  }
  return answers;
}

test("a server that saw every change answers as one that is started now", async () => {
  const database = newSqliteDatabase();
  const env = { DATABASE_URL: database };
  const store = await openStore(database);
  const changes = openChanges(openRandom(SEED), store);
  for (const { argv } of changes.first()) expect(await runCandor(env, argv)).toMatchObject({ code: 0 });
  const running = await startCandor(env);
  for (let step = 0; step < 4; step += 1) {
    expect(await runCandor(env, (await changes.next()).argv)).toMatchObject({ code: 0 });
    await Bun.sleep(running.scaled(1500)); // the change is served, and the next one is another build
  }
  const documents = [
    "/reviews.json",
    "/insights.json",
    "/api/feed.json",
    "/feed.xml",
    "/",
    "/insights",
    "/sitemap.xml",
  ];
  const more = ["/.well-known/openapi.json", "/llms.txt", "/badge.svg", "/policy", "/developers", "/mcp/server-card"];
  const paths = pathsOf([...documents, ...more], await changes.allIds());
  const before = await servedBy(running, paths);
  await running.stop();
  await using fresh = await startCandor(env);
  expect(differing(before, await servedBy(fresh, paths))).toEqual([]);
  await store.close();
}, 120_000);
