import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(import.meta.dir, "..");
const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 60;
/** Longer than that when the rule came: they may shrink, and none may join them. */
const KNOWN_LONG: Record<string, number> = {
  "commands/metrics.ts": 72,
  "import/json-elements.ts": 67,
  "import/prepare.ts": 66,
  "websub/worker.ts": 69,
};

type Layer = { imports: readonly string[]; types?: readonly string[] };
/** Data flows one way: import → store → snapshot → (http | mcp | websub | pages). What a layer may import of ours. */
const LAYERS: Record<string, Layer> = {
  model: { imports: [] },
  errors: { imports: [] },
  log: { imports: [] },
  version: { imports: [] },
  settings: { imports: [] },
  "secret-key": { imports: ["store"], types: ["settings"] },
  privacy: { imports: ["model"] },
  insights: { imports: ["model"] },
  render: { imports: ["model"] },
  store: { imports: ["model"] },
  import: { imports: ["model", "privacy", "insights"], types: ["store"] },
  snapshot: { imports: ["model", "render", "insights"] },
  http: { imports: ["model", "snapshot", "render"], types: ["settings"] },
  mcp: { imports: ["model", "snapshot", "render"], types: ["settings"] },
  pages: { imports: ["model", "render"] },
  websub: { imports: ["model", "store"], types: ["snapshot", "settings"] },
  commands: { imports: [] },
  cli: { imports: ["commands"] },
};
/** Importable by all. */
const EVERYWHERE = ["errors", "log", "version"];

type Import = { from: string; to: string; type_only: boolean; re_export: boolean };
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
  const add = (to: string, type_only: boolean, re_export = false) => {
    if (to.startsWith(".")) found.push({ from: path, to: normalize(join(dirname(path), to)), type_only, re_export });
  };
  for (const [, keyword, type, names = "", to = ""] of code.matchAll(
    /^(import|export) (type )?([^"';]*?)\s*from "([^"]+)"/gm,
  )) {
    const listed = /^\{([^}]*)\}$/.exec(names.trim())?.[1]?.split(",") ?? [];
    const each = listed.map((name) => name.trim()).filter((name) => name !== "");
    const typed = type !== undefined || (each.length > 0 && each.every((name) => name.startsWith("type ")));
    add(to, typed, keyword === "export");
  }
  for (const [, to = ""] of code.matchAll(/^import "([^"]+)"/gm)) add(to, false);
  for (const [, to = ""] of code.matchAll(/\bimport\("([^"]+)"\)/g)) add(to, false);
  for (const [, to = ""] of code.matchAll(/new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g)) add(to, false);
  return found;
}

const IMPORTS = SOURCES.flatMap(importsOf);
const layerOf = (path: string) => path.split("/")[0]?.replace(/\.\w+$/, "") ?? "";

describe("the layers", () => {
  test("every folder and file of src has its line in the table", () => {
    expect([...new Set(SOURCES.map(({ layer }) => layer))].filter((layer) => !(layer in LAYERS))).toEqual([]);
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

  test("import what the table allows, and types alone where it says so", () => {
    const faults = IMPORTS.filter(({ from, to, type_only }) => {
      const [layer, target] = [layerOf(from), layerOf(to)];
      if (layer === target || layer === "commands" || EVERYWHERE.includes(target)) return false;
      const allowed = LAYERS[layer];
      if (allowed?.imports.includes(target)) return false;
      return !(type_only && allowed?.types?.includes(target));
    });
    expect(faults.map(({ from, to, type_only }) => `${from} → ${to}${type_only ? " (type)" : ""}`)).toEqual([]);
  });

  test("nobody but the command line imports commands", () => {
    const faults = IMPORTS.filter(({ from, to }) => layerOf(to) === "commands" && !/^(commands|cli)\b/.test(from));
    expect(faults.map(({ from }) => from)).toEqual([]);
  });

  test("have no cycles", () => {
    const next = new Map<string, string[]>();
    // A type is erased: it makes no cycle at run time.
    for (const { from, to, type_only } of IMPORTS) if (!type_only) next.set(from, [...(next.get(from) ?? []), to]);
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
    expect(faults(volatile, /^(?!(model|render|snapshot|insights|privacy|pages)\/)/)).toEqual([]);
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
