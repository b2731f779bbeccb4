import { join } from "node:path";

export const CLI = [process.execPath, join(import.meta.dir, "../src/cli.ts")];

export type ServerProcess = {
  url: string;
  pid: number;
  /** What it wrote so far, on both streams. */
  output(): string;
  signal(name: "SIGTERM" | "SIGKILL" | "SIGINT"): void;
  exited: Promise<number>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
};

async function collect(stream: ReadableStream<Uint8Array>, heard: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) heard(decoder.decode(chunk, { stream: true }));
}

function spawnCandor(env: Record<string, string>, command: readonly string[]) {
  const child = Bun.spawn([...command], {
    env: {
      PATH: process.env.PATH ?? "",
      HOST: "127.0.0.1",
      PORT: "0",
      BASE_URL: "http://candor.test",
      RATE_LIMIT_READ: "off",
      RATE_LIMIT_MCP: "off",
      RATE_LIMIT_HUB: "off",
      ...env,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const hear = (text: string) => {
    output += text;
  };
  const read = Promise.all([collect(child.stdout, hear), collect(child.stderr, hear)]);
  return { child, read, output: () => output };
}

/** Runs a command to its end, in a process of its own. */
export async function runCandor(env: Record<string, string>, args: readonly string[], command = CLI) {
  const { child, read, output } = spawnCandor(env, [...command, ...args]);
  const code = await child.exited;
  await read;
  return { code, output: output() };
}

/** A real server in a process of its own, on a free port; resolves when it says that it listens. */
export async function startCandor(
  env: Record<string, string>,
  args: readonly string[] = [],
  command: readonly string[] = CLI,
): Promise<ServerProcess> {
  const { child, output } = spawnCandor(env, [...command, "serve", ...args]);
  const port = async () => {
    for (;;) {
      const found = /"event":"listening".*?"port":(\d+)/.exec(output())?.[1];
      if (found) return found;
      if (child.exitCode !== null) throw new Error(`candor serve ended with ${child.exitCode}: ${output()}`);
      await Bun.sleep(10);
    }
  };
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    return child.exited;
  };
  return {
    url: `http://127.0.0.1:${await port()}`,
    pid: child.pid,
    output,
    signal: (name) => child.kill(name),
    exited: child.exited,
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: async () => void (await end("SIGKILL")),
  };
}
