import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importFiles } from "../src/import/run/import.ts";
import { DEFAULT_OPTIONS } from "../src/import/run/run.ts";
import { saveBusiness } from "../src/import/run/save-business.ts";
import { openStore } from "../src/store/open.ts";
import { parseDemoProfile } from "../src/terminal/profile-file.ts";
import { newFolder } from "./databases.ts";
import { startCandor } from "./server-process.ts";

const DEMO = join(import.meta.dir, "../examples/demo-clinic");

/** The demonstration as the reviews of a real clinic: with other ids and one more word, so that commands accept them. */
export function clinicReviews(): string {
  return readFileSync(join(DEMO, "reviews.ndjson"), "utf8")
    .replaceAll(/^\{"id":"(.)(.{25})"/gm, '{"id":"$20"')
    .replaceAll(/"title":(null|"(?:[^"\\]|\\.)*"),"text":"((?:[^"\\]|\\.)*)"/g, '"title":$1,"text":"$2 Indeed."');
}

/** Fills a new store with a clinic of 217 reviews that is no demonstration. */
export async function fillClinic(database_url: string): Promise<void> {
  const path = join(newFolder(), "reviews.ndjson");
  writeFileSync(path, clinicReviews());
  const store = await openStore(database_url);
  const deps = { store, now: () => new Date(), newRun: () => crypto.randomUUID() };
  await saveBusiness(deps, parseDemoProfile(join(DEMO, "business.yaml")));
  await importFiles(deps, [path], { ...DEFAULT_OPTIONS, strict: true });
  await store.close();
}

/** A server with that clinic, whose data commands may change. */
export async function startClinic(...[env, args, command]: Parameters<typeof startCandor>) {
  await fillClinic(env.DATABASE_URL ?? "");
  return startCandor(env, args, command);
}
