import { expect, test } from "bun:test";
import { analyze } from "../../engine/analyze.ts";
import { createTokenColumns, tokenize, tokenText } from "../../engine/reading/tokens.ts";
import { engine } from "../loaded-engine.ts";

const wordsOf = (text: string) => {
  const tokens = tokenize(text);
  return Array.from({ length: tokens.count }, (_, at) => tokenText(tokens, at));
};
const countWords = (text: string) => analyze(engine, text).sentences.map(({ words }) => words);

test("one-on-one, 1-on-1 and face-to-face are one word each", () => {
  expect(wordsOf("One-on-one care")).toEqual(["one-on-one", "care"]);
  expect(wordsOf("1-on-1 care")).toEqual(["1-on-1", "care"]);
  expect(wordsOf("a heart-to-heart talk")).toEqual(["a", "heart-to-heart", "talk"]);
  expect(countWords("One-on-one care. 1-on-1 care. Face-to-face care.")).toEqual([2, 2, 2]);
});

test("other hyphens separate words", () => {
  expect(wordsOf("two-on-one care")).toEqual(["two", "-", "on", "-", "one", "care"]);
  expect(wordsOf("one-by-one")).toEqual(["one", "-", "by", "-", "one"]);
  // Only words of up to five letters are joined.
  expect(wordsOf("person-to-person")).toEqual(["person", "-", "to", "-", "person"]);
  expect(countWords("Two-on-one care. A person-to-person talk.")).toEqual([4, 5]);
});

test("one-on-one is a phrase of the review and a sign of care, written with hyphens, digits or spaces", () => {
  const aspectsOf = (text: string) => analyze(engine, text).aspects.map(({ aspect, score }) => [aspect, score > 0]);
  for (const text of ["One-on-one care.", "1-on-1 care.", "one on one care."]) {
    expect(aspectsOf(text)).toEqual([["care", true]]);
  }
  expect(analyze(engine, "One-on-one care.").phrases).toEqual([
    { key: "one on one care", aspect: null, start: 0, end: 15, sentence: 0 },
    { key: "one-on-one", aspect: "care", start: 0, end: 10, sentence: 0 },
  ]);
});

test("n't is the word not, also without the apostrophe", () => {
  expect(wordsOf("can't won't wasn't didnt it's")).toEqual([
    "ca",
    "n't",
    "wo",
    "n't",
    "was",
    "n't",
    "didnt",
    "it",
    "'s",
  ]);
  const [can, not] = tokenize("can not").hash;
  expect([...tokenize("can't").hash]).toEqual([can ?? 0, not ?? 0]);
  expect([...tokenize("didnt").hash]).toEqual([not ?? 0]);
});

test("ordinals are words, amounts and times are numbers, and runs of marks are one token", () => {
  expect(wordsOf("3rd visit at 3:40 cost $1,200.50... wow?!")).toEqual([
    "3rd",
    "visit",
    "at",
    "3:40",
    "cost",
    "$",
    "1,200.50",
    "...",
    "wow",
    "?!",
  ]);
  expect([...tokenize("3rd 3").kind]).toEqual([0, 1]);
});

test("accents, curly quotes and invisible characters do not matter, and offsets are those of the original", () => {
  const tokens = tokenize("Caf\u00e9\u200b \u201cstaff\u2019s\u201d");
  expect(tokens.plain).toBe('cafe "staff\'s"');
  expect([...tokens.start]).toEqual([0, 6, 7, 12, 14]);
  expect([...tokens.end]).toEqual([4, 7, 12, 14, 15]);
  expect([...tokens.gap]).toEqual([0, 1, 0, 0, 0]);
  expect(wordsOf("mas\u00adsage \u2011 \uff21")).toEqual(["massage", "-", "a"]);
});

test("the scratch changes nothing, whether the text fits in it or not", () => {
  const text = "The pain is gone.\nGreat staff!";
  const scratch = createTokenColumns(text.length);
  tokenize("x".repeat(20), "en", scratch);
  expect(tokenize(text, "en", scratch)).toEqual(tokenize(text));
  expect(tokenize(text, "en", createTokenColumns(text.length - 1))).toEqual(tokenize(text));
});

const KINDS = ["word", "number", "picture", "mark"];
const kindsOf = (text: string) => {
  const tokens = tokenize(text);
  return Array.from(tokens.kind, (kind, at) => `${KINDS[kind]} ${tokenText(tokens, at)}`);
};

