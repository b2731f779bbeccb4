import { expect, test } from "bun:test";
import type { EntityKind } from "../../src/insights/analyzed-review.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "./clinic.ts";

const review = itemAt(demoReviews, 0);
const PRIYA = { id: "priya-raman", name: "Priya Raman" };
const NEEDLING = { id: "dry-needling", name: "Dry needling" };

function insightsAbout(kind: EntityKind, entity: typeof PRIYA, text: string, rating: number) {
  const mentions = { technicians: [], services: [], service_areas: [], [kind]: [entity] };
  return insightsOf([{ ...review, rating, language: "en", text, mentions }]).entities[kind][0];
}

/** One letter per rating from 1 to 5. */
const labels = (kind: EntityKind, entity: typeof PRIYA, text: string) =>
  [1, 2, 3, 4, 5]
    .map((rating) => {
      const { positive_count = 0, negative_count = 0 } = insightsAbout(kind, entity, text, rating) ?? {};
      return positive_count === 1 ? "+" : negative_count === 1 ? "-" : "0";
    })
    .join("");

test("clear words about a person decide, whatever the stars", () => {
  expect(labels("technicians", PRIYA, "Priya was wonderful and kind.")).toBe("+++++");
  expect(labels("technicians", PRIYA, "Priya was rude and awful.")).toBe("-----");
});

test("clear words about a service decide, whatever the stars", () => {
  expect(labels("services", NEEDLING, "Dry needling was wonderful.")).toBe("+++++");
  expect(labels("services", NEEDLING, "I hated the dry needling.")).toBe("-----");
});

test("if the words take no clear side, stars do not make one", () => {
  expect(labels("technicians", PRIYA, "I saw Priya.")).toBe("00+++");
  expect(labels("services", NEEDLING, "Dry needling on Tuesday.")).toBe("00000");
});

test("he or she in the next sentence is the person named before, if only one was named", () => {
  const quotes = (text: string) =>
    insightsAbout("technicians", PRIYA, text, 5)?.quotes.map((quote) => quote.text) ?? [];
  expect(quotes("I saw Priya. She was wonderful and kind.")).toEqual(["She was wonderful and kind."]);
  expect(quotes("I saw Priya. They were wonderful and kind.")).toEqual([]);
  expect(quotes("Priya and Marcus. She was wonderful and kind.")).toEqual([]);
  expect(quotes("I saw Priya. She and Marcus were wonderful.")).toEqual([]);
});

test("a sentence about someone's health is not quoted for a person", () => {
  const text = "Priya fixed my knee replacement wonderfully.";
  expect(insightsAbout("technicians", PRIYA, text, 5)).toMatchObject({ mention_count: 1, quotes: [] });
});
