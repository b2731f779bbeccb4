import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../src/import/run/import-files.ts";
import { DEFAULT_OPTIONS } from "../src/import/run/run.ts";
import { saveBusiness } from "../src/import/run/save-business.ts";
import { buildSnapshot } from "../src/publish/build.ts";
import { createEngines } from "../src/publish/engines.ts";
import { createInsights } from "../src/publish/insights.ts";
import { loadDemo } from "../src/serve/demo.ts";
import { openStore, sqlitePath } from "../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../src/store/dataset/snapshot-source.ts";
import { saveAnalyses } from "../src/store/reviews/analyses.ts";
import type { Store } from "../src/store/store.ts";
import { parseDemoProfile } from "../src/terminal/read-profile.ts";
import { copySqlite, newFolder, newSqliteDatabase, prepareSqlite } from "./databases.ts";
import { BASE_URL, startCandor } from "./server-process.ts";

const DEMO = join(import.meta.dir, "../examples/demo-clinic");

/** The demonstration as the reviews of a real clinic: with other ids and one more word, so that commands accept them. */
export function clinicReviews(): string {
  return readFileSync(join(DEMO, "reviews.ndjson"), "utf8")
    .replaceAll(/^\{"id":"(.)(.{25})"/gm, '{"id":"$20"')
    .replaceAll(/"title":(null|"(?:[^"\\]|\\.)*"),"text":"((?:[^"\\]|\\.)*)"/g, '"title":$1,"text":"$2 Indeed."');
}

async function importClinic(store: Store): Promise<void> {
  const path = join(newFolder(), "reviews.ndjson");
  writeFileSync(path, clinicReviews());
  const deps = { store, now: () => new Date(), newRun: () => crypto.randomUUID() };
  await saveBusiness(deps, parseDemoProfile(join(DEMO, "business.yaml")));
  await importFiles(deps, [path], { ...DEFAULT_OPTIONS, strict: true });
}

/** Keeps what the engine finds in the texts, as a server does after its first build. */
async function keepAnalyses(store: Store): Promise<void> {
  const readInsights = createInsights(createEngines());
  const { fresh } = await readSnapshotSource(store, (source, analysesOf) =>
    buildSnapshot(source, {
      base_url: BASE_URL,
      readInsights: (dataset) => readInsights(dataset, analysesOf),
      renderDocuments: () => [],
    }),
  );
  await store.transaction((tx) => saveAnalyses(tx, fresh));
}

const prepare = (name: string, fill: (store: Store) => Promise<unknown>): Promise<string> =>
  prepareSqlite(name, async (store) => {
    await fill(store);
    await keepAnalyses(store);
  });

/** Fills a new store with a clinic of 217 reviews that is no demonstration. */
export async function fillClinic(database_url: string): Promise<void> {
  if (sqlitePath(database_url) !== null) return copySqlite(await prepare("clinic.db", importClinic), database_url);
  const store = await openStore(database_url);
  await importClinic(store);
  await store.close();
}

/** A server with that clinic, whose data commands may change. */
export async function startClinic(...[env, args, command]: Parameters<typeof startCandor>) {
  await fillClinic(env.DATABASE_URL ?? "");
  return startCandor(env, args, command);
}

/** A server with the demonstration, as a second start finds it; two-paths.test.ts and others test the first start. */
export async function startDemo({ DATABASE_URL = newSqliteDatabase(), ...env }: Record<string, string> = {}) {
  // Commits within one second get later times: a store of just now would have dates that no client can repeat yet.
  const earlier = () => new Date(Date.now() - 60_000);
  copySqlite(await prepare("demo.db", (store) => loadDemo(store, earlier)), DATABASE_URL);
  return startCandor({ DATABASE_URL, ...env }, ["--demo"]);
}
