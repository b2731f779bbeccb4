import { expect, test } from "bun:test";
import { parseWordLists } from "../../../src/model/basics/word-lists.ts";

const parse = (text: string) => parseWordLists("streets.txt", text, ["streets", "by the way"]);

test("a file of lists has names, comments, blank lines and one entry a line", () => {
  const text =
    "# Streets\n\n[streets]\nStreet\n  Road (?:N|S)  \n#\n[by the way]\n# a comment\nmain st\n[\\d]{2}\n#9\n";
  expect(parse(text)).toEqual({ streets: ["Street", "Road (?:N|S)"], "by the way": ["main st", "[\\d]{2}", "#9"] });
});

test("a file that does not say what it should is refused with its line", () => {
  const list = "[streets]\nRoad\n";
  expect(() => parse("Road\n")).toThrow('streets.txt, line 1: "Road" is in no list');
  expect(() => parse(`${list}Road`)).toThrow('streets.txt, line 3: "Road" is twice in its list');
  expect(() => parse(list + list)).toThrow("streets.txt, line 3: the list streets is there twice");
  expect(() => parse(`${list}[by the way]`)).toThrow("streets.txt has no list, or an empty one, for by the way");
  expect(() => parse(`${list}[by the way]\na\n[more]\nb`)).toThrow("streets.txt has lists that nothing reads: more");
});
