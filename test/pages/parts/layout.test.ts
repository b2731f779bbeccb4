import { expect, test } from "bun:test";
import { publicBusiness } from "../../../src/model/public-business.ts";
import { html } from "../../../src/pages/parts/html.ts";
import { type Page, renderPage } from "../../../src/pages/parts/layout.ts";
import { testProfile } from "../../rows.ts";
import { SPANISH, SITE as site } from "../site.ts";

const render = (changes: Partial<Page>): string =>
  renderPage({ site, path: "/reviews", title: "T", description: "D", body: html`<p>x</p>`, ...changes });

test("the navigation marks the page itself, and the section that contains it", () => {
  expect(render({ path: "/reviews" }).match(/<a [^>]*aria-current[^>]*>/g)).toEqual([
    '<a href="/reviews" aria-current="page">',
  ]);
  expect(render({ path: "/reviews/7" }).match(/<a [^>]*aria-current[^>]*>/g)).toEqual([
    '<a href="/reviews" aria-current="true">',
  ]);
  expect(render({ path: "//x" })).not.toContain("aria-current");
  expect(render({ path: "/" }).match(/<a [^>]*aria-current[^>]*>/g)).toEqual(['<a href="/" aria-current="page">']);
});

test("a page has a canonical URL, or tells search engines not to index it", () => {
  const canonical = '<link rel="canonical" href="https://reviews.example/reviews">';
  expect(render({})).toContain(canonical);
  expect(render({ noindex: true })).not.toContain(canonical);
  expect(render({ noindex: true })).toContain('<meta name="robots" content="noindex">');
});

test("a license is a link if it is a web address, and text otherwise", () => {
  const linked = render({ site: { ...site, license: "https://example.org/by" } });
  expect(linked).toContain('<p>License: <a rel="license" href="https://example.org/by">example.org/by</a></p>');
  expect(linked).toContain('<link rel="license" href="https://example.org/by">');
  expect(render({ site: { ...site, license: "CC BY 4.0" } })).not.toContain('<link rel="license"');
  expect(render({ site: { ...site, license: "CC BY 4.0" } })).toContain("<p>License: CC BY 4.0</p>");
  expect(render({})).not.toContain("License:");
});

test("every page of a demonstration says that it is one", () => {
  const business = publicBusiness(testProfile());
  const page = render({ site: { ...site, demonstration: true, business }, json_ld: { "@type": "LocalBusiness" } });
  expect(page).toContain("<strong>Demonstration.</strong>");
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain("ld+json");
  expect(render({})).not.toContain("Demonstration");
  expect(render({})).not.toContain("noindex");
});

test("a page in another language leads to its twin, and to the reference, which is in English", () => {
  const page = render({ site: SPANISH, shown: "/reviews?rating=5" });
  expect(page.match(/<a class="language".*<\/a>/g)).toEqual([
    '<a class="language" lang="en" hreflang="en" href="/reviews?rating=5">English</a>',
  ]);
  expect(page).toContain('<a href="/es/insights">');
  expect(page).toContain('<a href="/developers">');
  expect(render({})).not.toContain('class="language"');
});
