import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { callTool, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_business", given);

test("get_business returns the profile and the rating of /reviews.json", async () => {
  const document: Wire = await (await fetch(`${clinic.origin}/reviews.json`)).json();
  const { reviews: _, links: __, ...head } = document;
  const { verified_by, ...business } = await call();
  expect(business).toEqual(head);
  expect(verified_by).toEqual({ visit_record: 0, invitation: 0, platform_account: 5, operator: 0 });
  expect(head.aggregate_rating.rating_value).toBe(4.2);
});
