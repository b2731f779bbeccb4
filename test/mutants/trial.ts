import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { applyMutant, type Mutant } from "./mutate.ts";
import type { Test } from "./nearest.ts";

export type Result = { kind: "killed" | "timed_out"; by: string } | { kind: "ill_typed" | "survived" };
/** One test file on unchanged code. A file that fails there says nothing about a mutant. */
type Baseline = { passes: boolean; took_ms: number; covers: ReadonlySet<string> };

export type Trials = {
  /** Runs the nearest tests on a mutant, in a copy of the tree that no other trial uses. */
  run(mutant: Mutant, tests: readonly Test[]): Promise<Result>;
  /** Test files that fail on unchanged code. */
  failing(): readonly string[];
};

const TEST_TIMEOUT_MS = "30000";
const FILE_TIMEOUT_MS = 30_000;
const LONGEST_MS = 300_000;

function copyTree(root: string, files: readonly string[], to: string): string {
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
  return to;
}

/** The lines that ran, as `file:line`, from an lcov report. */
function readCoverage(folder: string): Set<string> {
  const covered = new Set<string>();
  const report = join(folder, "lcov.info");
  let file = "";
  for (const line of existsSync(report) ? readFileSync(report, "utf8").split("\n") : []) {
    if (line.startsWith("SF:")) file = line.slice(3);
    const [, number, times] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
    if (number && times !== "0") covered.add(`${file}:${number}`);
  }
  return covered;
}

/** Runs tests in copies of the tree, with their own folder for temporary files. */
function openRunner(root: string, files: readonly string[], seed: number) {
  const folder = mkdtempSync(join(tmpdir(), "candor-mutants-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  chmodSync(folder, 0o755); // PostgreSQL refuses to run as root and starts as another user, who must get in.
  chmodSync(temporary, 0o777);
  const run = async (tree: string, command: readonly string[], limit_ms: number) => {
    const started = performance.now();
    const child = Bun.spawn([...command], {
      cwd: tree,
      env: { ...process.env, TMPDIR: temporary, SEED: String(seed), NO_COLOR: "1" },
      stdio: ["ignore", "ignore", "ignore"],
      timeout: Math.ceil(limit_ms),
      killSignal: "SIGKILL",
    });
    const code = await child.exited;
    const cpu_ms = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
    const took_ms = performance.now() - started;
    return { passes: code === 0, timed_out: child.signalCode === "SIGKILL", took_ms, cpu_ms };
  };
  return {
    folder,
    copy: (name: string) => copyTree(root, files, join(folder, name)),
    test: (tree: string, path: string, limit_ms: number, ...more: string[]) =>
      run(tree, [process.execPath, "test", "--bail", "--timeout", TEST_TIMEOUT_MS, ...more, `./${path}`], limit_ms),
    // A name that is no longer used is no type error: it says nothing about what the program does.
    types: (tree: string) =>
      run(
        tree,
        ["node_modules/.bin/tsc", "-p", ".", "--noUnusedLocals", "false", "--noUnusedParameters", "false"],
        LONGEST_MS,
      ),
  };
}

type Runner = ReturnType<typeof openRunner>;

/** Each test file once on unchanged code: whether it passes, how long it takes, which lines it runs. */
function openBaselines(runner: Runner) {
  const tree = runner.copy("unchanged");
  const known = new Map<string, Promise<Baseline>>();
  const failing: string[] = [];
  const measure = async (path: string): Promise<Baseline> => {
    const to = join(runner.folder, "coverage", path);
    const more = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${to}`];
    const { passes, took_ms } = await runner.test(tree, path, LONGEST_MS, ...more);
    if (!passes) failing.push(path);
    return { passes, took_ms, covers: readCoverage(to) };
  };
  const of = (path: string): Promise<Baseline> => {
    const baseline = known.get(path) ?? measure(path);
    known.set(path, baseline);
    return baseline;
  };
  return { of, failing };
}

/** Copies the tree once for unchanged code and once per trial at a time; everything is removed when this process exits. */
export function openTrials(
  root: string,
  files: readonly string[],
  { at_once, seconds, seed }: { at_once: number; seconds: number; seed: number },
): Trials {
  const runner = openRunner(root, files, seed);
  const baselines = openBaselines(runner);
  const free = Array.from({ length: at_once }, (_, at) => runner.copy(`mutant-${at}`));

  /** Runs a test file on a mutant: null if it passes, or if it fails on unchanged code too. */
  const runTest = async (tree: string, path: string): Promise<{ result: Result | null; cpu_ms: number }> => {
    const { passes, took_ms } = await baselines.of(path);
    if (!passes) return { result: null, cpu_ms: 0 };
    const ended = await runner.test(tree, path, FILE_TIMEOUT_MS + 4 * took_ms);
    const kind = ended.timed_out ? "timed_out" : "killed";
    return { result: ended.passes ? null : { kind, by: path }, cpu_ms: ended.cpu_ms };
  };
  /** First the tests that run the line; then the type check; then those that start processes; threads if none ran it. */
  const tryTests = async (tree: string, { file, line }: Mutant, tests: readonly Test[]): Promise<Result> => {
    const later: Test[] = [];
    let left_ms = seconds * 1000; // of processor time: other work on the machine does not count
    for (const test of tests) {
      const { path, in_process } = test;
      const runs_line = in_process && (await baselines.of(path)).covers.has(`${file}:${line}`);
      if (!runs_line) later.push(test);
      if (!runs_line || left_ms <= 0) continue;
      const { result, cpu_ms } = await runTest(tree, path);
      if (result) return result;
      left_ms -= cpu_ms;
    }
    if (!(await runner.types(tree)).passes) return { kind: "ill_typed" };
    const uncovered = later.length === tests.length;
    const processes = later.filter(({ in_process }) => !in_process);
    const threads = uncovered ? later.filter(({ in_process }) => in_process) : [];
    for (const { path } of [...processes, ...threads]) {
      if (left_ms <= 0) continue;
      const { result, cpu_ms } = await runTest(tree, path);
      if (result) return result;
      left_ms -= cpu_ms;
    }
    return { kind: "survived" };
  };

  return {
    async run(mutant, tests) {
      const tree = free.pop();
      if (!tree) throw new Error("more trials at once than copies of the tree");
      const source = readFileSync(join(root, mutant.file), "utf8");
      writeFileSync(join(tree, mutant.file), applyMutant(mutant, source) ?? "");
      const result = await tryTests(tree, mutant, tests);
      writeFileSync(join(tree, mutant.file), source);
      free.push(tree);
      return result;
    },
    failing: () => baselines.failing,
  };
}
