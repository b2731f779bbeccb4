import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { reviewRow } from "../../rows.ts";
import { startClinic, TOMBSTONE } from "../clinic.ts";
import { callTool, startEndpoint, testSnapshot } from "../endpoint.ts";
import { textSaying } from "../text-saying.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_review", given);

describe("get_review", () => {
  test("finds the review and its analysis by id, url or uri", async () => {
    for (const id of [
      "00000000000000000000000001",
      "http://localhost:8080/reviews/00000000000000000000000001",
      "reviews://review/00000000000000000000000001",
    ]) {
      const { review, analysis } = await call({ review_id: id });
      expect([review.text, analysis.label]).toEqual(["Ana is very kind", "positive"]);
    }
    expect((await call({ id: "00000000000000000000000002" })).analysis).toMatchObject({
      label: "negative",
      aspects: ["punctuality"],
    });
    expect((await call({ id: "00000000000000000000000004" })).analysis).toBeNull();
  });

  test("tells an unknown id from a deleted one", async () => {
    expect((await call({ id: "nope" })).fault).toBe(
      'no review has the id "nope": use an id from search_reviews, or a review_id from another answer',
    );
    expect((await call({ id: TOMBSTONE.id })).fault).toBe(
      "review 00000000000000000000000009 was deleted and is no longer published",
    );
    expect((await call({})).fault).toBe("id is required");
  });
});

test("a review that /insights.json does not list has the aspects that the filters know", async () => {
  const id = reviewRow(1).id;
  const rows = [
    reviewRow(1, { text: textSaying({ billing: "positive", care: "positive" }) }),
    reviewRow(2, { text: textSaying({}) }),
  ];
  const analyzed = (report: InsightsDocument) => ({ ...report, per_review: {} }); // as of a review that is too old
  const other = startEndpoint(await testSnapshot({ rows, analyzed }));
  expect((await callTool(other.url, "get_review", { id })).analysis).toEqual({ aspects: ["billing", "care"] });
  expect((await callTool(other.url, "get_review", { id: reviewRow(2).id })).analysis).toBeNull();
  await other.stop();
});

test("an id is found in lower case too", async () => {
  const id = "01HZXY0000000000000000000A";
  const other = startEndpoint(await testSnapshot({ rows: [reviewRow(1, { id })] }));
  expect((await callTool(other.url, "get_review", { id: id.toLowerCase() })).review.id).toBe(id);
  await other.stop();
});
