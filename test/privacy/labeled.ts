import { readFileSync } from "node:fs";
import type { RedactionKind } from "../../src/model/review-kinds.ts";
import { createRedactor } from "../../src/privacy/redact.ts";
import type { RedactionSpan } from "../../src/privacy/span.ts";

export type Labeled = { line: string; text: string; spans: RedactionSpan[] };

/** "Call {phone:541-555-0137}." → the plain text, and where the passages are that must be redacted. */
export function parseLabeled(line: string): Labeled {
  const spans: RedactionSpan[] = [];
  let text = "";
  let at = 0;
  for (const match of line.matchAll(/\{([a-z_]+):([^}]*)\}/g)) {
    text += line.slice(at, match.index);
    const value = match[2] ?? "";
    // The fixture is written by hand; a wrong kind counts as a miss.
    spans.push({ kind: match[1] as RedactionKind, start: text.length, end: text.length + value.length });
    text += value;
    at = match.index + match[0].length;
  }
  return { line, text: text + line.slice(at), spans };
}

export function readLabeled(): Labeled[] {
  const file = new URL("./fixtures/labeled.txt", import.meta.url);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(parseLabeled);
}

/** A match may be longer than its label by a bracket or a space. */
const MOST_EXTRA = 3;
const covers = (found: RedactionSpan, wanted: RedactionSpan) =>
  found.kind === wanted.kind &&
  found.start <= wanted.start &&
  found.end >= wanted.end &&
  found.end - found.start <= wanted.end - wanted.start + MOST_EXTRA;

export type Score = { lines: number; traps: number; wanted: number; found: number; hits: number; mistakes: string[] };

const redactor = createRedactor(null);

export function scoreLabeled(lines: readonly Labeled[]): Score {
  const score: Score = { lines: lines.length, traps: 0, wanted: 0, found: 0, hits: 0, mistakes: [] };
  for (const { line, text, spans } of lines) {
    const found = redactor.find(text);
    const hits = spans.filter((wanted) => found.some((span) => covers(span, wanted))).length;
    score.traps += spans.length === 0 ? 1 : 0;
    score.wanted += spans.length;
    score.found += found.length;
    score.hits += hits;
    if (hits < spans.length || found.length > hits) {
      score.mistakes.push(
        `${line} → ${found.map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`).join(" | ")}`,
      );
    }
  }
  return score;
}
