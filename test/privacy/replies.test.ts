import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { checkReply } from "../../src/privacy/replies.ts";

test.each([
  ["We are glad your knee feels better!", "names a condition"],
  ["Your surgery went well and so did the rehab.", "names a condition"],
  ["Your back is stronger than ever, Tom.", "names a condition"],
  ["Maria's shoulder was a tough one.", "names a condition"],
  ["You came to us with sciatica and left without it.", "names a condition"],
  ["Your lower back pain responded nicely.", "names a condition"],
  ["Nos alegra que su rodilla esté mejor.", "names a condition"],
  ["Votre genou va mieux, quelle joie.", "names a condition"],
  ["You cancelled your appointment on March 3.", "names a date of service"],
  ["When we saw you, the visit on 4/12 ran late.", "names a date of service"],
  ["Your session last Tuesday was cut short.", "names a date of service"],
  ["You were a no-show on 2024-05-01.", "names a date of service"],
  ["Your Aetna plan did not cover it.", "names an insurer or coverage"],
  ["Your insurance denied the claim.", "names an insurer or coverage"],
  ["Medicare paid for your visits.", "names an insurer or coverage"],
  ["Your deductible had not been met.", "names an insurer or coverage"],
  ["Your hip surgery was covered by Medicare.", "names a condition, names an insurer or coverage"],
])("a reply that reveals health details is held: %s", (text, reason) => {
  expect(checkReply(text)).toBe(reason);
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
  "Please call the front desk and ask for the director.",
])("a reply that reveals nothing is published: %s", (text) => {
  expect(checkReply(text)).toBeNull();
});

test("no reply of the demonstration clinic is held", () => {
  const file = new URL("../../examples/demo-clinic/reviews.ndjson", import.meta.url);
  const held = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).owner_reply?.text)
    .filter((reply) => typeof reply === "string" && checkReply(reply) !== null);
  expect(held).toEqual([]);
});
