import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { chooseEncoding, readingsOf, scan } from "../../../src/import/read/encoding.ts";
import { encode } from "../../encode.ts";
import { endOf } from "../../end-of.ts";
import { FAST } from "../../length.ts";
import { SAMPLES } from "./encoding-samples.ts";

/** The sample of a file whose chunks are these bytes. */
async function sampleOf(...chunks: string[]): Promise<{ utf8: boolean; sample: string }> {
  const { utf8, sample } = await scan({
    async *chunks() {
      for (const chunk of chunks) yield new Uint8Array(Buffer.from(chunk, "latin1"));
    },
  });
  return { utf8, sample: Buffer.from(sample).toString("latin1") };
}

test.each([
  ["lines with a byte beyond ASCII", ["good\nd\xe9j\xe0\nfine\n\x80\n"], "d\xe9j\xe0\n\x80\n"],
  [
    "a line in two chunks, and the last one without an end",
    ["d\xe9\ncaf", "\xe9\nx", "\xff"],
    "d\xe9\ncaf\xe9\nx\xff\n",
  ],
  ["lines that end as on an old Mac", ["d\xe9\rfine\r\n\xe9"], "d\xe9\n\xe9\n"],
  ["a line that began as UTF-8", ["fine\nna\xc3\xaf", "ve, d\xe9\n"], "na\xc3\xafve, d\xe9\n"],
  ["a line of three chunks", ["fine\rna\xc3\xaf", "ve", ", d\xe9"], "na\xc3\xafve, d\xe9\n"],
  ["a line that a chunk begins before", ["\xe9\n", "\nd\xff\n"], "\xe9\nd\xff\n"],
  ["half a character at the end", ["fine\ncaf\xc3"], "caf\xc3\n"],
])("a file that is not UTF-8 is judged by %s", async (_, chunks, sample) => {
  expect(await sampleOf(...chunks)).toEqual({ utf8: false, sample });
});

test("a file is judged by 200 KB, without lines of more than 128 KB", async () => {
  const line = `${"x".repeat(128 * 1024 - 1)}\xe9`;
  expect((await sampleOf(`${line}\n`)).sample).toBe(`${line}\n`);
  expect((await sampleOf(`x${line}\n\xe9`)).sample).toBe("\xe9\n");
  expect((await sampleOf("\xff\n", "x", line, "x", "\n\xe9")).sample).toBe("\xff\n\xe9\n");
  const large = `${"\xe9".repeat(99)}\n`.repeat(2048);
  expect((await sampleOf(large, "\xff\n", "\xff\n")).sample).toBe(`${large}\xff\n`);
  expect(await sampleOf("caf\xc3", "\xa9\n")).toEqual({ utf8: true, sample: "" });
});

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
  const pinned = readFileSync(new URL("./pins/encoding-scores.txt", import.meta.url), "utf8");
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
  // Control characters are never meant.
  ["iso-8859-2", { "\u0080": -20.72, "\u009f": -20.72 }],
  ["shift_jis", { "。": -4.09, の: -4.61, ノ: -5.01, 亜: -7.82, ｱ: -11.51 }],
])("a text in %s gets the score of its letters and signs", async (encoding, expected) => {
  const scores: Record<string, number> = {};
  for (const text of Object.keys(expected)) {
    const reading = (await readingsOf(encode(text, encoding))).find((one) => one.encoding === encoding);
    scores[text] = Number(reading?.score.toFixed(2));
  }
  expect(scores).toEqual(expected);
});

const UNLIKELY = "-23.0259";

/** The first bytes of pairs that are likely in an encoding, and their score. */
async function likelyBytes(encoding: string, second: number): Promise<string> {
  const runs: { from: number; to: number; score: string }[] = [];
  for (let first = 0x80; first <= 0xff; first += 1) {
    const reading = (await readingsOf(Uint8Array.of(first, second))).find((one) => one.encoding === encoding);
    const score = reading?.score.toFixed(4) ?? UNLIKELY;
    const last = runs.at(-1);
    if (last?.score === score) last.to = first;
    else runs.push({ from: first, to: first, score });
  }
  const likely = runs.filter(({ score }) => score !== UNLIKELY);
  return likely.map(({ from, to, score }) => `${from.toString(16)}–${to.toString(16)} ${score}`).join(", ");
}

test.skipIf(FAST).each([
  ["shift_jis", 0xa1, "81–81 -4.0943, 82–82 -4.6052, 83–83 -5.0106, 88–97 -7.8240"],
  // Half-width katakana have one byte: the second is another character.
  ["shift_jis", 0x40, "81–81 -4.0943, 83–83 -5.0106, 89–97 -7.8240, a1–df -11.5129"],
  ["gb18030", 0xa1, "a1–a3 -5.7038, b0–d7 -7.6009"],
  ["gb18030", 0xa0, ""],
  ["euc-kr", 0xa1, "a1–a3 -5.7038, b0–c8 -7.2442"],
  ["big5", 0x40, "a1–a3 -5.7038, a4–c6 -7.6009"],
  ["euc-jp", 0xa1, "a1–a1 -4.0943, a4–a4 -4.6052, a5–a5 -5.0106, b0–cf -7.8240"],
])("the likely first bytes of %s before %p are as pinned", async (encoding, second, expected) => {
  expect(await likelyBytes(encoding, second)).toBe(expected);
});

const inputOf = (bytes: Uint8Array) => ({
  name: "a.csv",
  size: bytes.length,
  head: bytes.subarray(0, 100),
  async *chunks() {
    yield bytes;
  },
});

test("a file whose only line beyond ASCII is too long is asked about", async () => {
  const input = inputOf(new Uint8Array(Buffer.concat([Buffer.alloc(128 * 1024, "x"), Buffer.of(0xe9)])));
  expect(await endOf(chooseEncoding(input, null))).toThrow(
    "a.csv is not UTF-8 and its encoding is not known: save it as UTF-8",
  );
  expect(await chooseEncoding(input, " CP1250 ")).toBe("windows-1250");
});

test("a name in every row is no more evidence than in one", async () => {
  const rows = (encoding: string, author: string, text: string) =>
    inputOf(encode(`${author},5,${text}\n`.repeat(200), encoding));
  const choose = (...row: Parameters<typeof rows>) => chooseEncoding(rows(...row), null);
  // Both bytes of each sign are also those of a Korean one.
  expect(await endOf(choose("gb18030", "李 娜", "Great!"))).toThrow("may be euc-kr or gb18030");
  expect(await endOf(choose("euc-kr", "김 철수", "Great!"))).toThrow("may be euc-kr or gb18030");
  expect(await choose("gb18030", "李 娜", "医生很好，膝盖不疼了，谢谢大家。")).toBe("gb18030");
  expect(await choose("euc-kr", "김 철수", "선생님이 친절하고 무릎이 좋아졌어요. 감사합니다.")).toBe("euc-kr");
});
