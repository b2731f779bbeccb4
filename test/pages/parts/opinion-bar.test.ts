import { expect, test } from "bun:test";
import { opinionBar, opinionWords, type Subject } from "../../../src/pages/parts/opinion-bar.ts";
import { SITE } from "../site.ts";

const opinions = (positive: number, neutral: number, mixed: number, negative: number) => ({
  positive_count: positive,
  neutral_count: neutral,
  mixed_count: mixed,
  negative_count: negative,
});
const ASPECT: Subject = { filters: { aspect: "care" }, by: "aspect_sentiment" };
const TOPIC: Subject = { filters: { topic: "pool" }, by: "sentiment" };

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

test("below five reviews there is no bar; without a subject it has no links", () => {
  expect(opinionBar(SITE, opinions(3, 0, 0, 1), ASPECT).markup).toBe("");
  expect(opinionBar(SITE, opinions(4, 0, 0, 1), ASPECT).markup).toContain("<svg");
  expect(opinionBar(SITE, opinions(4, 0, 0, 1), null).markup).not.toContain("<a ");
});

test("the words have counts that lead to their reviews, of an aspect or of a person, service or topic", () => {
  expect(opinionWords(SITE, opinions(3, 0, 0, 2), ASPECT).markup).toBe(
    '<ul class="inline shares"><li><a href="/reviews?aspect=care&amp;aspect_sentiment=positive">3 positive</a></li><li><a href="/reviews?aspect=care&amp;aspect_sentiment=negative">2 negative</a></li></ul>',
  );
  expect(opinionWords(SITE, opinions(1, 0, 0, 0), TOPIC).markup).toBe(
    '<ul class="inline shares"><li><a href="/reviews?topic=pool&amp;sentiment=positive">1 positive</a></li></ul>',
  );
});
