import { describe, expect, test } from "bun:test";
import { VERIFICATION_METHODS, type VerificationMethod } from "../../src/model/review-kinds.ts";
import { escapeMarkup } from "../../src/render/escape-markup.ts";
import { searchUrl } from "../../src/render/links.ts";
import { renderLlmsTxt } from "../../src/render/llms-txt.ts";
import { publicReview } from "../../src/render/review.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { renderSecurityTxt } from "../../src/render/security-txt.ts";
import { reviewRow, testProfile } from "../rows.ts";

const base_url = "https://reviews.example";

describe("the aggregate rating", () => {
  test("is the average with two decimals, and halves round up", () => {
    expect(aggregateRating([0, 0, 0, 11, 29], 40, 0).rating_value).toBe(4.73);
    expect(aggregateRating([1, 0, 0, 0, 2], 3, 0).rating_value).toBe(3.67);
  });
  test("counts the reviews by stars, and is null without any", () => {
    expect(aggregateRating([1, 2, 3, 4, 5], 9, 6)).toEqual({
      rating_value: 3.67,
      rating_count: 15,
      review_count: 9,
      best_rating: 5,
      worst_rating: 1,
      distribution: { "1": 1, "2": 2, "3": 3, "4": 4, "5": 5 },
      verification_levels: { business: 9, account: 6 },
    });
    expect(aggregateRating([], 0, 0)).toMatchObject({
      rating_value: null,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 },
    });
  });
});

describe("the public form of a review", () => {
  test("shows a response only if it is published", () => {
    const replyOf = (reply_state: "published" | "held" | "dropped" | null) =>
      publicReview(reviewRow(1, { reply_text: "Thanks.", reply_date: "2024-02-01", reply_state }), base_url)
        .owner_reply;
    expect(replyOf("published")).toEqual({ text: "Thanks.", date: "2024-02-01" });
    expect([replyOf("held"), replyOf("dropped"), replyOf(null)]).toEqual([null, null, null]);
  });
  test("a review that was verified without a method was verified by the operator when it was published", () => {
    expect(publicReview(reviewRow(1, { verification_method: null, verified_at: null }), base_url).verification).toEqual(
      {
        method: "operator",
        level: "business",
        verified_at: "2024-01-02T17:00:00Z",
      },
    );
  });
  test("only an account at the source is no check by the business", () => {
    const levelBy = (verification_method: VerificationMethod) =>
      publicReview(reviewRow(1, { verification_method }), base_url).verification.level;
    expect(VERIFICATION_METHODS.map(levelBy)).toEqual(["business", "business", "account", "business"]);
  });
  test("has a translation only if there is a text", () => {
    const translated = reviewRow(1, { translation_text: "Good.", translation_language: null });
    expect(publicReview(translated, base_url).translation).toEqual({ text: "Good.", language: null });
    expect(publicReview(reviewRow(1, { translation_language: "en" }), base_url).translation).toBeNull();
  });
});

test("the next page of a search has the filters, the limit and the cursor", () => {
  expect(searchUrl(base_url, { filters: { rating: 5, query: "a b" }, limit: 20, cursor: "x" })).toBe(
    "https://reviews.example/api/reviews/search?rating=5&query=a+b&limit=20&cursor=x",
  );
});

test("security.txt uses the website if there is no email address", () => {
  const business = testProfile({ url: "https://www.harbor.example/" });
  expect(renderSecurityTxt(base_url, business, "2026-11-15T00:00:00Z")).toStartWith(
    "Contact: https://www.harbor.example/\n",
  );
});

test("llms.txt of an empty service has no rating and no license", () => {
  const empty = {
    base_url,
    demonstration: false,
    business: null,
    license: null,
    aggregate_rating: aggregateRating([], 0, 0),
  };
  const text = renderLlmsTxt(empty);
  expect(text).toContain("No reviews have been published yet.");
  expect(text).not.toContain("License");
  expect(text).not.toContain("demonstration");
  expect(renderLlmsTxt({ ...empty, license: "CC\nBY" })).toContain("License: CC BY\n");
});

test("characters that XML forbids are replaced, and markup is escaped", () => {
  expect(escapeMarkup("<a b=\"c\" d='e'>&</a>")).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&lt;/a&gt;");
  expect(escapeMarkup("a\u0000b\u001fc\ufffed\ud800e")).toBe("a\ufffdb\ufffdc\ufffdd\ufffde");
  expect(escapeMarkup("tab\t line\n return\r 😀")).toBe("tab\t line\n return\r 😀");
});
