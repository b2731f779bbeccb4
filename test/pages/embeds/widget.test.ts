import { expect, test } from "bun:test";
import { publicBusiness } from "../../../src/model/public-business.ts";
import { renderBadge } from "../../../src/pages/embeds/badge.ts";
import type { EmbedInput } from "../../../src/pages/embeds/embed-view.ts";
import { EMBED_WORDS } from "../../../src/pages/embeds/embed-words.ts";
import { parseEmbedOptions } from "../../../src/pages/embeds/options.ts";
import { snippetsOf } from "../../../src/pages/embeds/snippets.ts";
import { renderWidget } from "../../../src/pages/embeds/widget.ts";
import { wordsOf } from "../../../src/pages/parts/page-words.ts";
import type { Site } from "../../../src/pages/parts/site.ts";
import { publicReview } from "../../../src/render/review.ts";
import { aggregateRating } from "../../../src/render/reviews-json.ts";
import { reviewRow, testProfile } from "../../rows.ts";

const base_url = "https://reviews.example";
const site: Site = { base_url, demonstration: false, structured_data: "business", business: null, license: null };
const input: EmbedInput = {
  site,
  aggregate_rating: aggregateRating([0, 0, 1, 1, 4], 6, 0),
  reviews: [],
  matched: 6,
  silent: 1,
  filters: {},
  filter_name: null,
};

/** The data that the script contains. */
const dataOf = (script: string) => JSON.parse(/const data = (\{.*\});/.exec(script)?.[1] ?? "null");

test("the widget contains the rating with one decimal and the reviews, long ones up to the end of a sentence", () => {
  const sentence = "Twenty letters here. ";
  const reviews = [
    publicReview(reviewRow(7, { text: sentence.repeat(30) }), base_url),
    publicReview(reviewRow(6, { text: null, language: null, rating: 2 }), base_url),
  ];
  const data = dataOf(renderWidget({ ...input, reviews }, "en"));
  expect(data).toMatchObject({
    base_url: "https://reviews.example",
    name: "Reviews",
    demonstration: false,
    rating: "4.5",
    share: 90,
    count: 6,
    filter: null,
    all_url: "https://reviews.example/reviews",
    levels: { business: 6, account: 0 },
    silent: { count: 1, url: "https://reviews.example/reviews?has_text=false" },
  });
  expect(data.reviews[0].original).toEqual({ text: sentence.repeat(13).trim(), whole: false, language: "en" });
  expect(data.reviews[1]).toEqual({
    url: "https://reviews.example/reviews/00000000000000000000000006",
    author: "Maria S.",
    initials: "MS",
    rating: 2,
    level: "account",
    date: "2024-01-07",
    original: null,
    translation: null,
  });
});

test("without ratings the widget has no figure and no stars", () => {
  const none = { ...input, aggregate_rating: aggregateRating([], 0, 0), matched: 0 };
  expect(dataOf(renderWidget(none, "en"))).toMatchObject({ rating: null, share: 0, count: 0 });
});

test("long names are cut", () => {
  const name = "n".repeat(200);
  const review = { ...publicReview(reviewRow(1), base_url), author: name };
  const business = publicBusiness(testProfile({ name }));
  const filters = { mentions_technician: "x" };
  const given = { ...input, site: { ...site, business }, reviews: [review], filters, filter_name: name };
  const data = dataOf(renderWidget(given, "en"));
  const cut = (length: number) => `${"n".repeat(length)}…`;
  expect([data.name, data.filter.name, data.reviews[0].author]).toEqual([cut(120), cut(120), cut(60)]);
});

test("the comments of its style sheet are left out", () => {
  const script = renderWidget(input, "en");
  expect(script).toContain(".candor {");
  expect(script).not.toContain("in its shadow root");
});

test("a filter is part of the data, with the address of all its reviews", () => {
  const filters = { mentions_technician: "ana-ruiz" };
  const data = dataOf(renderWidget({ ...input, filters, filter_name: "Ana Ruiz", matched: 3 }, "en"));
  expect(data.filter).toEqual({ mentions_technician: "ana-ruiz", name: "Ana Ruiz", matched: 3 });
  expect(data.all_url).toBe("https://reviews.example/reviews?mentions_technician=ana-ruiz");
});

