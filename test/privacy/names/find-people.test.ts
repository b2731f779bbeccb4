import { describe, expect, test } from "bun:test";
import { readMarkedLines } from "../../../bench/privacy/marked.ts";
import { findInLine } from "../../../bench/privacy/rules.ts";
import { recallOf, scoreLines } from "../../../bench/privacy/score.ts";
import { fold } from "../../../src/privacy/fold.ts";
import { findPeople } from "../../../src/privacy/names/find-people.ts";
import { createAuthorFinder } from "../../../src/privacy/people/author.ts";
import { createRedactor } from "../../../src/privacy/redact.ts";
import { testProfile } from "../../rows.ts";

const clinic = createRedactor(
  testProfile({
    name: "Whitlock Family Therapy",
    technicians: [
      { id: "dana", name: "Dana Whitlock", title: null, aliases: [], insights: true },
      { id: "marcus", name: "Marcus Reyes", title: null, aliases: [], insights: true },
    ],
  }),
);

test.each([
  ["MY HUSBAND JIM MCALLISTER LOVES IT", "MY HUSBAND JIM M. LOVES IT"],
  ["my friend dave carruthers sent me", "my friend dave C. sent me"],
  ["our son, little Oskar Rasmussen, age 6", "our son, little Oskar R., age 6"],
  ["Coach Brannigan sent the team", "Coach B. sent the team"],
  ["I overheard that Nancy Prescott has MS", "I overheard that Nancy P. has MS"],
  ["His name is Peter Johansson", "His name is Peter J."],
  ["Great place. Signed, Winifred Fairweather", "Great place. Signed, Winifred F."],
  ["Great place.\n- Winifred Fairweather", "Great place.\n- Winifred F."],
])("a name is found without a word that says whose it is: %p", (text, shown) => {
  expect(clinic.redact(text).text).toBe(shown);
});

test("somebody who is called like a person whom everybody knows is found by what is said of them", () => {
  expect(clinic.redact("my neighbor Kevin Hart drove me").text).toBe("my neighbor Kevin H. drove me");
  expect(clinic.redact("Great place. Signed, Winifred Williams").text).toBe("Great place. Signed, Winifred W.");
});

test.each([
  "Dana Whitlock and MARCUS REYES are the best, and so is whitlock family therapy",
  "my husband Jim and our son Oskar love Dana",
  "I have Parkinson's Disease and did the Epley maneuver",
  "Serena Williams has nothing on me",
  "Merrill Lynch parking is not for patients.",
  "More Homer Simpson than Michael Phelps, but they were kind.",
  "DALLAS TEXAS HAS NOTHING ON THIS",
  "Por la glorieta de Cristóbal Colón, fácil de llegar.",
  "Yours truly, Miss Two Left Feet",
  "We drove from San Antonio on Martin Luther King Boulevard",
  "THANK YOU ALL VERY MUCH",
  "Great Job Everyone",
  "i will mark the day, may be in june",
  "Świetni ludzie, polecam każdemu.",
  "Velmi milí lidé, doporučuji každému",
  "Erittäin mukava paikka, suosittelen lämpimästi",
  "Foarte buni, recomand oricui",
])("what names nobody in private stays: %p", (text) => {
  expect(clinic.redact(text)).toEqual({ text, kinds: [] });
});

test("a name within an address is left to the address: nothing reads what another rule wrote", () => {
  const { redact } = createRedactor(null);
  const author = createAuthorFinder("Maria Santos", "Maria S.");
  expect(redact("Write to maria@santos.example. Maria Santos", author)).toMatchObject({
    text: "Write to [email]. Maria S.",
    kinds: ["email", "name"],
  });
  expect(redact("insta @maria_santos", author).text).toBe("insta [handle]");
});

test("in a language without names in the table, an unknown word in small letters is no part of a name", () => {
  expect(findPeople(fold("Dlouhé čekání, ale skvělá péče."))).toEqual([]);
  expect(findPeople(fold("my friend dave tomas carruthers came along"))).toHaveLength(1);
});

describe("the sets that are held out", () => {
  const lines = readMarkedLines("held-out");
  const names = lines.filter(({ class: kind }) => kind === "name");

  test("nine names of ten are found, whatever the voice", () => {
    expect(recallOf(scoreLines(names, findInLine).total)).toBeGreaterThanOrEqual(0.93);
    const weak = [...Map.groupBy(names, ({ voice }) => voice)]
      .filter(([voice]) => voice !== "last")
      .filter(([, of]) => recallOf(scoreLines(of, findInLine).total) < 0.85);
    expect(weak.map(([voice]) => voice)).toEqual([]);
  });

  test("hardly any harmless line is altered", () => {
    const harmless = lines.filter(({ redacted }) => redacted.length === 0);
    const { altered } = scoreLines(harmless, findInLine).total;
    expect(altered / harmless.length).toBeLessThanOrEqual(0.03);
  });
});

test("a text that repeats candidates without end takes time in proportion to its length", () => {
  for (const unit of ["Ann Lee ", "de la ", "A. ", "mr ", "O'", "Ann-", "ann lee "]) {
    const time = (length: number) => {
      const folded = fold(unit.repeat(Math.floor(length / unit.length)));
      findPeople(folded);
      const from = process.cpuUsage();
      findPeople(folded);
      return process.cpuUsage(from).user;
    };
    expect({ unit, slow: time(20_000) > 250_000 }).toEqual({ unit, slow: false });
  }
});
