import { describe, expect, test } from "bun:test";
import therapy from "../../insights/engine/taxonomies/physical-therapy.json" with { type: "json" };
import restaurant from "../../insights/engine/taxonomies/restaurant.json" with { type: "json" };
import { SPANISH } from "../../src/insights/sentences/report-spanish.ts";
import { SPANISH_SUBJECTS } from "../../src/insights/sentences/spanish-names.ts";
import type { ToldReport, ToldReports } from "../../src/model/insights-document.ts";
import { spanishTheme } from "../../src/model/spanish-themes.ts";
import { type DataSet, dataSets, documentOf } from "./data-sets.ts";

const nothing: ToldReport = { faq: [], headline: "", summary: "", summary_citations: [] };

function toldOf(set: DataSet): { en: ToldReport; es: ToldReport; document: ToldReport } {
  let told: ToldReports = {};
  const document = documentOf(set, (reports) => {
    told = reports;
  });
  return { en: told.en ?? nothing, es: told.es ?? nothing, document };
}
const reports = new Map(dataSets.map((set) => [set.name, toldOf(set)]));

const quotesIn = (text: string): string[] => Array.from(text.matchAll(/“([^”]*)”/g), ([, quote = ""]) => quote);
const withoutQuotes = (text: string): string => text.replace(/“[^”]*”/g, "");
const numbersIn = (text: string): string[] => (withoutQuotes(text).match(/\d+(?:[.:]\d+)*/g) ?? []).sort();
/** Words that every English sentence of the report has one of. */
const ENGLISH_WORDS = /\b(?:the|and|of|reviews?|people|since|mentions?|is|are|open|wrote|what|how|do|does)\b/i;

describe.each(dataSets.map(({ name }) => name))("the report of %s in Spanish", (name) => {
  const { en, es, document } = reports.get(name) ?? { en: nothing, es: nothing, document: nothing };

  test("says the same in numbers and quotes as in English", () => {
    expect(es.faq.map(({ id }) => id)).toEqual(en.faq.map(({ id }) => id));
    const texts = ({ summary, faq }: ToldReport) => [summary, ...faq.map(({ answer }) => answer)];
    for (const [i, text] of texts(es).entries()) {
      const original = texts(en)[i] ?? "";
      expect([numbersIn(text), quotesIn(text)]).toEqual([numbersIn(original), quotesIn(original)]);
    }
    expect(es.summary_citations).toEqual(en.summary_citations);
  });

  test("has no English sentence but what the owner and reviewers wrote", () => {
    const composed = es.faq.filter(({ source }) => source === "template").map(({ answer }) => answer);
    const questions = es.faq.filter(({ id }) => !id.startsWith("operator") && !id.startsWith("asked"));
    for (const text of [es.headline, es.summary, ...composed, ...questions.map(({ question }) => question)]) {
      const own = withoutQuotes(text).replace(/Physical Therapy|Street/g, "");
      expect([own, ENGLISH_WORDS.exec(own)?.[0] ?? null]).toEqual([own, null]);
    }
  });

  test("is told for pages in English as the document tells it", () => {
    expect([en.headline, en.summary, en.faq]).toEqual([document.headline, document.summary, document.faq]);
  });
});

test("the summary of the demonstration in Spanish", () => {
  expect(reports.get("the demonstration")?.es.summary).toStartWith(
    "Harborline Physical Therapy recibe 4.1 de 5 estrellas en promedio, según 217 opiniones. Lo más elogiado: los resultados y la recuperación, en 90 de 95 opiniones; una dice: “",
  );
});

test("opening hours, an address and a reply are told in Spanish around the owner's words", () => {
  const { faq } = SPANISH;
  expect(faq.open(["Mo-Th 07:00-19:00", "Sa 08:00-12:00"])).toBe(
    "Abierto: lunes a jueves 07:00 a 19:00, sábado 08:00 a 12:00.",
  );
  expect(faq.address(["1 Main St", "Port Ellery"])).toBe("La dirección es 1 Main St, Port Ellery.");
  expect(faq.reply("2025-03-02", "We have parking.")).toBe(
    "El negocio escribió en una opinión de marzo de 2025: “We have parking.”",
  );
});

test.each([therapy, restaurant])("everything that the taxonomy of $id names has a Spanish name", (taxonomy) => {
  const names = [
    ...taxonomy.aspects.map(({ label }) => label),
    ...taxonomy.topics.map(({ label }) => label),
    ...taxonomy.problems.map(({ name }: { name: string }) => name),
  ];
  expect(names.filter((name) => spanishTheme(name) === name)).toEqual(
    taxonomy.id === "restaurant" ? ["pizza", "pasta"] : [],
  );
  expect(taxonomy.aspects.filter(({ label }) => !SPANISH_SUBJECTS.has(label))).toEqual([]);
  const questions = [...taxonomy.aspects, ...taxonomy.questions].map(({ question }) => question);
  expect(questions.filter((question) => !SPANISH.faq.question(question).startsWith("¿"))).toEqual([]);
});
