import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { isSpam } from "../engine/reading/advertising.ts";
import { tokenize } from "../engine/reading/tokens.ts";
import { engine } from "./loaded-engine.ts";

const sentimentOf = (text: string, language: string | null = null) => analyze(engine, text, language).sentiment.label;
const aspectsOf = (text: string) =>
  analyze(engine, text).aspects.map(({ aspect, sentiment }) => `${aspect} ${sentiment}`);

/** The texts that are not read as `label`. */
const misread = (label: string, texts: string[]) =>
  texts.flatMap((text) => (sentimentOf(text) === label ? [] : [`${text}: ${sentimentOf(text)}`]));

test("emojis and scores count, alone and beside the words that they are about", () => {
  expect(
    misread("negative", ["👎", "😡😡😡", "0/10", "1/5", "2 out of 10", "zero out of ten", "★☆☆☆☆", "one star"]),
  ).toEqual([]);
  expect(
    misread("positive", ["👍👍👍", "❤️", "10/10", "9.5/10", "ten out of ten", "⭐⭐⭐⭐⭐", "five stars", "100/10"]),
  ).toEqual([]);
  expect(misread("neutral", ["5/10", "3 stars", "12345", "👍 👎"])).toEqual([]);
  expect(aspectsOf("parking 👎👎👎")).toEqual(["facility negative"]);
  expect(aspectsOf("front desk 😡")).toEqual(["front_desk negative"]);
  expect(aspectsOf("Billing: 2/10")).toEqual(["billing negative"]);
  expect(aspectsOf("The parking lot. 👎")).toEqual(["facility negative"]);
  expect(aspectsOf("Front desk 10/10")).toEqual(["front_desk positive"]);
});

test("a number is no score on a pain scale, as a date or of a count, and a missing star is no score of one", () => {
  expect(aspectsOf("My pain went from 9/10 to 1/10")).toEqual(["results positive"]);
  expect(aspectsOf("They saw me on 1/10 and again on 2/10, both on time.")).toEqual(["punctuality positive"]);
  expect(aspectsOf("Nine out of ten visits start on time.")).toEqual(["punctuality positive"]);
  expect(sentimentOf("Best therapists in town. Minus one star for the parking.")).not.toBe("negative");
});

test("two times of day tell whether somebody was seen on time", () => {
  const on_time = [
    "Appointment at 8, seen at 8:02.",
    "My appointment was at 9:30 and I was called at 9:31.",
    "Booked for 12:55 and seen at 12:50.",
    "Cita a las 10, me atendieron a las 10:03.",
  ];
  expect(on_time.filter((text) => !aspectsOf(text).includes("punctuality positive"))).toEqual([]);
  const late = [
    "Appointment at 8, seen at 8:40.",
    "My 12:30 appointment, called back at 1:20.",
    "Cita a las 10, pasé a las 11.",
  ];
  expect(late.filter((text) => !aspectsOf(text).includes("punctuality negative"))).toEqual([]);
});

test("a refusal and the answer to a question of recommending are the verdict; other answers are not", () => {
  const refusals = [
    "lol no",
    "Would I go back? lol no",
    "Recommend? Nope.",
    "Would I come back? Absolutely not.",
    "Hard pass.",
  ];
  expect(misread("negative", refusals)).toEqual([]);
  expect(sentimentOf("Would I go again? In a heartbeat.")).toBe("positive");
  expect(misread("positive", ["No.", "Nope", "Not really", "Any pain? Nope, none at all."])).toEqual([]);
});

test("irony and wishes are criticism, also where their words praise", () => {
  const ironic = [
    "Thanks for nothing.",
    "As punctual as my ex.",
    'Yeah right, "caring" staff.',
    "Great place. NOT.",
    "Best therapist ever... said nobody.",
    "About as gentle as a sledgehammer.",
    "So much for same-day appointments.",
    "Perfect place if you like being ignored.",
    "It'd be lovely to start on time for once.",
    "Would be great if they answered the phone.",
    "I wish they had parking.",
    "Gracias por nada.",
    "Ojalá contestaran el teléfono.",
  ];
  expect(misread("negative", ironic)).toEqual([]);
  expect(
    misread("positive", ["The care here is about as good as it gets.", "I wish I had found them sooner."]),
  ).toEqual([]);
  const half = aspectsOf("great ppl great gym but good luck getting an afternoon slot");
  expect(half).toEqual(["care positive", "scheduling negative", "facility positive"]);
});

