import { expect, test } from "bun:test";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { engine } from "../clinic.ts";

const sentimentOf = (text: string, aspect: string) =>
  analyze(engine, text).aspects.find((finding) => finding.aspect === aspect)?.sentiment;
const labelOf = (text: string) => analyze(engine, text).sentiment.label;

// The texts are close to the limits on purpose; the margin that decides is beside each.
test("an aspect is mixed if one clause praises it and another criticizes it, both by more than 2.5", () => {
  expect(
    sentimentOf(
      "My shoulder works again. Shame about the smell in that gym. So well run! Quick check in, no waiting, tidy rooms.",
      "facility",
    ),
  ).toBe("mixed"); // praise 2.5003
  expect(
    sentimentOf(
      "Had to start over with someone new every week. Quick to get an appointment with the dermatologist, under a week.",
      "scheduling",
    ),
  ).not.toBe("mixed"); // praise 2.4982
  expect(
    sentimentOf(
      "No soap in the restroom, no towels either. In a medical building. Pleasant surroundings and well kept. I recommend.",
      "facility",
    ),
  ).toBe("mixed"); // criticism 2.5017
  expect(sentimentOf("This doctor saved my leg. The cortisone shot lasted two days.", "results")).not.toBe("mixed"); // criticism 2.4964
});

test("an aspect with one side in all its clauses is not mixed", () => {
  expect(sentimentOf("The pain is gone. My knee is so much better.", "results")).toBe("positive");
  expect(sentimentOf("The pain came back. My shoulder is no better.", "results")).toBe("negative");
});

test("an undecided text that praises one aspect and criticizes another is mixed, up to a margin of 0.85", () => {
  expect(
    labelOf(
      "Thanks for being patient with a stubborn old man. The lot is gravel and you try pushing a wheelchair through that.",
    ),
  ).toBe("mixed"); // 0.8496
  expect(
    labelOf(
      "Incompetent doctor, plain and simple. Both knees done last year and now I take the stairs like I used to.",
    ),
  ).toBe("positive"); // 0.8503
  expect(
    labelOf(
      "Inconsiderate staff laughed while my son was crying during his shots. Dr. Halloran didn't push pills on me.",
    ),
  ).toBe("mixed"); // -0.8499
  expect(
    labelOf("Reminder text the day before, seen on the dot. A complete waste of eight weeks, I am as stiff as ever."),
  ).toBe("negative"); // -0.8502
});

test("both the praise and the criticism of an undecided text must exceed a margin of 1.7", () => {
  expect(
    labelOf(
      'My back pain has not returned in over a year since finishing PT. I mentioned I had stalled. "Keep at it" was the whole answer.',
    ),
  ).toBe("mixed"); // praise 1.7003
  expect(
    labelOf(
      "Tiny waiting room, always full, and they are always running behind. He isn't in it for the money and never oversells.",
    ),
  ).not.toBe("mixed"); // praise 1.6986
  expect(labelOf("Always greeted with a smile by the whole staff. Didn't introduce himself, didn't shake hands.")).toBe(
    "mixed",
  ); // criticism 1.7008
  expect(labelOf("Callous toward my grieving sister. There is nothing he can't fix.")).not.toBe("mixed"); // criticism 1.6989
});

test("a text whose words take both sides is mixed up to a margin of 2.9; beyond that it takes a side", () => {
  expect(
    labelOf("Back on the roof at work, full days. The desk staff are sweet but nobody can explain the bill."),
  ).toBe("mixed"); // 2.8992
  expect(
    labelOf(
      "The pool is warm and clean, the back is unchanged after ten sessions. Easy to make the first appointment, hard to get the second one.",
    ),
  ).toBe("positive"); // 2.9009
  expect(
    labelOf(
      "The therapist was gruff and impatient with my slow progress. The main therapist is sweet, the other one is rude.",
    ),
  ).toBe("mixed"); // -2.8839
  expect(labelOf("Abrupt, abrasive, distracted. I can walk further but the pain at night is worse than it was.")).toBe(
    "negative",
  ); // -2.9419
});

const LONG =
  "The receptionist at the front desk was rude to me on the very first day and also on the second day and on the third day, and she was just as rude to my wife and to my son and to the man who came in after us, but now my pain is finally gone";

test("a sentence of up to 240 characters is quoted whole; from a longer one, only the clause", () => {
  const quote = (text: string) => {
    const [results] = analyze(engine, text).aspects.filter(({ aspect }) => aspect === "results");
    return [text.length, results?.start, results?.end];
  };
  expect(quote(`${LONG}.`)).toEqual([240, 0, 240]);
  expect(quote(`${LONG}!!`)).toEqual([241, 208, 241]);
});
