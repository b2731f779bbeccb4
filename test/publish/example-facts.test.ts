import { expect, test } from "bun:test";
import type { Profile } from "../../src/model/business.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import { type ExampleFacts, exampleFacts } from "../../src/publish/documents/example-facts.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { snapshotOf } from "../service.ts";

const person = (id: string, insights = true) => ({ id, name: id.toUpperCase(), title: null, aliases: [], insights });
const mentioning = (...technicians: string[]) =>
  JSON.stringify({
    technicians: technicians.map((id) => ({ id, name: id })),
    services: [{ id: "dry-needling", name: "Dry needling" }],
    service_areas: [],
  });

async function factsOf(rows: ReviewRow[], profile: Profile | null): Promise<ExampleFacts["facts"]> {
  const found: ExampleFacts[] = [];
  await snapshotOf({
    rows,
    profile,
    renderDocuments: (dataset) => {
      found.push(exampleFacts(dataset, true));
      return [];
    },
  });
  const [one] = found;
  if (!one) throw new Error("nothing was rendered");
  return one.facts;
}

test("examples name whom most reviews mention, the oldest review with a text, and the newest month", async () => {
  const profile = testProfile({ technicians: [person("a"), person("b"), person("c"), person("d", false)] });
  const rows = [
    reviewRow(1, { text: null }),
    reviewRow(2, { mentions: mentioning("a", "d") }),
    reviewRow(3, { mentions: mentioning("b", "d") }),
    reviewRow(40, { mentions: mentioning("b", "d") }),
  ];
  expect(await factsOf(rows, profile)).toEqual({
    review_id: reviewRow(2).id,
    since: "2024-02-01",
    technician: "B",
    service: "Dry needling",
    insights: true,
    security_txt: false,
  });
});

test("of people that are mentioned as often, the first one of the profile is named", async () => {
  const profile = testProfile({ technicians: [person("b"), person("a")] });
  expect((await factsOf([reviewRow(1, { mentions: mentioning("a", "b") })], profile)).technician).toBe("B");
});

test("a clinic with ratings alone has a review, and one without reviews has none", async () => {
  expect(await factsOf([reviewRow(1, { text: null })], null)).toMatchObject({
    review_id: reviewRow(1).id,
    technician: null,
    service: null,
  });
  expect(await factsOf([], testProfile({ email: "hello@harbor.example" }))).toMatchObject({
    review_id: null,
    since: "2024-01-01",
    technician: null,
    security_txt: true,
  });
});
