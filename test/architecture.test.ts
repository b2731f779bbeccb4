import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "..");

/** Reads the layer table in docs/architecture.md: which layers each layer may import, types included. */
function readLayers(): Map<string, ReadonlySet<string>> {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const table = /<!-- layers -->\n([\s\S]*?)<!-- \/layers -->/.exec(page)?.[1] ?? "";
  const rows = table.split("\n").slice(2, -1);
  const named = (cell: string) => [...cell.matchAll(/`([\w/-]+)`/g)].map(([, name = ""]) => name);
  const layers = new Map<string, ReadonlySet<string>>();
  let everyone: string[] = [];
  for (const [at, row] of rows.entries()) {
    const [, left = "", right = ""] = row.split("|");
    if (at === 0) everyone = named(left);
    const above = [...layers.keys()];
    const allowed = at === 0 ? [] : right.includes("every layer above") ? above : [...everyone, ...named(right)];
    for (const layer of named(left)) layers.set(layer, new Set(allowed));
  }
  return layers;
}
const LAYERS = readLayers();

type Import = { from: string; to: string; re_export: boolean };
type Source = { path: string; layer: string; code: string };

/** A layer is a folder or a file in src, or a folder in insights. Paths are those of the repository. */
const layerOf = (path: string) => /^(?:src\/(\w[\w-]*)|(insights\/[\w-]+)\/)/.exec(path)?.slice(1).find(Boolean) ?? "";
const isComment = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line);

const readSources = (folder: string): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .sort()
    .map((found) => {
      const path = `${folder}/${found}`;
      const text = readFileSync(join(ROOT, path), "utf8");
      const lines = text.split("\n").filter((line) => !isComment(line));
      return { path, layer: layerOf(path), code: lines.join("\n") };
    });
const SOURCES = [...readSources("src"), ...readSources("insights/engine")];

