import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { readingsOf } from "../../../src/import/read/encoding.ts";
import { encode } from "../../encode.ts";
import { SAMPLES } from "./encoding-samples.ts";

test("the three most likely readings of each sample have exactly the pinned scores", async () => {
  const lines: string[] = [];
  for (const [language, encodings, texts] of SAMPLES) {
    for (const encoding of encodings) {
      const readings = await readingsOf(encode(texts.join("\n"), encoding));
      const shown = readings
        .slice(0, 3)
        .map((reading) => `${reading.encoding} ${reading.score.toFixed(2)} (${reading.mean.toFixed(2)})`);
      lines.push(`${language} in ${encoding}: ${shown.join(", ")}`);
    }
  }
  const pinned = readFileSync(new URL("./fixtures/encoding-scores.txt", import.meta.url), "utf8");
  expect(lines.join("\n")).toBe(pinned.trimEnd());
});

test.each([
  // A capital is likely at the start of a cell only, and hardly ever inside a word.
  ["windows-1252", { É: -0.75, ",É": -0.75, é: -3.05, aé: -0.75, "x É": -3.05, aÉ: -8.81, éA: -8.81 }],
  ["windows-1251", { Б: -4.04, "1б": -4.04, б: -6.34, aб: -9.8, бa: -12.1, "1Б": -6.34 }],
  // A dash is between words or apart, an apostrophe inside a word; other signs are not.
  ["windows-1252", { "a–b": -4.61, "a—b": -4.61, "a – b": -4.61, "a– b": -10.36, "a —b": -10.36 }],
  ["windows-1252", { "he’s": -4.61, "d´un": -4.61, "a… b": -4.61, "a …b": -4.61, "a…b": -10.36 }],
  ["windows-1252", { "5£": -4.61, "a£": -10.36, "£a": -10.36, l·l: -4.61, a·l: -10.36, l·a: -10.36 }],
  ["windows-1252", { "m³": -4.61, "³a": -4.61, "½": -4.61, "a³": -10.36, "a½": -10.36 }],
  ["shift_jis", { "。": -4.09, の: -4.61, ノ: -5.01, 亜: -7.82, ｱ: -11.51 }],
])("a text in %s gets the score of its letters and signs", async (encoding, expected) => {
  const scores: Record<string, number> = {};
  for (const text of Object.keys(expected)) {
    const reading = (await readingsOf(encode(text, encoding))).find((one) => one.encoding === encoding);
    scores[text] = Number(reading?.score.toFixed(2));
  }
  expect(scores).toEqual(expected);
});
