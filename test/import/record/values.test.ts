import { expect, test } from "bun:test";
import { BadField, parseRow } from "../../../src/import/record/candidate.ts";
import { parseWhen } from "../../../src/import/record/dates/when.ts";
import { parseStars } from "../../../src/import/record/values.ts";

test.each([
  [5, 5],
  ["5.0", 5],
  ["4/5", 4],
  ["8/10", 4],
  ["★★★★☆", 4],
  ["⭐⭐⭐", 3],
  ["**", 2],
  ["4 stars", 4],
  ["FIVE", 5],
  ["two_stars", 2],
  ["4,0", 4],
  ["1", 1],
  ["5 out of 5 stars", 5],
  ["5⭐", 5],
  ["4 ⭐️", 4],
  ["4 von 5 Sternen", 4],
  ["3 sur 5 étoiles", 3],
  ["Rated 2 out of 5", 2],
  ["4 star rating", 4],
])("rating %j is %d", (given, stars) => {
  expect(parseStars(given)).toBe(stars);
});

test.each(["4.5", "0", "6", "7/10", "good", "", null, "★★★★★★", "-1", "1e1", "4/6", "6 stars", "3/100"])(
  "rating %j is refused",
  (given) => {
    expect(() => parseStars(given)).toThrow(/rating/);
  },
);

test.each([
  ["2026-01-05", { date: "2026-01-05" }],
  ["1/5/2026", { date: "2026-01-05" }],
  ["25/12/2025", { date: "2025-12-25" }],
  ["5.1.2026", { date: "2026-01-05" }],
  ["Jan 5, 2026", { date: "2026-01-05" }],
  ["January 5th, 2026", { date: "2026-01-05" }],
  ["5 Jan 2026", { date: "2026-01-05" }],
  ["2026-01-05 10:11:12", { date: "2026-01-05" }],
  ["1/5/2026, 3:04 PM", { date: "2026-01-05" }],
  ["2026-01-05T10:11:12.123456789Z", { published_at: "2026-01-05T10:11:12.123Z" }],
  ["2026-01-05T10:11:12+0100", { published_at: "2026-01-05T09:11:12Z" }],
  ["2026-01-05T10:11Z", { published_at: "2026-01-05T10:11:00Z" }],
  ["2026-01-05 10:11:12 UTC", { published_at: "2026-01-05T10:11:12Z" }],
  [1767225600, { published_at: "2026-01-01T00:00:00Z" }],
  ["1/5/26", { date: "2026-01-05" }],
  ["5.1.26", { date: "2026-01-05" }],
  ["5.1.69", { date: "2069-01-05" }],
  ["5.1.70", { date: "1970-01-05" }],
  ["05-Jan-2026", { date: "2026-01-05" }],
  ["5-Jan-26", { date: "2026-01-05" }],
  ["2026 Jan 5", { date: "2026-01-05" }],
  ["20260105", { date: "2026-01-05" }],
  ["2026年1月5日", { date: "2026-01-05" }],
  ["2026년 1월 5일", { date: "2026-01-05" }],
  ["34700", { date: "1995-01-01" }],
  ["73050", { date: "2099-12-31" }],
  ["46027", { date: "2026-01-05" }],
  ["46027.75", { date: "2026-01-05" }],
  ["5 de enero de 2026", { date: "2026-01-05" }],
  ["5 ene. 2026", { date: "2026-01-05" }],
  ["1er février 2026", { date: "2026-02-01" }],
  ["mar. 3 mars 2026", { date: "2026-03-03" }],
  ["5. März 2026", { date: "2026-03-05" }],
  ["Montag, 5. Januar 2026", { date: "2026-01-05" }],
  ["5 de março de 2026", { date: "2026-03-05" }],
  ["5 luglio 2026", { date: "2026-07-05" }],
  ["5 mrt 2026", { date: "2026-03-05" }],
  ["5 października 2025", { date: "2025-10-05" }],
  ["5 paź 2025", { date: "2025-10-05" }],
  ["5 января 2026 г.", { date: "2026-01-05" }],
  ["Monday, January 5, 2026", { date: "2026-01-05" }],
  ["Jan 5, 2026 at 3:04 PM", { date: "2026-01-05" }],
  ["Mon, 05 Jan 2026 10:11:12 +0100", { published_at: "2026-01-05T09:11:12Z" }],
  ["05 Jan 2026 10:11:12 EST", { published_at: "2026-01-05T15:11:12Z" }],
  ["Mon, 05 Jan 2026 10:11:12 GMT", { published_at: "2026-01-05T10:11:12Z" }],
  ["Mon Jan 05 2026 10:11:12 GMT+0100 (Central European Standard Time)", { published_at: "2026-01-05T09:11:12Z" }],
  ["Mon Jan  5 10:11:12 2026", { date: "2026-01-05" }],
  ["2026-03-01 10:00:00 +00:00", { published_at: "2026-03-01T10:00:00Z" }],
  ["2026-03-01 10:00:00.123 -05:00", { published_at: "2026-03-01T15:00:00Z" }],
  ["1767225600000", { published_at: "2026-01-01T00:00:00Z" }],
])("date %j is read as %j", (given, when) => {
  expect(parseWhen(given)).toEqual(when);
});