/** Biome formats imports in one way, so patterns find them all; a test below counts `from "` to check that. */
function importsOf({ path, code }: Source): Import[] {
  const found: Import[] = [];
  const add = (to: string, re_export = false) => {
    if (to.startsWith(".")) found.push({ from: path, to: normalize(join(dirname(path), to)), re_export });
  };
  for (const [, keyword, to = ""] of code.matchAll(/^(import|export) [^"';]*?\s*from "([^"]+)"/gm)) {
    add(to, keyword === "export");
  }
  for (const [, to = ""] of code.matchAll(/^import "([^"]+)"/gm)) add(to);
  for (const [, to = ""] of code.matchAll(/\bimport\("([^"]+)"\)/g)) add(to);
  for (const [, to = ""] of code.matchAll(/new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g)) add(to);
  return found;
}

const IMPORTS = SOURCES.flatMap(importsOf);

describe("the layers", () => {
  test("every folder and file in src, and the engine, is in the layer table, and the table names nothing else", () => {
    const known = new Set(SOURCES.map(({ layer }) => layer));
    expect([...known].filter((layer) => !LAYERS.has(layer))).toEqual([]);
    expect([...LAYERS.keys()].filter((layer) => !known.has(layer))).toEqual([]);
    expect(LAYERS.size).toBeGreaterThan(15);
  });

  test("every import is found, and leads to a file", () => {
    const known = new Set(SOURCES.map(({ path }) => path));
    const code = IMPORTS.filter(({ to }) => /\.tsx?$/.test(to));
    expect(code.filter(({ to }) => !known.has(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    const written = SOURCES.flatMap(({ code: text }) => [...text.matchAll(/\bfrom "\.[^"]*"/g)]).length;
    const read = SOURCES.flatMap(importsOf).length;
    expect(read).toBeGreaterThanOrEqual(written);
    expect(read).toBeGreaterThan(200);
  });

  test("import only what the table allows", () => {
    const faults = IMPORTS.filter(({ from, to }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      const ours = LAYERS.has(target); // examples/, docs/ and the changelog are data
      return ours && layer !== target && !LAYERS.get(layer)?.has(target);
    });
    expect(faults.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test("have no import cycles, type imports included", () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of IMPORTS) next.set(from, [...(next.get(from) ?? []), to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      if (trail.includes(path) || done.has(path)) return;
      for (const to of next.get(path) ?? []) visit(to, [...trail, path]);
      done.add(path);
    };
    for (const { path } of SOURCES) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test("have no barrels: no file re-exports from another", () => {
    expect(IMPORTS.filter(({ re_export }) => re_export).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});

/** Every file and package that is loaded with a file. Types, and what is imported later, are not. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set([entry]);
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  for (const path of loaded) {
    if (!path.endsWith(".ts")) continue;
    for (const { path: to, kind } of transpiler.scanImports(readFileSync(join(ROOT, path), "utf8"))) {
      if (kind === "import-statement") loaded.add(to.startsWith(".") ? normalize(join(dirname(path), to)) : to);
    }
  }
  return loaded;
}

test("the build thread loads no schemas: zod took a third of the first change after an idle time (measured)", () => {
  const loaded = loadedWith("src/publish/build-worker.ts");
  expect(loaded).toContain("src/insights/insights-document.ts");
  expect(loaded).not.toContain("zod");
  expect(loadedWith("src/store/dataset/business.ts")).toContain("zod");
});

test("the public server loads nothing of the desk, and passkeys are loaded when the first one is used", () => {
  const loaded = loadedWith("src/commands/serve.ts");
  expect(loaded).toContain("src/http/server.ts");
  const desk = [...loaded].filter((path) => /^src\/(desk|owner)\/|webauthn/.test(path));
  expect(desk).toEqual([]);
  expect(loadedWith("src/commands/desk.ts")).toContain("src/owner/passkeys.ts");
  expect(loadedWith("src/commands/desk.ts")).not.toContain("@simplewebauthn/server");
});

test("a server loads the metrics only if they have a port, and what reads profiles only for the demonstration", () => {
  const loaded = loadedWith("src/commands/serve.ts");
  expect(["prom-client", "yaml"].filter((name) => loaded.has(name))).toEqual([]);
  expect(loadedWith("src/serve/metrics.ts")).toContain("prom-client");
  expect(loadedWith("src/terminal/read-profile.ts")).toContain("yaml");
});

test("the build thread loads no large module of Node that it may not need", () => {
  const loaded = loadedWith("src/publish/build-worker.ts");
  expect(loaded).toContain("node:fs");
  expect(["node:crypto", "node:zlib", "node:util"].filter((name) => loaded.has(name))).toEqual([]);
});

describe("where things live", () => {
  const faults = (pattern: RegExp, allowed: RegExp) =>
    SOURCES.filter(({ path, code }) => !allowed.test(path) && pattern.test(code)).map(({ path }) => path);

  test("only settings.ts reads the environment; cli.ts passes it on", () => {
    expect(faults(/\b(process|Bun|import\.meta)\.env\b/, /^src\/(settings|cli)\.ts$/)).toEqual([]);
  });

  test("only store contains SQL", () => {
    const sql =
      /["'`]\s*(SELECT\s|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX|UNIQUE)|ALTER\s+TABLE|DROP\s|PRAGMA\s|VACUUM|BEGIN\b|COMMIT\b)/;
    expect(faults(sql, /^src\/store\//)).toEqual([]);
    expect(faults(/from "(bun:sqlite)"|\{[^}]*\bSQL\b[^}]*\} from "bun"/, /^src\/store\//)).toEqual([]);
  });

  test("code that builds documents uses no clock, no randomness and no locale", () => {
    const volatile = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|\.toLocale\w+\(|\blocaleCompare\(/;
    expect(
      faults(volatile, /^(?!(src\/(model|render|snapshot|publish|insights|privacy|pages)|insights\/engine)\/)/),
    ).toEqual([]);
  });
});

test("no test blocks its process with expect().rejects or expect().resolves: test/end-of.ts says why", () => {
  const blocking = readSources("test").filter(({ code }) => /\)\s*\.(rejects|resolves)\s*\./.test(code));
  expect(blocking.map(({ path }) => path)).toEqual([]);
});

describe("lines are short", () => {
  const FOLDERS = ["src", "insights/engine", "insights/train", "insights/bench", "bin"];
  const LONGEST = 140;
  const LONGEST_SENTENCE = 200;

  /** Text for people: ten words in a row, a comma or a stop between words, and no sign of a regular expression. */
  function isSentence(line: string): boolean {
    const said = line
      .replace(/\$\{[^}]*\}/g, "x")
      .replaceAll("\\n", " ")
      .replaceAll("\\`", "`");
    return /(?:[^\s=<>]+ ){10}/.test(said) && /[\p{L}\d][.,:;] \p{L}/u.test(said) && !/[|\\[\]^]/.test(said);
  }
  const isLong = (line: string) => line.length > LONGEST && !(line.length <= LONGEST_SENTENCE && isSentence(line));

  test.each([
    ["a string", `"${"the row ".repeat(18)}is long, so it is read again",`, false],
    ["a comment", `/** ${"a word ".repeat(20)}is there: it says why. */`, false],
    ["a message with values", `\`${`of \${file} `.repeat(14)}is read, the rest is not\`,`, false],
    ["a sentence over 200", `"${"the row ".repeat(25)}is long, so it is read again",`, true],
    ["a word list", `"${"knee ".repeat(30)}",`, true],
    ["a pattern", `/(?:${"knee|".repeat(15)}hip), ${"the row ".repeat(10)}/`, true],
    ["an object", `...{ ${'knee: "hip", '.repeat(12)} },`, true],
  ])("%s of more than 140 characters", (_, line, long) => {
    expect(line.length).toBeGreaterThan(LONGEST);
    expect(isLong(line)).toBe(long);
  });

  test("no line has more than 140 characters, a sentence for people not more than 200", () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(?:ts|mjs|js|css|words\.txt)$/.test(path))
        .map((path) => `${folder}/${path}`),
    );
    expect(files.length).toBeGreaterThan(500);
    const faults = files.sort().flatMap((path) => {
      const lines = readFileSync(join(ROOT, path), "utf8").split("\n");
      return lines.flatMap((line, at) => (isLong(line) ? [`${path}:${at + 1} has ${line.length}`] : []));
    });
    expect(faults).toEqual([]);
  });
});

describe("names have one meaning", () => {
  const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;
  const repeated = <T>(items: readonly T[], key: (item: T) => string): [string, T[]][] =>
    [...Map.groupBy(items, key)].filter(([, same]) => same.length > 1);
  const nameOf = ({ path }: Source) => path.replace(/^.*\//, "");

  test("no two files of a layer have the same name", () => {
    const layers = [...Map.groupBy(SOURCES, ({ layer }) => layer).values()];
    expect(layers.flatMap((files) => repeated(files, nameOf).map(([, same]) => same.map(({ path }) => path)))).toEqual(
      [],
    );
  });

  test("files of several layers have the same name only for a noun: of the model, or one of those listed here", () => {
    const nouns = new Set(SOURCES.filter(({ layer }) => layer === "model").map(nameOf));
    const others = ["json-ld.ts", "settings.ts", "subscriptions.ts", "waiting.ts"];
    const in_src = SOURCES.filter(({ path }) => path.startsWith("src/"));
    const names = repeated(in_src, nameOf).map(([name]) => name);
    expect(names.filter((name) => !nouns.has(name) && !others.includes(name))).toEqual([]);
    expect(others.filter((name) => !names.includes(name))).toEqual([]);
  });

  test("an exported name is declared once", () => {
    const declared = SOURCES.flatMap(({ path, code }) =>
      [...code.matchAll(EXPORTED)].map(([, name = ""]) => ({ name, path })),
    );
    expect(declared.length).toBeGreaterThan(1000);
    expect(repeated(declared, ({ name }) => name).map(([, same]) => same)).toEqual([]);
  });

  test("open… is only what must be closed: a store, a thread, a file, a connection, a loop", () => {
    const opened = SOURCES.flatMap(({ code }) => [...code.matchAll(/\b(?:function|const) (open[A-Z]\w*)/g)]);
    const names = new Set(opened.map(([, name = ""]) => name));
    const stores = ["Postgres", "Replaced", "ServedStore", "Sqlite", "Store", "Unmigrated", "WatchedSqlite", "Whole"];
    const files = ["Arena", "Connection", "FileWatch", "Here", "Lock", "Nameless", "StringTable", "Zip"];
    const running = ["Hub", "Loop", "Metrics", "Preparers", "Ready", "Returns", "SyncDeps", "Thread", "Worker"];
    const sockets = ["Agent", "Downloads", "Outbound"];
    const closed = [...stores, ...files, ...running, ...sockets].map((name) => `open${name}`);
    expect([...names].sort()).toEqual(closed.sort());
  });
});
