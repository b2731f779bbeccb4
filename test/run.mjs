// `npm test`: types, lint, unused code, then every test. Stops at the first failing step.
// `npm run test:fast`: the same, but only the tests that run in one process, and no PostgreSQL.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => join(root, "node_modules", ".bin", name);
const bun = join(root, "node_modules", "bun", "bin", "bun.exe");
const given = process.argv.slice(2);
const fast = given[0] === "--fast";

/** A whole folder of slow tests, or a file that starts a process. */
const isSlow = (path) =>
  /^test\/(browser|conformance|deploy|docs|faults|patterns|websub|wire)\//.test(path) ||
  /server-process\.ts|postgres\.ts|spawn/.test(readFileSync(join(root, path), "utf8"));
const fastTests = () =>
  readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `test/${path}`)
    .filter((path) => !isSlow(path))
    .map((path) => `./${path}`);

const steps = [
  ["types", bin("tsc"), ["-p", "."]],
  ["lint and format", bin("biome"), ["check", "--error-on-warnings", "."]],
  ["unused code", bin("knip"), []],
  ["tests", bun, ["test", "--timeout", "30000", ...(fast ? ["--parallel=2", ...fastTests()] : given)]],
];

// `bun test` runs no exit handlers: what tests leave behind goes with this folder. PostgreSQL enters it as another user.
const temporary = mkdtempSync(join(tmpdir(), "candor-tests-"));
chmodSync(temporary, 0o755);
process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));

for (const [title, command, args] of steps) {
  const started = Date.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NO_COLOR: "1", TMPDIR: temporary, ...(fast ? { TEST_DATABASES: "sqlite" } : {}) },
  });
  if (error || status !== 0) {
    console.error(`\n${title}: failed${error ? ` (${error.message})` : ""}`);
    process.exit(1);
  }
  console.log(`${title}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
