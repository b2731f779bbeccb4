import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Copy, compareCopies } from "../../../src/import/recognize/same-review.ts";
import { createSieve } from "../../../src/import/recognize/sieve.ts";
import { parseSketch } from "../../../src/import/recognize/sketch.ts";
import { createSketcher } from "../../../src/import/recognize/sketcher.ts";

const sketch = createSketcher("the key of the store");
const word = fc.constantFrom(
  ...'the and knee was great pool my after not 2 30% a "go" rude front desk back'.split(" "),
);
const text = fc.array(word, { maxLength: 24 }).map((words) => words.join(" "));
/** Texts of few words, cut, put together or translated: many are alike, and many almost. */
const drawn = fc.record({
  text: fc.oneof(
    text,
    fc.tuple(text, text).map(([a, b]) => `${a}. ${b}`),
    text.map((cut) => `${cut.slice(0, 40)}…`),
  ),
  translation: fc.option(text),
  minimized: fc.constantFrom("Maria S.", "Maria", "Ann L.", "Anonymous"),
  person: fc.option(fc.constantFrom("one", "other")),
  has_id: fc.boolean(),
  source: fc.constantFrom("google", "yelp"),
  day: fc.nat(60),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

const sketchOf = ({ text, translation, minimized, person, has_id }: Drawn): string => {
  const words = { text, translation };
  return sketch({ given: words, stored: words, has_id, minimized, person, row: null });
};
const copyOf = (one: Drawn): Copy => ({ source: one.source, day: one.day, sketch: parseSketch(sketchOf(one)) });

test("what the sieve keeps out is like none of the copies, and what differs in every word stays out", () => {
  let alike = 0;
  let out = 0;
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 1, maxLength: 3 }),
      fc.array(drawn, { minLength: 20, maxLength: 20 }),
      (own, stored) => {
        // A part and an edit of each are among them.
        const edits = own.map((one) => ({ ...one, text: one.text.split(" ").slice(2).join(" ") }));
        const copies = own.map(copyOf);
        const mayBeLike = createSieve(copies);
        for (const one of [...stored, ...edits, ...own]) {
          const like = copies.some((copy) => compareCopies(copy, copyOf(one)) !== "different");
          if (like) expect(mayBeLike(sketchOf(one))).toBe(true);
          if (like) alike += 1;
          if (!mayBeLike(sketchOf(one))) out += 1;
        }
      },
    ),
  );
  expect(alike).toBeGreaterThan(100);
  expect(out).toBeGreaterThan(100);
  const [one, other] = ["Kind people and a warm pool", "Rude on the phone, twice"].map((words) =>
    sketchOf({
      text: words,
      translation: null,
      minimized: "Maria S.",
      person: null,
      has_id: false,
      source: "yelp",
      day: 1,
    }),
  );
  expect(createSieve([{ source: "yelp", day: 1, sketch: parseSketch(one ?? "") }])(other ?? "")).toBe(false);
});
