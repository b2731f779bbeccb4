import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import { buildInsightsDocument } from "../../src/insights/insights-document.ts";
import type { InsightsDocument, ToldReports } from "../../src/model/insights-document.ts";
import { publicBusiness } from "../../src/model/public-business.ts";
import { renderBadge } from "../../src/pages/embeds/badge.ts";
import { renderInsightsPage } from "../../src/pages/insights-page.ts";
import { renderOverview } from "../../src/pages/overview.ts";
import type { InsightsView } from "../../src/pages/parts/insights-view.ts";
import type { Language } from "../../src/pages/parts/languages.ts";
import { renderPolicy } from "../../src/pages/policy.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { MADE_UP_PROFILE, makeUpClinic } from "../insights/made-up-clinic.ts";
import { repeats } from "../length.ts";
import { NO_FACTS } from "../pages/site.ts";
import { openRandom } from "../random.ts";

const CLINICS = repeats(30, 300);

const words = (page: string): string =>
  page
    .replace(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
const bare = (summary: string): string => summary.replace(/“[^”]*”/g, "");
const countOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Everything that is told of one clinic. */
function tellAll(seed: number) {
  const random = openRandom(seed);
  const { reviews, analyses } = makeUpClinic(1 + Math.floor(random() ** 3 * 200), 1 + Math.floor(random() * 4), seed);
  let told: ToldReports = {};
  const document = buildInsightsDocument({
    ...{ engine, profile: MADE_UP_PROFILE, base_url: "https://reviews.example", generated_at: null, reviews, analyses },
    toldFor: (reports) => {
      told = reports;
    },
  });
  const stars = [1, 2, 3, 4, 5].map((star) => reviews.filter(({ rating }) => rating === star).length);
  const aggregate_rating = aggregateRating(stars, document.text_count, 0);
  const pagesIn = (language: Language) => {
    const site = {
      ...{ base_url: "https://reviews.example", demonstration: false, license: null, languages: [language] },
      ...{ structured_data: "business" as const, business: publicBusiness(MADE_UP_PROFILE) },
    };
    const insights: InsightsView = { ...document, ...told[language] };
    const shown = { site, aggregate_rating, months: [], insights };
    return {
      overview: renderOverview({ ...NO_FACTS, ...shown, newest: [], marked_up: null }),
      insights: renderInsightsPage(shown),
      badge: renderBadge(site, aggregate_rating, { theme: "auto", language }),
      policy: renderPolicy({
        ...{
          site,
          published: reviews.length,
          withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
          erased: 0,
          words_hidden: 0,
        },
        ...{ verification_levels: { business: 0, account: 0 } },
        accuracy: document.engine.accuracy,
      }),
    };
  };
  return { document, told, aggregate_rating, pages: pagesIn("en"), spanish: pagesIn("es") };
}

function checkSummary({ document, told, pages, aggregate_rating }: ReturnType<typeof tellAll>) {
  const { aspects, headline, summary, review_count } = document;
  for (const report of [told.en, told.es]) {
    expect(countOf(report?.headline ?? "")).toBeLessThanOrEqual(12);
    expect(countOf(report?.summary ?? "")).toBeLessThanOrEqual(90);
    expect(bare(report?.summary ?? "").match(/\d+(?:\.\d+)?/g)?.length ?? 0).toBeLessThanOrEqual(8);
    const lengths = Array.from(report?.summary.matchAll(/“([^”]*)”/g) ?? [], ([, text = ""]) => text.length);
    const [short = 1, long = 1] = lengths.sort((a, b) => a - b);
    expect(long / short).toBeLessThanOrEqual(1.5);
  }
  const numbersIn = (text = ""): string[] =>
    (
      bare(text)
        .replaceAll(",", ".")
        .match(/\d+(?:\.\d+)?/g) ?? []
    ).sort();
  expect(numbersIn(told.es?.summary)).toEqual(numbersIn(told.en?.summary));
  expect([told.en?.headline, told.en?.summary]).toEqual([headline, summary]);
  const [, reviews = "", average] = /^(\d+|One) reviews? gives? .* ([\d.]+) of 5 stars/.exec(summary) ?? [];
  const rating = /<p class="rating-value">([\d.]+)</.exec(pages.overview)?.[1];
  expect([reviews === "One" ? 1 : Number(reviews), average]).toEqual([review_count, rating]);
  expect([aggregate_rating.rating_count, words(pages.badge).includes(` ${rating} `)]).toEqual([review_count, true]);
  for (const { label, positive_count, negative_count, mention_count } of aspects) {
    const name = label.charAt(0).toLowerCase() + label.slice(1);
    const praised = summary.indexOf(`People praise ${name} most: `);
    if (praised >= 0)
      expect(summary.slice(praised)).toStartWith(
        `People praise ${name} most: ${positive_count} of the ${mention_count} reviews that mention it do`,
      );
    const criticized = summary.indexOf(`They complain most about ${name}: `);
    if (criticized >= 0)
      expect(summary.slice(criticized)).toStartWith(
        `They complain most about ${name}: ${negative_count} of ${mention_count} reviews`,
      );
  }
}

/** A subject is in one list at most, and ranked from three reviews that say so, of all time; below, it has no share. */
function checkRanks({ aspects, strengths, concerns, window }: InsightsDocument) {
  expect(window.from).toBeNull();
  const labels = aspects.map(({ label }) => label);
  const listed = [...strengths, ...concerns].flatMap((line) => {
    if (line.startsWith("Too few to rank; single voices: ")) {
      expect(line).not.toMatch(/\d/);
      return [];
    }
    const [, label = "", saying, all] = /^(.+?): (\d+) of (\d+) reviews (?:positive|critical)/.exec(line) ?? [];
    const side = strengths.includes(line) ? "positive_count" : "negative_count";
    const aspect = aspects.find((one) => one.label === label);
    expect([Number(saying), Number(all)]).toEqual([aspect?.[side], aspect?.mention_count] as number[]);
    expect(Number(saying)).toBeGreaterThanOrEqual(3);
    return [label];
  });
  expect(labels).toEqual(expect.arrayContaining(listed));
  expect(new Set(listed).size).toBe(listed.length);
}

/** The numbers of the bars of the overview and of the table of the insights are those of the document. */
function checkCounts({ aspects }: InsightsDocument, overview: string, insights: string) {
  const counts = new Map(aspects.map((aspect) => [aspect.label, aspect]));
  const bars = /<section class="sides">(.*?)<\/section>/s.exec(overview)?.[1] ?? "";
  for (const [, row = ""] of bars.matchAll(/<li>(.*?)<\/li>/gs)) {
    const aspect = counts.get(/<h3>.*?<span dir="auto">([^<]*)</.exec(row)?.[1] ?? "");
    const shown = Array.from(row.matchAll(/class="(?:of|side-count)">(\d+)/g), ([, count]) => Number(count));
    expect(shown).toEqual([aspect?.mention_count, aspect?.negative_count, aspect?.positive_count] as number[]);
  }
  const page = words(insights);
  for (const { label, mention_count, positive_count, negative_count } of aspects) {
    expect(page).toContain(`${label} ${mention_count} ${mention_count === 1 ? "review" : "reviews"}`);
    const card = page.slice(page.indexOf(`${label} ${mention_count} review`));
    if (positive_count > 0) expect(card).toMatch(new RegExp(`^.{0,80} ${positive_count} positive`));
    if (negative_count > 0) expect(card).toMatch(new RegExp(`^.{0,140} ${negative_count} negative`));
  }
}

test("every count and sentence that appears twice is the same on the overview, the insights, the badge and in JSON", () => {
  for (let seed = 1; seed <= CLINICS; seed++) {
    const all = tellAll(seed);
    const { document, told, pages, spanish } = all;
    checkSummary(all);
    checkRanks(document);
    checkCounts(document, pages.overview, pages.insights);
    for (const { id, answer } of document.faq.filter(({ id }) => id.startsWith("about-"))) {
      const aspect = document.aspects.find((one) => `about-${one.id}` === id);
      expect(answer).toStartWith(`${aspect?.mention_count} review`);
    }
    const shown = (page: string, report: ToldReports["en"]) => words(page).includes(report?.headline ?? "");
    for (const page of ["overview", "insights"] as const) {
      expect([seed, page, shown(pages[page], told.en), shown(spanish[page], told.es)]).toEqual([
        seed,
        page,
        true,
        true,
      ]);
    }
    const { accuracy } = document.engine;
    for (const figure of [accuracy?.aspects_right_pct ?? 0, accuracy?.against_stars_found_pct ?? 0])
      expect(words(pages.policy)).toContain(` ${Math.round(figure)}`);
  }
});
