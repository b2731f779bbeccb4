import { expect, test } from "bun:test";
import { MEASURED_WITH_STARS } from "../engine/verdicts/published.ts";
import { percentOf, readStarred, STAR_BANDS, sayAgainst, starredFigures } from "../train/starred-figures.ts";
import { engine } from "./loaded-engine.ts";

const development = await readStarred("development");
const held_out = await readStarred("held_out");

test("the reviews with stars are of all bands, in both languages, and by other writers for development", () => {
  expect([development.length, held_out.length]).toEqual([170, 186]);
  for (const reviews of [development, held_out]) {
    for (const rating of [1, 2, 3, 4, 5])
      expect(reviews.filter((one) => one.rating === rating).length).toBeGreaterThan(10);
    expect(sayAgainst(reviews) / reviews.length).toBeGreaterThan(1 / 3);
    expect(reviews.filter(({ language }) => language === "es").length).toBeGreaterThan(20);
    for (const { text, things } of reviews)
      for (const { start, end } of things) expect(text.slice(start, end).trim()).toHaveLength(end - start);
  }
  const writers = new Set(held_out.map(({ writer }) => writer));
  expect(development.filter(({ writer }) => writers.has(writer))).toEqual([]);
});

test("the published figures are those of the held-out reviews with stars", () => {
  const { "all claims": all, "against the stars": against } = starredFigures(engine, held_out);
  expect({
    texts: held_out.length,
    right_pct: percentOf(all.right, all.published),
    found_pct: percentOf(all.found, all.wanted),
    against_stars_found_pct: percentOf(against.found, against.wanted),
  }).toEqual(MEASURED_WITH_STARS);
});

test("of held-out claims against the stars, 70 % are published, 65 % in each band, and 93 % of them are right", () => {
  const figures = starredFigures(engine, held_out);
  for (const band of STAR_BANDS.slice(1)) expect(figures[band].found / figures[band].wanted).toBeGreaterThan(0.65);
  const { found, wanted, right, published } = figures["against the stars"];
  expect(found / wanted).toBeGreaterThan(0.7);
  expect(right / published).toBeGreaterThan(0.93);
});
