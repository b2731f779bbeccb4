import { describe, expect, test } from "bun:test";
import type { ReviewRow } from "../../src/model/review-row.ts";
import { choicesOf } from "../../src/pages/facets.ts";
import type { EvidenceView } from "../../src/pages/parts/insights-view.ts";
import { describeSite, type Site } from "../../src/pages/parts/site.ts";
import { type ReviewPageInput, renderReviewPage } from "../../src/pages/review-page.ts";
import { publicReview } from "../../src/render/review.ts";
import { reviewRow, testProfile } from "../rows.ts";

const base_url = "https://reviews.example";
const site: Site = { base_url, demonstration: false, structured_data: "business", business: null, license: null };
const render = (
  changes: Partial<ReviewRow>,
  evidence: EvidenceView[] = [],
  more: Partial<ReviewPageInput> = {},
): string => renderReviewPage({ site, review: publicReview(reviewRow(1, changes), base_url), evidence, ...more });
const passage = (start: number, end: number, label: string): EvidenceView => ({
  aspect: label.toLowerCase(),
  label,
  sentiment: "positive",
  start,
  end,
});
const marksOf = (page: string): string[] =>
  Array.from(page.matchAll(/<mark[^>]*>([^<]*)</g), ([, words = ""]) => words);

describe("the evidence in a text", () => {
  const text = "Ana was kind. The room was cold.";
  test("is marked in the order of the text and listed by number", () => {
    const page = render({ text }, [passage(14, 32, "Room"), passage(0, 13, "Care")]);
    expect(marksOf(page)).toEqual(["Ana was kind.", "The room was cold."]);
    expect(page).toContain('<li id="passage-1"><a href="/reviews?aspect=care">Care</a>: positive</li>');
    expect(page).toContain('<li id="passage-2"><a href="/reviews?aspect=room">Room</a>: positive</li>');
  });
  test("a passage may begin where the one before ends, but not inside it", () => {
    expect(marksOf(render({ text }, [passage(0, 13, "A"), passage(13, 20, "B")]))).toEqual([
      "Ana was kind.",
      " The ro",
    ]);
    expect(marksOf(render({ text }, [passage(0, 13, "A"), passage(12, 20, "B")]))).toEqual(["Ana was kind."]);
  });
  test("the longer of two passages with the same start is marked", () => {
    expect(marksOf(render({ text }, [passage(0, 3, "A"), passage(0, 13, "B")]))).toEqual(["Ana was kind."]);
  });
  test("an empty passage and one beyond the end are left out", () => {
    expect(marksOf(render({ text }, [passage(4, 4, "A"), passage(20, 33, "B")]))).toEqual([]);
    expect(marksOf(render({ text }, [passage(14, 32, "A")]))).toEqual(["The room was cold."]);
    expect(render({ text })).not.toContain("Insights from this review");
  });
});

test("the response from the owner is shown with its date, and only if it is published", () => {
  const reply = { reply_text: "Thank you.", reply_date: "2024-02-01" };
  const page = render({ ...reply, reply_state: "published" });
  expect(page).toContain(
    '<h2 class="reply-by">Response from the owner, <time datetime="2024-02-01">February 1, 2024</time></h2><p dir="auto">Thank you.</p>',
  );
  expect(render({ ...reply, reply_state: "held" })).not.toContain("Thank you.");
});

test("edits are counted", () => {
  const facts = (revision: number) => /<dt>Edited<\/dt><dd>(.*?)<\/dd>/.exec(render({ revision }))?.[1] ?? null;
  expect([facts(1), facts(2), facts(3)]).toEqual([
    null,
    "1 time, last on January 2, 2024",
    "2 times, last on January 2, 2024",
  ]);
});

test("a review says that it was edited, that a reward was offered, and what was removed", () => {
  const plain = render({});
  expect(plain).not.toContain('class="tag"');
  expect(plain).not.toContain("Removed for privacy");
  const page = render({
    revision: 2,
    incentivized: 1,
    redactions: '[{"kind":"phone","count":1},{"kind":"email","count":2}]',
  });
  expect(page).toContain('<span class="tag">Reward offered</span> <span class="tag">Edited</span>');
  expect(page).toContain("Removed for privacy: 1 phone number, 2 email addresses.");
});

test("a source becomes a link only if it is a web address", () => {
  expect(render({ source_url: "https://example.org/1" })).toContain('href="https://example.org/1">Google</a>');
  expect(render({ source_url: "see https://example.org/1" })).toContain("<dt>Source</dt><dd>Google</dd>");
  expect(render({ source_url: "javascript:alert(1)" })).toContain("<dt>Source</dt><dd>Google</dd>");
});

