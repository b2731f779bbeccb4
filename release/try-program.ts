import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { untilAnswers } from "../bench/process.ts";
import { OperatorError } from "../src/operator-error.ts";
import { run } from "./run.ts";

const START_MS = 60_000;

/** The port in the log line with which a server says that it listens. */
async function untilListening(log: string, hasEnded: () => boolean): Promise<string> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const text = readFileSync(log, "utf8");
    const port = /"event":"listening".*?"port":(\d+)/.exec(text)?.[1];
    if (port) return port;
    if (hasEnded() || Date.now() > deadline) throw new OperatorError(`the program does not listen: ${text.trim()}`);
    await Bun.sleep(50);
  }
}

/** Runs a program from an empty folder: its version, and the demonstration until it is ready. */
export async function tryProgram(program: string, version: string, temporary: string): Promise<void> {
  const cwd = join(temporary, "empty");
  mkdirSync(cwd);
  const said = (await run([program, "--version"], cwd)).trim();
  if (said !== version) throw new OperatorError(`the program says version ${said}, and package.json ${version}`);
  const log = join(temporary, "log");
  writeFileSync(log, "");
  const server = Bun.spawn([program, "serve", "--demo"], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOST: "127.0.0.1", PORT: "0" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: Bun.file(log),
  });
  try {
    await untilAnswers(`http://127.0.0.1:${await untilListening(log, () => server.exitCode !== null)}/readyz`);
  } finally {
    server.kill("SIGTERM");
  }
  const code = await server.exited;
  if (code !== 0) throw new OperatorError(`the program ended with ${code} when it was stopped`);
}
