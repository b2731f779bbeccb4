import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../insights/engine/analyze.ts";
import { buildMentionFinder } from "../../insights/engine/mentions.ts";
import { publishedAnalysis } from "../../insights/engine/verdicts/published.ts";
import { wordsToRead } from "../../insights/engine/words-to-read.ts";
import { engine } from "../../insights/test/loaded-engine.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import { buildInsightsDocument } from "../../src/insights/insights-document.ts";
import type { Profile } from "../../src/model/business.ts";
import { parseDemoProfile } from "../../src/terminal/read-profile.ts";

const folder = join(import.meta.dir, "../../examples/demo-clinic");

export const demoProfile: Profile = parseDemoProfile(join(folder, "business.yaml"));
const finder = buildMentionFinder(demoProfile);

type Line = Omit<InsightReview, "reply" | "mentions"> & { owner_reply: { text: string } | null };

/** The reviews of the demonstration, as the insights get them, newest first. */
export const demoReviews: InsightReview[] = readFileSync(join(folder, "reviews.ndjson"), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line): InsightReview => {
    const { owner_reply, ...rest }: Line = JSON.parse(line);
    return { ...rest, reply: owner_reply?.text ?? null, mentions: finder(rest.text ?? "") };
  })
  .sort((left, right) => (left.date === right.date ? (left.id < right.id ? 1 : -1) : left.date < right.date ? 1 : -1));

export const analysesOf = (reviews: InsightReview[]) =>
  new Map(
    reviews.flatMap((review) => {
      const words = wordsToRead(review);
      if (!words) return [];
      const analysis = analyze(engine, words.text, words.language);
      return [[review.id, publishedAnalysis(engine, analysis, review.rating)] as const];
    }),
  );

export const insightsOf = (reviews: InsightReview[], by: Profile | null = demoProfile) =>
  buildInsightsDocument({
    engine,
    profile: by,
    base_url: "https://reviews.example",
    generated_at: "2026-11-01T00:00:00Z",
    reviews,
    analyses: analysesOf(reviews),
  });