test("the stars have the color of the business, with a lighter tone on dark", () => {
  const script = renderWidget({ ...input, site: { ...site, accent_color: "#7a3e9d" } }, "en");
  expect(script).toContain("--candor-accent, #7a3e9d");
  expect(script).not.toMatch(/#0b6a62|#74cfc3/);
  const badge = renderBadge({ ...site, accent_color: "#7a3e9d" }, input.aggregate_rating, {
    theme: "light",
    language: "en",
  });
  expect(badge).toContain(".a{fill:#7a3e9d}");
});

test("a text cannot end the script or use the replacement patterns of JavaScript", () => {
  const reviews = [publicReview(reviewRow(1, { text: "</script> $& $' __STYLE__" }), base_url)];
  const script = renderWidget({ ...input, reviews }, "en");
  expect(script).not.toContain("</script> $&");
  expect(dataOf(script).reviews[0].original.text).toBe("</script> $& $' __STYLE__");
});

test("a translation comes along if its language is one that the widget speaks", () => {
  const translated = (translation_language: string) =>
    dataOf(
      renderWidget(
        {
          ...input,
          reviews: [publicReview(reviewRow(1, { translation_text: "Bien.", translation_language }), base_url)],
        },
        "en",
      ),
    ).reviews[0].translation;
  expect(translated("es-MX")).toEqual({ text: "Bien.", whole: true, language: "es" });
  expect(translated("fr")).toBeNull();
});

test("the widget says how reviews were verified in the words of the pages", () => {
  for (const language of ["en", "es"] as const) {
    const { business, account, one, many } = EMBED_WORDS[language];
    const { filters, common } = wordsOf({ ...site, languages: [language], locale: `${language}-US` });
    expect({ business, account }).toEqual(filters.verification_level);
    expect([one, many?.replace("{count}", "2")]).toEqual([common.reviews(1), common.reviews(2)]);
  }
});

test("both languages have the same words", () => {
  expect(Object.keys(EMBED_WORDS.es)).toEqual(Object.keys(EMBED_WORDS.en));
});

test("numbers are written as in the country of the business", () => {
  const data = dataOf(renderWidget({ ...input, site: { ...site, languages: ["es"], locale: "es-ES" } }, "es"));
  expect(data.rating).toBe("4,5");
  expect(data.languages).toEqual({ en: { locale: "en-ES", prefix: "" }, es: { locale: "es-ES", prefix: "" } });
});

test("options that are not allowed get their default, and there is no option for the rating", () => {
  const parse = (query: string) => parseEmbedOptions(new URLSearchParams(query), "en");
  const fallback = { layout: "list", theme: "auto", language: "en", reviews: 3, filters: {} };
  expect(parse("")).toEqual(fallback as ReturnType<typeof parse>);
  expect(parse("layout=x&theme=pink&language=fr&reviews=many&min_rating=5&mentions_service=")).toEqual(
    fallback as ReturnType<typeof parse>,
  );
  expect(parse("reviews=99").reviews).toBe(10);
  expect(parse("reviews=0").reviews).toBe(1);
  expect(parse(`mentions_service=${"a".repeat(301)}`).filters).toEqual({});
});

test("the lines to paste escape the name of the business and leave defaults out", () => {
  const named: Site = {
    ...site,
    business: publicBusiness(testProfile({ name: 'Ann & "Bo" <PT>' })),
  };
  const options = parseEmbedOptions(new URLSearchParams("mentions_service=dry needling&theme=dark"), "en");
  const [script, frame, plain] = snippetsOf(named, options, "en").map(({ code }) => code);
  expect(
    script,
  ).toBe(`<candor-reviews><svg width="1" height="550" display="block" aria-hidden="true"></svg><noscript><a href="https://reviews.example/reviews">Reviews of Ann &amp; &quot;Bo&quot; &lt;PT&gt;</a></noscript></candor-reviews>
<script src="https://reviews.example/widget.js?mentions_service=dry+needling" data-reviews="3" data-theme="dark" async></script>`);
  expect(frame).toBe(
    '<iframe src="https://reviews.example/embed/frame?layout=list&amp;theme=dark&amp;language=en&amp;reviews=3&amp;mentions_service=dry+needling" title="Reviews of Ann &amp; &quot;Bo&quot; &lt;PT&gt;" width="100%" height="550" frameborder="0" loading="lazy"></iframe>',
  );
  expect(plain).toContain('<img src="https://reviews.example/badge.svg?theme=dark"');
});
