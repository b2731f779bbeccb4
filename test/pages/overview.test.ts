import { expect, test } from "bun:test";
import type { Profile } from "../../src/model/business.ts";
import { publicBusiness } from "../../src/model/public-business.ts";
import { type OverviewInput, renderOverview } from "../../src/pages/overview.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { harborReport } from "../harbor-clinic.ts";
import { testProfile } from "../rows.ts";
import { NO_FACTS, SITE, SPANISH } from "./site.ts";

const INSIGHTS = await harborReport();
const profile = testProfile({ url: "https://www.harbor.example/start", telephone: "+1 (541) 555-0100" });
const INPUT: OverviewInput = {
  ...NO_FACTS,
  site: {
    base_url: "https://reviews.example",
    demonstration: false,
    structured_data: "business",
    business: publicBusiness(profile),
    license: null,
  },
  aggregate_rating: aggregateRating([0, 0, 1, 0, 3], 3, 0),
  months: [],
  newest: [],
  insights: INSIGHTS,
  marked_up: null,
};
const page = renderOverview(INPUT);

const plain = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Each subject of the bars: its name, how many reviews mention it, and the two sides. */
const subjectsOf = (shown = page): string[] =>
  Array.from(
    /<section class="sides">(.*?)<\/section>/s.exec(shown)?.[1]?.matchAll(/<li>(.*?)<\/li>/gs) ?? [],
    ([, row = ""]) =>
      plain(
        row.replaceAll('<span class="half', ' | <span class="half').replaceAll('<a class="half', ' | <a class="half'),
      ),
  );

test("the rating is shown with the number of reviews, of each level and of comments, each with its link", () => {
  const aggregate_rating = { ...aggregateRating([0, 0, 1, 0, 3], 3, 1), review_count: 3 };
  const shown = renderOverview({ ...INPUT, aggregate_rating });
  expect(shown).toContain('<p class="rating-value">4.5<span class="hidden"> out of 5</span></p>');
  expect(shown).toContain('<p class="basis"><a href="/reviews">4 reviews</a></p>');
  const levels = /<ul class="levels">(.*?)<\/ul>/.exec(shown)?.[1] ?? "";
  expect(
    Array.from(levels.matchAll(/href="([^"]*)".*?<\/a>/g), ([all, href]) => `${href} ${plain(`<${all}`)}`),
  ).toEqual([
    "/?verification_level=business#results Checked by the business 3",
    "/?verification_level=account#results Signed-in account 1",
    "/?has_text=true#results With a comment 3",
  ]);
  expect(shown).toContain('<a href="/?rating=5#results">5 stars: 3 reviews</a>');
});

