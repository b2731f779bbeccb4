// bunfig.toml loads this before any test.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `bun test` runs no exit handlers, and a killed run cannot: the pipe to this shell closes when this process is gone. */
const REMOVE_AT_THE_END = 'trap "" INT TERM; read -r _; until rm -rf "$0"; do sleep 1; done';

function openRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "candor-run-"));
  chmodSync(folder, 0o755); // PostgreSQL enters it as another user.
  process.env.TMPDIR = folder;
  process.env.TEST_RUN_FOLDER = folder;
  Bun.spawn(["sh", "-c", REMOVE_AT_THE_END, folder], { stdio: ["pipe", "ignore", "ignore"] }).unref();
  return folder;
}

/** Holds everything temporary. The test processes of one run share it: `test/run.mjs` makes it. A process that runs alone has its own. */
export const RUN_FOLDER = process.env.TEST_RUN_FOLDER ?? openRunFolder();

/** Servers and commands on one PostgreSQL database share a folder, as on one machine. */
export const stateFolder = ({ DATABASE_URL = "" }: Record<string, string>): string =>
  join(RUN_FOLDER, "state", Bun.hash(DATABASE_URL).toString(16));
