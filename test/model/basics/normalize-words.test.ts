import { expect, test } from "bun:test";
import { normalizeWords } from "../../../src/model/basics/normalize-words.ts";

test("words are letters and digits in lower case, whatever their case, width and punctuation", () => {
  expect(normalizeWords(" It's  5/5, GREAT! ")).toBe("it s 5 5 great");
  expect(normalizeWords("Déjà  Vu—ＡＢＣ!")).toBe("déjà vu abc");
  expect([normalizeWords(""), normalizeWords("!?")]).toEqual(["", ""]);
});

test("a long text that follows another is not taken for it", () => {
  const [one, other] = ["One ".repeat(40), "Other ".repeat(40)];
  const read = [one, one, other, one].map(normalizeWords);
  expect(read.map((words) => words.split(" ", 1)[0])).toEqual(["one", "one", "other", "one"]);
});
