import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const MOST_WORDS = 120;

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join(folder, path));

/** Paragraphs, items of lists and cells of tables. Code is none of them. */
const paragraphsOf = (page: string): string[] =>
  page
    .replace(/^```[\s\S]*?^```/gm, "")
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\n(?=\|)|(?<=^\|.*)\|/m)
    .map((paragraph) => paragraph.trim());

const wordsIn = (text: string): number => text.split(/\s+/).length;

test("no paragraph of the documentation is longer than 120 words", () => {
  const pages = ["README.md", "CONTRIBUTING.md", ...pagesIn("docs"), ...pagesIn("insights")];
  expect(pages.length).toBeGreaterThan(20);
  const long = pages.flatMap((path) =>
    paragraphsOf(readFileSync(join(ROOT, path), "utf8"))
      .filter((paragraph) => wordsIn(paragraph) > MOST_WORDS)
      .map((paragraph) => `${path}: ${wordsIn(paragraph)} words: ${paragraph.slice(0, 60)}`),
  );
  expect(long).toEqual([]);
});

test("the model card fits on two pages: 1,300 words", () => {
  expect(wordsIn(readFileSync(join(ROOT, "insights/model-card.md"), "utf8").trim())).toBeLessThanOrEqual(1300);
});
