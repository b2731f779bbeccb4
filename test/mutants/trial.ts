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
/** The lines that ran, by file. */
type Coverage = ReadonlyMap<string, readonly number[]>;
/** One test file on unchanged code. A file that fails there says nothing about a mutant. */
type Baseline = { passes: boolean; took_ms: number; covers: Coverage };

export type Trials = {
  /** Runs the nearest tests on a mutant, in a copy of the tree that no other trial uses. */
  run(mutant: Mutant, tests: readonly Test[]): Promise<Result>;
  /** Test files that fail on unchanged code. */
  failing(): readonly string[];
};

const TEST_TIMEOUT_MS = "30000";
const FILE_TIMEOUT_MS = 30_000;
const LONGEST_MS = 300_000;
const NEAREST_STARTING_PROCESSES = 3;
const NEAREST_STARTING_THREADS = 24;

function copyTree(root: string, files: readonly string[], to: string): string {
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  symlinkSync(join(root, "node_modules"), join(to, "node_modules"));
  return to;
}

/** Reads an lcov report. */
function readCoverage(folder: string): Coverage {
  const covered = new Map<string, number[]>();
  const report = join(folder, "lcov.info");
  let lines: number[] = [];
  for (const line of existsSync(report) ? readFileSync(report, "utf8").split("\n") : []) {
    if (line.startsWith("SF:")) {
      lines = [];
      covered.set(line.slice(3), lines);
    }
    const [, number, times] = /^DA:(\d+),(\d+)/.exec(line) ?? [];
    if (number && times !== "0") lines.push(Number(number));
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
function openBaselines(runner: Runner, at_once: number) {
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
  /** Of some tests those that run a line: first those that run most of its file, then the nearest. */
  const running = async ({ file, line }: Mutant, tests: readonly Test[]): Promise<Test[]> => {
    const found: { at: number; lines: number }[] = [];
    let next = 0;
    const work = async () => {
      for (let at = next++; at < tests.length; at = next++) {
        const lines = (await of(tests[at]?.path ?? "")).covers.get(file) ?? [];
        if (lines.includes(line)) found.push({ at, lines: lines.length });
      }
    };
    await Promise.all(Array.from({ length: at_once }, work));
    return found.sort((a, b) => b.lines - a.lines || a.at - b.at).flatMap(({ at }) => tests[at] ?? []);
  };
  return { of, running, failing };
}

/** Copies the tree once for unchanged code and once per trial at a time; everything is removed when this process exits. */
export function openTrials(
  root: string,
  files: readonly string[],
  { at_once, seconds, seed }: { at_once: number; seconds: number; seed: number },
): Trials {
  const runner = openRunner(root, files, seed);
  const baselines = openBaselines(runner, at_once);
  const free = Array.from({ length: at_once }, (_, at) => runner.copy(`mutant-${at}`));

  /** First the tests that run the line; then the type check; then those that start processes; threads if none ran it. */
  const tryTests = async (tree: string, mutant: Mutant, tests: readonly Test[]): Promise<Result> => {
    let left_ms = seconds * 1000; // of processor time: other work on the machine does not count
    const used = new Set<Test>();
    /** Runs test files until one fails: null if none does. One that fails on unchanged code is not run. */
    const runTests = async (some: readonly Test[]): Promise<Result | null> => {
      for (const test of some) {
        used.add(test);
        if (left_ms <= 0) continue;
        const { passes, took_ms } = await baselines.of(test.path);
        if (!passes) continue;
        const ended = await runner.test(tree, test.path, FILE_TIMEOUT_MS + 4 * took_ms);
        if (!ended.passes) return { kind: ended.timed_out ? "timed_out" : "killed", by: test.path };
        left_ms -= ended.cpu_ms;
      }
      return null;
    };
    const runRunning = async (some: readonly Test[]) =>
      left_ms <= 0 ? null : runTests(await baselines.running(mutant, some));
    const of = (kind: Test["in_process"], mirrored: boolean) =>
      tests.filter((test) => test.in_process === kind && test.mirrored === mirrored);

    const found = (await runRunning([...of("all", true), ...of("some", true)])) ?? (await runRunning(of("all", false)));
    if (found) return found;
    if (!(await runner.types(tree)).passes) return { kind: "ill_typed" };
    const late = await runRunning(of("some", false));
    if (late) return late;
    const all = tests.filter(({ in_process }) => in_process === "all");
    const threads = used.size === 0 ? all.slice(0, NEAREST_STARTING_THREADS) : [];
    const processes = tests.filter((test) => test.in_process !== "all" && !used.has(test));
    const last = await runTests([...processes.slice(0, NEAREST_STARTING_PROCESSES), ...threads]);
    return last ?? { kind: "survived" };
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
