import { expect, test } from "bun:test";
import { html } from "../../../src/pages/parts/html.ts";
import { english, type Words } from "../../../src/pages/parts/words/english.ts";
import { createFormat } from "../../../src/pages/parts/words/locale-format.ts";
import { spanish } from "../../../src/pages/parts/words/spanish.ts";

/** Every phrase that counts something, up to the words that the number decides. */
const countedIn = ({ common, overview, explorer, review, charts, insights, policy }: Words, n: number) => [
  common.stars(n),
  common.reviews(n),
  overview.counted(n),
  overview.described("Harbor", "4.6", n),
  overview.shared("Harbor", "4.6", n),
  overview.readAll(n),
  explorer.described(n, "Harbor").split(",", 1)[0],
  explorer.filterCount(n),
  explorer.newestFirst(n),
  explorer.matching(n, n),
  review.edits(n, "2026-03-09"),
  overview.silent(n, String(n)),
  charts.ofMonth("2025-01", n, "4.0"),
  ...Object.values(charts.opinion).map((opinion) => opinion(n)),
  insights.withoutText(n, html`${common.reviews(n)}`).markup,
  policy.described(n).split(": ")[1],
];

test("one and several are told apart in English", () => {
  const words = english(createFormat("en-US"));
  expect(countedIn(words, 1)).toEqual([
    "1 star",
    "1 review",
    "1 review",
    "Harbor: 4.6 out of 5 from 1 review, published in full.",
    "Harbor, 4.6 out of 5 (1 review)",
    "Read the review",
    "1 review of Harbor",
    "Filters (1)",
    "1 review, newest first",
    "1 of 1 review matches",
    "1 time, last on March 9, 2026",
    "1 review of stars only",
    "January 2025: 1 review, 4.0 stars",
    "1 positive",
    "1 neutral",
    "1 mixed",
    "1 negative",
    "1 review has stars but no comment, and counts in the ratings only.",
    "1 review published.",
  ]);
  expect(countedIn(words, 2)).toEqual([
    "2 stars",
    "2 reviews",
    "2 reviews",
    "Harbor: 4.6 out of 5 from 2 reviews, published in full.",
    "Harbor, 4.6 out of 5 (2 reviews)",
    "Read all 2 reviews",
    "2 reviews of Harbor",
    "Filters (2)",
    "2 reviews, newest first",
    "2 of 2 reviews match",
    "2 times, last on March 9, 2026",
    "2 reviews of stars only",
    "January 2025: 2 reviews, 4.0 stars",
    "2 positive",
    "2 neutral",
    "2 mixed",
    "2 negative",
    "2 reviews have stars but no comment, and count in the ratings only.",
    "2 reviews published.",
  ]);
  expect(words.explorer.filterCount(0)).toBe("Filters");
  expect(words.explorer.matching(1, 2)).toBe("1 of 2 reviews matches");
});

test("one and several are told apart in Spanish", () => {
  const words = spanish(createFormat("es-US"));
  expect(countedIn(words, 1)).toEqual([
    "1 estrella",
    "1 opinión",
    "1 opinión",
    "Harbor: 4.6 de 5 según 1 opinión, sin recortes.",
    "Harbor, 4.6 de 5 (1 opinión)",
    "Leer la opinión",
    "1 opinión sobre Harbor",
    "Filtros (1)",
    "1 opinión, primero las más recientes",
    "1 de 1 opinión coincide",
    "1 vez, la última el 9 de marzo de 2026",
    "1 opinión solo con estrellas",
    "enero de 2025: 1 opinión, 4.0 estrellas",
    "1 positiva",
    "1 neutral",
    "1 mixta",
    "1 negativa",
    "1 opinión solo con estrellas cuenta únicamente en las calificaciones.",
    "1 publicada.",
  ]);
  expect(countedIn(words, 2)).toEqual([
    "2 estrellas",
    "2 opiniones",
    "2 opiniones",
    "Harbor: 4.6 de 5 según 2 opiniones, sin recortes.",
    "Harbor, 4.6 de 5 (2 opiniones)",
    "Leer las 2 opiniones",
    "2 opiniones sobre Harbor",
    "Filtros (2)",
    "2 opiniones, primero las más recientes",
    "2 de 2 opiniones coinciden",
    "2 veces, la última el 9 de marzo de 2026",
    "2 opiniones solo con estrellas",
    "enero de 2025: 2 opiniones, 4.0 estrellas",
    "2 positivas",
    "2 neutrales",
    "2 mixtas",
    "2 negativas",
    "2 opiniones solo con estrellas cuentan únicamente en las calificaciones.",
    "2 publicadas.",
  ]);
  expect(words.explorer.matching(1, 2)).toBe("1 de 2 opiniones coincide");
  expect(words.explorer.filterCount(0)).toBe("Filtros");
});

test("a change of time has its date in words, and better is told from worse", () => {
  const [en, es] = [english(createFormat("en-US")), spanish(createFormat("es-US"))];
  expect([en, es].map(({ filters }) => filters.changedSince("2026-03-09"))).toEqual([
    "changed here since March 9, 2026",
    "cambiadas aquí desde el 9 de marzo de 2026",
  ]);
  expect(en.filters.changedSince("2026-03-09T10:00:00Z")).toBe("changed here since 2026-03-09T10:00:00Z");
  expect(es.filters.changedSince("2026-03-09T10:00:00Z")).toBe("cambiadas aquí desde el 2026-03-09T10:00:00Z");
  expect([true, false].map((better) => en.insights.trend(better, 6).slice(0, 20))).toEqual([
    "Opinions were better",
    "Opinions were worse ",
  ]);
  expect([true, false].map((better) => es.insights.trend(better, 6).slice(0, 29))).toEqual([
    "Las opiniones fueron mejores ",
    "Las opiniones fueron peores e",
  ]);
});
