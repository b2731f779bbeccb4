import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engine } from "../../insights/test/loaded-engine.ts";
import { createReviewCache } from "../../src/insights/analyzed-review.ts";
import { buildInsightsDocument } from "../../src/insights/insights-document.ts";
import type { ToldReports } from "../../src/model/insights-document.ts";
import { MADE_UP_PROFILE, makeUpClinic } from "./made-up-clinic.ts";

/** After a change that is wanted: WRITE_PINS=1 npx bun test test/insights/document.test.ts */
const WRITE = Boolean(process.env.WRITE_PINS);
const figures = {
  test_items: 1000,
  document_accuracy: 90.5,
  document_sign: 96,
  aspect_f1: 80,
  aspect_precision: 87.5,
  aspect_recall: 75,
  joint_f1: 70,
  aspect_polarity_accuracy: 92,
};
/** The engine with figures that no training changes. */
const { weights } = engine;
const FIXED = { ...engine, weights: { ...weights, header: { ...weights.header, version: "0", figures } } };

/** Where a quote begins and ends: report.test.ts compares the text of each with its review. */
const isPlace = (key: string): boolean => ["start", "end"].includes(key);

/** One line for each value, so that a difference names its place. */
const linesOf = (value: unknown, path = ""): string[] =>
  value !== null && typeof value === "object" && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, member]) =>
        isPlace(key) ? [] : linesOf(member, path === "" ? key : `${path}.${key}`),
      )
    : [`${path} ${JSON.stringify(value)}`];

test.each([
  [3, 1, "few", null],
  [24, 4, "some", MADE_UP_PROFILE],
  [150, 1, "many", MADE_UP_PROFILE],
] as const)("of %d made-up reviews the report is exactly this", (count, rare, name, profile) => {
  let told: ToldReports = {};
  const {
    per_review,
    engine: _,
    ...document
  } = buildInsightsDocument({
    engine: FIXED,
    profile,
    base_url: "https://reviews.example",
    generated_at: "2026-11-01T00:00:00Z",
    ...makeUpClinic(count, rare),
    cache: createReviewCache(FIXED, profile, () => true),
    toldFor: (reports) => {
      told = reports;
    },
  });
  const spanish = told.es?.faq.map(({ id, question, answer }) => [id, question, answer]);
  const lines = [...linesOf(document), ...linesOf(told.es?.summary, "es.summary"), ...linesOf(spanish, "es.faq")];
  const path = join(import.meta.dir, `pins/document-${name}.txt`);
  if (WRITE) writeFileSync(path, `${lines.join("\n")}\n`);
  expect(lines).toEqual(existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : []);
  expect(Object.keys(per_review).length).toBeLessThanOrEqual(count);
});
