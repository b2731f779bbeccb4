import { expect, test } from "bun:test";
import { profileAnswer } from "../../src/insights/faq/questions.ts";
import { ENGLISH } from "../../src/insights/sentences/report-english.ts";
import type { Profile } from "../../src/model/business.ts";
import { testProfile } from "../rows.ts";

type Asked = Parameters<typeof profileAnswer>[1];
const question = (profile: Asked["profile"], service: string | null = null): Asked => ({
  ...{ id: "q", question: "Which?", yes: [], no: [], about: [], aspects: [], facts: false, replies: [] },
  ...{ profile, service },
});
const answerOf = (changes: Partial<Profile>, asked: Asked) =>
  profileAnswer(testProfile(changes), asked)?.(ENGLISH) ?? null;

test("a service of the profile answers by its name or an alias, if it is described", () => {
  const services = [
    { id: "needling", name: "Dry needling", description: "Fine needles.", aliases: ["Trigger points"] },
    { id: "pool", name: "Pool", description: null, aliases: [] },
  ];
  const asked = (service: string | null) => answerOf({ services }, question("service", service));
  expect(["dry NEEDLING", "trigger points", "pool", "massage", null].map(asked)).toEqual([
    "Dry needling: Fine needles.",
    "Dry needling: Fine needles.",
    null,
    null,
    null,
  ]);
});

test("the address is what the profile has of it", () => {
  const none = { street_address: null, address_locality: null, address_region: null, postal_code: null };
  const at = (address: Partial<NonNullable<Profile["address"]>> | null) =>
    answerOf({ address: address && { ...none, address_country: null, ...address } }, question("address"));
  const street = { street_address: "1 Main St", address_locality: "Springfield" };
  expect(at({ ...street, address_region: "OR", postal_code: "97403" })).toContain("1 Main St, Springfield, OR 97403");
  expect(at({ ...street, postal_code: "97403" })).toContain("1 Main St, Springfield, 97403");
  expect(at({ address_locality: "Springfield" })).toContain("Springfield");
  expect([at({}), at(null)]).toEqual([null, null]);
});

test("the opening hours answer if there are any", () => {
  const hours = (opening_hours: string[]) => answerOf({ opening_hours }, question("opening_hours"));
  expect([hours(["Mo-Fr 07:00-19:00"])?.includes("07:00"), hours([])]).toEqual([true, null]);
});

test("without a profile, or for a question that no profile answers, there is no answer", () => {
  expect([profileAnswer(null, question("address")), answerOf({}, question(null))]).toEqual([null, null]);
});
