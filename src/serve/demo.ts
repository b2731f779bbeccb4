import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// These files are also part of the single-file program (npm run build:binary).
import PROFILE from "../../examples/demo-clinic/business.yaml" with { type: "file" };
import REVIEWS from "../../examples/demo-clinic/reviews.ndjson" with { type: "file" };
import { parseSettings } from "../settings.ts";
import { findTrace } from "../store/connection/database-place.ts";
import { openStore, sqlitePath } from "../store/connection/open-store.ts";
import { isUnused, markDemonstration, readKind } from "../store/dataset/kind.ts";
import { countReviews } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";

/** The demonstration has its own database, apart from every other store. */
const DEMO_DATABASE = "sqlite:./data/demo.db";

/**
 * An import reads its file in parts, and a file inside the single-file program can only be read whole, so it is copied.
 */
async function withCopy(path: string, work: (copy: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "candor-demo-"));
  try {
    const copy = join(folder, "reviews.ndjson");
    writeFileSync(copy, readFileSync(path));
    await work(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True if the database does not exist yet, is empty, or is a demonstration. */
async function canBeDemonstration(url: string, notice: (line: string) => void): Promise<boolean> {
  const path = sqlitePath(url);
  if (path !== null && !existsSync(path)) return findTrace(path, "business") === null;
  const store = await openStore(url, { kind: "demonstration", connections: 1, busy_timeout_ms: 5000, notice });
  try {
    return (await readKind(store)) === "demonstration" || (await isUnused(store));
  } finally {
    await store.close();
  }
}

/**
 * The database of the demonstration: its own, or the one in DATABASE_URL if that comes from the environment itself and
 * the database contains nothing else. A file of settings names the owner's database, which the demonstration never
 * touches.
 */
export async function chooseDemoDatabase({ env, origins = {}, error }: Terminal): Promise<string> {
  const { DATABASE_URL } = parseSettings(env);
  const from_environment = Boolean(env.DATABASE_URL) && origins.DATABASE_URL === undefined;
  if (!from_environment) return DEMO_DATABASE;
  const usable = await canBeDemonstration(DATABASE_URL, (line) => error(`candor: ${line}\n`));
  return usable ? DATABASE_URL : DEMO_DATABASE;
}

/**
 * Marks an unused store as a demonstration, then loads the made-up clinic. If loading is interrupted, the store is
 * marked, and the next load completes it. Returns false if it was loaded before. Refuses a store with anything else in
 * it.
 */
export async function loadDemo(store: Store, now: Terminal["now"]): Promise<boolean> {
  if ((await readKind(store)) !== "demonstration") await markDemonstration(store, now);
  const { published, held } = await countReviews(store);
  if (Object.values(held).reduce((sum, count) => sum + count, published) > 0) return false;
  // Loaded only here: without the importer, a server takes 5 MB less memory (measured) and starts faster.
  const [{ importFiles }, { DEFAULT_OPTIONS }, { saveBusiness }, { parseDemoProfile }] = await Promise.all([
    import("../import/run/import-files.ts"),
    import("../import/run/run.ts"),
    import("../import/run/save-business.ts"),
    import("../terminal/read-profile.ts"),
  ]);
  const deps = { store, now, newRun: randomUUID, kind: "demonstration" } as const;
  await saveBusiness(deps, parseDemoProfile(PROFILE));
  await withCopy(REVIEWS, (copy) => importFiles(deps, [copy], { ...DEFAULT_OPTIONS, strict: true }));
  return true;
}