test("what another place did says nothing of this one, and a comparison does", () => {
  const elsewhere = [
    "My last clinic was filthy and the staff was rude.",
    "The place across town kept me waiting. They never apologized.",
    "At my old clinic the staff was kind and I never waited.",
    "Smith PT down the road has rude front desk staff.",
    "Mi antigua clínica era sucia.",
  ];
  expect(misread("neutral", elsewhere)).toEqual([]);
  expect(elsewhere.flatMap(aspectsOf)).toEqual([]);
  expect(aspectsOf("My old clinic was spotless; this one is filthy.")).toEqual(["facility negative"]);
  expect(aspectsOf("Unlike my last clinic, they start on time.")).toEqual(["punctuality positive"]);
  expect(analyze(engine, "My old clinic was filthy. Here everybody is kind.").sentences[0]).toMatchObject({
    score: 0,
    aspects: [],
  });
});

test("advertising and the same words again and again make no claims, and words of a customer do", () => {
  const spam = [
    "Visit www.cheap-meds.example for great prices on insurance!!! Click here",
    "Earn $500 a day from home, no copay, message me on WhatsApp +1 555 0100",
    "Buy followers cheap! Best price! www.buyfollow.example",
    "great service great service great service great service great service",
    "Friendly staff. Friendly staff. Friendly staff. Friendly staff. Friendly staff.",
    "Contact him via Telegram to recover your funds, honest billing",
  ];
  expect(spam.flatMap(aspectsOf)).toEqual([]);
  expect(misread("neutral", spam)).toEqual([]);
  const reviews = [
    "They text me on WhatsApp with my exercises.",
    "I booked at www.harbor.example and the price was fair, free parking too.",
    "They honored my promo code.",
    "Great, great, great, great staff!",
    "Best prices here.",
  ];
  expect(reviews.filter((text) => isSpam(tokenize(text)))).toEqual([]);
});

test("what would have been, who left for a better place, and praise of the wrong thing are criticism", () => {
  expect(
    misread("negative", [
      "If they had listened, I wouldn't need surgery now.",
      "I'd recommend it if they ever started on time.",
      "I wanted to like this place.",
      "There are much better options in this town.",
      "Went to a different clinic and was better in two weeks.",
      "Congratulations on the cleanest excuse I've heard all year.",
      "Five stars for the vending machine, it was the only thing that helped me.",
    ]),
  ).toEqual([]);
  expect(
    misread("positive", [
      "If I ever get hurt again I know where I'm going.",
      "If you hurt, go here.",
      "I tried everything and went elsewhere first, but they fixed me in a month.",
      "Better than the other options, and my knee is fixed.",
    ]),
  ).toEqual([]);
});

test("verdicts in a list without verbs are read one by one, with their own side", () => {
  expect(aspectsOf("Great results, great explanations, terrible punctuality.")).toEqual([
    "results positive",
    "communication positive",
    "punctuality negative",
  ]);
  expect(aspectsOf("Friendly staff, zero results.")).toEqual(["care positive", "results negative"]);
  expect(aspectsOf("parking 👎 therapists 👍")).toContain("facility negative");
  const { sentences } = analyze(engine, "We came early, sat down and left.");
  expect(sentences).toHaveLength(1);
});

test("what is excepted from praise is criticized", () => {
  const excepting = [
    "Other than the parking, everything is perfect.",
    "Perfect, apart from the music.",
    "Everything was great except the parking.",
    "Love this place, minus the parking situation.",
    "Todo perfecto menos el estacionamiento.",
  ];
  expect(excepting.flatMap(aspectsOf)).toEqual(excepting.map(() => "facility negative"));
  expect(aspectsOf("No complaints other than the wait.")).toEqual(["punctuality negative"]);
  expect(aspectsOf("Aside from the price I have no complaints.")).toEqual(["billing negative"]);
  expect(aspectsOf("Other than that the gym is perfect.")).toEqual(["facility positive"]);
  expect(aspectsOf("I hated everything except the friendly front desk.")).toContain("front_desk positive");
  expect(analyze(engine, "Other than the parking, everything is perfect.").sentences[0]?.parts).toMatchObject([
    { score: -0.8 },
    { start: 24 },
  ]);
});
