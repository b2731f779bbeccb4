import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// These files are also part of the single-file program (npm run build:binary).
import PROFILE from "../../examples/demo-clinic/business.yaml" with { type: "file" };
import REVIEWS from "../../examples/demo-clinic/reviews.ndjson" with { type: "file" };
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";

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

/** Imports the made-up clinic. */
export async function importDemo(store: Store, now: Terminal["now"]): Promise<void> {
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
}
