import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// These files are part of the single-file binary, too (npm run build:binary).
import PROFILE from "../../examples/demo-clinic/business.yaml" with { type: "file" };
import REVIEWS from "../../examples/demo-clinic/reviews.ndjson" with { type: "file" };
import { importFiles } from "../import/run/import.ts";
import { DEFAULT_OPTIONS } from "../import/run/run.ts";
import { saveBusiness } from "../import/run/save-business.ts";
import { readProfile } from "../store/business.ts";
import { countReviews } from "../store/reviews.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";
import { parseProfile, readProfileFile } from "../terminal/profile-file.ts";

/** An import opens its file, and a file inside the binary can only be read whole: it needs a copy on disk. */
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

/** Loads the demonstration clinic into an empty store. False when the store is not empty. */
export async function loadDemo(store: Store, now: Terminal["now"]): Promise<boolean> {
  const stored = await readProfile(store);
  const { published, held } = await countReviews(store);
  // The demonstration's profile without reviews: an earlier load was interrupted and is completed now.
  const empty = published + held.unverified + held.duplicate + held.legal === 0;
  if (!empty || (stored !== null && !stored.demonstration)) return false;
  const deps = { store, now, newRun: randomUUID };
  await saveBusiness(deps, parseProfile(PROFILE, readProfileFile(PROFILE)));
  await withCopy(REVIEWS, (copy) => importFiles(deps, [copy], { ...DEFAULT_OPTIONS, strict: true }));
  return true;
}
