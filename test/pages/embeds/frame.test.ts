import { describe, expect, test } from "bun:test";
import type { EmbedInput } from "../../../src/pages/embeds/embed-view.ts";
import { FRAME_HEADERS, renderFrame } from "../../../src/pages/embeds/frame.ts";
import { heightOf, parseEmbedOptions } from "../../../src/pages/embeds/options.ts";
import { snippetsOf } from "../../../src/pages/embeds/snippets.ts";
import { publicReview } from "../../../src/render/review.ts";
import { aggregateRating } from "../../../src/render/reviews-json.ts";
import { reviewRow } from "../../rows.ts";
import { SITE, SPANISH } from "../site.ts";

const reviewOf = (...[number, changes]: Parameters<typeof reviewRow>) =>
  publicReview(reviewRow(number, changes), SITE.base_url);
const input: EmbedInput = {
  site: SITE,
  aggregate_rating: aggregateRating([0, 0, 1, 1, 4], 6, 0),
  reviews: [
    reviewOf(3, { text: null }),
    reviewOf(2, { text: "Very kind.", rating: 4 }),
    reviewOf(1, { text: "Good." }),
  ],
  matched: 6,
  silent: 1,
  filters: {},
  filter_name: null,
};
const optionsOf = (query: string) => parseEmbedOptions(new URLSearchParams(query), "en");
/** What is in the frame, with the stars as their label and width. */
const frameOf = (query: string, changes: Partial<EmbedInput> = {}): string =>
  (/<main.*<\/main>/s.exec(renderFrame({ ...input, ...changes }, optionsOf(query)))?.[0] ?? "").replace(
    /<svg class="stars".*?aria-label="(.*?)">.*?<svg width="(\d+)".*?<\/svg><\/svg>/g,
    "[$1 $2]",
  );

describe("a frame", () => {
  test("shows the rating, the newest reviews and a link to all", () => {
    expect(frameOf("reviews=2&theme=dark")).toBe(
      '<main class="candor list" data-theme="dark" aria-label="Reviews of Reviews"><div class="head"><h1><a class="name" href="https://reviews.example">Reviews</a></h1><p class="figure"><span class="value">4.5</span>[4.5 out of 5 stars 90]<a class="count" href="https://reviews.example/reviews">6 reviews</a></p><ul class="levels"><li><a href="https://reviews.example/reviews?verification_level=business">Checked by the business: 6</a></li><li>Signed-in account: 0</li></ul></div><ul class="items"><li>[5 out of 5 stars 100]<p class="text soft">Rating only, no comment.</p><p class="by"><span class="initials" aria-hidden="true">MS</span><bdi>Maria S.</bdi>, <a href="https://reviews.example/reviews/00000000000000000000000003"><time datetime="2024-01-04">January 4, 2024</time></a> · Signed-in account</p></li><li>[4 out of 5 stars 80]<p class="text" dir="auto" lang="en">Very kind.</p><p class="by"><span class="initials" aria-hidden="true">MS</span><bdi>Maria S.</bdi>, <a href="https://reviews.example/reviews/00000000000000000000000002"><time datetime="2024-01-03">January 3, 2024</time></a> · Signed-in account</p></li></ul><p class="rule">The newest with a comment. <a href="https://reviews.example/reviews?has_text=false">1 review of stars only comes after them in the full list.</a></p><p class="all"><a href="https://reviews.example/reviews">All reviews</a></p></main>',
    );
  });

  test("with the layout of a quote shows the newest review with words, and with that of a rating none", () => {
    const quote = frameOf("layout=quote");
    expect(quote.match(/class="by"/g)).toHaveLength(1);
    expect(quote).toContain("Very kind.");
    expect(frameOf("layout=rating")).not.toContain('class="items"');
    expect(frameOf("layout=rating")).toContain("Signed-in account: 0</li></ul></div></main>");
  });

  test("as a grid or a carousel shows the same reviews, and only the carousel takes the focus to be moved", () => {
    const [grid, carousel] = [frameOf("layout=grid&reviews=2"), frameOf("layout=carousel&reviews=2")];
    for (const frame of [grid, carousel]) expect(frame.match(/class="by"/g)).toHaveLength(2);
    expect(carousel).toContain('<div class="slides" tabindex="0" role="group" aria-label="Newest reviews"><ul');
    expect(grid).not.toContain("tabindex");
  });

  test("names without letters have no initials, and long names those of the first and last word", () => {
    const initials = (author: string) =>
      /class="initials"[^>]*>([^<]*)/.exec(frameOf("", { reviews: [reviewOf(1, { author })] }))?.[1];
    expect(["Ana María de la Cruz", "josé", "é. b.", "Öz", "12345", "王 小明"].map(initials)).toEqual([
      "AC",
      "J",
      "ÉB",
      "Ö",
      undefined,
      "王小",
    ]);
  });

  test("says one review in the singular, and that there is none yet, without a link to all", () => {
    expect(frameOf("", { aggregate_rating: aggregateRating([0, 0, 0, 0, 1], 1, 0) })).toContain(">1 review</a>");
    const none = frameOf("", { aggregate_rating: aggregateRating([], 0, 0), reviews: [], matched: 0 });
    expect(none).toContain(
      '<p class="figure"><a class="count" href="https://reviews.example/reviews">No reviews yet</a>',
    );
    expect(none).not.toMatch(/<ul|class="all"|class="value"/);
  });

  test("says whom its reviews mention, or that none does", () => {
    const filters = { mentions_technician: "ana-ruiz" };
    const mention = (matched: number) =>
      /<p class="filter">.*?<\/p>/.exec(frameOf("", { filters, matched, filter_name: "Ana" }))?.[0];
    expect(mention(1)).toBe('<p class="filter">Reviews that mention Ana</p>');
    expect(mention(0)).toBe('<p class="filter">No review mentions Ana yet</p>');
    expect(frameOf("")).not.toContain('class="filter"');
  });

  test("shows a translation in its own language, unless the review is written in it", () => {
    const translated = {
      text: "Muy amable.",
      language: "es",
      translation_text: "Very kind.",
      translation_language: "en",
    };
    const shown = (query: string, changes = {}) =>
      /<p class="text".*?<\/p>.*<\/time><\/a>(.*?)<\/p>/.exec(
        frameOf(query, { site: SPANISH, reviews: [reviewOf(1, { ...translated, ...changes })] }),
      );
    const [english = "", mark] = shown("language=en") ?? [];
    expect([english.includes('lang="en">Very kind.</p>'), mark]).toEqual([true, " · Signed-in account · Translated"]);
    const [spanish = "", none] = shown("language=es") ?? [];
    expect([spanish.includes('lang="es">Muy amable.</p>'), none]).toEqual([true, " · Cuenta con sesión iniciada"]);
    expect(shown("language=en", { language: "en-US" })?.[0]).toContain("Muy amable.");
    expect(shown("language=es")?.[0]).toContain("2 de enero de 2024");
  });

  test("links to the pages of its language, and to the rest of a long text", () => {
    const long = [reviewOf(1, { text: "Twenty letters here. ".repeat(30) })];
    expect(frameOf("language=es", { site: SPANISH, reviews: long })).toContain(
      ' … <a href="https://reviews.example/es/reviews/00000000000000000000000001" lang="es" dir="ltr">Leer más</a></p>',
    );
  });

  test("of a demonstration says so first", () => {
    expect(frameOf("", { site: { ...SITE, demonstration: true } })).toContain(
      '"><p class="demo"><strong>Demonstration.</strong> These reviews are made up.</p><div class="head">',
    );
  });

  test("may be shown by any site and runs no script", () => {
    expect(FRAME_HEADERS["Content-Security-Policy"]).toContain("script-src 'none'");
    expect(FRAME_HEADERS["Content-Security-Policy"]).toContain("frame-ancestors *");
  });
});

