import { expect, test } from "bun:test";
import { applyMutant, findMutants } from "./mutate.ts";

const changesOf = (source: string) => findMutants("a.ts", source).map(({ before, after }) => `${before} → ${after}`);

test("each kind of decision is changed", () => {
  expect(changesOf("a < b; c === d; e && f;")).toEqual(["a < b → a <= b", "c === d → c !== d", "e && f → e || f"]);
  expect(changesOf("limit = 10; strict = true;")).toEqual([
    "limit = 10 → limit = 11",
    "strict = true → strict = false",
  ]);
  expect(changesOf('kind === "x";')).toEqual(['kind === "x" → kind !== "x"', 'kind === "x" → kind === "mutant"']);
  expect(changesOf("ready() ? a : b;")).toEqual(["ready() ? a : b → ready() ? b : a"]);
  expect(changesOf("x = list.filter(keep).sort();")).toEqual([
    "list.filter(keep).sort() → list.filter(keep)",
    "list.filter(keep) → list",
  ]);
  expect(changesOf("await save(x);")).toEqual(["await save(x); → (removed)"]);
  expect(changesOf("function f() { if (done) return; g = 2 }")).toEqual([
    "if (done) return; → if (!(done)) return;",
    "return; → (removed)",
    "g = 2 → g = 3",
  ]);
});

test("types, imports, log lines, error messages and texts for people stay as they are", () => {
  const source = `
    import a from "./1.ts";
    type T = { size: 1 | 2; kind: "a" };
    log.info("event", { count: 1 });
    const usage = \`at most \${2} files\`;
    const x = y as 3;
    fail(new OperatorError("more than " + 4));
  `;
  expect(changesOf(source)).toEqual(['fail(new OperatorError("more than " + 4)); → (removed)']);
});

test("a mutant has its line, and gives the changed source or null if that does not parse", () => {
  const source = 'const s = "é😀";\nconst x = a > 1;\n';
  const [flipped] = findMutants("a.ts", source);
  expect(flipped).toMatchObject({ file: "a.ts", line: 2, before: "a > 1", after: "a >= 1" });
  expect(flipped && applyMutant(flipped, source)).toBe('const s = "é😀";\nconst x = a >= 1;\n');
  const broken = { file: "a.ts", line: 1, before: "", after: "", edit: { start: 0, end: 5, text: "(" } };
  expect(applyMutant(broken, source)).toBeNull();
});
