import { OperatorError } from "../src/operator-error.ts";

/** Runs a command to its end and returns what it printed. Fails with the first lines of its errors. */
export async function run(command: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...command], { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [output, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code === 0) return output;
  const lines = error.trim().split("\n");
  const reason = lines
    .filter((line) => !line.startsWith("npm warn"))
    .slice(0, 3)
    .join(" ");
  throw new OperatorError(`${command.slice(0, 3).join(" ")} ended with ${code}: ${reason}`);
}
