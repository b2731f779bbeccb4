import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { SOURCE, startCandor } from "../server-process.ts";
import { until } from "./serving.ts";

const ROOT = join(import.meta.dir, "../..");
const LAUNCHER = join(ROOT, "bin/candor.mjs");
/** What the issue allows is 5 s on a machine that does nothing else. */
const GONE_MS = 5000;
const ADDRESS = { BASE_URL: "https://reviews.example" };
const started: { pid: number; group: boolean }[] = [];

afterAll(() => {
  for (const { pid, group } of started) {
    try {
      process.kill(group ? -pid : pid, "SIGKILL");
    } catch {
      // it ended, as it should
    }
  }
});

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

let made = "";

/** What a server saved when it stopped: the servers of these tests start from it, which saves most of their first build. */
beforeAll(async () => {
  made = newFolder();
  await using server = await startCandor({ ...ADDRESS, DATABASE_URL: `sqlite:${made}/candor.db` }, [], SOURCE);
  expect(await server.stop()).toBe(0);
  expect(readdirSync(made)).toContain("candor.db.snapshot");
});

function savedStore(): Record<string, string> {
  const folder = newFolder();
  cpSync(made, folder, { recursive: true });
  return { ...ADDRESS, DATABASE_URL: `sqlite:${folder}/candor.db` };
}

type Started = { port: number; child: ChildProcess };

/** Runs a command line in which CANDOR is the launcher, in a process group of its own, and waits for the server. */
async function start(line: string): Promise<Started> {
  const port = freePort();
  const own = { HOME: newFolder(), PORT: String(port), LOG_LEVEL: "warn" };
  const child = spawn("sh", ["-c", line.replaceAll("CANDOR", `node ${LAUNCHER} serve`)], {
    cwd: newFolder(),
    detached: true,
    stdio: "ignore",
    env: { PATH: process.env.PATH ?? "", ...own, ...savedStore() },
  });
  started.push({ pid: child.pid ?? 0, group: true });
  await until(() => answers(port));
  return { port, child };
}

/** The processes whose environment has this port: the launcher, the server, and npm's, with their command lines. */
function processesOf(port: number): { pid: number; command: string }[] {
  const found = Bun.spawnSync(["sh", "-c", `grep -lz '^PORT=${port}$' /proc/[0-9]*/environ 2>/dev/null`]);
  return found.stdout
    .toString()
    .split("\n")
    .filter(Boolean)
    .map((path) => Number(path.split("/")[2]))
    .map((pid) => ({ pid, command: readCommand(pid) }))
    .filter(({ command }) => command !== "");
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // it just ended
  }
}

function pidOf(port: number, pattern: RegExp): number {
  const found = processesOf(port).find(({ command }) => pattern.test(command));
  if (!found) throw new Error(`no ${pattern} among ${JSON.stringify(processesOf(port))}`);
  return found.pid;
}

const LAUNCHED = /^node \S*candor\.mjs serve/;
const SERVER = /bun\S* --no-env-file/;

async function expectGone(port: number): Promise<void> {
  const since = performance.now();
  await until(async () => !(await answers(port)) && processesOf(port).length === 0);
  expect(performance.now() - since).toBeLessThan(GONE_MS * 4); // this machine may be busy
}

/** Longer than the server needs to see that its launcher ended. */
async function expectStays(port: number): Promise<void> {
  for (let second = 0; second < 4; second += 1) {
    await Bun.sleep(1000);
    expect(await answers(port)).toBe(true);
  }
  process.kill(pidOf(port, SERVER), "SIGTERM");
  await until(async () => !(await answers(port)));
}

const linux = test.skipIf(process.platform !== "linux");

linux("the server ends when its launcher is killed", async () => {
  const { port } = await start("exec CANDOR");
  process.kill(pidOf(port, LAUNCHED), "SIGKILL");
  await expectGone(port);
});

for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  linux(`the server ends when npx gets ${signal}, which npx does not pass on`, async () => {
    const { port } = await start(`cd ${ROOT} && exec npx --no-install candor serve`);
    process.kill(pidOf(port, /^(?:npm exec|node \S*npx)/), signal);
    await expectGone(port);
  });
}

