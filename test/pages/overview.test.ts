import { expect, test } from "bun:test";
import type { Profile } from "../../src/model/business.ts";
import { publicBusiness } from "../../src/model/public-business.ts";
import { type OverviewInput, renderOverview } from "../../src/pages/overview.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { harborReport } from "../harbor-clinic.ts";
import { testProfile } from "../rows.ts";
import { SITE, SPANISH } from "./site.ts";

const INSIGHTS = await harborReport();
const profile = testProfile({ url: "https://www.harbor.example/start", telephone: "+1 (541) 555-0100" });
const INPUT: OverviewInput = {
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

/** The aspects under a heading, with their counts. */
const aspectsUnder = (heading: string, shown = page): string[] => {
  const section = new RegExp(`<h2>${heading}</h2>(.*?)</section>`, "s").exec(shown)?.[1] ?? "";
  return Array.from(section.matchAll(/<h3>(.*?)<\/h3>/g), ([, words = ""]) => words.replace(/<[^>]+>/g, ""));
};

test("the rating is shown with the number of reviews and of comments", () => {
  expect(page).toContain('<p class="rating-value">4.5<span class="hidden"> out of 5</span></p>');
  expect(page).toContain(
    '<p class="basis"><a href="/reviews">4 verified reviews</a><a href="/reviews?has_text=true">3 with a comment</a></p>',
  );
  expect(page).toContain('<a href="/reviews?rating=5">5 stars: 3 reviews</a>');
  const comments = (texts: number) =>
    /\d+ with a comment/.exec(
      renderOverview({ ...INPUT, aggregate_rating: aggregateRating([0, 0, 1, 0, 3], texts, 0) }),
    )?.[0];
  expect([comments(1), comments(0)]).toEqual(["1 with a comment", undefined]);
});

test("the chart shows the last 36 months", () => {
  const months = Array.from({ length: 40 }, (_, at) => {
    const month = `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    return { month, review_count: 5, average_rating: 4 };
  });
  expect(renderOverview({ ...INPUT, months }).match(/<a class="month"/g)).toHaveLength(36);
});

test("the three most liked and most disliked aspects are quoted, most first", () => {
  expect(aspectsUnder("What people like")).toEqual([
    "Care and attention 10 of the 12 reviews that mention it",
    "Results and recovery 8 of the 9 reviews that mention it",
    "Skill and knowledge 3 of the 3 reviews that mention it",
  ]);
  expect(aspectsUnder("What people dislike")).toEqual([
    "Waiting on the day 12 of the 19 reviews that mention it",
    "Cost and insurance 6 of the 13 reviews that mention it",
  ]);
});

test("at most three aspects are quoted, and none that nobody likes or dislikes", () => {
  const [first] = INSIGHTS.aspects;
  if (!first) throw new Error("the report has no aspect");
  const aspects = [5, 4, 3, 2, 0].map((positive_count) => ({ ...first, positive_count, negative_count: 0 }));
  const shown = (given: typeof aspects) => renderOverview({ ...INPUT, insights: { ...INSIGHTS, aspects: given } });
  const words = (count: number) => `Waiting on the day ${count} of the 19 reviews that mention it`;
  expect(aspectsUnder("What people like", shown(aspects))).toEqual([words(5), words(4), words(3)]);
  expect(aspectsUnder("What people like", shown(aspects.slice(3)))).toEqual(["Waiting on the day Single voice"]);
  expect(aspectsUnder("What people dislike", shown(aspects))).toEqual([]);
  const onward = '<p class="onward"><a href="/insights">';
  expect([shown(aspects).includes(onward), shown(aspects.slice(4)).includes(onward)]).toEqual([true, false]);
});

test("if nothing is said by three reviews, single voices are quoted without numbers", () => {
  const aspects = INSIGHTS.aspects.map((one) => ({ ...one, positive_count: 2, negative_count: 0 }));
  const shown = renderOverview({ ...INPUT, insights: { ...INSIGHTS, aspects } });
  expect(aspectsUnder("What people like", shown).every((words) => words.endsWith(" Single voice"))).toBe(true);
  expect(aspectsUnder("What people like", shown)).toHaveLength(3);
  expect(shown).not.toContain("2 of the");
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
  expect(empty).toContain("No reviews have been published yet.");
  expect(empty).toContain("<h2>No reviews yet</h2>");
  expect(empty).not.toContain("<figure");
  expect(empty).not.toContain('class="few-rows"');
});

test("the page opens with the summary, and the description of the business comes after it", () => {
  const described = renderOverview({
    ...INPUT,
    site: { ...INPUT.site, business: publicBusiness(testProfile({ description: "Near the harbor." })) },
  });
  const heading = described.indexOf("<h1>");
  const summary = described.indexOf(INSIGHTS.summary.slice(0, 20), heading);
  expect(heading < summary && summary < described.indexOf("Near the harbor.", heading)).toBe(true);
  expect(described).toContain('<p class="about">Near the harbor.</p>');
});

test("without a summary the description opens the page; on a page in another language it names its own", () => {
  const business = publicBusiness(testProfile({ description: "Near the harbor." }));
  const insights = { ...INSIGHTS, summary: "" };
  const bare = renderOverview({ ...INPUT, site: { ...SITE, business }, insights });
  expect(bare).toContain('<div class="said">\n<p class="lead">Near the harbor.</p>');
  expect(bare).not.toContain('class="summary"');
  expect(renderOverview({ ...INPUT, site: { ...SPANISH, business }, insights })).toContain(
    '<p class="lead" lang="en">Near the harbor.</p>',
  );
});

test("an aspect links to the reviews that praise or criticize it", () => {
  expect(page).toContain('<a href="/reviews?aspect=results&amp;aspect_sentiment=positive">Results and recovery</a>');
  expect(page).toContain('<a href="/reviews?aspect=billing&amp;aspect_sentiment=negative">Cost and insurance</a>');
});

test("the figure is the average to the tenth, from the counts and not from the rounded decimals", () => {
  // 1,645 stars of 354 are 4.6469, which two decimals make 4.65: that must not become 4.7.
  const { rating_value } = aggregateRating([0, 0, 0, 125, 229], 0, 0);
  expect(rating_value).toBe(4.65);
  const shown = renderOverview({ ...INPUT, aggregate_rating: aggregateRating([0, 0, 0, 125, 229], 0, 0) });
  expect(shown).toContain('<p class="rating-value">4.6<');
  expect(shown).toContain('class="stars stars-4 tenth-6"');
});

test("each sentence of the summary is a line, and together they are the summary", () => {
  const summary = "Dr. Ruiz is praised. One says, “MY BACK IS FIXED.” Ten of 18 criticize the cost.";
  const shown = renderOverview({ ...INPUT, insights: { ...INSIGHTS, summary } });
  const lines = Array.from(shown.matchAll(/<span class="line">([^<]*)</g), ([, line = ""]) => line);
  expect(lines).toEqual(["Dr. Ruiz is praised.", "One says, “MY BACK IS FIXED.”", "Ten of 18 criticize the cost."]);
  expect(lines.join(" ")).toBe(summary);
  expect(shown).toContain(
    '<p dir="auto" class="counted"><span class="line">Dr. Ruiz is praised.</span> <span class="line">',
  );
});

test("the summary counts the reviews behind it, each once, however many sentences cite it", () => {
  const cited = (sentence: number, review_id: string) => ({ sentence, review_id, start: 0, end: 4, text: "Fine" });
  const summary_citations = [cited(0, "A"), cited(0, "B"), cited(1, "A"), cited(2, "A")];
  const shown = renderOverview({ ...INPUT, insights: { ...INSIGHTS, summary_citations } });
  expect(shown).toContain("<summary>The 2 reviews behind it</summary>");
  const sources = /<p class="sources">.*?<\/p>/.exec(shown)?.[0] ?? "";
  expect(Array.from(sources.matchAll(/\/reviews\/(\w)/g), ([, id]) => id)).toEqual(["A", "B"]);
});

test("without reviews the page says so once, and not again in a summary", () => {
  const aggregate_rating = aggregateRating([], 0, 0);
  const insights = { ...INSIGHTS, summary: "There are no reviews yet." };
  expect(renderOverview({ ...INPUT, aggregate_rating, insights })).not.toContain(insights.summary);
});
