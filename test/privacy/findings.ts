import { readFileSync } from "node:fs";
import { findInLine } from "../../bench/privacy/rules.ts";
import { DEVELOPMENT, type Line, readLines, readReplies } from "../../bench/privacy/score.ts";
import { checkReply } from "../../src/privacy/replies/check-reply.ts";
import type { RedactionSpan } from "../../src/privacy/span.ts";

type SetName = (typeof DEVELOPMENT)[number];
export type Finding = { line: Line; found: RedactionSpan[] };

const kept = new Map<SetName, Finding[]>();

/** What is found in each line of a set, by its place. */
export function findingsOf(set: SetName): Finding[] {
  const findings = kept.get(set) ?? readLines(set).map((line) => ({ line, found: findInLine(line) }));
  kept.set(set, findings);
  return findings;
}

const nameOf = (set: SetName): string => set.replace("-", "") || "first";
const inOrder = (found: readonly RedactionSpan[]) => found.toSorted((a, b) => a.start - b.start);

/** Lines in which other passages are found than the labeled ones, be it by one character. */
function renderLines(set: SetName): string[] {
  return findingsOf(set).flatMap(({ line, found }, at) => {
    const texts = inOrder(found).map(({ start, end }) => line.text.slice(start, end));
    if (JSON.stringify(texts) === JSON.stringify(line.redacted)) return [];
    return `${nameOf(set)} line ${at + 1}: ${texts.join(" | ")}`;
  });
}

/** How often each kind is found in the lines of each class, and with what in its place. */
function renderKinds(set: SetName): string[] {
  const counts = new Map<string, number>();
  for (const { line, found } of findingsOf(set)) {
    for (const { kind, shown } of found) {
      const key = `${nameOf(set)} ${line.class}: ${kind}${shown === undefined ? "" : ` shown as ${shown}`}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return [...counts].map(([key, count]) => `${key} × ${count}`).sort();
}

/** The words for which replies are held. */
const renderReplies = (set: SetName): string[] =>
  readReplies(set).flatMap(({ text, lang }, at) => {
    const held = checkReply(text, lang);
    return held === null ? [] : `${nameOf(set)} reply ${at + 1}: ${held.words.join(" | ") || held.reason}`;
  });

export const renderFindings = (): string =>
  [...DEVELOPMENT.flatMap(renderLines), ...DEVELOPMENT.flatMap(renderKinds), ...DEVELOPMENT.flatMap(renderReplies)]
    .map((row) => `${row}\n`)
    .join("");

/** After a change of the rules: `bun test/privacy/findings.ts > test/privacy/pins/findings.txt`, and read the difference. */
export const readFindings = (): string => readFileSync(new URL("./pins/findings.txt", import.meta.url), "utf8");

if (import.meta.main) process.stdout.write(renderFindings());
