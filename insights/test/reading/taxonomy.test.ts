import { expect, test } from "bun:test";
import { compileTaxonomy } from "../../engine/reading/taxonomy.ts";
import { taxonomyFile } from "../../engine/reading/taxonomy-file.ts";
import { PHYSICAL_THERAPY, RESTAURANT } from "../../engine/taxonomies/taxonomies.ts";

test.each([PHYSICAL_THERAPY, RESTAURANT])("the taxonomy of $id that comes with the program is valid", (file) => {
  expect<unknown>(taxonomyFile.parse(file)).toEqual(file);
});

test("what a file leaves out is empty, and lists of words are cut at white space", () => {
  const { taxonomy } = compileTaxonomy({
    id: "bakery",
    label: "Bakery",
    noun: "bakery",
    aspects: [
      { id: "bread", label: "Bread", words: " bread  rolls\nbuns ", es: { prefixes: "pan" } },
      { id: "wait", label: "Wait", measures: [{ unit: "minute", near: "wait line", negative_from: 20 }] },
    ],
    problems: [{ id: "stale", name: "Stale", words: ["stale"] }],
    questions: [{ id: "early", question: "Is it open early?", aspects: "wait bread", profile: "opening_hours" }],
  });
  const none = { words: [], prefixes: [], phrases: [], exclude: [], implicit: [] };
  expect(taxonomy).toEqual({
    id: "bakery",
    label: "Bakery",
    noun: "bakery",
    aspects: [
      {
        ...none,
        id: "bread",
        label: "Bread",
        words: ["bread", "rolls", "buns"],
        es: { ...none, prefixes: ["pan"] },
        measures: [],
        question: null,
      },
      {
        ...none,
        id: "wait",
        label: "Wait",
        measures: [{ unit: "minute", near: ["wait", "line"], negative_from: 20 }],
        question: null,
      },
    ],
    private: [],
    private_es: [],
    problems: [{ id: "stale", name: "Stale", words: ["stale"], words_es: [] }],
    problem_aspects: [],
    topics: [],
    questions: [
      {
        id: "early",
        question: "Is it open early?",
        yes: [],
        no: [],
        about: [],
        aspects: ["wait", "bread"],
        facts: false,
        profile: "opening_hours",
        service: null,
        replies: [],
      },
    ],
  });
});

test("a taxonomy has at most 24 aspects", () => {
  const isValid = (count: number) => {
    const aspects = Array.from({ length: count }, (_, at) => ({ id: `a${at}`, label: "A" }));
    return taxonomyFile.safeParse({ id: "shop", label: "Shop", noun: "shop", aspects }).success;
  };
  expect([0, 1, 24, 25].map(isValid)).toEqual([true, true, true, false]);
});
