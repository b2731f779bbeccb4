import { join } from "node:path";
import { runCli } from "../src/cli.ts";
import { FAR_MS, STALL_MS } from "./machine.ts";
import { stateFolder } from "./run-folder.ts";

export const BASE_URL = "https://reviews.example";
export const SOURCE = [process.execPath, join(import.meta.dir, "../src/cli.ts")];
/** The program as a test starts it. `test/run.mjs` builds it once, which halves the processor time of a start (measured). */
export const CLI = process.env.TEST_PROGRAM ? [process.env.TEST_PROGRAM] : SOURCE;
/** A start with an empty database takes no longer than that on a machine that does nothing else. */
const QUIET_START_MS = 500;

export type ServerProcess = {
  url: string;
  port: number;
  pid: number;
  /** Everything written so far to stdout and stderr. */
  output(): string;
  /** The log lines, parsed. */
  events(): { event: string; [field: string]: unknown }[];
  get(path: string, init?: BunFetchRequestInit): Promise<Response>;
  /** Requests the path until `wanted` accepts the response; resolves with the milliseconds that took. */
  until(path: string, wanted: (body: string, answer: Response) => boolean): Promise<number>;
  /** The limit on a quiet machine, as much longer as this server's start took, and time for a machine that stalls. */
  scaled(limit_ms: number): number;
  signal(name: "SIGTERM" | "SIGKILL" | "SIGINT" | "SIGHUP"): void;
  exited: Promise<number>;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
};

async function collect(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) onText(decoder.decode(chunk, { stream: true }));
}

/** A failed test may leave its server running: a watcher ends it after this process exits. */
function endWithThisProcess(pid: number): void {
  const script = 'while kill -0 "$0" && kill -0 "$1"; do sleep 1; done 2>/dev/null; kill "$1" 2>/dev/null';
  Bun.spawn(["sh", "-c", script, String(process.pid), String(pid)], { stdio: ["ignore", "ignore", "ignore"] }).unref();
}

const SETTINGS = {
  HOST: "127.0.0.1",
  PORT: "0",
  BASE_URL,
  RATE_LIMIT_READ: "off",
  RATE_LIMIT_MCP: "off",
  RATE_LIMIT_MCP_ADDRESS: "off",
  RATE_LIMIT_HUB: "off",
  SECRET_KEY: "a-key-for-tests-of-at-least-32-characters",
  // A server that lives for seconds does not earn back what its code costs to optimize early: a quarter of its processor time.
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "30000",
};

function spawnCandor(env: Record<string, string>, command: readonly string[]) {
  const child = Bun.spawn([...command], {
    env: { PATH: process.env.PATH ?? "", ...SETTINGS, STATE_FOLDER: stateFolder(env), ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let [output, error] = ["", ""];
  const read = Promise.all([
    collect(child.stdout, (text) => {
      output += text;
    }),
    collect(child.stderr, (text) => {
      output += text;
      error += text;
    }),
  ]);
  return { child, read, output: () => output, error: () => error };
}

/** Runs a command in this process, which saves the start of one: for what a test needs but is not about. */
export async function runHere(env: Record<string, string>, args: readonly string[]) {
  let [output, error] = ["", ""];
  const code = await runCli(args, {
    env: { ...SETTINGS, STATE_FOLDER: stateFolder(env), ...env },
    out: (text) => {
      output += text;
    },
    error: (text) => {
      output += text;
      error += text;
    },
    interactive: false,
    now: () => new Date(),
  });
  return { code, output, error };
}

/** Runs a command in its own process and waits for its end. */
export async function runCandor(env: Record<string, string>, args: readonly string[], command = CLI) {
  const { child, read, output, error } = spawnCandor(env, [...command, ...args]);
  const code = await child.exited;
  await read;
  return { code, output: output(), error: error() };
}

/** Starts a real server in its own process, on a free port; resolves once it logs that it listens. */
export async function startCandor(
  env: Record<string, string>,
  args: readonly string[] = [],
  command: readonly string[] = CLI,
): Promise<ServerProcess> {
  const started = performance.now();
  const { child, output } = spawnCandor(env, [...command, "serve", ...args]);
  endWithThisProcess(child.pid);
  const listening = async () => {
    for (;;) {
      const found = /"event":"listening".*?"port":(\d+)/.exec(output())?.[1];
      if (found) return Number(found);
      if (child.exitCode !== null) throw new Error(`candor serve ended with ${child.exitCode}: ${output()}`);
      await Bun.sleep(10);
    }
  };
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    return child.exited;
  };
  const port = await listening();
  const slowness = Math.max(1, (performance.now() - started) / QUIET_START_MS);
  const url = `http://127.0.0.1:${port}`;
  const get = (path: string, init: BunFetchRequestInit = {}) =>
    fetch(`${url}${path}`, { decompress: false, redirect: "manual", ...init });
  return {
    url,
    port,
    pid: child.pid,
    output,
    events: () =>
      output()
        .split("\n")
        .filter((line) => line.startsWith("{") && line.endsWith("}"))
        .map((line) => JSON.parse(line)),
    get,
    scaled: (limit_ms) => limit_ms * slowness + STALL_MS,
    async until(path, wanted) {
      const started = performance.now();
      for (;;) {
        const answer = await get(path);
        if (wanted(await answer.text(), answer)) return performance.now() - started;
        if (performance.now() - started > FAR_MS)
          throw new Error(`${path} did not return the wanted response within ${FAR_MS} ms: ${wanted}`);
        await Bun.sleep(20);
      }
    },
    signal: (name) => child.kill(name),
    exited: child.exited,
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: async () => void (await end("SIGKILL")),
  };
}
