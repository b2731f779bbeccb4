import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadDemo } from "../serve/demo.ts";
import { openStore } from "../store/connection/open-store.ts";
import { markThrowaway } from "../store/dataset/kind.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";
import { newTemporaryFolder } from "../upkeep/temporary-folder.ts";

/** A port that nothing uses: the public pages of the demonstration may be served already, by `npm start`. */
function unusedPort(): string {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  void probe.stop(true);
  return String(port);
}

/** Calls `work` with a copy of the demonstration in which everything can be tried, and deletes it afterwards. */
export async function withDemoDesk(
  terminal: Terminal,
  work: (terminal: Terminal, store: Store) => Promise<number>,
): Promise<number> {
  const folder = newTemporaryFolder("candor-desk-demo");
  const port = unusedPort();
  const own = {
    DATABASE_URL: `sqlite:${join(folder, "demo.db")}`,
    HOST: "127.0.0.1",
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    DESK_HOST: "",
    DESK_PORT: terminal.env.DESK_PORT ?? "0",
    DESK_URL: "",
    BACKUP_FOLDER: "",
    BACKUP_EVERY: "",
    BACKUP_KEEP: "",
    METRICS_PORT: "",
    SECRET_KEY: "",
  };
  try {
    const store = await openStore(own.DATABASE_URL, { kind: "demonstration", thread: true, now: terminal.now });
    try {
      await loadDemo(store, terminal.now);
      await markThrowaway(store);
      return await work({ ...terminal, env: { ...terminal.env, ...own }, origins: {} }, store);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
