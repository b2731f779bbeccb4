import { expect, test } from "bun:test";
import { spanOf } from "../../engine/reading/span.ts";
import { tokenize } from "../../engine/reading/tokens.ts";

/** What is shown of all tokens of a text. */
const shown = (text: string) => {
  const tokens = tokenize(text);
  const { start, end } = spanOf(tokens, 0, tokens.count);
  return text.slice(start, end);
};

test.each([
  [", ; fine, really. -", "fine, really."],
  ["(fine) (", "(fine)"],
  ['"Fine!"', '"Fine!"'],
  ["$ 5 -", "$ 5"],
  [". fine", "fine"],
  ["fine :", "fine"],
  ["- -", "-"],
  ["fine", "fine"],
])("of %p, %p is shown", (text, span) => {
  expect(shown(text)).toBe(span);
});

test("a span is from the first to the last of its tokens", () => {
  expect(spanOf(tokenize("one, two, three"), 2, 4)).toEqual({ start: 5, end: 8 });
});
