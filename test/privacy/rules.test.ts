import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anyOf, parsePatterns } from "../../src/privacy/pattern-file.ts";
import { minimizeName } from "../../src/privacy/people/minimize-name.ts";
import { RELATIVES, SOMEBODY_ELSE, WHOSE } from "../../src/privacy/people/people.ts";
import { CANADA_CODE, IRISH_CODE, UK_CODE } from "../../src/privacy/places/address-tails.ts";
import { createRedactor } from "../../src/privacy/redact.ts";
import { checkReply } from "../../src/privacy/replies/check-reply.ts";
import { testProfile } from "../rows.ts";
import { type Example, type Examples, readExamples } from "./rule-examples.ts";

const RULES = join(import.meta.dir, "../../src/privacy");
const redactor = createRedactor(testProfile());
/** The parts of patterns that the code gives. */
const GIVEN = {
  start: "",
  "uk code": UK_CODE,
  "canada code": CANADA_CODE,
  "irish code": IRISH_CODE,
  relative: anyOf(RELATIVES),
  "somebody else": anyOf(SOMEBODY_ELSE),
  whose: anyOf(WHOSE),
};

const show = ({ text, spans }: Pick<Example, "text" | "spans">): string =>
  spans.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`).join(" | ") || text;
/** What the rules find in a review, or for which words they hold a reply. */
const find = ({ text }: Example): string => show({ text, spans: redactor.find(text) });
const hold = ({ text, language }: Example): string =>
  checkReply(text, language)
    ?.words.map((words) => `held: ${words}`)
    .join(" | ") ?? text;

/** "Dana Fox, Realtor → Dana F.": a name of an author, and what is shown of it. */
const AUTHORS = "people/minimize-name.words.txt";
const shorten = ({ text }: Example): string => {
  const [name = ""] = text.split(" → ");
  return `${name} → ${minimizeName(name, "first_initial")}`;
};

const files = readdirSync(RULES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".words.txt"));

test("a file of lists has examples", () => {
  expect(files.filter((file) => readExamples(file).size === 0)).toEqual([]);
});

/** A line of this file has several words. */
const CLASSES = "replies/reply-classes.words.txt";

for (const file of files.sort()) {
  const text = readFileSync(join(RULES, file), "utf8");
  const lists = [...text.matchAll(/^\[([a-z0-9 _-]+)\]$/gm)].map(([, name = ""]) => name);
  const examples = readExamples(file);
  const judge = file === AUTHORS ? shorten : file.startsWith("replies/") ? hold : find;

  describe(file, () => {
    const given = Object.fromEntries(Object.entries(GIVEN).filter(([name]) => !lists.includes(name)));
    const patterns: Record<string, string> = parsePatterns(file, text, lists, given);

    test("has examples for each of its lists, and for no other", () => {
      expect([...examples.keys()].sort()).toEqual([...lists].sort());
    });

    test.each([...examples])("[%s]", (list, { catches, leaves }: Examples) => {
      expect(catches.map(judge)).toEqual(catches.map(show));
      expect(leaves.map(judge)).toEqual(leaves.map(({ line }) => line));
      expect({ catches: catches.length > 0, leaves: leaves.length > 0 }).toEqual({ catches: true, leaves: true });
      // An example of a list has one of its entries. The code may look for it at the end or the beginning of a part.
      const entries = patterns[list] ?? "";
      const entry = new RegExp(
        `(?:${file === CLASSES ? entries.replaceAll(" ", "|") : entries})`.replaceAll(
          /(?<![\\[])\^|(?<!\\)\$(?=\)|\||$)/g,
          "",
        ),
        "iu",
      );
      expect([...catches, ...leaves].some((example) => entry.test(example.text))).toBe(true);
    });
  });
}
