import { expect, test } from "bun:test";
import { profile } from "../../src/model/business.ts";
import { buildMentionFinder } from "../engine/mentions.ts";

const find = buildMentionFinder(
  profile.parse({
    name: "Clinic",
    time_zone: "UTC",
    technicians: [
      { id: "rosalia-montes", name: "Rosalía Montes", aliases: ["Dr. Montes"] },
      { id: "will-ode", name: "Will Ode" },
      { id: "obi-okafor", name: "Obi Okafor", aliases: ["Dr. O"] },
    ],
    services: [
      { id: "aquatic-therapy", name: "Aquatic therapy", aliases: ["pool", "équilibre"] },
      { id: "pool-class", name: "Pool class" },
    ],
    service_areas: [{ id: "port-ellery", name: "Port Ellery", aliases: ["Ellery"] }],
  }),
);
const ids = (text: string) => {
  const { technicians, services, service_areas } = find(text);
  return [...technicians, ...services, ...service_areas].map(({ id }) => id);
};

test("names, aliases, first names and ids are found whatever their case and accents, in the profile's order", () => {
  expect(ids("OBI and rosalia's team in ELLERY")).toEqual(["rosalia-montes", "obi-okafor", "port-ellery"]);
  expect(ids("see rosalia-montes")).toEqual(["rosalia-montes"]);
  expect(ids("con Rosalía")).toEqual(["rosalia-montes"]);
  expect(ids("Fine — thanks")).toEqual([]);
  expect(ids("Dr Montes, near d'Ellery, l'équilibre")).toEqual(["rosalia-montes", "aquatic-therapy", "port-ellery"]);
});

test("an apostrophe, a bracket or a colon may be next to a name", () => {
  expect(ids("Rosalía’s pool class: yes")).toEqual(["rosalia-montes", "pool-class"]);
  expect(ids("Obi: a fine man, {Ellery}")).toEqual(["obi-okafor", "port-ellery"]);
});

test("a part of the name of a service or an area does not name it", () => {
  expect(ids("The aquatic center at the port, and Dr. Therapy")).toEqual([]);
});

test("part of a word is not a mention", () => {
  expect(ids("Dr. O'Brien likes carpooling, Obiwan too")).toEqual([]);
});

test("a first name that is an everyday word needs a capital inside a sentence", () => {
  expect(ids("I will return. Will you?")).toEqual([]);
  expect(ids("Thanks to Will I walk again")).toEqual(["will-ode"]);
  expect(ids("Near d'Ellery I walk, thanks to Will and time")).toEqual(["will-ode", "port-ellery"]);
  expect(ids("Thanks Will")).toEqual(["will-ode"]);
  expect(ids("Will you come?")).toEqual([]);
  // A word may come twice, or have another one in it.
  expect(ids("A Will. A man. Yes")).toEqual(["will-ode"]);
  expect(ids("Willow. Will you?")).toEqual([]);
});

const NAMED_LIKE_WORDS = [
  ["mark", "Mark Dunn"],
  ["hope", "Hope Lane"],
  ["grace", "Grace Wu", "Grace"],
  ["will", "Will Tran", "Will"],
  ["art", "Art Young", "Art"],
  ["may", "May Song"],
  ["dolores", "Dolores Pérez", "Dolores"],
  ["luz", "Luz Ortega"],
  ["julio", "Julio Vega"],
] as const;

test.each([
  // At the beginning of a sentence, what follows says that it is a person.
  ["Hope is patient. Mark got my knee bending.", "mark hope"],
  ["Will listened. Grace, the hygienist, did not.", "grace will"],
  ["Grace & Will rock. Art's hands!", "grace will art"],
  ["Will at the front desk fixed it. Will at least try.", "will"],
  ["Will at least try. Faith in the doctors.", ""],
  ["Mark, Grace and Hope: all great", "mark hope grace"],
  ["Luz tiene unas manos. Dolores me trató. Julio explicó todo.", "dolores luz julio"],
  ["Grace period of 48 hours. Mark my words! Hope this helps. Will definitely return.", ""],
  ["Will never come back. Hope to see them. Grace, kindness and skill. Art on the walls.", ""],
  // An alias is no other word than a first name, and a word in capitals is no name in a shouted text.
  ["Nice art on the walls, dolores de cabeza, con poca luz. I WILL COME BACK, NO HOPE", ""],
  // Months and seasons.
  ["In May I came, since May 3 I walk, en Julio", ""],
  ["Treated by May. Gracias a Julio.", "may julio"],
])("of names that are everyday words, %p names %p", (text, named) => {
  const technicians = NAMED_LIKE_WORDS.map(([id, name, ...aliases]) => ({ id, name, aliases }));
  const some = buildMentionFinder(profile.parse({ name: "Clinic", time_zone: "UTC", technicians }));
  expect(
    some(text)
      .technicians.map(({ id }) => id)
      .join(" "),
  ).toBe(named);
});

test("a title with the surname is the person, with or without an alias", () => {
  expect(ids("Doctor Okafor and Mr. Ode")).toEqual(["will-ode", "obi-okafor"]);
  expect(ids("an ode to okafor")).toEqual([]);
});

test("a saying is not a service", () => {
  expect(ids("a pool of candidates, a car pool, and the pool")).toEqual(["aquatic-therapy"]);
  expect(ids("a car pool")).toEqual([]);
});

test("a first name or surname that two people share names neither; a one-letter first name names nobody", () => {
  const both = buildMentionFinder(
    profile.parse({
      name: "Clinic",
      time_zone: "UTC",
      technicians: [
        { id: "ana-ruiz", name: "Ana Ruiz" },
        { id: "ana-lopez", name: "Ana Lopez" },
        { id: "eva-ruiz", name: "Eva Ruiz" },
        { id: "q-stone", name: "Q Stone" },
        { id: "jo-stein", name: "Jo Stein" },
      ],
    }),
  );
  const people = (text: string) => both(text).technicians.map(({ id }) => id);
  expect(people("Ana was great, and so was Dr. Ruiz, and the Q")).toEqual([]);
  expect(people("Ana Lopez and Eva, Dr. Stone too, Jo")).toEqual(["ana-lopez", "eva-ruiz", "q-stone", "jo-stein"]);
});

test("the longest name wins over a shorter one inside it", () => {
  expect(ids("I joined the pool class")).toEqual(["pool-class"]);
});

test("a mention has the name in the profile", () => {
  expect(find("obi").technicians).toEqual([{ id: "obi-okafor", name: "Obi Okafor" }]);
});

test("names with an apostrophe, in other letters or of marks alone are found, or do no harm", () => {
  const some = buildMentionFinder(
    profile.parse({
      name: "Clinic",
      time_zone: "UTC",
      technicians: [
        { id: "kim", name: "Kim O'Brien" },
        { id: "olga", name: "Ольга", aliases: ["★"] },
      ],
      service_areas: [{ id: "hospital", name: "l'hôpital" }],
    }),
  );
  const all = (text: string) => Object.values(some(text)).flatMap((named) => named.map(({ id }) => id));
  expect(all("Dr. O'Brien and Ольга at l hôpital")).toEqual(["kim", "olga", "hospital"]);
  expect(all("An accent alone: \u0301 ★")).toEqual([]);
});
