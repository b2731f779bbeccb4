import { describe, expect, test } from "bun:test";
import { excerpt, markQuery, stars } from "../../../src/pages/parts/review-card.ts";

describe("a search term in a text", () => {
  test("every match is marked, in upper or lower case, and the rest is escaped", () => {
    expect(markQuery("Knee <b> kneel", "KNEE").markup).toBe("<mark>Knee</mark> &lt;b&gt; <mark>knee</mark>l");
  });
  test("marks are right where folding changes the length of the text, and an apostrophe of a phone is marked", () => {
    expect(markQuery("İstanbul knee", "knee").markup).toBe("İstanbul <mark>knee</mark>");
    expect(markQuery("They don’t  wait", "DON'T wait").markup).toBe("They <mark>don’t  wait</mark>");
    expect(markQuery("Groß und Rosalía", "rosalia").markup).toBe("Groß und <mark>Rosalía</mark>");
    expect(markQuery("Straße", "ras").markup).toBe("St<mark>raß</mark>e");
  });
  test("nothing is marked without a search term", () => {
    expect(markQuery("a & b", undefined).markup).toBe("a &amp; b");
  });
});

describe("the part of a text that a list shows", () => {
  test("a long text is shown around its match", () => {
    const { shown, whole } = excerpt(`${"word ".repeat(400)}needle${" word".repeat(400)}`, "needle");
    expect(whole).toBe(false);
    expect(shown).toContain("needle");
    expect(shown.length).toBeLessThan(720);
  });
  test("an excerpt does not begin inside a character", () => {
    const { shown } = excerpt(`${"😀".repeat(500)} needle ${"word ".repeat(200)}`, "needle");
    expect(shown).toStartWith("…😀");
    expect(shown.isWellFormed()).toBe(true);
  });
  test("a match near the start does not move the excerpt", () => {
    const { shown } = excerpt(`needle ${"word ".repeat(400)}`, "needle");
    expect(shown).toStartWith("needle word");
  });
  test("700 characters are shown whole, 701 are not", () => {
    expect(excerpt("x".repeat(700), undefined)).toEqual({ shown: "x".repeat(700), whole: true });
    expect(excerpt("x".repeat(701), undefined)).toEqual({ shown: `${"x".repeat(700)}…`, whole: false });
  });
  test("empty lines do not stretch a list", () => {
    expect(excerpt(`a${"\n".repeat(50)}b`, undefined)).toEqual({ shown: "a\n\nb", whole: true });
    expect(excerpt(Array(14).fill("x").join("\n"), undefined).whole).toBe(true);
    expect(excerpt(Array(15).fill("x").join("\n"), undefined).whole).toBe(false);
    expect(excerpt("x\n".repeat(40), undefined).whole).toBe(false);
    expect(excerpt("x\n".repeat(40), undefined).shown.split("\n").length).toBe(14);
  });
});

test("stars are shown to the nearest half", () => {
  const classOf = (rating: number) => /stars-\d+/.exec(stars(rating).markup)?.[0];
  expect([classOf(5), classOf(4.3), classOf(4.2), classOf(1)]).toEqual([
    "stars-50",
    "stars-45",
    "stars-40",
    "stars-10",
  ]);
});