test("every short name of a month is read, in eight languages", () => {
  const short = [
    "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "ene feb mar abr may jun jul ago sep oct nov dic",
    "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "jan fev mar abr mai jun jul ago set out nov dez",
    "gen feb mar apr mag giu lug ago set ott nov dic",
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "sty lut mar kwi maj cze lip sie wrz paź lis gru",
  ];
  for (const names of short) {
    const dates = names.split(" ").map((name) => parseWhen(`7 ${name} 2025`));
    expect(dates).toEqual(
      Array.from({ length: 12 }, (_, index) => ({ date: `2025-${String(index + 1).padStart(2, "0")}-07` })),
    );
  }
});

test.each([
  ["1/5/2026, 3:04 PM", "2026-01-05T15:04:00Z"],
  ["1/5/2026 12:04 AM", "2026-01-05T00:04:00Z"],
  ["1/5/2026 12:04 PM", "2026-01-05T12:04:00Z"],
  ["2026-01-05 10:11:12", "2026-01-05T10:11:12Z"],
])("time %j is %s in a format whose times are UTC", (given, time) => {
  expect(parseWhen(given, { utc: true })).toEqual({ published_at: time });
});

test.each(["3 weeks ago", "yesterday", "hace 2 meses", "il y a un an", "vor 3 Tagen", "2 mesi fa", "3週間前"])(
  "date %j is refused, because it counts from an unknown day",
  (given) => {
    expect(() => parseWhen(given)).toThrow("counts from a day that the file does not name");
  },
);

test.each(["soon", "31/02/2025", "25-12-20", "5 jui 2026", "5 cer 2026", "12345", "73051", "13/13/2025", "5/2026"])(
  "date %j is not understood",
  (given) => {
    expect(() => parseWhen(given)).toThrow(`date ${JSON.stringify(given)} is not understood`);
  },
);

test("a score on another scale is stars only if it is a whole star, and a rating that names its scale keeps it", () => {
  expect([2, "10", "4/5", "8/10", "5 stars"].map((given) => parseStars(given, 10))).toEqual([1, 5, 4, 4, 5]);
  expect(["80%", "20", "100 %"].map((given) => parseStars(given, 100))).toEqual([4, 1, 5]);
  for (const odd of ["7", "0", "12", "4,5"]) {
    expect(() => parseStars(odd, 10)).toThrow("on a scale of 10 is not a whole number from 1 to 5");
  }
  expect(() => parseStars("80%")).toThrow("is not understood");
});

test("a row with a bad value is rejected under its name; a fault of the program is not hidden", () => {
  const place = { file: "a.csv", row: 7 };
  const parse = (error: Error) =>
    parseRow(
      place,
      () => {
        throw error;
      },
      () => ({ source_id: "s" }),
    );
  expect(parse(new BadField("no rating"))).toEqual({ place, reason: "no rating", source_id: "s" });
  expect(() => parse(new TypeError("a fault"))).toThrow("a fault");
});

test.each([
  ["Very satisfied, Satisfied, Neutral, Not satisfied, Not at all satisfied"],
  ["Äußerst zufrieden, eher zufrieden, weder zufrieden noch unzufrieden, nicht zufrieden, überhaupt nicht zufrieden"],
  ["Très satisfaite, Plutôt satisfaite, Neutre, Pas satisfaite, Pas du tout satisfaite"],
  ["Muy satisfecho, Satisfecho, Neutral, Poco satisfecho, Nada satisfecho"],
  ["Molto soddisfatta, Soddisfatta, Neutrale, Insoddisfatta, Per niente soddisfatta"],
  ["Muito satisfeito, Satisfeito, Neutro, Insatisfeito, Muito insatisfeito"],
  ["Zeer tevreden, Tevreden, Neutraal, Niet tevreden, Helemaal niet tevreden"],
])("all five answers of a survey are read, the worst ones, too: %s", (answers) => {
  expect(answers.split(", ").map((answer) => parseStars(answer))).toEqual([5, 4, 3, 2, 1]);
});