linux("the server ends when npm start is killed", async () => {
  const folder = newFolder();
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "clinic", private: true, scripts: { start: `exec node ${LAUNCHER} serve` } }),
  );
  const { port } = await start(`cd ${folder} && exec npm start`);
  process.kill(pidOf(port, /^(?:npm start|node \S*npm)/), "SIGKILL");
  await expectGone(port);
});

linux("Ctrl-C on a terminal is one signal and not two", async () => {
  const { port, child } = await start("exec CANDOR");
  const exited = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  process.kill(-(child.pid ?? 0), "SIGINT"); // to the launcher and the server, as a terminal does
  expect(await exited).toBe(0);
  expect(await answers(port)).toBe(false);
});

linux("the server ends when its terminal closes", async () => {
  const socket = freePort();
  const python = `import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0: os.execvp("node", ["node", "${LAUNCHER}", "serve"])
while os.read(0, 1): pass
os.close(terminal)
os.waitpid(pid, 0)`;
  if (!Bun.which("python3")) return console.warn("SKIPPED: python3 opens the terminal of this test");
  const own = { HOME: newFolder(), PORT: String(socket), LOG_LEVEL: "warn" };
  const env = { PATH: process.env.PATH ?? "", ...own, ...savedStore() };
  const child = Bun.spawn(["python3", "-c", python], {
    env,
    cwd: newFolder(),
    stdin: "pipe",
    stdout: "ignore",
    stderr: "ignore",
  });
  await until(() => answers(socket));
  child.stdin.end();
  await expectGone(socket);
});

const STAYING: [how: string, line: string, then: (started: Started) => void][] = [
  [
    "nohup, when the terminal closes",
    "exec nohup CANDOR",
    ({ child }) => void process.kill(-(child.pid ?? 0), "SIGHUP"),
  ],
  [
    "nohup with the runtime itself, when the terminal closes",
    `exec nohup ${process.execPath} --no-env-file ${ROOT}/src/cli.ts serve`,
    ({ child }) => void process.kill(-(child.pid ?? 0), "SIGHUP"),
  ],
  ["setsid, when the shell is killed", "setsid CANDOR & wait", ({ child }) => void child.kill("SIGKILL")],
  ["&, when the shell ends", "CANDOR & sleep 3; exit 0", () => {}],
  [
    "& in a script of npm, when npm ends",
    'cd $HOME && echo \'{"scripts":{"x":"CANDOR & sleep 3"}}\' > package.json && npm run x',
    () => {},
  ],
  ["cron, when the shell that it started is killed", "CANDOR; true", ({ child }) => void child.kill("SIGKILL")],
];

for (const [how, line, then] of STAYING) {
  linux(`the server stays under ${how}`, async () => {
    const started = await start(line);
    then(started);
    await expectStays(started.port);
  });
}

const TMUX = Bun.which("tmux");
linux.skipIf(TMUX === null)("the server stays when tmux is detached, and ends when its window is closed", async () => {
  const socket = join(newFolder(), "tmux");
  const port = freePort();
  const tmux = (...args: string[]) => Bun.spawnSync(["tmux", "-S", socket, ...args]);
  const env = `PORT=${port} DATABASE_URL=sqlite:${newFolder()}/candor.db`;
  tmux("new-session", "-d", "-s", "candor", `env ${env} node ${LAUNCHER} serve`);
  await until(() => answers(port));
  const attached = Bun.spawn(["script", "-qc", `tmux -S ${socket} attach`, "/dev/null"], {
    stdin: "pipe",
    stdout: "ignore",
  });
  await Bun.sleep(500);
  attached.kill("SIGKILL");
  await Bun.sleep(2500);
  expect(await answers(port)).toBe(true);
  tmux("kill-session", "-t", "candor");
  await expectGone(port);
  tmux("kill-server");
});

