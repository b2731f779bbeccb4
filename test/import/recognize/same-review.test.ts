import { describe, expect, test } from "bun:test";
import { compareCopies } from "../../../src/import/recognize/same-review.ts";
import { haveOtherNumbers, isSameSketch, parseSketch, rowOf } from "../../../src/import/recognize/sketch.ts";
import { createSketcher, type Sketched } from "../../../src/import/recognize/sketcher.ts";
import { spokenWords, tokenNumbers, withoutCutMark } from "../../../src/import/recognize/tokens.ts";

const sketch = createSketcher("the key of the store");
const WORDS = "The pool sessions made all the difference after my knee replacement and I would go back tomorrow";
const of = (text: string, more: Partial<Sketched> = {}) =>
  sketch({
    given: { text, translation: null },
    stored: { text, translation: null },
    ...{ has_id: false, minimized: "Maria S.", person: null, row: null, ...more },
  });
const copy = (sketched: string, source = "google", day = 1) => ({ source, day, sketch: parseSketch(sketched) });
const like = (one: string, other: string, source = "yelp", day = 1) =>
  compareCopies(copy(one), copy(other, source, day));

test("the words of a text are the same however they are typed", () => {
  expect(spokenWords("It’s  GREAT -- “really”, café!")).toEqual(["its", "great", "really", "cafe"]);
  expect(spokenWords("とても良い。很好")).toEqual(["と", "て", "も", "良", "い", "很", "好"]);
  expect(spokenWords("Отлично, ёлка 5")).toEqual(["отлично", "елка", "5"]);
  expect(tokenNumbers("It's GREAT 24/7!")).toEqual(tokenNumbers("it’s great 24 7"));
});

test.each([
  ["Fine words…", "Fine words", true],
  ["Fine words ...", "Fine words", true],
  ["Fine words... Read more", "Fine words", true],
  ["Fine words (more)", "Fine words", true],
  ["Fine words … Mehr anzeigen", "Fine words", true],
  ["… fine words", "fine words", true],
  ["Fine … words", "Fine … words", true],
  ["Fine words more", "Fine words", true],
  ["Fine words.", "Fine words.", false],
  ["I read more books", "I read more books", false],
])("the mark of a cut is no word: %s", (given, text, cut) => {
  expect(withoutCutMark(given)).toEqual({ text, cut });
});

test("a sketch has no word and no plain hash, and another store makes another one", () => {
  const one = of(WORDS);
  expect(one).not.toContain("pool");
  expect(createSketcher("another key")({ ...sketched(WORDS) })).not.toBe(one);
  expect(parseSketch(one)).toMatchObject({ words: 17, numbers: 0, digits: [], cut: false, from_stored: false });
  expect(parseSketch(one).pieces).toEqual(parseSketch(one).pieces.toSorted((a, b) => a - b));
});
const sketched = (text: string): Sketched => ({
  given: { text, translation: null },
  stored: { text, translation: null },
  ...{ has_id: false, minimized: "Maria S.", person: null, row: null },
});

