import { expect, test } from "bun:test";
import { createReviewAnalysis } from "../src/publish/review-insights.ts";
import { buildOf } from "./build.ts";
import { HARBOR_REVIEWS, HARBOR_URL, harborSource } from "./harbor-clinic.ts";
import { engineFor, readTexts } from "./read-texts.ts";

const SIGNS = { positive: "+", negative: "-", neutral: "=", mixed: "±" };

test("the engine reads in each review of the made-up clinic what its writer means", async () => {
  const snapshot = await buildOf(await harborSource(), { base_url: HARBOR_URL, readInsights: readTexts });
  const { insightsOf } = createReviewAnalysis(engineFor);
  const read = HARBOR_REVIEWS.map(({ id, text }) => ({
    text,
    means: (insightsOf(snapshot, id)?.aspects ?? [])
      .map(({ aspect, sentiment }) => `${aspect}${SIGNS[sentiment]}`)
      .sort(),
  }));
  expect(read).toEqual(HARBOR_REVIEWS.map(({ text, means }) => ({ text, means })));
});
