import { runCli } from "../../src/cli.ts";

/** Runs a command as the shell would, and keeps what it wrote. */
export async function candor(database_url: string, argv: readonly string[], now = "2026-05-01T12:00:00Z") {
  let out = "";
  let error = "";
  const code = await runCli(argv, {
    env: { DATABASE_URL: database_url },
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    interactive: false,
    now: () => new Date(now),
  });
  return { code, out, error };
}
