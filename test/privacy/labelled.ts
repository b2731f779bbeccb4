import { readFileSync } from "node:fs";
import type { RedactionKind } from "../../src/model/review.ts";
import { findPrivate, type Span } from "../../src/privacy/redact.ts";

type Labelled = { line: string; text: string; spans: Span[] };

/** "Call {phone:541-555-0137}." → the plain text and where what must go stands in it. */
function parseLabelled(line: string): Labelled {
  const spans: Span[] = [];
  let text = "";
  let at = 0;
  for (const match of line.matchAll(/\{([a-z_]+):([^}]*)\}/g)) {
    text += line.slice(at, match.index);
    const value = match[2] ?? "";
    // The kinds are written in the fixture by hand; a wrong one is a miss.
    spans.push({ kind: match[1] as RedactionKind, start: text.length, end: text.length + value.length });
    text += value;
    at = match.index + match[0].length;
  }
  return { line, text: text + line.slice(at), spans };
}

export function readLabelled(): Labelled[] {
  const file = new URL("./fixtures/labelled.txt", import.meta.url);
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map(parseLabelled);
}

/** A bracket or a space more than labelled is no fault; anything else is. */
const SLACK = 3;
const covers = (found: Span, wanted: Span) =>
  found.kind === wanted.kind &&
  found.start <= wanted.start &&
  found.end >= wanted.end &&
  found.end - found.start <= wanted.end - wanted.start + SLACK;

export type Score = { lines: number; traps: number; wanted: number; found: number; hits: number; faults: string[] };

export function scoreLabelled(lines: readonly Labelled[]): Score {
  const score: Score = { lines: lines.length, traps: 0, wanted: 0, found: 0, hits: 0, faults: [] };
  for (const { line, text, spans } of lines) {
    const found = findPrivate(text);
    const hits = spans.filter((wanted) => found.some((span) => covers(span, wanted))).length;
    score.traps += spans.length === 0 ? 1 : 0;
    score.wanted += spans.length;
    score.found += found.length;
    score.hits += hits;
    if (hits < spans.length || found.length > hits) {
      score.faults.push(
        `${line} → ${found.map(({ kind, start, end }) => `${kind}:${text.slice(start, end)}`).join(" | ")}`,
      );
    }
  }
  return score;
}
