import { describe, expect, test } from "bun:test";
import { createPageProblems, pageRoutes } from "../../src/http/pages/page-routes.ts";
import { createProblems } from "../../src/http/problems.ts";
import { reviewInsightsRoute } from "../../src/http/routes.ts";
import { documentsBeside } from "../../src/publish/documents/documents-beside.ts";
import { createEngines } from "../../src/publish/engines.ts";
import { createInsights } from "../../src/publish/insights.ts";
import { servedParts, withKeptDocuments } from "../../src/publish/kept-documents.ts";
import { createReviewAnalysis } from "../../src/publish/review-insights.ts";
import { createSnapshots } from "../../src/publish/snapshots.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { readDataset } from "../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import { saveAnalyses } from "../../src/store/reviews/analyses.ts";
import type { Store } from "../../src/store/store.ts";
import { candor } from "../commands/terminal.ts";
import { DATABASES, newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { LONG, repeats } from "../length.ts";
import { SEED } from "../seed.ts";
import { runHere, type ServerProcess, startCandor } from "../server-process.ts";
import { BASE_URL, openService } from "../service.ts";
import { openChanges, openRandom, pathsOf } from "./changes.ts";

/** Each step is a command with connections of its own, which take most of its time on PostgreSQL. */
const stepsOn = (dialect: string) => repeats(4, dialect === "SQLite" ? 200 : 50);
/** One for all: unpacking its weights takes longer than a build, and it remembers nothing of a text. */
const engineFor = createEngines();
const COMPRESSED = ["gzip", "br", "zstd"];
/** All in a long run; else the plain bytes and one encoding, another for each path. */
const encodingsFor = (place: number): string[] => [
  "identity",
  ...COMPRESSED.filter((_, index) => LONG || index === place % COMPRESSED.length),
];

/**
 * What the build thread of a server does, as long as it lives, and with `renew` the thread after it; `kept`: analyses are
 * read from the store.
 */
function openBuilds(store: Store, kept = true) {
  let readInsights = createInsights(engineFor);
  let nextSnapshot = createSnapshots();
  let served: Snapshot | null = null;
  return async ({ renew = false } = {}): Promise<Snapshot> => {
    if (renew) [readInsights, nextSnapshot] = [createInsights(engineFor), createSnapshots(served)];
    const { snapshot, fresh } = await readSnapshotSource(store, (source, analysesOf, changesSince, log) =>
      nextSnapshot(
        source,
        {
          base_url: BASE_URL,
          changes: log,
          readInsights: (dataset) => readInsights(dataset, kept ? analysesOf : async () => new Map()),
          renderDocuments: documentsBeside(served && servedParts(served)),
        },
        changesSince,
      ),
    );
    if (kept) await store.transaction((tx) => saveAnalyses(tx, fresh));
    served = served ? withKeptDocuments(served, snapshot) : snapshot;
    return served;
  };
}

/** Every answer of a server with this snapshot, by encoding and path: status, headers, and the body's hash. */
async function answersOf(snapshot: Snapshot, paths: readonly string[]): Promise<Map<string, string>> {
  const current = createCurrent();
  current.swap(snapshot);
  const { insightsOf, evidenceOf } = createReviewAnalysis(engineFor);
  const respondProblem = createPageProblems({ current, base_url: BASE_URL, respondProblem: createProblems(BASE_URL) });
  const context = { current, base_url: BASE_URL, respondProblem };
  const routes = [reviewInsightsRoute(context, insightsOf), ...pageRoutes({ ...context, evidenceOf })];
  const { ask } = openService({ snapshot, routes });
  const answers = new Map<string, string>();
  for (const [place, path] of paths.entries()) {
    for (const encoding of encodingsFor(place)) {
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
  const insights = (snapshot: Snapshot) =>
    Buffer.from(wholeBody(snapshot.documents.get("/insights.json")?.bodies.identity ?? []));
  expect(JSON.parse(insights(fresh).toString()).entities.technicians).toMatchObject([
    { id: "ana-ruiz", mention_count: 1 },
  ]);
  expect(insights(grown).equals(insights(fresh))).toBe(true);
  await store.close();
});

describe.each(DATABASES)("after any change on $dialect", ({ dialect, newDatabase }) => {
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
    let spliced = 0;
    for (let step = 0; step < stepsOn(dialect); step += 1) {
      const { what, argv } = await changes.next();
      done.push(what);
      await apply(argv);
      const grown = await build({ renew: step % 2 === 1 });
      if (grown.reviews.text.delta) spliced += 1;
      const fresh = await openBuilds(store, step % 2 === 0)();
      expect([...grown.documents.keys()].sort()).toEqual([...fresh.documents.keys()].sort());
      const paths = pathsOf(fresh.documents.keys(), await changes.allIds());
      const found = differing(await answersOf(grown, paths), await answersOf(fresh, paths));
      expect({ seed: SEED, done, found }).toEqual({ seed: SEED, done, found: [] });
    }
    expect(spliced).toBeGreaterThan(0);
    await store.close();
  });
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
  for (const { argv } of changes.first()) expect(await runHere(env, argv)).toMatchObject({ code: 0 });
  const running = await startCandor(env);
  for (let step = 0; step < 4; step += 1) {
    expect(await runHere(env, (await changes.next()).argv)).toMatchObject({ code: 0 });
    // The change is served, so that the next one is another build.
    const { version } = await readDataset(store);
    await until(() => running.events().some(({ dataset_version }) => dataset_version === version));
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
  // Changes within a second are stored a second apart; a time to come is not sent before it has come.
  const { changed_at } = await readDataset(store);
  await until(() => Date.now() > Date.parse(changed_at) + 1000);
  const before = await servedBy(running, paths);
  await running.stop();
  await using fresh = await startCandor(env);
  expect(differing(before, await servedBy(fresh, paths))).toEqual([]);
  await store.close();
});
