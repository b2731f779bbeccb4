import { expect, test } from "bun:test";
import { withCounts } from "../../../src/snapshot/meaning/narrower.ts";
import { readFilters } from "../../../src/snapshot/meaning/read-filters.ts";
import { finish } from "../../../src/snapshot/turns.ts";
import { testSnapshot } from "../../mcp/endpoint.ts";
import { reviewRow } from "../../rows.ts";

const TEXTS = [
  "My sciatica is gone.",
  "Llegué con ciática y ya camino.",
  "My lower back is fine again.",
  "I had a frozen shoulder for a year.",
  "Tore my rotator cuff, and the shoulder works again.",
  "I tore my ACL, and now the knee is solid.",
  "My knee is fine after the miracle they did.",
  "Two weeks after a hip replacement I could walk.",
  "My hip is better.",
  "The plantar fasciitis in my foot is gone.",
  "The vertigo stopped.",
  "The balance class is fun.",
  "My jaw does not click now.",
];
const { reviews: index } = await testSnapshot({
  rows: TEXTS.map((text, i) => reviewRow(i + 1, { text, language: text.includes("ciática") ? "es" : "en" })),
  analyzed: true,
});

/** What is matched by the condition that was read, and how many of these reviews say the phrase. */
function counts(condition: string, more = {}): unknown {
  const { filters, understood } = readFilters(index, { condition, ...more });
  const [read] = finish(withCounts(index, filters, understood));
  return read ? [read.id, read.matched ?? null] : null;
}

test("a phrase that is narrower than the condition says how many reviews have it, in either language", () => {
  expect(index.by_condition.get("back-pain")).toHaveLength(3);
  expect(counts("sciatica")).toEqual(["back-pain", 2]);
  expect(counts("dolor de ciática")).toEqual(["back-pain", 2]);
  expect(counts("scoliosis")).toEqual(["back-pain", 0]);
  expect(counts("adhesive capsulitis")).toEqual(["shoulder", 1]);
  expect(counts("tennis elbow")).toEqual(["hand-wrist-elbow", 0]);
});

test("every part of a phrase counts, words that name nothing do not, and no part is inside a word", () => {
  expect(index.by_condition.get("hip")).toHaveLength(2);
  expect(counts("hip replacement")).toEqual(["hip", 1]);
  expect(counts("rotator cuff tear")).toEqual(["shoulder", 1]);
  expect(counts("severe heel pain")).toEqual(["foot-ankle", 1]);
  expect(counts("ACL injury")).toEqual(["knee", 1]);
});

test("a phrase for all of the condition is not counted by itself", () => {
  for (const phrase of ["shoulder pain", "bad knee", "knees", "dolor de rodilla"]) {
    expect([phrase, counts(phrase)]).toEqual([phrase, [expect.any(String), null]]);
  }
  expect(counts("knee")).toBeNull();
});

test("one part of a condition with several is narrower", () => {
  expect(index.by_condition.get("dizziness")).toHaveLength(2);
  expect(counts("mareos")).toEqual(["dizziness", 1]);
  expect(counts("TMJ")).toEqual(["headache", 1]);
});

test("a word that no review of the condition has is counted in all reviews", async () => {
  const texts = ["Two vertigos in one week, and both are gone.", "Ms. Lee is kind.", "My stroke was in May."];
  const rows = texts.map((text, i) => reviewRow(i + 1, { text }));
  const { reviews } = await testSnapshot({ rows, analyzed: true });
  const count = (condition: string) => {
    const { filters, understood } = readFilters(reviews, { condition });
    return finish(withCounts(reviews, filters, understood))[0]?.matched;
  };
  expect(["vertigo", "seasick", "MS"].map(count)).toEqual([1, 0, 0]);
});

test("only reviews that the other filters match are counted", () => {
  expect(counts("sciatica", { language: "es" })).toEqual(["back-pain", 1]);
  expect(counts("sciatica", { query: "gone" })).toEqual(["back-pain", 1]);
  expect(counts("sciatica", { rating: 1 })).toEqual(["back-pain", 0]);
});
