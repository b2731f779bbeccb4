import { expect, test } from "bun:test";
import { namesOf, unknownName } from "../../../src/mcp/answers/find-name.ts";
import { nearest } from "../../../src/snapshot/meaning/read-phrase.ts";

test("two letters that changed places are one error, and two other letters are two", () => {
  const spellings = new Map([
    ["leo", "leo-park"],
    ["priya raman", "priya-raman"],
  ]);
  const read = ["elo", "Pryia Raman", "lxy", "zzzzzz"].map((given) => nearest(given, spellings));
  expect(read).toEqual([["leo-park"], ["priya-raman"], [], []]);
});

test("at most 40 names are listed, and at most 5 are suggested", () => {
  const named = (count: number) => namesOf(Array.from({ length: count }, (_, i) => ({ name: `N${i}` })));
  expect([named(0), named(2)]).toEqual(["none", "N0, N1"]);
  expect([named(40).split(", ").length, named(40).endsWith("N39"), named(41).endsWith("N39 and 1 more")]).toEqual([
    40,
    true,
    true,
  ]);
  expect(unknownName("service", "x", [], "A, B")).toBe(
    'no service of that name is listed: "x"; the services are: A, B',
  );
  expect(unknownName("service", "x", [..."abcdef"], "A")).toContain("did you mean a or b or c or d or e? The services");
});
