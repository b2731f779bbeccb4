import { expect, test } from "bun:test";
import { ENGLISH } from "../../../src/insights/sentences/report-english.ts";
import { SPANISH } from "../../../src/insights/sentences/report-spanish.ts";

test("nobody is praised for waiting, but for short waits, in English and Spanish", () => {
  for (const label of ["Waiting", "Waiting on the day"]) {
    const finding = { likes: [label, "Front desk"], dislikes: [], critical: false, mostly: "positive" as const };
    const disliked = { ...finding, likes: [], dislikes: [label] };
    expect([ENGLISH, SPANISH].map(({ headline }) => headline.finding(finding))).toEqual([
      "Praised for short waits and front desk",
      "Elogian la poca espera y la recepción",
    ]);
    expect([ENGLISH, SPANISH].map(({ headline }) => headline.finding(disliked))).toEqual([
      "Criticized for long waits",
      "Critican la espera",
    ]);
    const voices = { praise: [label], criticism: [], quotes: [] };
    expect(ENGLISH.summary.voices(voices)).toContain("praise short waits");
    expect(SPANISH.summary.voices(voices)).toContain("elogian la poca espera");
  }
  const opinion = { label: "Waiting on the day", some: 8, all: 9, quote: null };
  expect(ENGLISH.summary.praise(opinion)).toBe(
    "People praise short waits most: 8 of the 9 reviews that mention waiting on the day do.",
  );
  expect(SPANISH.summary.praise(opinion)).toBe("Lo más elogiado: la poca espera, en 8 de 9 opiniones.");
});
