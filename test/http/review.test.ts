import { expect, test } from "bun:test";
import { createProblems } from "../../src/http/problems.ts";
import { reviewInsightsRoute } from "../../src/http/routes.ts";
import { reviewInsights } from "../../src/model/insights-document.ts";
import { createReviewAnalysis } from "../../src/publish/review-insights.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { engineFor, readTexts } from "../read-texts.ts";
import { reviewRow } from "../rows.ts";
import { BASE_URL, openService, snapshotOf } from "../service.ts";

const ID = "1".padStart(26, "0");
const PATH = `/api/reviews/${ID}`;
const GONE = "9".padStart(26, "0");
const data = {
  rows: [reviewRow(1, { text: "Ana was kind and listened to me." }), reviewRow(2)],
  tombstones: [
    {
      id: GONE,
      date: "2024-01-10",
      deleted_at: "2024-02-01T00:00:00Z",
      reason: "erased_on_request",
      changed_at: "2024-02-01T00:00:00Z",
    } as const,
  ],
};
const { insightsOf } = createReviewAnalysis(engineFor);

async function openReviews(demonstration: boolean) {
  const snapshot = await snapshotOf({ ...data, source: { demonstration }, readInsights: readTexts });
  const current = createCurrent();
  current.swap(snapshot);
  const context = { current, base_url: BASE_URL, respondProblem: createProblems(BASE_URL) };
  return openService({ snapshot, routes: [reviewInsightsRoute(context, insightsOf)] });
}
const real = await openReviews(false);
const made_up = await openReviews(true);

test("a review is the same bytes as in the list of all", async () => {
  const text = await (await real.ask(PATH)).text();
  expect(JSON.parse(text).id).toBe(ID);
  expect(await (await real.ask("/reviews.json")).text()).toContain(text);
});

test("on a demonstration its first member says so, and its ETag is another", async () => {
  const answer = await made_up.ask(PATH);
  const plain = await real.ask(PATH);
  expect(answer.headers.get("etag")).toBe(`"d${plain.headers.get("etag")?.slice(1)}`);
  const text = await answer.text();
  expect(text).toStartWith('{"demonstration":true,"id":');
  expect(text.replace('"demonstration":true,', "")).toBe(await plain.text());
});

test("its analysis has validators of its own, and says if it is of a demonstration", async () => {
  const answer = await real.ask(`${PATH}/insights`);
  const analysis = reviewInsights.parse(JSON.parse(await answer.text()));
  expect([analysis.id, analysis.aspects.map(({ aspect }) => aspect)]).toEqual([ID, ["care"]]);
  const etag = answer.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect((await real.ask(`${PATH}/insights`, { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect(await (await made_up.ask(`${PATH}/insights`)).text()).toStartWith(`{"demonstration":true,"id":"${ID}"`);
});

test.each(["", "/insights"])("a review that was removed is gone, and an unknown one is not found: %p", async (path) => {
  const fault = async (id: string) => {
    const answer = await real.ask(`/api/reviews/${id}${path}`);
    const { error, detail } = JSON.parse(await answer.text());
    return [answer.status, error, detail];
  };
  expect(await fault(GONE)).toEqual([410, "gone", "this review was removed"]);
  expect(await fault("8".padStart(26, "0"))).toEqual([404, "not_found", "no review has this id"]);
});
