import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder that is removed when the test process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "candor-test-"));
  made.push(folder);
  return folder;
}
