#!/usr/bin/env node
// Finds the Bun runtime that `npm ci` brought and runs src/cli.ts with it, passing signals and the exit code on.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

function findRuntime() {
  const names = [
    ["bun/package.json", "bin/bun.exe"],
    // The same binary before the install script has linked it (npm ci --ignore-scripts).
    [`@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}/package.json`, "bin/bun"],
  ];
  for (const [manifest, binary] of names) {
    try {
      const path = join(dirname(require.resolve(manifest)), binary);
      if (existsSync(path)) return path;
    } catch {
      // not installed: the next name, then the message below
    }
  }
  return null;
}

const runtime = findRuntime();
if (!runtime) {
  console.error(
    "candor: the Bun runtime is missing. Run `npm ci` in the folder of package.json (and `npm rebuild bun` if scripts were off).",
  );
  process.exit(1);
}

const cli = join(dirname(fileURLToPath(import.meta.url)), "..", "src", "cli.ts");
// Settings come from the places that docs/settings.md names, and a .env file is not one of them.
const child = spawn(runtime, ["--no-env-file", cli, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`candor: the Bun runtime could not be started (${error.message}). Run \`npm ci\` again.`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
