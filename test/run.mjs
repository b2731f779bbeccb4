// `npm test`: types, lint, unused code, then every test but the groups whose inputs are those with which they last
// passed (test/unchanged). Stops at the first failing step.
// `npm run test:fast`: types, lint, then only the tests that run in one process, without PostgreSQL.
// `npm run test:record`: the groups and the patterns that changed, and writes down that they passed.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => join(root, "node_modules", ".bin", name);
const bun = join(root, "node_modules", "bun", "bin", "bun.exe");
const given = process.argv.slice(2);
const whole = given.length === 0;
const fast = given[0] === "--fast";
const records = given[0] === "--record";
const long = Boolean(process.env.TEST_LONG);

/** Tests that go through a whole store, command or desk, start servers or programs, measure, or try thousands of files or answers. */
const SLOW_FOLDERS =
  /^test\/(browser|commands|conformance|contract|deploy|desk|docs|faults|mcp|patterns|static-site|wire)\//;
const SLOW_NAMES = /(sync|figures|encodings|fuzz|bad-files|watched-\w+|reopen-\w+)\.test\.ts$/;
const SLOW_FILES = new RegExp(
  `/(${[
    "bench/agents|fixtures|formats/shuffled|http/(filters|statistics)|insights-document|names/find-people|pages/numbers",
    "publish/[\\w-]+|run/compare-batch|serve/metrics|store/dataset/begin-days|test/engine|trades|websub/callback-locks",
  ].join("|")})\\.test\\.ts$`,
);
/** What a test uses that starts a process, a thread or a hub with its receivers, or waits for seconds. */
const SLOW_PARTS =
  /(server-process|desk-process|clinic-store|postgres|hub|receiver|world|hostile-server)\.ts|spawn|Worker|startRefresh|createBuilder|sleep\(\d{4}/;
const isSlow = (path) =>
  [SLOW_FOLDERS, SLOW_NAMES, SLOW_FILES].some((slow) => slow.test(path)) ||
  SLOW_PARTS.test(readFileSync(join(root, path), "utf8"));
const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `${folder}/${path}`);
const fastTests = () => {
  const left_out = new Set(testsOf(unchanged));
  const all = [...testsIn("test"), ...testsIn("insights/test")];
  return all.filter((path) => !isSlow(path) && !left_out.has(path)).map((path) => `./${path}`);
};

/** Tests that pass again as long as what they read is the same: test/unchanged/groups.ts. */
const groups = JSON.parse(execFileSync(bun, [join(root, "test/unchanged/groups.ts")], { encoding: "utf8" }));
const unchanged = (whole || fast) && !long ? groups.filter((group) => group.unchanged) : [];
const testsOf = (some) => some.flatMap(({ tests }) => tests);
function sayLeftOut() {
  for (const { name, tests } of unchanged)
    console.log(`NOT RUN: ${name}: ${tests.join(", ")}. They passed with the same files. npm run test:long runs them.`);
}
/** Each pattern has a record of its own, which this test reads and writes. */
const PATTERNS = "test/patterns/linear.test.ts";
const changedTests = (short) =>
  testsOf(groups.filter((group) => !group.unchanged && Boolean(group.short) === short)).map((path) => `./${path}`);

/** Slow tests also wait: four processes keep two cores busy. Each starts PostgreSQL once and keeps it. */
const WORKERS = [fast ? "--parallel=2" : "--parallel=4", "--no-isolate"];

// `bun test` runs no exit handlers: what tests leave behind goes with this folder. PostgreSQL enters it as another user.
const temporary = mkdtempSync(join(tmpdir(), "candor-tests-"));
chmodSync(temporary, 0o755);
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

/** The single-file program, with its code compiled: servers and commands of the tests start from it. */
const program = join(temporary, "candor");
const script = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts["build:binary"];
const [, ...build] = script.replace(/ --outfile .*$/, "").split(" ");

const compile = ["program", bun, [...build, "--bytecode", "--format=esm", "--outfile", program]];

/** None needs another: they share the cores. */
const checks = [
  ["types", bin("tsc"), ["-p", "."]],
  ["lint and format", bin("biome"), ["check", "--error-on-warnings", "."]],
  ...(fast ? [] : [["unused code", bin("knip"), []]]),
  ...(whole ? [compile] : []),
];

function testArguments() {
  if (whole) return [...WORKERS, ...testsOf(unchanged).map((path) => `--path-ignore-patterns=${path}`)];
  return fast ? [...WORKERS, ...fastTests()] : given;
}
const timeout = (is_long) => ["test", "--timeout", is_long ? "3600000" : "300000"];
const tests = ["tests", bun, [...timeout(long), ...testArguments()]];

const env = {
  ...process.env,
  NO_COLOR: "1",
  // The runtime's last compiler costs the tests a tenth of their processor time (measured).
  BUN_JSC_useFTLJIT: "0",
  TMPDIR: temporary,
  TEST_RUN_FOLDER: temporary,
  ...(whole ? { TEST_PROGRAM: program } : {}),
  ...(fast ? { TEST_DATABASES: "sqlite", TEST_FAST: "1" } : {}),
};

/** Ends the run if the step fails. */
async function run([title, command, args, more = {}]) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...env, ...more } });
  const fault = await new Promise((resolve) => {
    child.on("error", ({ message }) => resolve(` (${message})`));
    child.on("exit", (status) => resolve(status === 0 ? null : ""));
  });
  if (fault !== null) {
    console.error(`\n${title}: failed${fault}`);
    process.exit(1);
  }
  console.log(`${title}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/** Groups with long counts, then those with the counts of `npm test`, as it runs them. */
async function record() {
  const long_run = [...timeout(true), ...changedTests(false), `./${PATTERNS}`];
  await run(["tests, long", bun, long_run, { TEST_LONG: "1", TEST_RECORD: "1" }]);
  const short = changedTests(true);
  if (short.length > 0) {
    await run(compile);
    await run(["tests", bun, [...timeout(false), ...WORKERS, ...short], { TEST_PROGRAM: program }]);
  }
  await run(["record", bun, ["test/unchanged/groups.ts", "record"]]);
}

sayLeftOut();
if (records) {
  await record();
} else {
  await Promise.all(checks.map(run));
  await run(tests);
}
sayLeftOut();
