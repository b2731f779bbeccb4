#!/usr/bin/env node
// Finds the Bun runtime that npm brought and runs src/cli.ts with it, passing signals and the exit code on.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);

/** Without glibc, Linux has musl (Alpine). The report is slow with the network in it. */
function isMusl() {
  process.report.excludeNetwork = true;
  return !process.report.getReport().header.glibcVersionRuntime;
}

/** The package with Bun's binary for this machine. */
function runtimePackage() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const cpu = process.arch === "arm64" ? "aarch64" : process.arch;
  return `@oven/bun-${system}-${cpu}${system === "linux" && isMusl() ? "-musl" : ""}`;
}

function resolvePackage(name, from) {
  try {
    return dirname(from.resolve(`${name}/package.json`));
  } catch {
    return null; // not installed
  }
}

/** Bun's install script replaces this file by the binary. If npm does not run the script, it is a short text. */
const isBinary = (path) => existsSync(path) && statSync(path).size > 1e6;

function findRuntime(name) {
  const bun = resolvePackage("bun", require);
  // npm puts the binary's package beside bun or inside it.
  const nested = bun && resolvePackage(name, createRequire(join(bun, "package.json")));
  const folder = nested ?? resolvePackage(name, require);
  const binary = process.platform === "win32" ? "bun.exe" : "bun";
  if (folder && existsSync(join(folder, "bin", binary))) return join(folder, "bin", binary);
  return bun && isBinary(join(bun, "bin/bun.exe")) ? join(bun, "bin/bun.exe") : null;
}

/** A process's parent and command, and whether it ended. Null if it is gone. */
function readProcess(pid) {
  try {
    if (process.platform !== "linux") {
      const listed = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" });
      const [, parent, command = ""] = /^\s*(\d+)\s+(.*)$/m.exec(listed) ?? [];
      return { parent: Number(parent), command, ended: false };
    }
    const [, state, parent] = /\) (\w) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return { parent: Number(parent), command, ended: state === "Z" };
  } catch {
    return null;
  }
}

/** `command &`, and not `command && command`. */
const BACKGROUND = /(?<!&)&(?!&)/;

/**
 * The npm or npx that waits for this process: at most a shell is between. Null if there is none, and if a script put this
 * process into the background.
 */
function findPackageManager() {
  if (process.platform === "win32" || !process.env.npm_execpath) return null;
  for (let pid = process.ppid, steps = 0; pid > 1 && steps < 3; steps += 1) {
    const found = readProcess(pid);
    if (!found || BACKGROUND.test(found.command)) return null;
    if (found.command.split(" ", 2).some((word) => /(?:^|\/)(?:npm|npx)(?:-cli\.js)?$/.test(word))) return pid;
    pid = found.parent;
  }
  return null;
}

const WATCH_MS = 1000;

/** npm and npx that are killed do not tell the processes that they started. */
function endWith(pid, child) {
  const timer = setInterval(() => {
    const found = readProcess(pid);
    if (found && !found.ended) return;
    clearInterval(timer);
    child.kill("SIGTERM");
  }, WATCH_MS);
  timer.unref();
}

const name = runtimePackage();
const runtime = findRuntime(name);
if (!runtime) {
  console.error(
    `candor: the Bun runtime for this machine is missing (the package ${name}): run npm ci in ${root}, without --omit=optional, or install Candor again`,
  );
  process.exit(1);
}

/** The runtime's last compiler costs an import a fifth of its processor time and brings nothing; else it comes later (measured). */
const runtime_options =
  process.argv[2] === "import" ? { BUN_JSC_useFTLJIT: "0" } : { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "300000" };

// Node forgets that nohup made it ignore the hangup. Under nohup no stream is a terminal, so then a hangup stops nothing.
const nohup = ![0, 1, 2].some((stream) => isatty(stream));
// Settings come from the places that docs/settings.md names, and a .env file is not one of them. The server ends with
// this process.
const child = spawn(runtime, ["--no-env-file", join(root, "src/cli.ts"), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...runtime_options, ...process.env, CANDOR_LAUNCHER: `${process.pid}${nohup ? " nohup" : ""}` },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
process.on("SIGHUP", () => nohup || child.kill("SIGHUP"));
const package_manager = findPackageManager();
if (package_manager !== null) endWith(package_manager, child);
child.on("error", (error) => {
  console.error(`candor: the Bun runtime could not be started (${error.message}): run npm ci in ${root} again`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
