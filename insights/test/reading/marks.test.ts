import { expect, test } from "bun:test";
import { analyze } from "../../engine/analyze.ts";
import { createEngine } from "../../engine/engine.ts";
import { engine } from "../loaded-engine.ts";

const shop = createEngine(
  {
    id: "shop",
    label: "Shop",
    noun: "shop",
    aspects: [{ id: "care", label: "Care", words: "care" }],
    private: ["doctor"],
    problems: [{ id: "tire", name: "Tires", words: ["flat .. tire", "tire"] }],
    topics: [
      { id: "pump", label: "Tire pumps", words: ["tire pump"] },
      { id: "long", label: "Waiting room", words: ["waiting room"] },
      { id: "short", label: "Waiting", words: ["waiting"] },
      { id: "chairs", label: "Chairs", words: ["room .. chairs"] },
      { id: "oil", label: "Oil", words: ["oil"] },
      { id: "change", label: "Oil changes", words: ["oil change"] },
      { id: "rooms", label: "Rooms", words: ["room"] },
      { id: "seats", label: "Seats", words: ["room .. chairs"] },
    ],
    questions: [{ id: "late", question: "Is it open late?", yes: ["open late"], about: ["waiting"] }],
  },
  engine.weights,
);

const marksOf = (text: string) =>
  analyze(shop, text).marks.map(
    ({ kind, id, sentence, start, end }) => `${sentence} ${kind} ${id}: ${text.slice(start, end)}`,
  );

test("a mark is named once in each sentence, where it is first", () => {
  expect(marksOf("A tire, a tire. A flat tire! Open late.")).toEqual([
    "0 problem tire: tire",
    "1 problem tire: flat tire",
    "2 yes late: Open late",
  ]);
  expect(marksOf("My doctor.")).toEqual([]);
  expect(marksOf("A tire")).toEqual(["0 problem tire: tire"]);
});

test("of two topics that begin with the same word the longer counts, whichever comes first", () => {
  expect(marksOf("The waiting room.")).toEqual([
    "0 topic long: waiting room",
    "0 about late: waiting",
    "0 topic rooms: room",
  ]);
  expect(marksOf("The room with chairs.")).toEqual([
    "0 topic chairs: room with chairs",
    "0 topic seats: room with chairs",
  ]);
  expect(marksOf("An oil change.")).toEqual(["0 topic change: oil change"]);
  expect(marksOf("A waiting list.")).toEqual(["0 topic short: waiting", "0 about late: waiting"]);
});

test("a longer topic that ends in the next sentence does not count", () => {
  expect(marksOf("One room. Chairs.")).toEqual(["0 topic rooms: room"]);
});

test("a longer topic does not replace a problem", () => {
  expect(marksOf("A tire pump.")).toEqual(["0 problem tire: tire", "0 topic pump: tire pump"]);
});

test("what goes on into the next sentence is not a mark", () => {
  expect(marksOf("It is flat. Tire shops.")).toEqual(["1 problem tire: Tire"]);
});

test("what hurts, and what is gentle, is the treatment", () => {
  const answers = (text: string) =>
    analyze(engine, text).marks.flatMap(({ kind, id }) => (id === "does-it-hurt" ? kind : []));
  for (const text of ["They hurt me.", "It hurt like hell.", "It hurts every session.", "The exercises hurt."])
    expect([text, ...answers(text)]).toEqual([text, "yes"]);
  for (const text of ["She was gentle.", "Gentle hands.", "So gentle with my mother.", "He stretched it gently."])
    expect([text, ...answers(text)]).toEqual([text, "no"]);
  expect(answers("The waiting room has fresh plumeria and a gentle breeze.")).toEqual([]);
});

test("idioms with the words of a topic or a problem are neither", () => {
  const named = (text: string) =>
    analyze(engine, text).marks.flatMap(({ kind, id }) => (kind === "topic" || kind === "problem" ? id : []));
  expect(named("I had the receipt in my hand.")).not.toContain("hand-wrist-elbow");
  expect(named("My hand hurts less.")).toContain("hand-wrist-elbow");
  expect(named("He sent a video the same evening.")).not.toContain("evening-and-weekend-hours");
  expect(named("They have evening appointments.")).toContain("evening-and-weekend-hours");
  expect(named("My foot healed right on schedule.")).not.toContain("waiting");
  expect(named("They always run on schedule.")).toContain("waiting");
  expect(named("A driver ran the light on Elm.")).not.toContain("running");
  expect(named("I ran my first race since May.")).toContain("running");
});
