import { describe, expect, test } from "bun:test";
import { levelOf, VERIFICATION_METHODS, type VerificationMethod } from "../../../src/model/review-kinds.ts";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import {
  excerpt,
  markQuery,
  renderProof,
  reviewCard,
  sourceName,
  starPicture,
} from "../../../src/pages/parts/review-card.ts";
import { publicReview } from "../../../src/render/review.ts";
import { reviewRow } from "../../rows.ts";
import { SITE, SPANISH } from "../site.ts";

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
    const forms = markQuery("We waited in the waiting room. No await.", ["wait", "waited", "waiting"]).markup;
    expect(forms).toBe("We <mark>waited</mark> in the <mark>waiting</mark> room. No await.");
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

describe("an excerpt around a match", () => {
  test("a match in a late line is shown, after a little of what comes before it", () => {
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i}`).join("\n");
    const { shown, whole } = excerpt(`${lines}\nRosalía was kind.`, "rosalia");
    expect(whole).toBe(false);
    expect(shown).toContain("Rosalía was kind.");
    expect(shown.split("\n").length).toBeLessThanOrEqual(14);
  });
  test("200 characters come before the match, or half of a short excerpt, or what there is", () => {
    const text = `${"x".repeat(800)}needle${"y".repeat(800)}`;
    expect(excerpt(text, "needle").shown).toBe(`…${"x".repeat(200)}needle${"y".repeat(494)}…`);
    expect(excerpt(text, "needle", 100).shown).toBe(`…${"x".repeat(50)}needle${"y".repeat(44)}…`);
    const lines = [...Array(13).fill("x"), "needle"].join("\n");
    expect(excerpt(`${lines}\nand more`, "needle").shown).toBe(`…${lines}`);
  });
  test("a match that the end of the excerpt would cut is shown whole", () => {
    const { shown } = excerpt(`${"x".repeat(690)} needle in a haystack ${"y".repeat(100)}`, "needle in a haystack");
    expect(shown).toContain("needle in a haystack");
  });
});

test("stars are drawn to the tenth, as their words say", () => {
  const drawn = (rating: number) =>
    /class="stars ([^"]*)" role="img" aria-label="([^"]*)"/.exec(starPicture(SITE, rating).markup)?.slice(1);
  expect(drawn(5)).toEqual(["stars-5 tenth-0", "5 out of 5 stars"]);
  expect(drawn(4.7)).toEqual(["stars-4 tenth-7", "4.7 out of 5 stars"]);
  expect(drawn(4.75)).toEqual(["stars-4 tenth-8", "4.8 out of 5 stars"]);
  expect(drawn(1)).toEqual(["stars-1 tenth-0", "1 out of 5 stars"]);
});

test("a proof says who verified the review, and nothing of a visit", () => {
  const proof = (method: VerificationMethod) =>
    renderProof(SITE, { verification: { method, level: levelOf(method), verified_at: "2026-01-01T00:00:00Z" } });
  expect(VERIFICATION_METHODS.map(proof)).toEqual([
    "Checked by the business",
    "Checked by the business",
    "Signed-in account",
    "Checked by the business",
  ]);
  expect(["direct", "other", "yelp"].map((source) => sourceName(SPANISH, source))).toEqual([
    "Enviada al negocio",
    "Otro sitio",
    "Yelp",
  ]);
});

describe("a review in a list", () => {
  const card = (changes: Partial<ReviewRow>, site = SITE) =>
    reviewCard(site, publicReview(reviewRow(1, changes), "https://reviews.example")).markup;

  test("one link covers the card and says where it leads, and no link is inside another", () => {
    const markup = card({ author: "Maria S.", date: "2026-03-09" });
    expect(markup).toContain(
      `<a class="whole-card" href="/reviews/${reviewRow(1).id}"><span class="hidden">Read the review by Maria S., </span><time datetime="2026-03-09">March 9, 2026</time></a>`,
    );
    expect(/<a [^>]*>(?:(?!<\/a>)[\s\S])*<a /.test(markup)).toBe(false);
  });
  test("the translation is there; it is open for those who do not read the original", () => {
    const spanish = {
      text: "Muy amables.",
      language: "es",
      translation_text: "Very kind.",
      translation_language: "en",
    };
    expect(card(spanish)).toContain('<p class="words" dir="auto" lang="es">Muy amables.</p>');
    expect(card(spanish)).toContain(
      '<details class="translated" open><summary>Translation (English)</summary><p class="words" dir="auto" lang="en">Very kind.</p></details>',
    );
    expect(card(spanish, SPANISH)).toContain('<details class="translated"><summary>Traducción (inglés)</summary>');
    expect(card({ ...spanish, language: "en-GB" })).toContain('<details class="translated"><summary>');
    expect(card({})).not.toContain("translated");
  });
  test("a title has at most 160 characters; of more than 40 reviews each has less", () => {
    expect(
      [card({ title: "t".repeat(160) }), card({ title: "t".repeat(161) })].map(
        (markup) => /t{100,}…?/.exec(markup)?.[0],
      ),
    ).toEqual(["t".repeat(160), `${"t".repeat(160)}…`]);
    const listed = (count: number) => {
      const row = reviewRow(1, { text: "x".repeat(800), reply_text: "y".repeat(500), reply_state: "published" });
      const markup = reviewCard(SITE, publicReview(row, SITE.base_url), undefined, count).markup;
      return [/x+/, /y{100,}/].map((letters) => letters.exec(markup)?.[0].length);
    };
    expect([listed(1), listed(40), listed(80)]).toEqual([
      [700, 400],
      [700, 400],
      [350, 200],
    ]);
  });
});
