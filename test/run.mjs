// `npm test`: types, lint, unused code, then every test. Stops at the first failing step.
// `npm run test:fast`: the same without the tests that start servers, browsers or PostgreSQL.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = (name) => join(root, "node_modules", ".bin", name);
const bun = join(root, "node_modules", "bun", "bin", "bun.exe");
const given = process.argv.slice(2);
const fast = given.includes("--fast");
const SLOW = ["faults", "browser", "conformance", "wire", "docs"].map((folder) => `test/${folder}/**`);
const some = [
  "--parallel=2",
  ...[...SLOW, "test/binary.test.ts"].map((pattern) => `--path-ignore-patterns=${pattern}`),
];
const steps = [
  ["types", bin("tsc"), ["-p", "."]],
  ["lint and format", bin("biome"), ["check", "--error-on-warnings", "."]],
  ["unused code", bin("knip"), []],
  ["tests", bun, ["test", "--timeout", "30000", ...(fast ? some : []), ...given.filter((arg) => arg !== "--fast")]],
];

for (const [title, command, args] of steps) {
  const started = Date.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NO_COLOR: "1", ...(fast ? { TEST_DATABASES: "sqlite" } : {}) },
  });
  if (error || status !== 0) {
    console.error(`\n${title}: failed${error ? ` (${error.message})` : ""}`);
    process.exit(1);
  }
  console.log(`${title}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
