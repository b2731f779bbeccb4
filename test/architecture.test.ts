import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "..");
const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 60;
/** Longer than that when the rule came: they may shrink, and none may join them. */
const KNOWN_LONG: Record<string, number> = {
  "serve/metrics.ts": 72,
  "import/read/json-elements.ts": 67,
  "import/prepare/prepare.ts": 66,
  "websub/worker.ts": 69,
};

/** The layer table of docs/architecture.md: what each layer may import of ours. Types count too. */
function readLayers(): Map<string, ReadonlySet<string>> {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const table = /<!-- layers -->\n([\s\S]*?)<!-- \/layers -->/.exec(page)?.[1] ?? "";
  const rows = table.split("\n").slice(2, -1);
  const named = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
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
type Source = { path: string; layer: string; text: string; code: string; lines: string[] };

const isComment = (line: string) => /^\s*(\/\/|\/\*|\*)/.test(line);

const SOURCES: Source[] = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(ROOT, "src", path), "utf8");
    const lines = text.trimEnd().split("\n");
    const code = lines.filter((line) => !isComment(line)).join("\n");
    return { path, layer: path.split("/")[0]?.replace(/\.tsx?$/, "") ?? "", text, code, lines };
  });

/** Biome keeps imports in one form, so patterns find them all; the count of `from "` below checks that. */
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
const layerOf = (path: string) => path.split("/")[0]?.replace(/\.\w+$/, "") ?? "";

describe("the layers", () => {
  test("every folder and file of src has its line in the table, and every line its folder or file", () => {
    const known = new Set(SOURCES.map(({ layer }) => layer));
    expect([...known].filter((layer) => !LAYERS.has(layer))).toEqual([]);
    expect([...LAYERS.keys()].filter((layer) => !known.has(layer))).toEqual([]);
    expect(LAYERS.size).toBeGreaterThan(15);
  });

  test("every import is seen, and leads to a file", () => {
    const known = new Set(SOURCES.map(({ path }) => path));
    const code = IMPORTS.filter(({ to }) => /\.tsx?$/.test(to));
    expect(code.filter(({ to }) => !known.has(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    const written = SOURCES.flatMap(({ code: text }) => [...text.matchAll(/\bfrom "\.[^"]*"/g)]).length;
    const read = SOURCES.flatMap(importsOf).length;
    expect(read).toBeGreaterThanOrEqual(written);
    expect(read).toBeGreaterThan(200);
  });

  test("import what the table allows", () => {
    const faults = IMPORTS.filter(({ from, to }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      const ours = LAYERS.has(target); // examples/, docs/ and the changelog are data
      return ours && layer !== target && !LAYERS.get(layer)?.has(target);
    });
    expect(faults.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test("have no cycles, not even of types", () => {
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

  test("have no barrels: nothing is exported from another file", () => {
    expect(IMPORTS.filter(({ re_export }) => re_export).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});

describe("where things live", () => {
  const faults = (pattern: RegExp, allowed: RegExp) =>
    SOURCES.filter(({ path, code }) => !allowed.test(path) && pattern.test(code)).map(({ path }) => path);

  test("settings.ts alone reads the environment; cli.ts hands it on", () => {
    expect(faults(/\b(process|Bun|import\.meta)\.env\b/, /^(settings|cli)\.ts$/)).toEqual([]);
  });

  test("SQL is in store alone", () => {
    const sql =
      /["'`]\s*(SELECT\s|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX|UNIQUE)|ALTER\s+TABLE|DROP\s|PRAGMA\s|VACUUM|BEGIN\b|COMMIT\b)/;
    expect(faults(sql, /^store\//)).toEqual([]);
    expect(faults(/from "(bun:sqlite)"|\{[^}]*\bSQL\b[^}]*\} from "bun"/, /^store\//)).toEqual([]);
  });

  test("what builds documents has no clock, no chance and no locale", () => {
    const volatile = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|\.toLocale\w+\(|\blocaleCompare\(/;
    expect(faults(volatile, /^(?!(model|render|snapshot|publish|insights|privacy|pages)\/)/)).toEqual([]);
  });
});

describe("size", () => {
  test(`a file has at most ${MAX_FILE_LINES} lines`, () => {
    const long = SOURCES.filter(({ lines }) => lines.length > MAX_FILE_LINES);
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([]);
  });

  test(`a function has at most ${MAX_FUNCTION_LINES} lines`, () => {
    const begin =
      /^(\s*)(export )?(default )?(async )?(function\b|const \w+ = (async )?(<[^>]*>)?\(.*=> \{$|(async )?\w+\(.*\) ?(: .*)?\{$)/;
    const long = SOURCES.flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => {
        const match = begin.exec(line);
        if (!match || /^\s*(if|for|while|switch|catch|return)\b/.test(line)) return [];
        const end = lines.findIndex((other, i) => i > at && other.startsWith(`${match[1]}}`));
        const length = end - at + 1;
        return length > (KNOWN_LONG[path] ?? MAX_FUNCTION_LINES) ? [`${path}:${at + 1} ${length} lines`] : [];
      }),
    );
    expect(long).toEqual([]);
  });
});
