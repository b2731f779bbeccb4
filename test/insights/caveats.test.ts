import { expect, test } from "bun:test";
import { createEngine } from "../../insights/engine/engine.ts";
import { RESTAURANT, TAXONOMIES } from "../../insights/engine/taxonomies/taxonomies.ts";
import { engine } from "../../insights/test/loaded-engine.ts";
import { describeCaveats } from "../../src/insights/caveats.ts";

const NOTHING = {
  rating_only: 0,
  other_languages: 0,
  translated: 0,
  opted_out: 0,
  older_than_shown: 0,
  operator_summary: false,
};
const always = describeCaveats(engine, NOTHING);
const added = (left: Partial<typeof NOTHING>) =>
  describeCaveats(engine, { ...NOTHING, ...left }).filter((line) => !always.includes(line));

test("what the insights leave out is said only if there is some, in the singular for one", () => {
  expect(always).toHaveLength(7);
  expect(added({ rating_only: 1 })).toEqual(["1 review without text counts in ratings only."]);
  expect(added({ rating_only: 2 })).toEqual(["2 reviews without text count in ratings only."]);
  expect(added({ other_languages: 1 })).toEqual(["1 review in a language that is not read was not analyzed."]);
  expect(added({ translated: 1 })).toEqual([
    "1 review in another language was read in translation. It is counted, and never quoted.",
  ]);
  expect(added({ translated: 2 })).toEqual([
    "2 reviews in another language were read in translation. They are counted, and never quoted.",
  ]);
  expect(added({ other_languages: 2 })).toEqual(["2 reviews in a language that is not read were not analyzed."]);
  expect(added({ older_than_shown: 2 })).toEqual([
    "per_review lists the newest reviews; 2 reviews more are at /api/reviews/{id}/insights.",
  ]);
  expect(added({ opted_out: 1 })).toEqual(["1 of the staff asked not to be listed."]);
  expect(added({ older_than_shown: 1 })).toEqual([
    "per_review lists the newest reviews; 1 review more is at /api/reviews/{id}/insights.",
  ]);
  expect(added({ operator_summary: true })).toEqual(["The business wrote the summary; it does not come from reviews."]);
});

test("a trade without a labeled test has no figures", () => {
  const ruled = describeCaveats(createEngine({ ...RESTAURANT, id: "ruled" }, engine.weights), NOTHING);
  expect(ruled[1]).toStartWith("There is no labeled test for this trade");
  const other = describeCaveats(createEngine(RESTAURANT, engine.weights), NOTHING);
  expect(other).toHaveLength(5);
  expect(other[1]).toStartWith("A net that learned from few texts of this trade");
  expect(always[1]).toMatch(/^On \d+ test texts, .* was wrong in [\d.]+ % \(four labels\)\.$/);
});

test("only a business that treats people is said to count health problems", () => {
  const last = (name: "general" | "hotel" | "dentist") =>
    describeCaveats(createEngine(TAXONOMIES[name], engine.weights), NOTHING).at(-1);
  expect(always.at(-1)).toEndWith("This is not medical advice.");
  expect(last("general")).toBe("Sentences that tell of somebody's health are not quoted.");
  expect(last("dentist")).toBe("Sentences that tell of somebody's health are not quoted.");
  expect(last("hotel")).toStartWith("Words about a person");
});
