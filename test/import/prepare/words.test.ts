import { beforeAll, expect, test } from "bun:test";
import { cleanText, cleanUrl } from "../../../src/import/prepare/clean.ts";
import { idFromContent, idFromSource } from "../../../src/import/prepare/identity.ts";
import { detectLanguage, loadDetector } from "../../../src/import/prepare/language.ts";
import { openZone } from "../../../src/import/prepare/zone.ts";
import { splitTranslation } from "../../../src/import/record/translation-marks.ts";
import { parseStars, parseWhen } from "../../../src/import/record/values.ts";

beforeAll(loadDetector);

test.each([
  ["(Translated by Google) Good pool.\n\n(Original)\nBuena alberca.", "Buena alberca.", "Good pool."],
  ["(Translated by Google) Good pool. (Original) Buena alberca.", "Buena alberca.", "Good pool."],
  ["Buena alberca.\n\n(Translated by Google)\nGood pool.", "Buena alberca.", "Good pool."],
  ["(Translated by Google) Good pool.\n\n(Original)\nBuena al", "Buena al", "Good pool."],
  ["(Translated by Google) Good po", "Good po", null],
  ["(Translated by Google) Good pool.\n\n(Original)\n", "Good pool.", null],
  ["(Traducido por Google) Buena.\n\n(Texto original)\nGood.", "Good.", "Buena."],
  ["Not (Original) at all.", "Not (Original) at all.", null],
])("the translation envelope of %j is taken off", (given, text, translation) => {
  expect(splitTranslation(given)).toEqual({ text, translation });
});

test.each([
  ["Great", "en"],
  ["Muy bien", "en"],
  ["El trato fue muy bueno y la doctora me explicó todo.", "es"],
  ["Une équipe formidable et à l'écoute.", "fr"],
  ["Sehr nettes Personal, tolle Praxis, gerne wieder", "de"],
  ["Отличная клиника, очень помогли с коленом", "ru"],
  ["とても親切なスタッフでした。また来ます。ありがとう。", "ja"],
  ["Bike, bands, ice, bye. Felt like a conveyor belt.", "en"],
])("the language of %j is %s", (text, language) => {
  expect(detectLanguage(text, "en")).toBe(language);
});

test.each([
  [5, 5],
  ["5.0", 5],
  ["4/5", 4],
  ["8/10", 4],
  ["★★★★☆", 4],
  ["⭐⭐⭐", 3],
  ["4 stars", 4],
  ["FIVE", 5],
  ["two_stars", 2],
  ["4,0", 4],
])("rating %j is %d", (given, stars) => {
  expect(parseStars(given)).toBe(stars);
});

test.each(["4.5", "0", "6", "7/10", "good", "", null, "★★★★★★", "-1", "1e1"])("rating %j is refused", (given) => {
  expect(() => parseStars(given)).toThrow(/rating/);
});

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
  ["1767225600000", { published_at: "2026-01-01T00:00:00Z" }],
])("date %j is understood", (given, when) => {
  expect(parseWhen(given)).toEqual(when);
});

test("a zone's days are those of its own clock, also across a change of the clock", () => {
  const zone = openZone("America/Los_Angeles");
  expect(zone.dateOf("2026-03-08T07:59:59Z")).toBe("2026-03-07");
  expect(zone.dateOf("2026-03-08T08:00:00Z")).toBe("2026-03-08");
  expect(zone.dateOf("2026-03-09T06:59:59Z")).toBe("2026-03-08");
  expect(zone.midnight("2026-03-09")).toBe("2026-03-09T07:00:00Z");
  expect(openZone("Pacific/Kiritimati").dateOf("2026-01-01T10:00:00Z")).toBe("2026-01-02");
});

test("nothing invisible stays in a text, and emoji and joining scripts stay whole", () => {
  expect(cleanText(" a\u200bb\u202e\u0007c\r\nd\u{e0041} ")).toBe("abc\nd");
  expect(cleanText("👩‍👩‍👧 ok")).toBe("👩‍👩‍👧 ok");
  expect(cleanText("می‌خواهم")).toBe("می‌خواهم");
  expect(cleanText("x\u200dy")).toBe("xy");
  expect(cleanText("\ud800 \u0000")).toBe("\ufffd");
  expect(cleanText("\u200b")).toBeNull();
});

test("links are absolute and of the web", () => {
  expect(cleanUrl("https://example.com/a b")).toBe("https://example.com/a%20b");
  for (const bad of ["javascript:alert(1)", "/relative", "https://me:pw@example.com", "data:text/html,x"]) {
    expect(cleanUrl(bad)).toBeNull();
  }
});

test("ids never change: they are frozen here", () => {
  expect(idFromSource("google", "locations/200/reviews/AbF-one")).toBe("SN6WRFPN9SPX5S822ASGB99P3G");
  const start = "Obi got me running again, and I had given up on that a long time ago, to be honest with you.";
  const id = idFromContent("yelp", "Maria S.", "2025-01-01", start);
  expect(id).toBe(idFromContent("yelp", "MARIA S", "2025-01-01", `${start} Edit: still running!`));
  expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
});