test("every character is a letter, a digit, a picture, a mark or space", () => {
  const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
  const tokens = tokenize(units.map((unit) => String.fromCharCode(unit)).join(" "));
  const kinds = new Map(Array.from(tokens.kind, (kind, at) => [(tokens.start[at] ?? 0) / 2, KINDS[kind] ?? ""]));
  const runsOf = (kind: string | undefined) => {
    const found = units.filter((unit) => kinds.get(unit) === kind);
    const hex = (some: number[]) => some.map((unit) => unit.toString(16));
    const starts = hex(found.filter((unit, at) => unit - 1 !== found[at - 1]));
    const ends = hex(found.filter((unit, at) => unit + 1 !== found[at + 1]));
    return starts.map((start, at) => (start === ends[at] ? start : `${start}-${ends[at]}`)).join(" ");
  };
  expect(runsOf("word")).toBe(
    "41-5a 61-7a aa ac ae-b3 b5-ba bc-2bb 2bd-2ff 370-1fff 2070-209f 20d0-218f 27c0-2aff 2c00-2fff " +
      "3040-d83b d83f-fdff fe10-fefe ff00 ff21-ff3a ff41-ff5a ff5f-ffff",
  );
  expect(runsOf("number")).toBe("30-39 ff10-ff19");
  expect(runsOf("picture")).toBe("2600-27bf 2b00-2bff d83c-d83e");
  expect(runsOf("mark")).toBe(
    "21-2f 3a-40 5b-60 7b-7e 80-9f a1-a9 ab b4 bb 2bc 2010-2027 2030-205f " +
      "206a-206f 20a0-20cf 2190-25ff 3001-303f ff01-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff5e",
  );
  expect(runsOf(undefined)).toBe("0-20 7f a0 ad 300-36f 2000-200f 2028-202f 2060-2069 3000 fe00-fe0f feff");
});

test("a word may have digits and apostrophes inside, and an ending after an apostrophe is a word of its own", () => {
  expect(wordsOf("mp3 o'clock dogs' 'tis we've I'm rock'n'roll n't")).toEqual([
    "mp3",
    "o'clock",
    "dogs",
    "'",
    "'",
    "tis",
    "we",
    "'ve",
    "i",
    "'m",
    "rock'n'roll",
    "n",
    "'t",
  ]);
  expect(wordsOf("y'all an't dogs'")).toEqual(["y'all", "a", "n't", "dogs", "'"]);
  expect(wordsOf("(ab ab-x")).toEqual(["(", "ab", "ab", "-", "x"]);
  const hashOf = (text: string) => [...tokenize(text).hash];
  expect(["won't", "shan't", "aren't"].map(hashOf)).toEqual(["will not", "shall not", "are not"].map(hashOf));
  expect(["dont", "aint"].map(hashOf)).toEqual([hashOf("not"), hashOf("not")]);
});

test("a number goes on after a point, comma, colon or slash with a digit, and an ordinal is a word", () => {
  expect(kindsOf("3.5 1,200 3:40 5/10 5. 6, 7-8 21st 2nd 4th 3rdly 5s")).toEqual([
    ...["number 3.5", "number 1,200", "number 3:40", "number 5/10", "number 5", "mark .", "number 6", "mark ,"],
    ...["number 7", "mark -", "number 8", "word 21st", "word 2nd", "word 4th", "number 3", "word rdly"],
    ...["number 5", "word s"],
  ]);
});

test("a picture is one token, also one that is cut in two", () => {
  const tokens = tokenize("ok😀☀x\ud83d");
  expect([...tokens.kind]).toEqual([0, 2, 2, 0, 2]);
  expect([...tokens.end]).toEqual([2, 4, 5, 6, 7]);
});

test("a redacted detail and a run of sentence ends are one mark each, and three of them tell runs apart", () => {
  expect(kindsOf("[phone] [e_mail a] [x] [Ab1] (( ?!. ,,")).toEqual([
    ...["mark [phone]", "mark [e_mail a]", "mark [", "word x", "mark ]", "mark [", "word ab1", "mark ]"],
    ...["mark (", "mark (", "mark ?!.", "mark ,", "mark ,"],
  ]);
  const [one, two, three, four] = tokenize("! !! !!! !!!!").hash;
  expect(new Set([one, two, three]).size).toBe(3);
  expect(four).toBe(three);
});

test("before a token is nothing, a space or a line break", () => {
  expect([...tokenize("a b\tc\nd \n e\r\n f,g").gap]).toEqual([0, 1, 1, 2, 2, 2, 0, 0]);
});
