import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newFolder } from "../databases.ts";
import { GROUPS, ROOT, SHIPPED } from "./groups.ts";
import { type Group, hashOf, inputsOf } from "./unchanged.ts";

const FILES = {
  "package-lock.json": "{}",
  "bunfig.toml": "",
  "test/run-folder.ts": "",
  "test/a.test.ts": 'import { b } from "../src/b.ts";\nimport type { T } from "../src/type.ts";\nconst t: T = b;\n',
  "src/b.ts": 'export const b = await import("./c.ts"); // see "./remark.ts"\n',
  "src/c.ts":
    'const [x, root] = [join(import.meta.dir, "../tables"), "../.."];\nnew Worker(new URL("./d.ts", import.meta.url));\n',
  "src/d.ts":
    'read(root, "docs/page.md"); read("beside.txt"); read(root, lists[0]); read("/"); read("node_modules/x.js"); read("./data/own.db");',
  "src/beside.txt": "1",
  "src/remark.ts": "1",
  "src/type.ts": "export type T = 1;",
  "src/other.ts": "1",
  "tables/deep/list.txt": "1",
  "docs/page.md": "1",
  "docs/other.md": "1",
  "lists/words.txt": "1",
  "node_modules/x.js": "1",
  "data/own.db": "1",
};
const GROUP = { tests: ["test/a.test.ts"], reads: ["lists"] };

function writeFiles(files: Record<string, string>): string {
  const root = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("the inputs of a test are what it imports and names, and what that imports and names, but no types and remarks", () => {
  expect(inputsOf(writeFiles(FILES), GROUP)).toEqual([
    "bunfig.toml",
    "docs/page.md",
    "lists/words.txt",
    "package-lock.json",
    "src/b.ts",
    "src/beside.txt",
    "src/c.ts",
    "src/d.ts",
    "tables/deep/list.txt",
    "test/a.test.ts",
    "test/run-folder.ts",
  ]);
});

test("a change of any input changes the hash, a new and a removed file in a folder too, and nothing else does", () => {
  const root = writeFiles(FILES);
  const before = hashOf(root, GROUP);
  const isChanged = (path: string, text: string): boolean => {
    const old = FILES[path as keyof typeof FILES]; // or undefined
    writeFileSync(join(root, path), text);
    const changed = hashOf(root, GROUP) !== before;
    if (old === undefined) rmSync(join(root, path));
    else writeFileSync(join(root, path), old);
    return changed;
  };
  const inputs = inputsOf(root, GROUP);
  for (const path of inputs) expect([path, isChanged(path, "2")]).toEqual([path, true]);
  expect(isChanged("tables/deep/more.txt", "")).toBe(true);
  for (const path of Object.keys(FILES).filter((path) => !inputs.includes(path)))
    expect([path, isChanged(path, "2")]).toEqual([path, false]);
  expect(hashOf(root, GROUP)).toBe(before);
  expect(hashOf(root, GROUP, "another machine")).not.toBe(before);
  rmSync(join(root, "tables/deep/list.txt"));
  expect(hashOf(root, GROUP)).not.toBe(before);
});

/** Ways to reach files that `inputsOf` cannot follow. The preload starts a shell, which removes temporary files. */
const HIDDEN = /readdirSync|Bun\.Glob|\.scan\(|[sS]pawn|process\.cwd/;
const KNOWN = [
  // These look only into folders that a test makes itself, and start only programs that are not ours.
  "src/import/formats/google-takeout.ts",
  "src/owner/erase-person.ts",
  "src/store/connection/durable-file.ts",
  "src/store/connection/reopen-sqlite.ts",
  "src/sync/run-url.ts",
  "src/sync/scan-folder.ts",
  "src/upkeep/checks/machine-checks.ts",
  "src/upkeep/erasure-ledger.ts",
  "src/upkeep/kept-backups.ts",
  "src/upkeep/temporary-folder.ts",
  "test/browser/encodings.test.ts",
  "test/conformance/inspector.test.ts",
  "test/conformance/install.ts",
  "test/conformance/suite.test.ts",
  "test/databases.ts",
  "test/deploy/tools.ts",
  "test/postgres.ts",
  "test/run-folder.ts",
  // These look for a browser: `npm run test:long` tries a new version of it.
  "test/browser/browser.ts",
  "test/browser/firefox.ts",
];

const isCode = (path: string): boolean => /\.(?:ts|mjs)$/.test(path);
const readsAll = ([, { reads }]: [string, Group]): boolean => reads === SHIPPED;

test.each(Object.entries(GROUPS).filter((entry) => !readsAll(entry)))(
  "%s: nothing is read in a way that hides what it is",
  (_, group) => {
    const code = inputsOf(ROOT, group).filter(isCode);
    const hiding = code.filter((path) => HIDDEN.test(readFileSync(join(ROOT, path), "utf8")));
    expect(hiding.filter((path) => !KNOWN.includes(path))).toEqual([]);
    expect(group.tests.filter((path) => !code.includes(path))).toEqual([]);
  },
);

test.each(Object.entries(GROUPS).filter(readsAll))(
  "%s: everything that ships is an input, and so is what starts it",
  (_, group) => {
    const inputs = inputsOf(ROOT, group);
    for (const path of [...group.tests, "bin/candor.mjs", "docs/importing.md", "src/cli.ts", "test/server-process.ts"])
      expect(inputs).toContain(path);
    // The packed files and those of the image are among them.
    const { files }: { files: string[] } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    for (const name of files) expect(SHIPPED.some((path) => name.startsWith(path))).toBe(true);
  },
);

test("the corpus, the weights and the net are inputs of the tests that read the corpus", () => {
  const inputs = Object.values(GROUPS).flatMap((group) => inputsOf(ROOT, group));
  for (const path of ["insights/corpus/GUIDE.md", "insights/engine/weights.bin", "insights/engine/net/net.bin"])
    expect(inputs).toContain(path);
});
