import { expect, test } from "bun:test";
import { withCode } from "../../../src/pages/developers/developers.ts";
import { renderReference } from "../../../src/pages/developers/reference.ts";
import { renderOpenapi } from "../../../src/render/openapi/openapi.ts";

const base_url = "https://reviews.example";
const page = renderReference(
  { base_url, demonstration: false, structured_data: "business", business: null, license: null },
  JSON.parse(renderOpenapi(base_url)),
);

/** The part of the page about one operation. */
const sectionOf = (id: string): string =>
  new RegExp(`<section class="operation" id="${id}">(.*?)</section>`, "s").exec(page)?.[1] ?? "";

test("text in backticks becomes code", () => {
  expect(withCode("send `id` <now>").markup).toBe("send <code>id</code> &lt;now&gt;");
});

test("a read has a form with its parameters but without headers; other methods have none", () => {
  const fields = Array.from(sectionOf("getReviewsSince").matchAll(/<input [^>]*>/g), ([field]) => field);
  expect(fields).toEqual([
    '<input id="getReviewsSince-date" name="date" data-in="path" value="2026-03-01" placeholder="2026-03-01" required>',
  ]);
  expect(sectionOf("searchReviews").match(/<input /g)).toHaveLength(21);
  expect(sectionOf("subscribe")).not.toContain("<form");
});

test("the example of an ID is only a placeholder, because no review has it", () => {
  expect(sectionOf("getReview")).toContain('data-in="path" value="" placeholder="7Q2M4D9ZK1VXB3H8RTCNE5WYA6" required');
});

test("every operation lists its responses, and a long example is cut", () => {
  expect(sectionOf("getReview")).toContain("<li><code>410</code> The review was removed.");
  expect(sectionOf("getReviews")).toContain("\n…</code></pre>");
  expect(sectionOf("getHealth")).not.toContain("\n…</code></pre>");
});

test("every operation is listed in the contents, and every schema has a section", () => {
  expect(page.match(/<section class="operation"/g)).toHaveLength(30);
  expect(page).toContain('<a href="#getReviewInsights">/api/reviews/{id}/insights</a>');
  expect(page).toContain('<div id="schema-Review">');
});
