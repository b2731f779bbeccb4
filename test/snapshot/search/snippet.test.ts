import { expect, test } from "bun:test";
import { tellingWords } from "../../../src/snapshot/search/plain-words.ts";
import { snippetOf } from "../../../src/snapshot/search/snippet.ts";

const snippet = (question: string, text: string | null, title: string | null = null): string =>
  snippetOf({ text, title }, tellingWords(question));

test.each([
  ["rude receptionist", "Nice place. The receptionist was RUDE! Bye.", "The receptionist was RUDE!"],
  ["complaints", "I like it. My complaint was heard.", "My complaint was heard."],
  ["pregnancy", "Hello. I was pregnant then.", "I was pregnant then."],
  ["zeit", "Gut. Die Wartezeit war kurz.", "Die Wartezeit war kurz."],
  ["hip", "The ship was late. My hip is fine.", "My hip is fine."],
  ["rapido", "Hola. ¿Atienden rápido? Sí.", "¿Atienden rápido?"],
  ["耐心", "很好。治疗师很耐心。谢谢。", "治疗师很耐心。"],
  [
    "billing surprise",
    "Rude. The billing was late. Nice desk. A surprise came.",
    "The billing was late. … A surprise came.",
  ],
  ["Ana", "She fixed my knee. Thanks.", "She fixed my knee."],
])("the snippet for %s of %j holds the words that match", (question, text, expected) => {
  expect(snippet(question, text)).toBe(expected);
});

test("the title is the snippet if only it has the words, and nothing is one without words", () => {
  expect(snippet("parking", "All fine.", "Bad parking")).toBe("Bad parking");
  expect(snippet("parking", null, "Bad parking")).toBe("Bad parking");
  expect(snippet("parking", null)).toBe("");
});

test("a long sentence is cut around the words, between words and within characters", () => {
  const long = `${"Straße und ﬁne ".repeat(60)}the towels ${"and more 😀 ".repeat(60)}`;
  const found = snippet("towel", long);
  expect(found).toContain("the towels and more");
  expect(found).toMatch(/^… (?:Straße|und|ﬁne) .* …$/u);
  expect(found.length).toBeLessThan(210);
  expect(found.isWellFormed()).toBe(true);
  expect(snippet("towels", `towels ${"😀".repeat(300)}`)).toStartWith("towels 😀");
  expect(snippet("towels", `${"a".repeat(300)}-towels ${"b ".repeat(300)}`)).toStartWith("… towels b");
});