test("a rating without text says so", () => {
  const page = render({ text: null, rating: 2 });
  expect(page).toContain('<p class="words none">Rating only, no comment.</p>');
  expect(page).toContain('<meta name="description" content="2 out of 5 stars, no comment.">');
  expect(page).toContain('<h1 dir="auto">2 out of 5 stars from <bdi>Maria S.</bdi></h1>');
});

test("a review leads to the one before and the one after it", () => {
  const links = (more: Partial<ReviewPageInput>) => /<nav class="neighbors".*?<\/nav>/.exec(render({}, [], more))?.[0];
  const newer = '<a rel="prev" href="/reviews/N">Newer review</a>';
  const older = '<a rel="next" href="/reviews/O">Older review</a>';
  const nav = (inner: string) => `<nav class="neighbors" aria-label="Other reviews">${inner}</nav>`;
  expect(links({ newer: "N", older: "O" })).toBe(nav(newer + older));
  expect(links({ newer: "N" })).toBe(nav(newer));
  expect(links({ older: "O" })).toBe(nav(`<span></span>${older}`));
  expect(links({})).toBeUndefined();
});

test("the people and services that it mentions lead to their reviews", () => {
  const mentions = { technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }], services: [], service_areas: [] };
  expect(render({ mentions: JSON.stringify(mentions) })).toContain(
    '<dt>Mentions</dt><dd><ul class="inline"><li><a href="/reviews?mentions_technician=ana-ruiz">Ana Ruiz</a></li></ul></dd>',
  );
  expect(render({})).not.toContain("<dt>Mentions</dt>");
});

test("who left and what is no longer offered is shown as former, in the language of the page", () => {
  const ana = { id: "ana-ruiz", name: "Ana Ruiz" };
  const mentions = { technicians: [ana], services: [{ id: "cupping", name: "Cupping" }], service_areas: [] };
  const profile = testProfile({
    technicians: [{ ...ana, title: null, aliases: [], insights: true, left: "2026-05-01" }],
    services: [{ id: "cupping", name: "Cupping", description: null, aliases: [], left: true }],
  });
  const former = describeSite(base_url, false, { profile, profile_changed_at: "2026-05-01T12:00:00Z" });
  const shown = (locale: string) => render({ mentions: JSON.stringify(mentions) }, [], { site: { ...former, locale } });
  expect(shown("en-US")).toContain(">Ana Ruiz (former)</a>");
  expect(shown("en-US")).toContain(">Cupping (former)</a>");
  expect(shown("es-US")).toContain(">Ana Ruiz (anterior)</a>");
  expect(
    choicesOf(former, { aspect: new Map(), topic: new Map(), condition: new Map() }).technician.label("ana-ruiz"),
  ).toBe("Ana Ruiz (former)");
  const before = describeSite(base_url, false, { profile, profile_changed_at: "2026-04-30T12:00:00Z" });
  const early = render({ mentions: JSON.stringify(mentions) }, [], { site: before });
  expect(early).toContain(">Ana Ruiz</a>");
  expect(early).toContain(">Cupping (former)</a>");
});

test("a long title is cut: after 200 characters on the page, after 70 for a tab or a shared link", () => {
  const page = render({ title: "t".repeat(300), rating: 4 });
  expect(page).toContain(`<h1 dir="auto">${"t".repeat(200)}…</h1>`);
  expect(page).toContain(`<title>${"t".repeat(70)}…: Reviews</title>`);
  expect(page).toContain(`<meta property="og:title" content="${"t".repeat(70)}… (4 out of 5 stars)">`);
});

test("a long name is cut after 80 characters", () => {
  expect(render({ author: "n".repeat(81) })).toContain(`<bdi>${"n".repeat(80)}…</bdi></h1>`);
  expect(render({ author: "n".repeat(80) })).toContain(`<bdi>${"n".repeat(80)}</bdi></h1>`);
});

test("the owner decides which reviews are marked up for search engines", () => {
  const isMarkedUp = (structured_data: Site["structured_data"], source: ReviewRow["source"]) =>
    render({ source }, [], { site: { ...site, structured_data } }).includes("ld+json");
  expect([isMarkedUp("all", "google"), isMarkedUp("direct", "direct")]).toEqual([true, true]);
  expect([isMarkedUp("direct", "google"), isMarkedUp("business", "direct")]).toEqual([false, false]);
});

test("its date is no link: this is its page", () => {
  expect(render({ date: "2024-01-02" })).toContain(
    '<span class="when"><time datetime="2024-01-02">January 2, 2024</time></span>',
  );
});
