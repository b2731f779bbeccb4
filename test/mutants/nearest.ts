import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type Node, parseSync } from "oxc-parser";
import { childrenOf } from "./mutate.ts";

/** Slow: they run only for a file that no other test reaches. */
const LAST_RESORT = /^test\/(browser|faults|conformance)\//;
/** A script for browsers: the test or the folder of tests that is named like it runs it in one. */
const IN_BROWSER = /([^/]+)\.client\.js$/;
const STARTS_PROCESSES = "test/server-process.ts";
/** Run nothing of the program in their own process. */
const ONLY_PROCESSES = /^test\/(binary\.|(deploy|docs|wire)\/)/;

/** The files that a file imports, loads as a worker or starts as a program: each is a relative path in a string. */
function filesNamedIn(root: string, file: string, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === "ImportDeclaration" && node.importKind === "type") return;
    if (node.type === "Literal" && typeof node.value === "string" && node.value.startsWith(".")) {
      const path = normalize(join(dirname(file), node.value));
      if (known.has(path)) found.push(path);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  return found;
}

/** How many imports away each file is. */
function distancesFrom(start: string, next: ReadonlyMap<string, string[]>): Map<string, number> {
  const distances = new Map([[start, 0]]);
  for (const [file, distance] of distances) {
    for (const to of next.get(file) ?? []) if (!distances.has(to)) distances.set(to, distance + 1);
  }
  return distances;
}

/** test/import/run/ mirrors src/import/run/, and insights/test/reading/ insights/engine/reading/. */
const foldersOf = (path: string): string[] =>
  path
    .replace(/^insights\/(engine|test)\//, "insights/engine:/")
    .split("/")
    .slice(1, -1);

/** How many folders a test's path shares with the file's. */
function sharedFolders(test: string, folders: readonly string[]): number {
  const of_test = foldersOf(test);
  const differ = folders.findIndex((folder, at) => folder !== of_test[at]);
  return differ === -1 ? folders.length : differ;
}

/**
 * `mirrored`: it is in the folder of the source file. `in_process`: its coverage shows everything it runs, except in
 * worker threads; of "some" it shows a part, of "none" nothing.
 */
export type Test = { path: string; mirrored: boolean; in_process: "all" | "some" | "none" };

/** Gives the tests that reach a source file: those in the mirrored folder first, then by the number of imports. */
export function openNearest(root: string, files: readonly string[]): (file: string) => Test[] {
  const code = files.filter((file) => /^(src|insights|test|bench)\/.*\.[jt]sx?$/.test(file));
  const known = new Set(code);
  const next = new Map(code.map((file) => [file, filesNamedIn(root, file, known)]));
  const tests = code
    .filter((file) => file.endsWith(".test.ts"))
    .map((path) => {
      const distances = distancesFrom(path, next);
      const part = ONLY_PROCESSES.test(path) ? "none" : "some";
      return { path, distances, in_process: distances.has(STARTS_PROCESSES) ? part : "all" } as const;
    });
  return (file) => {
    const folders = foldersOf(file);
    const reaching = tests
      .filter(({ distances }) => distances.has(file))
      .map(({ path, distances, in_process }) => {
        const shared = sharedFolders(path, folders);
        const mirrored = shared === folders.length;
        return { path, in_process, shared, mirrored, distance: distances.get(file) ?? 0 };
      })
      .sort((a, b) => b.shared - a.shared || a.distance - b.distance);
    const in_browser = IN_BROWSER.exec(file)?.[1];
    if (in_browser) {
      const named = `test/browser/${in_browser}`;
      return reaching.filter(({ path }) => path === `${named}.test.ts` || path.startsWith(`${named}/`));
    }
    const usual = reaching.filter(({ path }) => !LAST_RESORT.test(path));
    return usual.length > 0 ? usual : reaching.filter(({ path }) => LAST_RESORT.test(path));
  };
}
