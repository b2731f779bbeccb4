import { describe, expect, test } from "bun:test";
import { DEMONSTRATION } from "../../src/model/demonstration.ts";
import { publicBusiness } from "../../src/model/public-business.ts";
import { apiCatalog } from "../../src/model/wire/discovery.ts";
import { renderApiCatalog } from "../../src/render/api-catalog.ts";
import { renderBusinessJsonLd, renderReviewJsonLd } from "../../src/render/json-ld.ts";
import { renderLlmsTxt } from "../../src/render/llms-txt.ts";
import { renderOpenSearch } from "../../src/render/open-search.ts";
import { publicReview } from "../../src/render/review.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { renderRobotsTxt } from "../../src/render/robots-txt.ts";
import { renderSecurityTxt } from "../../src/render/security-txt.ts";
import { renderSitemap } from "../../src/render/sitemap.ts";
import { reviewRow, testProfile } from "../rows.ts";

const base_url = "https://reviews.example";
const profile = testProfile({ email: "hello@harbor.example" });
const business = publicBusiness(profile);
const review = publicReview(reviewRow(1, { title: "Thanks", source_url: "https://example.org/1" }), base_url);
const rating = aggregateRating([0, 0, 1, 0, 3], 3, 0);

describe("JSON-LD", () => {
  test("a business has only the members that are known", () => {
    expect(
      renderBusinessJsonLd({ base_url, business, license: null }, { aggregate_rating: rating, reviews: [] }) as unknown,
    ).toEqual({
      "@context": "https://schema.org",
      "@type": "Physiotherapy",
      "@id": "https://reviews.example/#business",
      name: "Harbor Physical Therapy",
      email: "hello@harbor.example",
      areaServed: ["Old Town"],
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: 4.5,
        ratingCount: 4,
        reviewCount: 3,
        bestRating: 5,
        worstRating: 1,
      },
    });
  });
  test("without reviews there is no aggregate rating, because schema.org requires a value", () => {
    const described = { base_url, business, license: null };
    const marked_up = { aggregate_rating: aggregateRating([], 0, 0), reviews: [] };
    expect(Object.keys(renderBusinessJsonLd(described, marked_up))).not.toContain("aggregateRating");
  });
  test("a business alone has neither a rating nor reviews, and only addresses of pages", () => {
    const described = {
      base_url,
      business: { ...business, url: "javascript:x", same_as: ["data:x", "https://a.example/"] },
    };
    expect(renderBusinessJsonLd({ ...described, license: null }, null) as unknown).toEqual({
      "@context": "https://schema.org",
      "@type": "Physiotherapy",
      "@id": "https://reviews.example/#business",
      name: "Harbor Physical Therapy",
      email: "hello@harbor.example",
      sameAs: ["https://a.example/"],
      areaServed: ["Old Town"],
    });
  });
  test("a review names its author, its rating, its URL and the business", () => {
    expect(renderReviewJsonLd({ base_url, business: null, license: "CC BY 4.0", review }) as unknown).toEqual({
      "@context": "https://schema.org",
      "@type": "Review",
      "@id": review.url,
      url: review.url,
      author: { "@type": "Person", name: "Maria S." },
      reviewRating: { "@type": "Rating", ratingValue: 5, bestRating: 5, worstRating: 1 },
      datePublished: "2024-01-02",
      dateModified: "2024-01-02T17:00:00Z",
      name: "Thanks",
      reviewBody: "Review number 1.",
      inLanguage: "en",
      isBasedOn: "https://example.org/1",
      license: "CC BY 4.0",
      itemReviewed: { "@type": "LocalBusiness", "@id": "https://reviews.example/#business", name: "Reviews" },
    });
  });
});

describe("files at fixed paths", () => {
  test("the sitemap of the demonstration says so in a comment; that of a business has none", () => {
    const sitemap = (demonstration: boolean) =>
      renderSitemap("https://reviews.example", ["/"], [], null, demonstration).split("\n")[1];
    expect(sitemap(true)).toBe(`<!-- ${DEMONSTRATION} -->`);
    expect(sitemap(false)).toBe('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  });
  test("a sitemap has at most 50,000 URLs, with the pages first", () => {
    const ids = function* () {
      for (let i = 0; i < 60_000; i++) yield reviewRow(i).id;
    };
    const text = renderSitemap(base_url, ["/"], ids(), "2026-02-01T00:00:00Z", false);
    expect(text.match(/<url>/g)?.length).toBe(50_000);
    expect(text).toContain(
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>https://reviews.example/</loc><lastmod>2026-02-01T00:00:00Z</lastmod></url>\n',
    );
  });
  test("crawlers may read everything except searches and /mcp", () => {
    expect(renderRobotsTxt(base_url)).toBe(
      "User-agent: *\nAllow: /\nDisallow: /reviews?\nDisallow: /mcp\n\nSitemap: https://reviews.example/sitemap.xml\n",
    );
  });
  test("security.txt has a contact and an expiry date; without a contact there is no file", () => {
    expect(renderSecurityTxt(base_url, business, "2026-11-15T00:00:00Z")).toBe(
      "Contact: mailto:hello@harbor.example\nExpires: 2027-11-15T00:00:00Z\nPreferred-Languages: en\nCanonical: https://reviews.example/.well-known/security.txt\nPolicy: https://reviews.example/policy\n",
    );
    expect(renderSecurityTxt(base_url, null, "2026-11-15T00:00:00Z")).toBe(null);
  });
  test("the API catalog is a linkset that points to the description and the docs", () => {
    const { linkset } = apiCatalog.parse(JSON.parse(renderApiCatalog(base_url)));
    expect(linkset[1]).toEqual({
      anchor: "https://reviews.example/",
      "service-desc": [{ href: "https://reviews.example/.well-known/openapi.json", type: "application/json" }],
      "service-doc": [{ href: "https://reviews.example/developers", type: "text/html" }],
      status: [{ href: "https://reviews.example/readyz", type: "application/json" }],
    });
  });
  test("llms.txt says what is here and whether it is a demonstration, and a name cannot add a link to it", () => {
    const named = { ...business, name: "Clinic](https://evil.example) #" };
    const text = renderLlmsTxt({
      base_url,
      demonstration: true,
      business: named,
      license: null,
      aggregate_rating: rating,
    });
    expect(text.split("\n", 1)[0]).toBe("# Clinichttps://evil.example : reviews");
    expect(text).toContain("This is a demonstration: the business and all its reviews are made up.");
    expect(text).toContain("Rating: 4.5 out of 5 from 4 reviews (3 with text).");
    expect(text).toContain("- [All reviews](https://reviews.example/reviews.json): ");
  });
});

test.each([
  ["Harborline Physical Therapy", "Harborline"],
  ["Clínica de Fisioterapia Aurora", "Clínica"],
  ["Smith & Sons Dental", "Smith &amp; Sons"],
  ["Rehab, Sport & More", "Rehab, Sport"],
  ["Fisioterapiaintegral Norte", "Fisioterapiainte"],
  ["Ohm", "Ohm"],
])("the short name of %p for OpenSearch has whole words of at most 16 characters", (name, short) => {
  expect(renderOpenSearch("https://example.com", name, false)).toContain(`<ShortName>${short}</ShortName>`);
});