test("an embed gets the height of its layout, a list up to 700 pixels", () => {
  const heights = [
    "reviews=1",
    "reviews=4",
    "reviews=5",
    "layout=grid&reviews=2",
    "layout=carousel",
    "layout=quote",
    "layout=rating",
  ];
  expect(heights.map((query) => heightOf(optionsOf(query)))).toEqual([290, 680, 700, 420, 460, 340, 150]);
});

test("an option is taken up to its limit", () => {
  const names = ["a".repeat(300), "a".repeat(301), "a\0", " ana "].map(
    (name) => optionsOf(String(new URLSearchParams({ mentions_service: name }))).filters.mentions_service?.length,
  );
  expect(names).toEqual([300, undefined, undefined, 3]);
  expect(["1", "10", "11", "999", "1000"].map((reviews) => optionsOf(`reviews=${reviews}`).reviews)).toEqual([
    1, 10, 10, 10, 3,
  ]);
});

test("the lines to paste have an attribute for each choice that is not the default", () => {
  const codesOf = (query: string) => snippetsOf(SPANISH, optionsOf(query), "en").map(({ code }) => code);
  const [script = "", frame, plain] = codesOf("layout=rating&language=es");
  expect(script).toContain('<noscript><a href="https://reviews.example/es/reviews">Opiniones sobre Reviews</a>');
  expect(script).toEndWith(
    '<script src="https://reviews.example/widget.js" data-layout="rating" data-language="es" async></script>',
  );
  expect(frame).toBe(
    '<iframe src="https://reviews.example/embed/frame?layout=rating&amp;theme=auto&amp;language=es" title="Opiniones sobre Reviews" width="100%" height="150" frameborder="0" loading="lazy"></iframe>',
  );
  expect(plain).toBe(
    '<a href="https://reviews.example/es/reviews"><img src="https://reviews.example/badge.svg?language=es" alt="Opiniones sobre Reviews" width="264" height="72"></a>',
  );
});
