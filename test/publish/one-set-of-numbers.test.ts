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
import { FAST } from "../length.ts";
import { openRandom } from "../random.ts";

const CLINICS = FAST ? 30 : 300;

const words = (page: string): string =>
  page
    .replace(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, " ")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
const bare = (summary: string): string => summary.replace(/“[^”]*”/g, "");
const countOf = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The aspects under a heading of the overview: the label, and what is said of it. */
function column(page: string, heading: string): { label: string; of: string }[] {
  const section = new RegExp(`<h2>${heading}</h2>(.*?)</section>`, "s").exec(page)?.[1] ?? "";
  return Array.from(section.matchAll(/<h3><a [^>]*>(.*?)<\/a> <span class="of">(.*?)<\/span>/g), ([, label, of]) => ({
    label: label ?? "",
    of: of ?? "",
  }));
}

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
      overview: renderOverview({ ...shown, newest: [], marked_up: null }),
      insights: renderInsightsPage(shown),
      badge: renderBadge(site, aggregate_rating, { theme: "auto", language }),
      policy: renderPolicy({
        ...{
          site,
          published: reviews.length,
          withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
          erased: 0,
        },
        ...{ verified_by: { visit_record: 0, invitation: 0, platform_account: 0, operator: 0 } },
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

/** What the overview lists, the document lists in the same order with the same numbers; nothing is liked and disliked. */
function checkLists({ strengths, concerns, aspects }: InsightsDocument, overview: string, insights: string) {
  const counts = new Map(aspects.map((aspect) => [aspect.label, aspect]));
  const [likes, dislikes] = [column(overview, "What people like"), column(overview, "What people dislike")];
  const liked = new Set(likes.map(({ label }) => label));
  expect(dislikes.filter(({ label }) => liked.has(label))).toEqual([]);
  const check = (shown: typeof likes, listed: string[], side: "positive" | "negative", word: string) => {
    for (const { label, of } of shown) {
      const aspect = counts.get(label);
      const count = aspect?.[`${side}_count`] ?? 0;
      if (of === "Single voice")
        expect([count < 3, listed.some((line) => line.startsWith(label))]).toEqual([true, false]);
      else {
        expect(of).toBe(`${count} of the ${aspect?.mention_count} reviews that mention it`);
        expect(listed.map((line) => line.split(";")[0])).toContain(
          `${label}: ${count} of ${aspect?.mention_count} reviews ${word}`,
        );
      }
    }
  };
  check(likes, strengths, "positive", "positive");
  check(dislikes, concerns, "negative", "critical");
  const page = words(insights);
  for (const { label, mention_count, positive_count, negative_count } of aspects) {
    expect(page).toContain(`${label} ${mention_count} ${mention_count === 1 ? "review" : "reviews"}`);
    const row = new RegExp(`>${label}</th>(.*?)</tr>`, "s").exec(insights)?.[1] ?? "";
    const cells = Array.from(row.matchAll(/<td>(\d+)<\/td>/g), ([, cell]) => Number(cell));
    expect([cells[0], cells[1], cells[4]]).toEqual([mention_count, positive_count, negative_count]);
  }
}

test("every count and sentence that appears twice is the same on the overview, the insights, the badge and in JSON", () => {
  for (let seed = 1; seed <= CLINICS; seed++) {
    const all = tellAll(seed);
    const { document, told, pages, spanish } = all;
    checkSummary(all);
    checkLists(document, pages.overview, pages.insights);
    for (const { id, answer } of document.faq.filter(({ id }) => id.startsWith("about-"))) {
      const aspect = document.aspects.find((one) => `about-${one.id}` === id);
      expect(answer).toStartWith(`${aspect?.mention_count} review`);
    }
    const shown = (page: string, report: ToldReports["en"]) =>
      [report?.headline ?? "", report?.summary.split(". ")[0] ?? ""].every((text) => words(page).includes(text));
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
