import { connect } from "node:net";
import { join } from "node:path";

const CLI = join(import.meta.dir, "..", "..", "src", "cli.ts");
export const BASE_URL = "https://reviews.example";

export type RunningServer = {
  port: number;
  /** What it logged, line by line. */
  lines: { event: string; [field: string]: unknown }[];
  get(path: string, init?: BunFetchRequestInit): Promise<Response>;
  /** Asks until the answer is as wanted; how long that took. */
  until(path: string, wanted: (body: string, answer: Response) => boolean, limit_ms?: number): Promise<number>;
  signal(name: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
  /** Resolves with the exit code. */
  exited: Promise<number>;
  stop(): Promise<number>;
};

const environment = (database_url: string, more: Record<string, string>) => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  DATABASE_URL: database_url,
  BASE_URL,
  PORT: "0",
  RATE_LIMIT_READ: "off",
  SECRET_KEY: "a-key-for-tests-of-at-least-32-characters",
  ...more,
});

/** A test that failed leaves its server behind: a watcher ends it when this process is gone. */
function endWithThisProcess(pid: number): void {
  const script = 'while kill -0 "$0" && kill -0 "$1"; do sleep 1; done 2>/dev/null; kill "$1" 2>/dev/null';
  Bun.spawn(["sh", "-c", script, String(process.pid), String(pid)], { stdio: ["ignore", "ignore", "ignore"] }).unref();
}

/** A real server in a process of its own, on a free port. */
export async function startCandor(
  database_url: string,
  options: { demo?: boolean; env?: Record<string, string> } = {},
): Promise<RunningServer> {
  const child = Bun.spawn([process.execPath, CLI, "serve", ...(options.demo ? ["--demo"] : [])], {
    env: environment(database_url, options.env ?? {}),
    stdout: "ignore",
    stderr: "pipe",
  });
  endWithThisProcess(child.pid);
  const lines: RunningServer["lines"] = [];
  const listening = Promise.withResolvers<number>();
  void (async () => {
    let rest = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const line = part.startsWith("{") ? JSON.parse(part) : { event: "text", text: part };
        lines.push(line);
        if (line.event === "listening") listening.resolve(line.port);
      }
    }
    listening.reject(new Error(`the server ended: ${JSON.stringify(lines)} ${rest}`));
  })();
  const port = await listening.promise;
  const get = (path: string, init: BunFetchRequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { decompress: false, redirect: "manual", ...init });
  return {
    port,
    lines,
    get,
    async until(path, wanted, limit_ms = 10_000) {
      const started = performance.now();
      for (;;) {
        const answer = await get(path);
        if (wanted(await answer.text(), answer)) return performance.now() - started;
        if (performance.now() - started > limit_ms) throw new Error(`${path} did not become so in ${limit_ms} ms`);
        await Bun.sleep(20);
      }
    },
    signal: (name) => child.kill(name),
    exited: child.exited,
    async stop() {
      child.kill("SIGTERM");
      return child.exited;
    },
  };
}

/** Runs one command in a process of its own. */
export async function runCandor(database_url: string, args: string[]) {
  const child = Bun.spawn([process.execPath, CLI, ...args], {
    env: environment(database_url, {}),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, error] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code, out, error };
}

export const statusesIn = (text: string): number[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

/** Bytes in, bytes out: what comes back until the server closes, or a moment after it has given `answers` answers. */
export function exchange(port: number, payload: string | Uint8Array, answers: number | null = null) {
  return new Promise<{ text: string; closed: boolean }>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const end = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, closed });
    };
    const timer = setTimeout(() => end(false), 5000);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (answers !== null && statusesIn(text).length >= answers) setTimeout(() => end(false), 100);
    });
    socket.on("error", () => {});
    socket.on("close", () => end(true));
    socket.on("connect", () => socket.write(payload));
  });
}
