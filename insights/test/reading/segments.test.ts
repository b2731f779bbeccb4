import { expect, test } from "bun:test";
import { readReviewText } from "../../engine/reading/reading.ts";
import { engine } from "../loaded-engine.ts";

const segmentsOf = (text: string) => {
  const { tokens, segments } = readReviewText(engine, text);
  const cut = ({ from, to }: { from: number; to: number }) => text.slice(tokens.start[from], tokens.end[to - 1]);
  const negated = [...segments.negated].flatMap((is, at) => (is ? cut({ from: at, to: at + 1 }) : []));
  return { sentences: segments.sentences.map(cut), clauses: segments.clauses.map(cut), negated };
};

test("a title, an initial or a decimal point does not end a sentence; a line break does", () => {
  expect(segmentsOf("Dr. Smith was kind. He listened.").sentences).toEqual(["Dr. Smith was kind.", "He listened."]);
  expect(segmentsOf("I saw J. Brown at 3.5 miles.").sentences).toEqual(["I saw J. Brown at 3.5 miles."]);
  expect(segmentsOf("We left at 5 p.m. The staff was kind.").sentences).toHaveLength(2);
  expect(segmentsOf("Great staff\nTerrible parking").sentences).toEqual(["Great staff", "Terrible parking"]);
  expect(segmentsOf('She said "well done!" and left.').sentences).toEqual(['She said "well done!"', "and left."]);
});

test("a contrast, a hard mark or a new subject begins a clause; a comma alone does not", () => {
  expect(segmentsOf("The staff was kind but the parking was awful.").clauses).toEqual([
    "The staff was kind",
    "but the parking was awful.",
  ]);
  expect(segmentsOf("But it was fine.").clauses).toHaveLength(1);
  expect(segmentsOf("The desk was slow, and they lost my card twice.").clauses).toHaveLength(2);
  expect(segmentsOf("The desk was slow, cold, loud and rude to me.").clauses).toHaveLength(1);
  expect(segmentsOf("Great therapists, terrible parking.").clauses).toHaveLength(2);
  expect(segmentsOf("Very kind; never late.").clauses).toHaveLength(2);
});

test("a negator negates the next five words of its clause, and an idiom negates nothing", () => {
  expect(segmentsOf("I was not at all happy with them today.").negated).toEqual(["at", "all", "happy", "with", "them"]);
  expect(segmentsOf("They never listened but I got better.").negated).toEqual(["listened"]);
  expect(segmentsOf("No doubt he is great.").negated).toEqual([]);
  expect(segmentsOf("He couldn't help me.").negated).toEqual(["help", "me"]);
});

test("numbers are measured with their units", () => {
  const measuresOf = (text: string) => readReviewText(engine, text).measures.map(({ value, unit }) => [value, unit]);
  expect(measuresOf("I waited twenty-five minutes and twenty ten minutes")).toEqual([
    [25, "minute"],
    [10, "minute"],
  ]);
  expect(measuresOf("half an hour, a couple of weeks, a full solid hour")).toEqual([
    [0.5, "hour"],
    [2, "week"],
    [1, "hour"],
  ]);
  expect(measuresOf("$1,200.50 for 3 visits, 45-minute session at 3:40 pm")).toEqual([
    [1200.5, "money"],
    [3, "visit"],
    [45, "minute"],
    [3, "clock"],
  ]);
  expect(measuresOf("five kind people")).toEqual([]);
});
