import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { checkReply } from "../../../src/privacy/replies/check-reply.ts";

test.each([
  ["We are glad your knee feels better!"],
  ["Your surgery went well and so did the rehab."],
  ["Your back is stronger than ever, Tom."],
  ["Maria's shoulder was a tough one."],
  ["You came to us with sciatica and left without it."],
  ["Your lower back pain responded nicely."],
  ["Nos alegra que su rodilla esté mejor."],
  ["Votre genou va mieux, quelle joie."],
  ["You cancelled your appointment on March 3."],
  ["When we saw you, the visit on 4/12 ran late."],
  ["Your session last Tuesday was cut short."],
  ["You were a no-show on 2024-05-01."],
  ["Your Aetna plan did not cover it."],
  ["Your insurance denied the claim."],
  ["Medicare paid for your visits."],
  ["Your deductible had not been met."],
  ["Your hip surgery was covered by Medicare."],
  ["Sorry about your fall on Tuesday."],
  ["Sorry the session felt rushed."],
  ["The student therapist was supervised the whole hour."],
  ["Sorry for the wait on the 12th."],
])("a reply that reveals health details is held: %s", (text) => {
  expect(checkReply(text)?.reason).toBe("may reveal health details");
});

test.each([
  "Thank you for coming back!",
  "We have your back, always.",
  "Thank you, Teresa. The dramatic counting will continue.",
  "We can't discuss accounts here, but our office manager would like to hear from you.",
  "Back pain is what we love to fix.",
  "We accept most insurers. Ask at the desk.",
  "Open on Saturdays since March 3. See you!",
  "You deserve better than a voicemail.",
  "Gracias por escribirnos, Ximena.",
  "We hope your Saturday is a good one.",
  "Merci pour vos mots.",
  "We moved the bike racks.",
  "The coffee machine has been repaired.",
  "Bills should never come as a surprise.",
  "Please call the front desk and ask for the director.",
  "Every evaluation is one on one with a licensed therapist.",
  "No-show fees apply after 24 hours, without exceptions.",
  "Dry needling is an extra at most clinics; here it is included.",
  "You put a smile on our faces.",
  "We are sorry that this was your impression.",
  "Bon week-end !",
])("a reply that reveals nothing is published: %s", (text) => {
  expect(checkReply(text)).toBeNull();
});

test.each([
  "What a journey since the stroke!",
  "Looking at the chart, Ben spent 55 minutes with you on the 14th.",
  "Sorry we had to reschedule you twice last month.",
  "We cannot treat people who are intoxicated, as was the case here.",
  "We show no visit under that name.",
  "Vous devez encore 40 euros.",
  "Deve ancora 40 euro.",
  "No more cane, wow!",
  "The scar tissue will soften, give it another month.",
  "Nach der Hüft-OP so schnell wieder laufen, Respekt.",
  "N'oubliez pas la glace le soir.",
  "Até a semana que vem!",
])("the second look holds what no rule has words for: %s", (text) => {
  expect(checkReply(text)?.words).not.toEqual([]);
  expect(checkReply(text)?.reason).toBe("may reveal health details");
});

test.each(["The pool opens in the fall.", "Feedback like yours helps us get better.", "Kudos to Jonas indeed!"])(
  "a reply that only looks as if it told something is published: %s",
  (text) => {
    expect(checkReply(text)).toBeNull();
  },
);

test("a courtesy in another language is no reason to publish the rest", () => {
  expect(checkReply("Sorry, u heeft nog een rekening openstaan bij ons.", "nl")).not.toBeNull();
  expect(checkReply("Dank u!", "nl")).toBeNull();
});

test("no reply of the demonstration clinic is held", () => {
  const file = new URL("../../../examples/demo-clinic/reviews.ndjson", import.meta.url);
  const held = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).owner_reply?.text)
    .filter((reply) => typeof reply === "string" && checkReply(reply) !== null);
  expect(held).toEqual([]);
});

test("the words for which a reply is held are named", () => {
  expect(checkReply("Thanks! We reviewed your chart, and you were seen three times.")?.words).toEqual([
    "your chart",
    "you were seen",
  ]);
});

test("a reply in a language that the rules do not know is held for reading", () => {
  expect(checkReply("Twoje kolano wygląda już dobrze.", "pl")).toEqual({
    reason: "is in a language that is not checked (pl)",
    words: [],
  });
  expect(checkReply("Merci !", "ro")).toBeNull();
});

test("a reply with another script, or in an unclear language, is held unless it is a courtesy", () => {
  expect(checkReply("Thank you! 很高兴您的膝盖好了", "zh")?.reason).toBe("is in a language that is not checked (zh)");
  expect(checkReply("很高兴您的膝盖好了", "en")).not.toBeNull();
  expect(checkReply("Vi ses på tisdag", null)).toEqual({ reason: "is in a language that is not checked", words: [] });
  expect(checkReply("Wow!", null)).toBeNull();
});
