import { expect, test } from "bun:test";
import { checkTaxonomy } from "../../engine/reading/check-taxonomy.ts";
import { TAXONOMIES } from "../../engine/taxonomies/taxonomies.ts";

const bikes = {
  id: "bikes",
  label: "Bikes",
  noun: "shop",
  aspects: [{ id: "repairs", label: "Repairs", words: "gears" }],
};
const faultsOf = (changes: object): string[] => {
  const checked = checkTaxonomy({ ...bikes, ...changes });
  return "faults" in checked ? checked.faults : [];
};

test.each(Object.entries(TAXONOMIES))("the taxonomy %s that comes with the program has no fault", (name, file) => {
  expect(checkTaxonomy(file)).toEqual({ taxonomy: file });
  expect(file.id).toBe(name);
});

test("all faults of a taxonomy are named with their place", () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ aspects: [{ id: "Repairs" }] })).toEqual([
    expect.stringMatching(/^aspects\[1\]\.id: /),
    expect.stringMatching(/^aspects\[1\]\.label: /),
  ]);
  const aspects = [
    { id: "repairs", label: "Repairs", phrases: ["..", "good||bad day", "ac|a/c cold"] },
    { id: "repairs", label: "More repairs" },
  ];
  const questions = [
    { id: "speed", question: "Is it quick?", yes: ["quick"], aspects: "time" },
    { id: "price", question: "Is it cheap?" },
  ];
  expect(faultsOf({ aspects, questions, problem_aspects: "pain" })).toEqual([
    "aspects[2]: the id repairs is used twice",
    "questions[1].aspects: there is no aspect time; the aspects are repairs",
    "questions[2] (price): nothing answers it; give it yes, no, about, profile or replies",
    "problem_aspects: there is no aspect pain; the aspects are repairs",
    "aspects[2] (repairs): nothing finds it; give it words, prefixes, phrases or implicit",
    'aspects[1].phrases: the pattern ".." must not begin with .. (it stands between words)',
    'aspects[1].phrases: the pattern "good||bad day" has "good||bad": write words with | between them, such as good|great',
    'aspects[1].phrases: the pattern "ac|a/c cold" has "a/c" beside |, which is read as several words: give it a line of its own',
  ]);
});

test("faults of the form and of what parts say of each other are named in one run", () => {
  const faults = faultsOf({
    color: "red",
    aspects: [
      { id: "repairs", label: "Repairs", words: ["gears"] },
      { id: "price", words: "cheap" },
      { label: "Time", words: "late" },
    ],
    topics: [{ id: "tires", label: "tires", words: ["tire", 5], aspects: "wheels" }],
    questions: [{ id: "speed", question: "Is it quick?", yes: ["quick"], aspects: "time price" }],
  });
  const places = faults.map((fault) => fault.split(": ")[0]).sort();
  expect(places).toEqual([
    "aspects[1].words",
    "aspects[2].label",
    "aspects[3].id",
    "questions[1].aspects",
    "the file",
    "topics[1].aspects",
    "topics[1].words[2]",
  ]);
  expect(faults.join("\n")).toContain("there is no aspect time");
  expect(checkTaxonomy("words")).toEqual({ faults: [expect.stringMatching(/^the file: /)] });
});
