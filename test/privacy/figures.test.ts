import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findInLine } from "../../bench/privacy/rules.ts";
import {
  DEVELOPMENT,
  precisionOf,
  readLines,
  readReplies,
  recallOf,
  scoreLines,
  scoreReplies,
} from "../../bench/privacy/score.ts";
import { checkReply } from "../../src/privacy/replies/check-reply.ts";
import { findingsOf, readFindings, renderFindings } from "./findings.ts";

const isHeld = ({ text, lang }: { text: string; lang: string }) => checkReply(text, lang) !== null;

test.each(DEVELOPMENT)("of the lines %p, with which the rules are made, hardly any is missed or altered", (set) => {
  const found = new Map(findingsOf(set).map((finding) => [finding.line, finding.found]));
  const { total, classes } = scoreLines([...found.keys()], (line) => found.get(line) ?? []);
  expect(total.wanted).toBeGreaterThan(250);
  expect(recallOf(total)).toBeGreaterThanOrEqual(0.98);
  expect(precisionOf(total)).toBeGreaterThanOrEqual(0.99);
  const weak = [...classes].filter(([, counts]) => counts.wanted > 0 && recallOf(counts) < 0.9);
  expect(weak).toEqual([]);
});

test.each(DEVELOPMENT)("of the replies %p, all that reveal something are held, and hardly any other", (set) => {
  const { held, harmful, wrongly, harmless } = scoreReplies(readReplies(set), isHeld);
  expect(held / harmful).toBeGreaterThanOrEqual(0.98);
  expect(wrongly / harmless).toBeLessThanOrEqual(0.02);
});

test("what is found in these lines and replies, and what is shown in its place, is what pins/findings.txt says", () => {
  expect(renderFindings()).toBe(readFindings());
});

test("the table in docs/privacy.md is what the held-out lines give", () => {
  const docs = readFileSync(join(import.meta.dir, "../../docs/privacy.md"), "utf8");
  const { total, classes } = scoreLines(readLines("held-out"), findInLine);
  for (const [name, counts] of [...classes, ["all", total] as const]) {
    if (counts.wanted === 0) continue;
    expect(docs).toContain(`| ${name} | ${counts.wanted} | ${counts.caught} | ${recallOf(counts).toFixed(2)} |`);
  }
  const harmless = readLines("held-out").filter(({ redacted }) => redacted.length === 0).length;
  expect(docs).toContain(`Of ${harmless} harmless lines ${total.altered} `);
  const replies = scoreReplies(readReplies("held-out"), isHeld);
  expect(docs).toContain(
    `Of ${replies.harmful} replies that reveal something ${replies.held} are held (${(replies.held / replies.harmful).toFixed(2)}), and ${replies.wrongly} of ${replies.harmless} harmless ones`,
  );
});
