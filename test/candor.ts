import { runCli } from "../src/cli.ts";

/** Runs a command in this process at a fixed time and returns its output. */
export async function candor(env: Record<string, string>, ...argv: string[]) {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runCli(argv, {
    env,
    out: (text) => void out.push(text),
    error: (text) => void error.push(text),
    interactive: false,
    now: () => new Date("2026-11-15T00:00:00Z"),
  });
  return { code, out: out.join(""), error: error.join("") };
}
