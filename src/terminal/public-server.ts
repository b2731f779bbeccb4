import { parseSettings } from "../settings.ts";
import { isServed } from "../store/connection/server-lock.ts";
import type { Terminal } from "./command.ts";
import { tellLog } from "./told-log.ts";

const HEALTH_TIMEOUT_MS = 1500;
/** A program in one file has its code inside itself. */
const IN_ONE_FILE = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/;

export const isInOneFile = (): boolean => IN_ONE_FILE.test(Bun.main);

/** What starts this program. */
export const ownCommand = (): string[] =>
  isInOneFile() ? [process.execPath] : [process.execPath, "--no-env-file", Bun.main];

/** Whether a server already shows this store. PostgreSQL may have several, so there the public port is asked. */
async function isShown({ env }: Terminal): Promise<boolean> {
  const { DATABASE_URL, HOST, PORT } = parseSettings(env);
  if (DATABASE_URL.startsWith("sqlite:")) return isServed(DATABASE_URL);
  try {
    const shown = HOST.includes(":") ? `[${HOST}]` : HOST;
    const url = `http://${shown}:${PORT}/healthz`;
    return (await fetch(url, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })).ok;
  } catch {
    return false; // nothing listens there
  }
}

export type PublicServer = { stop(): Promise<void> };

/** Starts `candor serve` beside this process, unless a server shows the store already. Null if it does. */
export async function startPublicServer(
  terminal: Terminal,
  failed: () => void,
  options: readonly string[] = [],
): Promise<PublicServer | null> {
  if (await isShown(terminal)) return null;
  const child = Bun.spawn([...ownCommand(), "serve", ...options], {
    // It ends with this process, however that ends.
    env: { LOG_LEVEL: "warn", ...terminal.env, CANDOR_LAUNCHER: String(process.pid) },
    stdin: "ignore",
    stdout: "ignore",
    // Somebody at a terminal sees the link, and no log.
    stderr: terminal.interactive ? "pipe" : "inherit",
  });
  if (child.stderr) void tellLog(child.stderr, terminal.error);
  let stopping = false;
  void child.exited.then(() => {
    if (!stopping) failed();
  });
  return {
    async stop() {
      stopping = true;
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
