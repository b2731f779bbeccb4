import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { analysisKey } from "../engine/kept-analyses.ts";
import { languageOf } from "../engine/reading/language.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import { tokenize } from "../engine/reading/tokens.ts";
import { engine } from "./loaded-engine.ts";

const languageBy = (text: string, stated: string | null = null) => languageOf(tokenize(text), stated);
const found = (text: string) =>
  Object.fromEntries(analyze(engine, text, "es").aspects.map(({ aspect, sentiment }) => [aspect, sentiment]));

test("the words of a text tell its language", () => {
  expect(languageBy("Me trataron muy bien y ya no me duele la espalda.")).toBe("es");
  expect(languageBy("They treated me very well and my back no longer hurts.")).toBe("en");
  expect(languageBy("El front desk siempre on time, muy nice, pero el parking es un caos.")).toBe("es");
  expect(languageBy("No pain. Gave me a plan, no waiting, and a free parking spot.")).toBe("en");
  expect(languageBy("Très bon accueil, les kinés sont à l'écoute et je n'ai plus mal au dos.")).toBe("other");
  expect(languageBy("Muito bom, a equipe é ótima e não senti mais dor com eles.")).toBe("other");
  expect(languageBy("Отличная клиника, спина больше не болит.")).toBe("other");
});

test("a text with words of a language that is not read is English if a fifth of its words are", () => {
  const known = "the and des les und"; // two of English, three of others
  expect([languageBy(`${known} xa xb xc xd xe`), languageBy(`${known} xa xb xc xd xe xf`)]).toEqual(["en", "other"]);
});

test("a text of a few words is in its stated language, or in English, unless two words are clearly not", () => {
  expect(languageBy("Excelente.")).toBe("en");
  expect(languageBy("Excelente.", "es-MX")).toBe("es");
  expect(languageBy("Excelente.", "fr")).toBe("other");
  expect(languageBy("Es muy amable.")).toBe("es");
  expect(languageBy("Спасибо.", "en")).toBe("other");
});

test("clear words count more than the stated language, except for a language that is not read", () => {
  expect(languageBy("They treated me very well and the pain is gone.", "es")).toBe("en");
  expect(languageBy("Me trataron muy bien y ya no me duele la espalda.", "en")).toBe("es");
  expect(languageBy("Me trataron muy bien y ya no me duele la espalda.", "gl")).toBe("other");
});

const PLAIN: [text: string, aspect: string, sentiment: string][] = [
  ["La recepcionista fue muy grosera.", "front_desk", "negative"],
  ["La muchacha de recepción es muy amable.", "front_desk", "positive"],
  ["Ya no me duele la rodilla, camino sin bastón.", "results", "positive"],
  ["Sigo igual después de doce sesiones.", "results", "negative"],
  ["El lugar está muy limpio y el equipo es moderno.", "facility", "positive"],
  ["El baño estaba sucio.", "facility", "negative"],
  ["Esperé más de una hora en la sala de espera.", "punctuality", "negative"],
  ["Me atendieron a la hora exacta.", "punctuality", "positive"],
  ["Me cobraron de más y el seguro no lo cubrió.", "billing", "negative"],
  ["Me cancelaron la cita dos veces.", "scheduling", "negative"],
  ["Me explicaron todo con mucha claridad.", "communication", "positive"],
  ["Nunca me devolvieron la llamada.", "communication", "negative"],
  ["Me trataron con mucho cariño y paciencia.", "care", "positive"],
  ["El terapeuta sabe mucho.", "expertise", "positive"],
];

test("plain Spanish statements have their aspect and side", () => {
  const wrong = PLAIN.filter(([text, aspect, sentiment]) => found(text)[aspect] !== sentiment).map(([text]) => text);
  expect(wrong).toEqual([]);
  expect(analyze(engine, "Excelente atención, muy amables todos, los recomiendo.", "es").sentiment.label).toBe(
    "positive",
  );
  expect(analyze(engine, "Pésimo servicio, no vuelvo nunca más.", "es").sentiment.label).toBe("negative");
});

test("a Spanish word is not the English word with the same letters", () => {
  const { segments: spanish } = readReviewText(engine, "Ya no me duele nada.", { language: "es" });
  expect([...spanish.negated]).toEqual([0, 0, 1, 1, 1, 0]);
  const spanish_no = tokenize("no", "es").hash[0];
  expect(spanish_no).not.toBe(tokenize("no").hash[0]);
});

test("a Spanish sentence that names a diagnosis or an operation is marked, and the problem is counted", () => {
  const { sentences, problems } = analyze(engine, "Me operaron de la rodilla. Son muy amables. Tengo artritis.", "es");
  expect(sentences.map((sentence) => sentence.private)).toEqual([true, false, true]);
  expect(problems).toEqual(["knee", "after-surgery", "arthritis"]);
});

test("the beginning of a Spanish word is not found in an English text; English loanwords are found in a Spanish one", () => {
  const isPrivate = (text: string, language: string) =>
    analyze(engine, text, language).sentences.map((sentence) => sentence.private);
  // "disco*" is a spinal disc, and "precio*" a price.
  expect(isPrivate("They gave me a discount when I discovered a mistake.", "en")).toEqual([false]);
  expect(isPrivate("Tengo dos discos dañados y ya no me duele la espalda.", "es")).toEqual([true]);
  expect(analyze(engine, "They treat my precious girl with love.", "en").marks.map(({ id }) => id)).not.toContain(
    "prices",
  );
  expect(isPrivate("Después de mi surgery me ayudaron mucho con la rodilla.", "es")).toEqual([true]);
  expect(isPrivate("I called the number on the website. My hand went numb.", "en")).toEqual([false, true]);
  expect(isPrivate("The ligaments in my ankle healed. My tendonitis is gone.", "en")).toEqual([true, true]);
});

test("a stored analysis belongs to the stated language too", () => {
  expect(analysisKey(engine, "Excelente.", "es")).not.toBe(analysisKey(engine, "Excelente.", null));
});

test("measures in Spanish have units", () => {
  const { measures } = readReviewText(engine, "Esperé cuarenta minutos, pagué 80 dólares y fueron dos citas.", {
    language: "es",
  });
  expect(measures.map(({ value, unit }) => [value, unit])).toEqual([
    [40, "minute"],
    [80, "money"],
    [2, "visit"],
  ]);
});

test.each([
  [
    "en",
    "Two torn menisci, sore shoulders and elbows, and both hamstrings.",
    "shoulder knee hand-wrist-elbow sports-injury",
  ],
  ["en", "After two strokes and three concussions. Herniated discs, too.", "back-pain dizziness neurological"],
  ["es", "Ya no tengo vértigos. Me curaron los meniscos y dos hernias.", "back-pain knee dizziness"],
  ["es", "Dos cirugías de codos y esguinces.", "hand-wrist-elbow after-surgery sports-injury"],
] as const)("conditions are named in the plural, too: %s, %p", (language, text, named) => {
  expect(analyze(engine, text, language).problems.join(" ")).toBe(named);
});
