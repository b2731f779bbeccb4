import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder } from "../databases.ts";

import { CLI } from "../server-process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("an import that Ctrl-C ends before its commit says that nothing was stored", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${join(folder, "candor.db")}` };
  const running = Bun.spawn([...CLI, "import", "-"], { env, stdin: "pipe", stdout: "ignore", stderr: "pipe" });
  running.stdin.write("rating,date,review\n5,2026-01-02,Kind\n");
  running.stdin.flush();
  while (!existsSync(join(folder, "candor.db"))) await Bun.sleep(20);
  await Bun.sleep(300);
  running.kill("SIGINT");
  expect([await running.exited, await new Response(running.stderr).text()]).toEqual([
    130,
    "\ncandor: ended: nothing was stored\n",
  ]);
});

test("while the reviews are stored, the end is awaited", async () => {
  const script = `
    const { withInterruption } = await import("./src/terminal/interrupted.ts");
    const code = await withInterruption({ error: console.log }, async ({ committing, ended }) => {
      committing();
      for (const _ of [1, 2]) process.kill(process.pid, "SIGINT");
      await Bun.sleep(100);
      return ended();
    });
    console.log("stored", code, process.listenerCount("SIGINT"));`;
  const running = Bun.spawn([process.execPath, "-e", script], { cwd: ROOT, stdout: "pipe", stderr: "inherit" });
  expect([await running.exited, await new Response(running.stdout).text()]).toEqual([0, "stored 130 0\n"]);
});