test("the chart shows the last 36 months", () => {
  const months = Array.from({ length: 40 }, (_, at) => {
    const month = `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return { month, review_count: 5, average_rating: 4 };
  });
  expect(renderOverview({ ...INPUT, months }).match(/<a class="month"/g)).toHaveLength(36);
});

test("each subject has its likes and dislikes, and each number leads to its reviews", () => {
  expect(subjectsOf().slice(0, 2)).toEqual([
    "Waiting on the day 19 reviews | 12 reviews dislike it | 7 reviews like it",
    "Cost and insurance 13 reviews | 6 reviews dislike it | 5 reviews like it",
  ]);
  expect(page).toContain(
    '<a class="half negative" href="/?aspect=billing&amp;aspect_sentiment=negative#results" rel="nofollow">',
  );
  expect(page).toContain(
    '<a class="half positive" href="/?aspect=results&amp;aspect_sentiment=positive#results" rel="nofollow">',
  );
});

test("below five reviews a subject has numbers and no bars, and a side without reviews has no link", () => {
  const [first] = INSIGHTS.aspects;
  if (!first) throw new Error("the report has no aspect");
  const few = { ...first, mention_count: 4, positive_count: 4, negative_count: 0 };
  const shown = renderOverview({ ...INPUT, insights: { ...INSIGHTS, aspects: [few] } });
  expect(subjectsOf(shown)).toEqual(["Waiting on the day 4 reviews | 0 reviews dislike it | 4 reviews like it"]);
  const section = /<section class="sides">.*?<\/section>/s.exec(shown)?.[0] ?? "";
  expect([section.includes("<svg"), section.includes("aspect_sentiment=negative")]).toEqual([false, false]);
  const silent = { ...first, positive_count: 0, negative_count: 0 };
  expect(renderOverview({ ...INPUT, insights: { ...INSIGHTS, aspects: [silent] } })).not.toContain('class="sides"');
});

test("counts of thousands have the room that they need, and only they", () => {
  const [first] = INSIGHTS.aspects;
  if (!first) throw new Error("the report has no aspect");
  const shown = (positive_count: number) =>
    renderOverview({
      ...INPUT,
      insights: { ...INSIGHTS, aspects: [{ ...first, mention_count: 1200, positive_count }] },
    }).includes('<section class="sides thousands">');
  expect([shown(999), shown(1000)]).toEqual([false, true]);
});

test("what changed is shown before and after, and each number leads to its reviews", () => {
  const change = {
    ...{ aspect: "punctuality", from: "2024-11-01", direction: "fell" as const },
    ...{ before: { critical: 13, mentioned: 13 }, now: { critical: 0, mentioned: 15 } },
  };
  const shown = renderOverview({ ...INPUT, changes: [change] });
  const section = /<section class="changes">.*?<\/section>/s.exec(shown)?.[0] ?? "";
  expect(plain(section)).toBe(
    "What changedWaiting on the day: fewer complaints Before November 2024 13 of 13 reviews complain Since November 2024 0 of 15 reviews complain",
  );
  expect(Array.from(section.matchAll(/href="([^"]*)"/g), ([, href]) => href)).toEqual([
    "/?until=2024-10-31&amp;aspect=punctuality&amp;aspect_sentiment=negative#results",
    "/?until=2024-10-31&amp;aspect=punctuality#results",
    "/?since=2024-11-01&amp;aspect=punctuality#results",
  ]);
  expect(page).not.toContain("What changed");
});

test("the owner's replies have their share, their number and the time of half of them", () => {
  const said = (median_days: number | null) =>
    plain(
      /<dl class="glance">(.*?)<\/dd>/s.exec(renderOverview({ ...INPUT, replies: { count: 2, median_days } }))?.[1] ??
        "",
    );
  expect([null, 0, 1, 2.5].map(said)).toEqual([
    "Responses from the ownerTo 50% of all reviews (2 reviews).",
    "Responses from the ownerTo 50% of all reviews (2 reviews). Half of them came on the same day.",
    "Responses from the ownerTo 50% of all reviews (2 reviews). Half of them came within 1 day.",
    "Responses from the ownerTo 50% of all reviews (2 reviews). Half of them came within 3 days.",
  ]);
  expect(page).not.toContain("Responses from the owner");
});

test("reviews of stars only are counted, with a link to them, and the rule is stated", () => {
  expect(page).toContain(
    '<p class="note">The newest with a comment. After them, the full list has <a href="/reviews?has_text=false">1 review of stars only</a>.</p>',
  );
});

test("where all reviews are of stars only, no rule is stated", () => {
  const aggregate_rating = { ...aggregateRating([0, 0, 1, 0, 3], 3, 0), review_count: 0 };
  const shown = renderOverview({ ...INPUT, aggregate_rating });
  expect([shown.includes("of stars only"), shown.includes("The newest with a comment.")]).toEqual([false, false]);
});

test("the heading has the name of the business, if there is one", () => {
  expect(page).toContain("<h1>What people say about Harbor Physical Therapy</h1>");
  expect(renderOverview({ ...INPUT, site: SITE })).toContain("<h1>What people say</h1>");
});

test("the address is one line of what the profile has", () => {
  const contactOf = (changes: Partial<Profile>) => {
    const site = { ...SITE, business: publicBusiness(testProfile(changes)) };
    return /<p class="contact">(.*?)<\/p>/.exec(renderOverview({ ...INPUT, site }))?.[1];
  };
  const none = { address_locality: null, postal_code: null, address_country: null };
  const address = { street_address: "1 Pier Rd", address_region: "OR", ...none };
  expect(contactOf({ address })).toBe("<span>1 Pier Rd, OR</span>");
  expect(contactOf({})).toBe("");
});

test("the phone number and the website are links", () => {
  expect(page).toContain('<a href="tel:+15415550100">+1 (541) 555-0100</a>');
  expect(page).toContain('<a href="https://www.harbor.example/start">www.harbor.example</a>');
});

test("without reviews the page says so, and shows no chart", () => {
  const empty = renderOverview({ ...INPUT, aggregate_rating: aggregateRating([], 0, 0), insights: null });
  expect(empty.match(/No reviews/g)).toHaveLength(1);
  expect(empty).toContain("<h2>No reviews yet</h2>");
  expect(empty).not.toContain("<figure");
  expect(empty).not.toContain('class="few-rows"');
});

test("the page opens with the finding, and the description of the business comes last", () => {
  const described = renderOverview({
    ...INPUT,
    site: { ...INPUT.site, business: publicBusiness(testProfile({ description: "Near the harbor." })) },
  });
  const heading = described.indexOf("<h1>");
  const headline = described.indexOf(`<p class="headline" dir="auto">${INSIGHTS.headline}</p>`, heading);
  expect(heading < headline && headline < described.indexOf('<p class="about">Near the harbor.</p>')).toBe(true);
});

test("a summary of the owner takes the place of the finding; a page in another language names that of the description", () => {
  const insights = { ...INSIGHTS, headline: "", summary: "We are proud." };
  expect(renderOverview({ ...INPUT, insights })).toContain('<p class="lead" dir="auto">We are proud.</p>');
  const business = publicBusiness(testProfile({ description: "Near the harbor." }));
  expect(renderOverview({ ...INPUT, site: { ...SPANISH, business } })).toContain(
    '<p class="about" lang="en">Near the harbor.</p>',
  );
});

test("the figure is the average to the tenth, from the counts and not from the rounded decimals", () => {
  // 1,645 stars of 354 are 4.6469, which two decimals make 4.65: that must not become 4.7.
  const { rating_value } = aggregateRating([0, 0, 0, 125, 229], 0, 0);
  expect(rating_value).toBe(4.65);
  const shown = renderOverview({ ...INPUT, aggregate_rating: aggregateRating([0, 0, 0, 125, 229], 0, 0) });
  expect(shown).toContain('<p class="rating-value">4.6<');
  expect(shown).toContain('class="stars stars-4 tenth-6"');
});

test("without reviews the page says so once, and not again in a summary", () => {
  const aggregate_rating = aggregateRating([], 0, 0);
  const insights = { ...INSIGHTS, headline: "There are no reviews yet." };
  expect(renderOverview({ ...INPUT, aggregate_rating, insights })).not.toContain(insights.headline);
});
