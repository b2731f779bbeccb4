import { expect, test } from "bun:test";
import { parseKeys } from "../../../src/import/recognize/sketch.ts";
import { createCopyIndex } from "../../../src/import/recognize/sketch-index.ts";
import { createSketcher } from "../../../src/import/recognize/sketcher.ts";

const WORDS = "The pool sessions made all the difference after my knee replacement, and the desk never rushed me.";

function sketched(text: string) {
  const words = { text, translation: null };
  return { given: words, stored: words, has_id: true, minimized: "Ann B.", person: "ann bee", row: null };
}

test("a copy of which only the first words are left is found with the key of every store", () => {
  const missed: string[] = [];
  for (let at = 0; at < 500; at += 1) {
    const sketch = createSketcher(new Bun.CryptoHasher("sha256").update(String(at)).digest("base64"));
    for (const kept of [32, 45, 60, 80]) {
      const index = createCopyIndex();
      index.add("0123456789ABCDEFGHJKMNPQRS", parseKeys(sketch(sketched(WORDS))), "google csv");
      const found = index.find(parseKeys(sketch(sketched(`${WORDS.slice(0, kept)}…`))), "yelp csv");
      if (found.length === 0) missed.push(`${at}: ${kept}`);
    }
  }
  expect(missed).toEqual([]);
});
