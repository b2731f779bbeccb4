// `npm run test:mutants`: changes decisions in src/ and insights/engine/, one at a time, and lists the changes that no
// nearby test notices. With --prune it makes none: the list of harmless changes follows code that moved.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom, shuffled } from "../../insights/train/order.ts";
import harmless from "./harmless.json";
import { applyMutant, findMutants, type Mutant } from "./mutate.ts";
import { openNearest } from "./nearest.ts";
import { changeOf, type Excuse, placesIn, prune } from "./prune.ts";
import { openTrials, type Result } from "./trial.ts";

const HARMLESS: readonly Excuse[] = harmless;
const ROOT = join(import.meta.dir, "../..");
const AT_ONCE = 2;
const LEAST_KILLED = 0.9;
/** All that ships and decides something. */
const SHIPPED = /^(src|insights\/engine)\/.*\.(tsx?|js)$/;

const { values: options } = parseArgs({
  options: {
    count: { type: "string", default: "150" },
    only: { type: "string", default: "" },
    seconds: { type: "string", default: "30" },
    prune: { type: "boolean", default: false },
  },
});
const seed = Number(process.env.SEED ?? 1);

const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const layerOf = (file: string): string => file.split("/")[1] ?? "";
const isCode = (line: string): boolean => !/^\s*($|\/\/|\/\*|\*)/.test(line);

function listFiles(): string[] {
  const listed = Bun.spawnSync(["git", "ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT });
  const deleted = Bun.spawnSync(["git", "ls-files", "-d", "-z"], { cwd: ROOT });
  const gone = new Set(deleted.stdout.toString().split("\0"));
  return listed.stdout
    .toString()
    .split("\0")
    .filter((file) => file !== "" && !gone.has(file));
}

/** One mutant on each of `count` random lines. */
function pick(files: readonly string[], count: number, random: () => number): Mutant[] {
  const lines = files.flatMap((file) => {
    const source = read(file);
    const by_line = Map.groupBy(findMutants(file, source), ({ line }) => line);
    return Array.from(by_line.values(), (mutants) => ({ source, mutants }));
  });
  const picked: Mutant[] = [];
  for (const at of shuffled(lines.length, random)) {
    if (picked.length >= count) break;
    const { source, mutants } = lines[at] ?? { source: "", mutants: [] };
    const mutant = mutants[Math.floor(random() * mutants.length)];
    if (mutant && applyMutant(mutant, source) !== null) picked.push(mutant);
  }
  return picked;
}

/** `count` mutants over the layers, in proportion to their lines of code. */
function sample(files: readonly string[], count: number): Mutant[] {
  const random = createRandom(seed);
  const linesOf = (some: readonly string[]) => some.flatMap((file) => read(file).split("\n").filter(isCode)).length;
  const total = linesOf(files);
  let [lines_before, picked_before] = [0, 0];
  return [...Map.groupBy(files, layerOf).values()].flatMap((of_layer) => {
    lines_before += linesOf(of_layer);
    const wanted = Math.round((count * lines_before) / total) - picked_before;
    picked_before += wanted;
    return pick(of_layer, wanted, random);
  });
}

const show = (mutant: Mutant): string => `${mutant.file}:${mutant.line}  ${changeOf(mutant)}`;
const reasonFor = (mutant: Mutant): string | undefined => {
  const line = read(mutant.file).split("\n")[mutant.line - 1]?.trim();
  return HARMLESS.find(
    (known) => known.file === mutant.file && known.line === line && known.change === changeOf(mutant),
  )?.reason;
};

async function runAll(mutants: readonly Mutant[], files: readonly string[]): Promise<Map<Mutant, Result>> {
  const trials = openTrials(ROOT, files, { at_once: AT_ONCE, seconds: Number(options.seconds), seed });
  const nearest = openNearest(ROOT, files);
  const results = new Map<Mutant, Result>();
  const waiting = [...mutants];
  const work = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const result = await trials.run(mutant, nearest(mutant.file));
      results.set(mutant, result);
      const outcome =
        result.kind === "killed" || result.kind === "timed_out" ? `${result.kind} by ${result.by}` : result.kind;
      console.log(`${results.size}/${mutants.length} ${show(mutant)}  ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const test of trials.failing()) console.log(`not used, fails on unchanged code: ${test}`);
  return results;
}

function report(results: ReadonlyMap<Mutant, Result>, excused: readonly Mutant[], seconds: number): number {
  const of = (kind: Result["kind"]) => [...results].filter(([, result]) => result.kind === kind);
  const survivors = of("survived").map(([mutant]) => mutant);
  const killed = results.size - survivors.length;
  for (const [title, list] of [
    ["harmless, not counted", excused.map((mutant) => `${show(mutant)}\n    ${reasonFor(mutant)}`)],
    ["survivors", survivors.map(show)],
  ] as const) {
    if (list.length > 0) console.log(`\n${title}:\n${[...list].sort().join("\n")}`);
  }
  const share = results.size === 0 ? 1 : killed / results.size;
  console.log(
    `\n${killed} of ${results.size} killed (${(100 * share).toFixed(1)} %): ${of("killed").length} by a failing test, ` +
      `${of("timed_out").length} by a timeout, ${of("ill_typed").length} by the type check. ` +
      `seed ${seed}, ${Math.round(seconds)} s`,
  );
  return share < LEAST_KILLED ? 1 : 0;
}

/** Writes the list without what is gone, and with what moved where it is now. */
function pruneHarmless(shipped: readonly string[]): void {
  const { kept, followed, dropped } = prune(
    HARMLESS,
    shipped.flatMap((file) => placesIn(file, read(file))),
  );
  const shown = ({ file, line, change }: Excuse) => `${file}: ${line}\n    ${change}`;
  for (const { from, to } of followed) console.log(`followed: ${shown(from)}\n      to: ${shown(to)}`);
  for (const excuse of dropped) console.log(` dropped: ${shown(excuse)}\n    ${excuse.reason}`);
  console.log(`${kept.length} kept, ${followed.length} of them followed; ${dropped.length} dropped`);
  writeFileSync(join(import.meta.dir, "harmless.json"), `${JSON.stringify(kept, null, 2)}\n`);
}

const files = listFiles();
const shipped = files.filter((file) => SHIPPED.test(file));
if (options.prune) {
  pruneHarmless(shipped);
  process.exit(0);
}
const stale = HARMLESS.filter(({ file, line }) => !files.includes(file) || !read(file).includes(line));
if (stale.length > 0) {
  const places = stale.map(({ file, line }) => `${file}: ${line}`).join("\n");
  throw new Error(
    `harmless.json names lines that are gone:\n${places}\nnpm run test:mutants -- --prune follows or drops them`,
  );
}
const targets = shipped.filter((file) => file.startsWith(options.only));
if (targets.length === 0)
  throw new Error(`--only ${options.only} names no source file: give a folder or file in src/ or insights/engine/`);
const mutants = sample(targets, Number(options.count));
const excused = mutants.filter((mutant) => reasonFor(mutant) !== undefined);
console.log(`seed ${seed}: SEED=${seed} repeats this run; ${mutants.length} mutants, ${AT_ONCE} at a time`);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const started = performance.now();
const results = await runAll(
  mutants.filter((mutant) => !excused.includes(mutant)),
  files,
);
process.exit(report(results, excused, (performance.now() - started) / 1000));
