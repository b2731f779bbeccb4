import { parseArgs } from "node:util";
import { openProblems } from "../http/problem.ts";
import { readRoutes } from "../http/routes.ts";
import { startServer } from "../http/server.ts";
import { openLog } from "../log.ts";
import { parseSettings } from "../settings.ts";
import { openCurrent } from "../snapshot/current.ts";
import { openStore } from "../store/open.ts";
import { lockServer } from "../store/server-lock.ts";
import { startRefresh } from "./refresh.ts";

export const usage = `candor serve [--demo]

Serves the reviews over HTTP until it is stopped (SIGTERM or Ctrl-C).

  --demo   load the demonstration clinic if the store is empty; everything served then says so

Where it listens and what it stores in are settings: \`candor settings\` lists them.`;

/** Resolves when the process was told to stop; a second signal ends it at once. */
function untilSignal(): Promise<string> {
  return new Promise((resolve) => {
    let told = false;
    const hear = (signal: string) => {
      if (told) process.exit(1);
      told = true;
      resolve(signal);
    };
    process.on("SIGTERM", hear);
    process.on("SIGINT", hear);
  });
}

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { demo: { type: "boolean", default: false } } });
  const settings = parseSettings(process.env);
  const log = openLog(settings.LOG_LEVEL);
  const store = await openStore(settings.DATABASE_URL, { thread: true, busy_timeout_ms: 5000 });
  const lock = lockServer(settings.DATABASE_URL);
  const stop = untilSignal();
  void values.demo;

  const current = openCurrent();
  const base_url = settings.BASE_URL;
  const respondProblem = openProblems(base_url);
  const server = startServer({
    settings,
    routes: readRoutes({ current, base_url, respondProblem }),
    respondProblem,
    log,
    now: Date.now,
  });
  const request = { database_url: settings.DATABASE_URL, base_url };
  const refresh = await startRefresh({ store, current, request, log }, async () => {});
  log.info("listening", { host: settings.HOST, port: server.port, base_url });
  const signal = await stop;
  log.info("stopping", { signal });
  await Promise.all([server.stop(), refresh.stop()]);
  await store.close();
  lock.release();
  return 0;
}