linux("the server runs as process 1 of a container, and ends with SIGTERM", async () => {
  const unshare = ["unshare", "--fork", "--pid", "--mount-proc", "--kill-child"];
  if (Bun.spawnSync([...unshare, "true"]).exitCode !== 0) {
    console.warn("SKIPPED: a process may not be process 1 here (run as root to include it)");
    return;
  }
  const { port } = await start(`exec ${unshare.join(" ")} ${process.execPath} --no-env-file ${ROOT}/src/cli.ts serve`);
  await Bun.sleep(2500);
  expect(await answers(port)).toBe(true);
  const server = processesOf(port).find(
    ({ pid }) => readlinkSync(`/proc/${pid}/ns/pid`) !== readlinkSync("/proc/self/ns/pid"),
  );
  process.kill(server?.pid ?? 0, "SIGTERM");
  await until(async () => !(await answers(port)));
});

const MACHINES: [platform: string, arch: string, musl: boolean, name: string, file: string][] = [
  ["linux", "x64", false, "@oven/bun-linux-x64", "bun"],
  ["linux", "arm64", false, "@oven/bun-linux-aarch64", "bun"],
  ["linux", "x64", true, "@oven/bun-linux-x64-musl", "bun"],
  ["linux", "arm64", true, "@oven/bun-linux-aarch64-musl", "bun"],
  ["darwin", "x64", false, "@oven/bun-darwin-x64", "bun"],
  ["darwin", "arm64", false, "@oven/bun-darwin-aarch64", "bun"],
  ["win32", "x64", false, "@oven/bun-windows-x64", "bun.exe"],
  ["win32", "arm64", false, "@oven/bun-windows-aarch64", "bun.exe"],
];

test("the launcher looks for the packages that Bun names, and only for them", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "node_modules/bun/package.json"), "utf8"));
  const names = Object.keys(optionalDependencies);
  expect(MACHINES.filter(([, , , name]) => !names.includes(name))).toEqual([]);
});

test.each(MACHINES)("on %s, %s, musl: %p, the launcher runs the binary of %s", (platform, arch, musl, name, file) => {
  const folder = newFolder();
  mkdirSync(join(folder, "bin"));
  copyFileSync(LAUNCHER, join(folder, "bin/candor.mjs"));
  writeFileSync(
    join(folder, "machine.mjs"),
    `for (const [name, value] of Object.entries(${JSON.stringify({ platform, arch })})) Object.defineProperty(process, name, { value });
     Object.defineProperty(process, "report", { value: { getReport: () => ({ header: ${musl ? "{}" : '{ glibcVersionRuntime: "2.36" }'} }) } });`,
  );
  const run = () =>
    Bun.spawnSync(["node", "--import", join(folder, "machine.mjs"), join(folder, "bin/candor.mjs"), "status"]);
  const missing = run();
  expect([missing.exitCode, missing.stderr.toString()]).toEqual([
    1,
    `candor: the Bun runtime for this machine is missing (the package ${name}): run npm ci in ${folder}, without --omit=optional, or install Candor again\n`,
  ]);
  // Every package is there, and Bun's own file is the text that it is before its install script runs.
  for (const [, , , other, binary] of MACHINES) {
    mkdirSync(join(folder, "node_modules", other, "bin"), { recursive: true });
    writeFileSync(join(folder, "node_modules", other, "package.json"), "{}");
    const path = join(folder, "node_modules", other, "bin", binary);
    writeFileSync(path, `#!/bin/sh\necho ${other}\n`);
    chmodSync(path, 0o755);
  }
  mkdirSync(join(folder, "node_modules/bun/bin"), { recursive: true });
  writeFileSync(join(folder, "node_modules/bun/package.json"), "{}");
  writeFileSync(join(folder, "node_modules/bun/bin/bun.exe"), "#!/bin/sh\nexit 9\n", { mode: 0o755 });
  expect(existsSync(join(folder, "node_modules", name, "bin", file))).toBe(true);
  const found = run();
  expect([found.exitCode, found.stdout.toString()]).toEqual([0, `${name}\n`]);
});
