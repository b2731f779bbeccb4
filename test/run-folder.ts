import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the test processes of one run share: `test/run.mjs` makes it. A process that runs alone has its own. */
export const RUN_FOLDER = process.env.TEST_RUN_FOLDER ?? mkdtempSync(join(tmpdir(), "candor-run-"));
