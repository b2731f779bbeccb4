import { describe, expect, test } from "bun:test";
import { parseEncoding } from "../../../src/import/read/encoding.ts";
import { encode } from "../../encode.ts";
import { endOf } from "../../end-of.ts";
import { readReviews, writeData } from "../read-reviews.ts";
import { SAMPLES } from "./encoding-samples.ts";

const cases = SAMPLES.flatMap(([language, encodings, texts]) =>
  [...encodings, "utf-16le", "utf-16be"].map((encoding) => ({ language, encoding, texts })),
);
const tableOf = (texts: readonly string[]) =>
  `rating,date,text\n${texts.map((text, at) => `${(at % 5) + 1},2026-01-0${at + 1},"${text.replaceAll('"', '""')}"\n`).join("")}`;
const textsOf = async (data: Uint8Array, options = {}) => {
  const { rows, warnings } = await readReviews(writeData("t.csv", data), options);
  return { texts: rows.map(({ text }) => text), warnings };
};

describe("the encoding is found by the content", () => {
  test.each(cases)("of a table in $language in $encoding", async ({ encoding, texts }) => {
    const { texts: read, warnings } = await textsOf(encode(tableOf(texts), encoding));
    expect(read).toEqual(texts);
    expect(warnings).toEqual([
      expect.stringMatching(/^was read as [\w-]+, by its content: --encoding NAME overrides this$/),
    ]);
  });

  test("one review alone is read right or refused, never wrong", async () => {
    let right = 0;
    let all = 0;
    for (const { encoding, texts } of cases) {
      for (const text of texts) {
        all += 1;
        const result = await textsOf(encode(tableOf([text]), encoding)).catch((error: Error) => error.message);
        if (typeof result === "string") expect(result).toContain("--encoding");
        else {
          expect(result.texts).toEqual([text]);
          right += 1;
        }
      }
    }
    expect(right / all).toBeGreaterThan(0.9);
  });

  test("of one word, unless another encoding is nearly as likely", async () => {
    expect((await textsOf(encode(tableOf(["på"]), "windows-1252"))).texts).toEqual(["på"]);
    expect(await endOf(textsOf(encode(tableOf(["tardó"]), "macintosh")))).toThrow(
      "is not UTF-8 and may be macintosh or windows-1252: save it as UTF-8, or name its encoding with --encoding",
    );
  });

  test("where the first accent comes late", async () => {
    const plain = "5,2026-01-01,good\n".repeat(5000);
    const { texts } = await textsOf(encode(`rating,date,text\n${plain}4,2026-01-02,très café déçu\n`, "windows-1252"));
    expect(texts.at(-1)).toBe("très café déçu");
  });

  test("where the lines end as on an old Mac, and where the last line has no end", async () => {
    const table = tableOf(["Très bon accueil", "Séance un peu courte, déçu", "Grâce à eux"]).trimEnd();
    const texts = ["Très bon accueil", "Séance un peu courte, déçu", "Grâce à eux"];
    expect((await textsOf(encode(table.replaceAll("\n", "\r"), "macintosh"))).texts).toEqual(texts);
    const late = `rating,date,text\n${"5,2026-01-01,good\n".repeat(5000)}4,2026-01-02,Świetna obsługa`;
    expect((await textsOf(encode(late, "windows-1250"))).texts.at(-1)).toBe("Świetna obsługa");
  });

  test("where a text is short and has the marks of its script", async () => {
    expect((await textsOf(encode(tableOf(["良い！"]), "shift_jis"))).texts).toEqual(["良い！"]);
  });

  test("where a chunk of the file ends inside a character", async () => {
    const text = "とても丁寧な施術で、肩の痛みがなくなりました。".repeat(40);
    for (const shift of ["", "x"]) {
      const { texts } = await textsOf(encode(tableOf([shift, ...Array(8).fill(text)]).repeat(12), "shift_jis"));
      expect(texts.filter((read) => read === text)).toHaveLength(96);
    }
  });

  test("valid UTF-8 is UTF-8, and nothing is reported", async () => {
    expect(await textsOf(Buffer.from(tableOf(["Určitě se brzy vrátím.", "日本語"])))).toEqual({
      texts: ["Určitě se brzy vrátím.", "日本語"],
      warnings: [],
    });
  });
});

test("--encoding overrides, by any of its names", async () => {
  const data = encode(tableOf(["Świetna obsługa"]), "windows-1250");
  expect((await textsOf(data, { encoding: "cp1250" })).texts).toEqual(["Świetna obsługa"]);
  expect((await textsOf(data, { encoding: "latin1" })).texts).toEqual(["Œwietna obs³uga"]);
  expect(await endOf(textsOf(data, { encoding: "klingon" }))).toThrow(
    "--encoding klingon is unknown: use a name such as",
  );
  expect(["cp1251", "MacRoman", "Mac-Roman", "GBK", "Shift-JIS", "UTF8"].map(parseEncoding)).toEqual([
    "windows-1251",
    "macintosh",
    "macintosh",
    "gb18030",
    "shift_jis",
    "utf-8",
  ]);
});

test("a file that mixes Polish and Czech is read, and a few kanji are not taken for accents", async () => {
  const mixed =
    'stars,date,author,text\n5,2025-01-01,Jiří Černý,"Bardzo dobra opieka, dziękuję całemu zespołowi."\n1,2025-01-02,Paweł Wójcik,Great!\n';
  const { rows } = await readReviews(writeData("mixed.csv", encode(mixed, "windows-1250")));
  expect(rows.map(({ author }) => author)).toEqual(["Jiří Č.", "Paweł W."]);
  const kanji = "stars,date,author,text\n1,2025-12-12,山田 花子,\n2,2025-10-22,鈴木 一郎,Great!\n";
  const path = writeData("kanji.csv", encode(kanji, "shift_jis"));
  const names = await readReviews(path).then(
    ({ rows }) => rows.map(({ author }) => author),
    (error) => error.message.includes("--encoding"),
  );
  expect([["山.", "鈴."], true]).toContainEqual(names);
});
