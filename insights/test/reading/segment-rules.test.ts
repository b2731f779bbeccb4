import { expect, test } from "bun:test";
import { segment } from "../../engine/reading/segments.ts";
import { type ReadLanguage, tokenize, tokenText } from "../../engine/reading/tokens.ts";

type Range = { from: number; to: number };

/** The sentences and clauses of a text as it is written, and its negated words. */
function read(text: string, language: ReadLanguage = "en") {
  const tokens = tokenize(text, language);
  const { sentences, clauses, negated } = segment(tokens);
  const cut = ({ from, to }: Range) => text.slice(tokens.start[from], tokens.end[to - 1]);
  return {
    sentences: sentences.map(cut),
    clauses: clauses.map(cut),
    of_sentence: clauses.map(({ sentence }) => sentence),
    negated: [...negated].flatMap((is, at) => (is === 1 ? tokenText(tokens, at) : [])),
  };
}

test.each([
  [["It is slow.", "Wow!", "Why?", "So...", "Yes"]],
  [["Great.Very good.", "Then"]],
  [[".", "Ok"]],
  [["(Yes.)", '"No!"', "(Fine by me.)"]],
  [["I met Dr. Smith.", "He left"]],
  [["I met Dr .", "Smith left"]],
  [["We left at 5 p.m.", "The end"]],
  [["Room no.", "5 is cold"]],
  [["See the appt."]],
  [["I saw J. Brown.", "So did I.", "Then x.", "Then 5.", "End"]],
  [["Plan B."]],
  [["Á. Brown came"]],
])("the sentences are %p", (sentences) => {
  expect(read(sentences.join(" ")).sentences).toEqual(sentences);
});

test("a question, an exclamation or three stops end a sentence wherever they are", () => {
  expect(read("Why?Then...No!A! Yes").sentences).toEqual(["Why?", "Then...", "No!", "A!", "Yes"]);
});

test("a line break ends a sentence, also after a title, and not twice after a stop", () => {
  expect(read("One\nTwo.\nDr.\nThree\n\nFour").sentences).toEqual(["One", "Two.", "Dr.", "Three", "Four"]);
});

/** Clauses are written with a bar between them. */
test.each([
  "it was slow; | kind too",
  "slow ( | kind ) | here",
  "slow - | kind",
  "( | kind here",
  "slow-kind -slow- kind",
  "ok but bad",
  "it was | but bad",
  "but it was",
  "great staff, | bad food",
  "great, bad food",
  "the great staff, | bad food",
  "our very great staff, bad food",
  "great staff kind, bad food",
  "great staff bad food",
  "the desk was slow, | they lost it",
  "the desk was slow, they lost",
  "slow, they lost it all",
  "so slow, | they lost it",
  "the desk was slow, cold to us",
  "the desk was slow, | and staff left early",
  "the desk was slow, and slowly left us",
  "the desk was slow, | and Maria left us",
  "the desk was slow | and they left us",
  "the desk was slow and staff left us",
  "the desk was slow and they",
  "so slow and they left us",
  "was so slow | and they left us",
])("%p", (written) => {
  const clauses = written.replace("it was slow; | kind too", "it was slow; | kind too").split(" | ");
  expect(read(clauses.join(" ")).clauses).toEqual(clauses);
});

test("a clause has the number of its sentence", () => {
  const { clauses, of_sentence } = read("It was slow; sad. Yes. It was fine but late.");
  expect(clauses).toEqual(["It was slow;", "sad.", "Yes.", "It was fine", "but late."]);
  expect(of_sentence).toEqual([0, 0, 1, 2, 2]);
});

test.each([
  ["not one two three four five six", "one two three four five"],
  ["not 1 one, 2 (two three", "one"],
  ["not one, 7 two", "one two"],
  ["not one never two three four five six seven", "one never two three four five six"],
  ["not one but two three", "one"],
  ["no doubt one two", ""],
  ["no doubt", ""],
  ["one not", ""],
  ["not one only two", "one only two"],
])("in %p these words are negated: %p", (text, negated) => {
  expect(read(text).negated.join(" ")).toBe(negated);
});

test("Spanish has words of its own", () => {
  expect(read("Vi a la Dra. Ruiz. No me dolió nada.", "es").sentences).toEqual([
    "Vi a la Dra. Ruiz.",
    "No me dolió nada.",
  ]);
  expect(read("Fue lento pero amable", "es").clauses).toEqual(["Fue lento", "pero amable"]);
  expect(read("no me gusta", "es").negated).toEqual(["me", "gusta"]);
  expect(read("sin duda me gusta", "es").negated).toEqual([]);
});
