import { describe, expect, test } from "bun:test";
import { publicBusiness } from "../../src/model/public-business.ts";
import { renderAtom } from "../../src/render/atom.ts";
import { type Feed, itemTags, itemText, itemTitle } from "../../src/render/feed-item.ts";
import { renderJsonFeed } from "../../src/render/json-feed.ts";
import { publicReview } from "../../src/render/review.ts";
import { reviewRow, testProfile } from "../rows.ts";

const base_url = "https://reviews.example";
const review = (changes = {}) => publicReview(reviewRow(1, changes), base_url);
const EMPTY: Feed = {
  base_url,
  business: null,
  license: null,
  demonstration: false,
  language: "en",
  updated_at: null,
  reviews: [],
  deleted: [],
};

describe("an item of a feed", () => {
  test("has the title of the review, or its stars and author", () => {
    expect(itemTitle(review({ title: "Thanks" }))).toBe("Thanks");
    expect(itemTitle(review({ rating: 1 }))).toBe("1 star from Maria S.");
    expect(itemTitle(review({ rating: 2 }))).toBe("2 stars from Maria S.");
  });
  test("has the text and the published response from the owner, and is never empty", () => {
    const reply = { reply_text: "Thank you.", reply_state: "published" as const };
    expect(itemText(review(reply))).toBe("Review number 1.\n\nResponse from the owner: Thank you.");
    expect(itemText(review({ ...reply, reply_state: "held" }))).toBe("Review number 1.");
    expect(itemText(review({ text: null, rating: 4 }))).toBe("4 stars, no comment.");
    expect(itemText(review({ text: null, title: "Great Knee" }))).toBe("Great Knee");
  });
  test("is tagged with its stars and what it mentions", () => {
    const mentions = JSON.stringify({
      technicians: [{ id: "a", name: "Ana" }],
      services: [{ id: "b", name: "Dry needling" }],
      service_areas: [{ id: "c", name: "Old Town" }],
    });
    expect(itemTags(review({ mentions }))).toEqual(["5 stars", "Ana", "Dry needling", "Old Town"]);
  });
});

describe("Atom", () => {
  test("a feed without data has an update time, which the format requires", () => {
    const feed = renderAtom(EMPTY);
    expect(feed).toContain("<updated>1970-01-01T00:00:00Z</updated>");
    expect(feed).toContain("<author><name>Candor</name></author>");
    expect(feed).not.toContain("license");
    expect(feed).not.toContain("<rights>");
  });
  test("a license is a link only if it is a URL", () => {
    const link = renderAtom({ ...EMPTY, license: "https://example.org/by" });
    expect(link).toContain('<link rel="license" href="https://example.org/by"/>');
    expect(link).toContain("<rights>https://example.org/by</rights>");
    expect(renderAtom({ ...EMPTY, license: "CC BY" })).not.toContain('rel="license"');
    expect(renderAtom({ ...EMPTY, license: "https://example.org/ or ask us" })).not.toContain('rel="license"');
  });
  test("an entry has an ID that never changes, and its own language", () => {
    const feed = renderAtom({ ...EMPTY, reviews: [review({ language: "es" }), review({ language: null })] });
    expect(feed).toContain(
      '<entry xml:lang="es">\n<id>tag:reviews.example,2026:review:00000000000000000000000001</id>',
    );
    expect(feed).toContain("\n<entry>\n");
  });
});

describe("JSON Feed", () => {
  test("optional members are left out if there is nothing to say", () => {
    const feed = JSON.parse(renderJsonFeed({ ...EMPTY, reviews: [review({ language: null })] }));
    expect(Object.keys(feed.items[0])).toEqual([
      "id",
      "url",
      "title",
      "content_text",
      "date_published",
      "date_modified",
      "authors",
      "tags",
      "_candor",
    ]);
    expect(feed._candor).toEqual({ about: "https://reviews.example/developers", deleted: [] });
    expect(feed.title).toBe("Customer reviews");
  });
  test("a demonstration says that it is one", () => {
    const business = publicBusiness(testProfile());
    const feed = JSON.parse(renderJsonFeed({ ...EMPTY, demonstration: true, business }));
    expect(feed.title).toBe("Harbor Physical Therapy reviews (demonstration)");
    expect(feed.description).toBe(
      "The newest reviews of Harbor Physical Therapy. Each is checked by the business or comes from a signed-in account. This is a demonstration: the business and all its reviews are made up.",
    );
    expect(feed._candor.demonstration).toBe(true);
  });
});