describe("two copies", () => {
  test("are the same with the same words, cut, or with a few words changed", () => {
    expect(like(of(WORDS), of(WORDS.toUpperCase()))).toBe("same");
    expect(like(of(WORDS), of(`${WORDS.slice(0, 40)}…`))).toBe("same");
    expect(like(of(WORDS), of(`…${WORDS.slice(40)}`))).toBe("same");
    expect(like(of(WORDS), of(WORDS.replace("made all the", "made a huge")))).toBe("same");
    expect(like(of(WORDS), of(WORDS.replace("my knee", "the hip").replace("tomorrow", "any day")))).toBe("same");
  });

  test("are the same in the words of their translation", () => {
    const original = "Las sesiones en la piscina marcaron la diferencia y volvería mañana mismo";
    const whole = { ...sketched(original), given: { text: original, translation: WORDS } };
    expect(like(sketch(whole), of(original))).toBe("same");
    expect(like(sketch(whole), of(WORDS))).toBe("same");
    expect(like(sketch(whole), of(`${WORDS.slice(0, 60)}...`))).toBe("same");
    const cut = { ...sketched(original), given: { text: `${original.slice(0, 50)}…`, translation: WORDS } };
    expect(like(sketch(cut), of(original))).toBe("same");
    const short = { ...sketched("Volvería mañana"), given: { text: "Volvería mañana", translation: WORDS } };
    expect(like(sketch(short), of(WORDS, { minimized: "Anonymous" }))).toBe("same");
  });

  test("are not the same if somebody writes again with nearly the same words, weeks later", () => {
    const [one, other] = [
      "Tom is the best therapist in town! The massage helped me so much, and I sleep again. Thank you to everybody there.",
      "Mei is the best therapist in town! The gait training helped me so much, and I sleep again. Thank you to everybody there.",
    ];
    for (const names of [{ person: "a" }, {}, { minimized: "Maria" }, { minimized: "Anonymous" }])
      expect([0, 60].map((days) => like(of(one), of(other, names), "yelp", 1 + days))).toEqual(["same", "alike"]);
    const stock = "The staff is very friendly and professional";
    const [maria, too] = [of(stock, { minimized: "Maria" }), of(stock, { minimized: "Maria" })];
    expect([1, 2, 30].map((day) => like(maria, too, "yelp", day))).toEqual(["same", "same", "alike"]);
  });

  test("are not the same if the words or the people are others", () => {
    expect(like(of(WORDS), of("Friendly desk, little waiting, and the exercises help my shoulder a lot by now"))).toBe(
      "different",
    );
    expect(like(of(WORDS), of(WORDS, { minimized: "Bob K." }))).toBe("alike");
    expect(like(of("Great place"), of("Great place", { minimized: "Bob K." }))).toBe("different");
    expect(like(of("Great place", { person: "a" }), of("Great place", { person: "b" }))).not.toBe("same");
    expect(like(of(WORDS, { person: "a" }), of(`${WORDS} again and again with all my heart`, { person: "b" }))).toBe(
      "same",
    );
  });

  test("are not the same if only their numbers differ, redacted or not", () => {
    const numbered = (number: string, stored = number) => ({
      ...sketched(""),
      given: { text: `Visit ${number}. ${WORDS}`, translation: null },
      stored: { text: `Visit ${stored}. ${WORDS}`, translation: null },
    });
    const [one, other] = [sketch(numbered("12345", "[record_number]")), sketch(numbered("54321", "[record_number]"))];
    expect([haveOtherNumbers({ sketch: one }, { sketch: other }), like(one, other)]).toEqual([true, "different"]);
    expect(like(sketch(numbered("5")), sketch(numbered("6")))).toBe("different");
    expect(like(one, sketch(numbered("12345", "[record_number]")))).toBe("same");
    expect(like(one, sketch({ ...numbered("", "[record_number]"), given: null }))).toBe("same");
  });

  test("are the same if one was cut inside of a number, shown or redacted", () => {
    const hidden = (text: string) =>
      of(text, { stored: { text: text.replace(/541.*?(?=…|$)/, "[phone]"), translation: null } });
    const stored = `${WORDS} on visit 3, so call me at 541-555-0137`;
    expect(like(hidden(stored), hidden(`${stored.slice(0, -3)}…`))).toBe("same");
    expect(like(of(stored), of(`${stored.slice(0, -3)}…`))).toBe("same");
    expect(like(hidden(stored), hidden(`${stored.slice(0, -4)}9999`))).toBe("different");
  });

  test("need more words the less of the name is known", () => {
    const [long, short] = [of(WORDS), of("Great place to be")];
    for (const minimized of ["Maria", "M. S.", "Anonymous"]) {
      expect([minimized, like(long, of(WORDS, { minimized }))]).toEqual([minimized, "same"]);
      expect([minimized, like(short, of("Great place to be", { minimized }))]).not.toEqual([minimized, "same"]);
    }
    expect(like(short, of("Great place to be"), "yelp", 1)).toBe("same");
    expect(like(short, of("Great place to be"), "yelp", 9)).not.toBe("same");
  });
});

test("the row of a file is no part of what is the same", () => {
  const [one, other] = [of(WORDS, { row: "1" }), of(WORDS, { row: "2" })];
  expect([isSameSketch(one, other), rowOf(one) === rowOf(other)]).toEqual([true, false]);
  expect(isSameSketch(one, of(`${WORDS} again`, { row: "1" }))).toBe(false);
});
