/**
 * Runs every bench and writes docs/performance.md and the table in README.md.
 *
 *   npm run bench                     all benches, half an hour on two cores
 *   npm run bench -- --short          smaller sizes, a few minutes
 *   npm run bench -- import growth    only these; the sections of the others stay
 */
import { readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, totalmem } from "node:os";
import { basename, join } from "node:path";
import { BUN } from "./process.ts";
import { BENCHES, type Bench, type Row, type Run, readRun, renderPage, renderReadme, renderSection } from "./report.ts";

const ROOT = join(import.meta.dir, "..");
const PAGE = join(ROOT, "docs/performance.md");
const README = join(ROOT, "README.md");
const SHORT = process.argv.includes("--short");
const ONLY = process.argv.slice(2).filter((name) => !name.startsWith("--"));

const argsOf = ({ args, short }: Bench): string[] => (SHORT ? short : args);

const describeMachine = () =>
  `${cpus().length} cores (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GB, Bun ${Bun.version}`;

async function runBench(bench: Bench): Promise<Run> {
  console.log(`\n## ${bench.title}`);
  const child = Bun.spawn([BUN, join(ROOT, bench.file), ...argsOf(bench)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  let output = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(chunk);
    output += chunk;
  }
  return { output, failed: (await child.exited) !== 0, machine: describeMachine() };
}

const before = readFileSync(PAGE, "utf8");
const sections: string[] = [];
const rows: Row[] = [];
let failures = 0;
for (const bench of BENCHES) {
  const runs = ONLY.length === 0 || ONLY.includes(basename(bench.file, ".ts"));
  const run = runs ? await runBench(bench) : readRun(before, bench);
  const shown = bench.rows?.(run.output) ?? [];
  if (bench.rows && shown.length === 0) {
    console.error(`bench/report.ts finds no figures in the output of ${bench.file}: README would lose them`);
    run.failed = true;
  }
  if (run.failed) failures += 1;
  rows.push(...shown);
  sections.push(renderSection(bench, argsOf(bench), run));
}
writeFileSync(PAGE, renderPage(rows, sections));
writeFileSync(README, renderReadme(readFileSync(README, "utf8"), rows));
process.exitCode = failures > 0 ? 1 : 0;
