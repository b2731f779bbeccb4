import { expect, test } from "bun:test";
import { analyze } from "../../insights/engine/analyze.ts";
import { engine } from "../../insights/test/loaded-engine.ts";
import { readStarred } from "../../insights/train/starred-figures.ts";
import { scoreAt, verdictOf } from "../../src/insights/verdict.ts";

const held_out = await readStarred("held_out");

test("of people, services and topics in reviews with stars, three of four have the right side, and few the wrong one", () => {
  const verdicts = held_out.flatMap(({ text, language = "en", rating, things }) => {
    const { sentences } = analyze(engine, text, language);
    return things.flatMap(({ start, sentiment }) => {
      const around = sentences.find((one) => one.start <= start && start < one.end);
      return around ? [{ sentiment, rating, said: verdictOf([scoreAt(around, start)], rating) }] : [];
    });
  });
  const against = verdicts.filter(({ rating, sentiment }) =>
    sentiment === "negative" ? rating >= 4 : sentiment === "positive" && rating <= 2,
  );
  const right = (of: typeof verdicts) => of.filter(({ sentiment, said }) => said === sentiment).length / of.length;
  const wrong = verdicts.filter(({ sentiment, said }) => said !== sentiment && said !== "neutral").length;
  expect([verdicts.length, against.length]).toEqual([68, 43]);
  expect(right(verdicts)).toBeGreaterThan(0.75);
  expect(right(against)).toBeGreaterThan(0.65);
  expect(wrong / verdicts.length).toBeLessThan(0.08);
});
