import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** Tests whose result depends on nothing but what they import and read. */
export type Group = {
  tests: string[];
  /** Files and folders that the tests read by names that are put together, so that `inputsOf` cannot find them. */
  reads: string[];
  /** They are recorded with the counts of `npm test`: those of `npm run test:long` take hours. */
  short?: true;
};

/** Every group runs again with other packages, another runtime among them, and with another preload. */
const ALWAYS = ["package-lock.json", "bunfig.toml", "test/run-folder.ts"];
/** No files of ours: packages, and what the program and its build leave in a checkout. */
const NOT_OURS = /^(?:data|dist)(?:[/\\]|$)|(?:^|[/\\])(?:node_modules|\.git)(?:[/\\]|$)/;
/** Leaves out types and comments, which change no result. */
const WITHOUT_TYPES = new Bun.Transpiler({ loader: "ts" });
const IS_CODE = /\.(?:ts|mjs)$/;
const QUOTED = /["'`]([\w@./-]*[./][\w@./-]*)["'`]/g;

const isFolder = (path: string): boolean => statSync(path).isDirectory();
const isInside = (folder: string, path: string): boolean => path.startsWith(folder + sep);

function filesAt(path: string): string[] {
  if (!isFolder(path)) return [path];
  const found = readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name));
  return found.filter((file) => !isFolder(file));
}

/** Most files are read for several groups. */
const known = new Map<string, string[]>();

function quotedIn(code: string): string[] {
  const names = known.get(code) ?? [...WITHOUT_TYPES.transformSync(code).matchAll(QUOTED)].map(([, name = ""]) => name);
  known.set(code, names);
  return names;
}

/**
 * The files that a file of code imports, and those it names: a quoted path is taken from the folder of the file and from
 * the root. A folder stands for all that is in it, unless the file itself is in it: such a name only begins a path.
 */
function namedIn(root: string, file: string): string[] {
  if (!IS_CODE.test(file)) return [];
  const names = quotedIn(readFileSync(file, "utf8"));
  return [dirname(file), root]
    .flatMap((folder) => names.map((name) => resolve(folder, name)))
    .filter(
      (path) =>
        isInside(root, path) && !isInside(path, file) && !NOT_OURS.test(relative(root, path)) && existsSync(path),
    )
    .flatMap(filesAt);
}

/** All files that can change the result of a group, as paths from the root. */
export function inputsOf(root: string, { tests, reads }: Group): string[] {
  const found = new Set<string>();
  const wanted = [...tests, ...reads, ...ALWAYS].flatMap((path) => filesAt(join(root, path)));
  for (let file = wanted.pop(); file !== undefined; file = wanted.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    wanted.push(...namedIn(root, file));
  }
  return [...found].map((file) => relative(root, file).replaceAll(sep, "/")).sort();
}

/** Machines of another kind calculate with other instructions: what passed on one is new on the other. */
export function hashOf(root: string, group: Group, machine: string = process.arch): string {
  const hash = new Bun.CryptoHasher("sha256").update(machine);
  for (const path of inputsOf(root, group)) {
    const bytes = readFileSync(join(root, path));
    hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex").slice(0, 32);
}
