import { runCli } from "../src/cli.ts";
import { stateFolder } from "./run-folder.ts";

/** Commands that say what is wrong in what they print. Every other command that fails writes an error. */
const PRINT_FAULTS = new Set(["doctor", "init", "sync"]);

/** Runs a command as the shell would, in this process, and keeps what it wrote. */
export async function runCommand(argv: readonly string[], env: Record<string, string>, now: string) {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runCli(argv, {
    env: { STATE_FOLDER: stateFolder(env), ...env },
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
    interactive: false,
    now: () => new Date(now),
  });
  if (code !== 0 && error.length === 0 && !PRINT_FAULTS.has(argv[0] ?? ""))
    throw new Error(`candor ${argv.join(" ")} ends with ${code} and does not say why`);
  return { code, out: out.join(""), error: error.join("") };
}

/** Runs a command at a fixed time. */
export const candor = (env: Record<string, string>, ...argv: string[]) => runCommand(argv, env, "2026-11-15T00:00:00Z");
