import { expect, test } from "bun:test";
import { opinionBar, opinionWords } from "../../../src/pages/parts/opinion-bar.ts";
import { SITE } from "../site.ts";

const opinions = (positive: number, neutral: number, mixed: number, negative: number) => ({
  positive_count: positive,
  neutral_count: neutral,
  mixed_count: mixed,
  negative_count: negative,
});
const ASPECT = { filters: { aspect: "care" }, parted: true };
const TOPIC = { filters: { topic: "pool" }, parted: false };

test("each part of a bar is as wide as its share and links to its reviews; neutral and mixed are between", () => {
  const { markup } = opinionBar(SITE, opinions(5, 1, 2, 2), ASPECT);
  expect(
    Array.from(
      markup.matchAll(/<a href="([^"]*)" tabindex="-1"><rect class="(\w+)" x="([\d.]+%)" width="([\d.]+%)"/g),
      ([, ...part]) => part,
    ),
  ).toEqual([
    ["/reviews?aspect=care&amp;aspect_sentiment=positive", "praise", "0%", "50%"],
    ["/reviews?aspect=care&amp;aspect_sentiment=neutral", "between", "50%", "10%"],
    ["/reviews?aspect=care&amp;aspect_sentiment=mixed", "between", "60%", "20%"],
    ["/reviews?aspect=care&amp;aspect_sentiment=negative", "criticism", "80%", "20%"],
  ]);
});

test("below five reviews there is no bar and no share", () => {
  expect(opinionBar(SITE, opinions(3, 0, 0, 1), ASPECT).markup).toBe("");
  expect(opinionBar(SITE, opinions(4, 0, 0, 1), ASPECT).markup).toContain("<svg");
  expect(opinionWords(SITE, opinions(3, 0, 0, 1), TOPIC).markup).toBe(
    '<ul class="inline shares"><li>3 positive</li><li>1 negative</li></ul>',
  );
});

test("the words have counts and shares, with links where a filter finds the reviews", () => {
  expect(opinionWords(SITE, opinions(3, 0, 0, 2), ASPECT).markup).toBe(
    '<ul class="inline shares"><li><a href="/reviews?aspect=care&amp;aspect_sentiment=positive">3 positive</a> (60%)</li><li><a href="/reviews?aspect=care&amp;aspect_sentiment=negative">2 negative</a> (40%)</li></ul>',
  );
  expect(opinionBar(SITE, opinions(5, 0, 0, 0), TOPIC).markup).toContain('<a href="/reviews?topic=pool"');
});
