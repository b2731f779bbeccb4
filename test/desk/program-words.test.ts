import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { sayInWords } from "../../src/desk/program-words.ts";
import { DECISION_SENTENCES } from "../../src/desk/words/program/decision-sentences.ts";
import { DOCTOR_SENTENCES } from "../../src/desk/words/program/doctor-sentences.ts";
import { FILE_SENTENCES } from "../../src/desk/words/program/file-sentences.ts";
import { NOTE_SENTENCES } from "../../src/desk/words/program/note-sentences.ts";
import { SOURCE_SENTENCES } from "../../src/desk/words/program/source-sentences.ts";

const SRC = join(import.meta.dir, "../../src");
type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** The text of a string, a template, or several of them that are joined. Null if it is none. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral") {
    const quasis = node.quasis as { value: { cooked: string } }[]; // as ESTree has it
    return quasis.map(({ value }) => value.cooked).join("{}");
  }
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null || right === null ? null : left + right;
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (isNode(node)) {
    see(node);
    for (const value of Object.values(node)) visit(value, see);
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

const nodesOf = (path: string): Node[] => {
  const nodes: Node[] = [];
  visit(parseSync(path, readFileSync(join(SRC, path), "utf8")).program.body, (node) => nodes.push(node));
  return nodes;
};

/** What is thrown, refused or told as a reason in these folders. */
function reasonsIn(path: string): string[] {
  const nameOf = (node: unknown) => (isNode(node) ? String(node.name ?? "") : "");
  const CALLS = ["OperatorError", "refuseDecision", "fault", "warning"];
  return nodesOf(path).flatMap((node) => {
    const called = node.type === "NewExpression" || node.type === "CallExpression";
    if (called && CALLS.includes(nameOf(node.callee))) {
      const given = node.arguments as unknown[];
      const at = ["fault", "warning"].includes(nameOf(node.callee)) ? [1, 2] : [0];
      return at.flatMap((one) => textOf(given[one]) ?? []);
    }
    const key = nameOf(node.key);
    if (node.type === "Property" && ["reason", "fault"].includes(key)) return textOf(node.value) ?? [];
    return [];
  });
}

/** No page of the desk can show these: they are about the options and files of a command, or a pinned log. */
const ONLY_COMMANDS = [
  "import/record/open-questions.ts", // asked as a question
  "import/run/judge-again.ts", // before the desk starts
  "owner/passkeys.ts", // only in the log
  "owner/restore-backup.ts",
  "upkeep/erasure-ledger.ts",
  "upkeep/make-backup.ts",
  "sync/config.ts", // headers
  "sync/source-secrets.ts",
];

/** The desk never asks for these: it answers yes itself, or shows its own words. */
const ANSWERED = [
  "nothing was changed",
  "nothing was imported",
  "{} does not say when it was exported: with --complete, use --exported-at 2026-05-01T12:00:00Z (a review that is newer is not deleted)",
];

const all = [FILE_SENTENCES, NOTE_SENTENCES, SOURCE_SENTENCES, DECISION_SENTENCES, DOCTOR_SENTENCES].flat();

describe("sentences of the program at the desk", () => {
  test("whatever an import, a source, a decision or a check can answer has Spanish words", () => {
    const folders = ["import", "sync", "owner", "upkeep/checks"];
    const paths = folders.flatMap(filesIn).filter((path) => !ONLY_COMMANDS.includes(path));
    const reasons = paths.flatMap((path) => reasonsIn(path).map((text) => ({ path, text })));
    expect(reasons.length).toBeGreaterThan(200);
    const unknown = reasons.filter(({ text }) => {
      const filled = text.replaceAll("{}", "X9");
      return /[a-z]{2} [a-z]{2}/.test(text) && !ANSWERED.includes(text) && sayInWords("es", filled) === null;
    });
    expect(unknown.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  test("every sentence that is translated is one of the program", () => {
    const folders = ["import", "sync", "owner", "upkeep", "store", "model", "outbound", "desk"];
    const paths = folders.flatMap(filesIn).filter((path) => !path.includes("words/program"));
    const source = paths.map((path) => readFileSync(join(SRC, path), "utf8")).join("\n");
    const whole = source
      .replace(/["`] \+\s*["`]/g, "")
      .replaceAll('\\"', '"')
      .replaceAll("\\ufffd", "\ufffd");
    // Of joined sentences, each is looked for alone.
    const parts = all.flatMap(([program]) =>
      program
        .replace(/^the picture /, "")
        .split(/\{\}|[:;] /)
        .map((part) => part.trim()),
    );
    expect(parts.filter((part) => part.length > 24 && !whole.includes(part))).toEqual([]);
  });

  test("every value has its place, and none is twice in the list", () => {
    for (const [program, es, en] of all) {
      const places = program.split("{}").length - 1;
      for (const words of [es, en ?? ""])
        for (const [, place] of words.matchAll(/\{(\d)\}/g))
          expect([program, Number(place) <= places]).toEqual([program, true]);
    }
    expect(new Set(all.map(([program]) => program)).size).toBe(all.length);
  });

  test("a reason inside a sentence is said in the same language", () => {
    expect(
      sayInWords("es", "a.json is broken JSON at line 3, column 1: the file ends too early. Export the file again"),
    ).toBe(
      "a.json es un JSON dañado en la línea 3, columna 1: el archivo termina antes de tiempo. Exporta el archivo de nuevo",
    );
    expect(sayInWords("en", "review R1 is not held as a look-alike: candor waiting lists those that are")).toBe(
      "review R1 is not held as a look-alike",
    );
    expect(sayInWords("es", "Traceback: something nobody knows")).toBeNull();
  });

  test("words of a file cannot make it slow", () => {
    const hostile = "a mixes dates with the x first (y) and the ".repeat(20_000);
    const started = process.cpuUsage();
    sayInWords("es", hostile);
    const { user } = process.cpuUsage(started);
    expect(user / 1000).toBeLessThan(500);
  });
});
