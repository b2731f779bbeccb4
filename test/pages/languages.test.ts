import { describe, expect, test } from "bun:test";
import type { Profile } from "../../src/model/business.ts";
import { inLanguage, languagesFor } from "../../src/pages/parts/languages.ts";
import { monthWindow, pageLink, reviewsLink } from "../../src/pages/parts/page-links.ts";
import { english } from "../../src/pages/parts/words/english.ts";
import { createFormat } from "../../src/pages/parts/words/locale-format.ts";
import { spanish } from "../../src/pages/parts/words/spanish.ts";
import { testProfile } from "../rows.ts";
import { SITE, SPANISH } from "./site.ts";

const reviewsIn = (counts: Record<string, number>) =>
  new Map(Object.entries(counts).map(([tag, length]) => [tag, { length }]));
const profileIn = (language: string, country: string | null = null): Profile =>
  testProfile({
    language,
    address: {
      street_address: null,
      address_locality: null,
      address_region: null,
      postal_code: null,
      address_country: country,
    },
  });

describe("the languages of the pages", () => {
  test("the profile's comes first; the other is offered if five reviews are written in it, in any of its variants", () => {
    const offered = (language: string, counts: Record<string, number>) =>
      languagesFor({ profile: profileIn(language), by_language: reviewsIn(counts) });
    expect(offered("en", { es: 4 })).toEqual(["en"]);
    expect(offered("en", { es: 3, "es-MX": 2, fr: 90 })).toEqual(["en", "es"]);
    expect(offered("es-MX", { en: 5 })).toEqual(["es", "en"]);
    expect(offered("es", {})).toEqual(["es"]);
    expect(offered("de", { es: 5 })).toEqual(["en", "es"]);
    expect(languagesFor({ profile: null, by_language: new Map() })).toEqual(["en"]);
  });
  test("numbers and dates are those of the country", () => {
    const localeOf = (profile: Profile | null, wanted?: "en" | "es") =>
      inLanguage(SITE, { profile, by_language: reviewsIn({ en: 9, es: 9 }) }, wanted).locale;
    expect(localeOf(null)).toBe("en-US");
    expect(localeOf(profileIn("en"), "es")).toBe("es-US");
    expect(localeOf(profileIn("es", "MX"))).toBe("es-MX");
    expect(localeOf(profileIn("es-419", "US"), "en")).toBe("en-419");
    expect(localeOf(profileIn("en", "United Kingdom"))).toBe("en-US");
    expect(localeOf(profileIn("en-GB"))).toBe("en-GB");
  });
});

describe("links", () => {
  test("pages in the profile's language have no prefix, their twins have one", () => {
    expect([pageLink(SITE, "/"), pageLink(SITE, "/policy")]).toEqual(["/", "/policy"]);
    expect([pageLink(SPANISH, "/"), pageLink(SPANISH, "/policy")]).toEqual(["/es", "/es/policy"]);
    expect(pageLink({ ...SPANISH, languages: ["es", "en"] }, "/policy")).toBe("/policy");
  });
  test("a link to some reviews has their filters as the search takes them", () => {
    expect(reviewsLink(SITE)).toBe("/reviews");
    expect(reviewsLink(SPANISH, { query: "a&b", has_reply: false }, { limit: "5" })).toBe(
      "/es/reviews?query=a%26b&has_reply=false&limit=5",
    );
  });
  test("a month ends on its last day", () => {
    expect(["2023-02", "2024-02", "2024-04", "2024-12"].map((month) => monthWindow(month).until)).toEqual([
      "2023-02-28",
      "2024-02-29",
      "2024-04-30",
      "2024-12-31",
    ]);
  });
});

/** Every word of a table; functions are called with arguments that any of them takes. */
function wordsIn(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (value instanceof Map) return [...value].flatMap(([key, member]) => wordsIn(member, `${path}.${key}`));
  if (typeof value === "function") return [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => wordsIn(member, `${path}.${key}`));
}

describe("the words of the pages", () => {
  const tables = { en: wordsIn(english(createFormat("en-US"))), es: wordsIn(spanish(createFormat("es-US"))) };
  test("both languages have the same ones, and none is empty", () => {
    expect(tables.es.map(([path]) => path)).toEqual(tables.en.map(([path]) => path));
    expect(tables.en.length).toBeGreaterThan(150);
    for (const [path, words] of [...tables.en, ...tables.es]) expect([path, words.trim() !== ""]).toEqual([path, true]);
  });
  test("nothing was left untranslated", () => {
    const same = tables.es.filter(([, words], i) => words === tables.en[i]?.[1]).map(([, words]) => words);
    expect([...new Set(same)].sort()).toEqual(["Neutral", "neutral"]);
  });
});
