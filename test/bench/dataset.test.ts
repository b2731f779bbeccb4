import { expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { benchRows } from "../../bench/dataset.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";

const DEMO = join(import.meta.dir, "../../examples/demo-clinic/reviews.ndjson");

async function rowsOf(count: number): Promise<ReviewRow[]> {
  const rows: ReviewRow[] = [];
  for await (const page of benchRows(count)) rows.push(...page);
  return rows;
}

const textsOf = (rows: { text: string | null }[]): string[] =>
  rows.flatMap(({ text }) => (text === null ? [] : [text]));
const ratio = (texts: string[]): number => {
  const bytes = Buffer.from(texts.join("\n"));
  return bytes.length / gzipSync(bytes).length;
};

const rows = await rowsOf(20_000);
const texts = textsOf(rows);
const demo = textsOf(
  (await Bun.file(DEMO).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line)),
);

test("the reviews of a benchmark have texts of their own: at least 95 % of 20,000 are distinct", () => {
  expect(rows).toHaveLength(20_000);
  expect(new Set(texts).size / texts.length).toBeGreaterThan(0.95);
});

test("they compress like the demonstration's texts, few or many of them", () => {
  for (const some of [texts.slice(0, demo.length), texts.slice(-demo.length), texts]) {
    expect(ratio(some) / ratio(demo)).toBeGreaterThan(0.75);
    expect(ratio(some) / ratio(demo)).toBeLessThan(1.25);
  }
});

test("they are as long as the demonstration's texts, and as many reviews are rating-only", () => {
  const average = (of: string[]) => of.join("").length / of.length;
  expect(average(texts) / average(demo)).toBeCloseTo(1, 1);
  expect(texts.length / rows.length).toBeCloseTo(188 / 217, 1);
});

test("the same count gives the same rows, and a larger count begins with them", async () => {
  expect(await rowsOf(3000)).toEqual(rows.slice(0, 3000));
});
