import { describe, expect, test } from "bun:test";
import { parseEncoding } from "../../../src/import/read/encoding.ts";
import { encode } from "../../encode.ts";
import { readReviews, writeData } from "../read-reviews.ts";

/** Reviews as people write them, each language with the encodings that its files come in. */
const SAMPLES: [language: string, encodings: string[], texts: string[]][] = [
  [
    "French",
    ["windows-1252", "macintosh"],
    [
      "Très bon accueil, l'équipe est à l'écoute.",
      "Séance un peu courte mais efficace, merci à Hélène !",
      "J'ai retrouvé l'usage de mon épaule grâce à eux.",
      "Déçu, le kiné était en retard.",
    ],
  ],
  [
    "German",
    ["windows-1252", "macintosh"],
    [
      "Sehr freundlich und kompetent, gerne wieder.",
      "Die Übungen für den Rücken haben mir sehr geholfen.",
      "Leider lange Wartezeit, aber die Behandlung war großartig.",
      "Schöne Räume, tolles Team.",
    ],
  ],
  [
    "Spanish",
    ["windows-1252", "macintosh"],
    [
      "Muy buena atención, el señor Núñez explica todo.",
      "Después de tres sesiones ya no me duele la rodilla.",
      "¡Recomendado al cien por cien!",
      "La recepción tardó mucho en contestar el teléfono.",
    ],
  ],
  [
    "Portuguese",
    ["windows-1252", "macintosh"],
    [
      "Ótimo atendimento, não tenho reclamações.",
      "A sessão de fisioterapia foi muito boa.",
      "Recepção atenciosa e clínica limpa.",
      "Não gostei da demora.",
    ],
  ],
  [
    "Swedish",
    ["windows-1252", "macintosh"],
    [
      "Väldigt bra behandling, jag är nöjd.",
      "Hjälpte mig med mitt knä på några veckor.",
      "Trevlig personal och fräscha lokaler.",
    ],
  ],
  [
    "Danish",
    ["windows-1252"],
    [
      "Rigtig god behandling, jeg føler mig bedre.",
      "Sød og dygtig fysioterapeut, klart anbefalelsesværdig.",
      "Lidt for lang ventetid på første besøg.",
    ],
  ],
  [
    "English with names",
    ["windows-1252", "macintosh"],
    [
      "Great place, José was wonderful.",
      "The café next door is nice too.",
      "Zoë fixed my knee, naïve me waited too long.",
      "Renée’s advice was spot on.",
    ],
  ],
  [
    "Polish",
    ["windows-1250", "iso-8859-2"],
    [
      "Świetna obsługa, bardzo polecam wszystkim.",
      "Pani Małgorzata jest profesjonalna i miła.",
      "Ból pleców zniknął po kilku wizytach.",
      "Długo czekałem, ale było warto.",
    ],
  ],
  [
    "Czech",
    ["windows-1250", "iso-8859-2"],
    [
      "Velmi příjemný přístup, děkuji.",
      "Po třech návštěvách mě přestalo bolet koleno.",
      "Dlouhé čekání, ale skvělá péče.",
      "Určitě se vrátím.",
    ],
  ],
  [
    "Hungarian",
    ["windows-1250", "iso-8859-2"],
    [
      "Nagyon kedves és segítőkész csapat.",
      "A gyógytornász türelmes volt, köszönöm szépen.",
      "Kicsit hosszú volt a várakozás, de megérte.",
      "Csak ajánlani tudom mindenkinek, jobb lett a térdem, fűszer nélkül.",
    ],
  ],
  [
    "Russian",
    ["windows-1251", "koi8-r", "x-mac-cyrillic", "iso-8859-5", "ibm866"],
    [
      "Отличная клиника, всем рекомендую!",
      "После трёх сеансов спина больше не болит.",
      "Долго ждал приёма, но врач внимательный.",
      "Спасибо Марии за помощь.",
    ],
  ],
  [
    "Ukrainian",
    ["windows-1251"],
    [
      "Дуже гарна клініка, усім раджу.",
      "Після лікування коліно вже не болить, дякую.",
      "Привітний персонал і чисті кабінети.",
    ],
  ],
  [
    "Bulgarian",
    ["windows-1251"],
    [
      "Много добро отношение, препоръчвам.",
      "След три процедури гърбът ми вече не боли.",
      "Чакахме дълго, но си заслужаваше.",
    ],
  ],
  [
    "Greek",
    ["windows-1253"],
    [
      "Πολύ καλή εξυπηρέτηση, το συνιστώ.",
      "Ο φυσικοθεραπευτής ήταν εξαιρετικός.",
      "Μεγάλη αναμονή αλλά άξιζε τον κόπο.",
    ],
  ],
  [
    "Turkish",
    ["windows-1254"],
    [
      "Çok memnun kaldım, teşekkür ederim.",
      "Fizyoterapist çok ilgiliydi, ağrım geçti.",
      "Bekleme süresi biraz uzundu ama değdi.",
    ],
  ],
  [
    "Hebrew",
    ["windows-1255"],
    ["שירות מצוין, ממליץ בחום.", "המטפלת הייתה סבלנית ומקצועית.", "חיכיתי הרבה זמן אבל היה שווה."],
  ],
  [
    "Arabic",
    ["windows-1256"],
    ["خدمة ممتازة وأنصح بها الجميع.", "المعالج كان محترفا جدا وساعدني كثيرا.", "انتظرت طويلا لكن النتيجة جيدة."],
  ],
  [
    "Lithuanian",
    ["windows-1257"],
    [
      "Labai puikus aptarnavimas, ačiū.",
      "Po trijų vizitų nugaros skausmas praėjo.",
      "Šiek tiek ilgai laukėme, bet buvo verta, rekomenduoju žmonėms.",
    ],
  ],
  [
    "Japanese",
    ["shift_jis", "euc-jp"],
    [
      "とても丁寧な施術で、肩の痛みがなくなりました。",
      "スタッフの皆さんが親切で安心できます。",
      "予約が取りにくいのが残念です。",
    ],
  ],
  [
    "Chinese",
    ["gb18030"],
    ["服务很好，医生非常专业。", "治疗三次以后膝盖不疼了，推荐大家来。", "等待时间有点长，但是效果不错。"],
  ],
  [
    "Traditional Chinese",
    ["big5"],
    ["服務很好，醫生非常專業。", "治療三次以後膝蓋不痛了，推薦大家來。", "等待時間有點長，但是效果不錯。"],
  ],
  [
    "Korean",
    ["euc-kr"],
    [
      "정말 친절하고 전문적인 병원입니다.",
      "세 번 치료를 받고 무릎 통증이 사라졌어요.",
      "대기 시간이 조금 길었지만 만족합니다.",
    ],
  ],
];

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
    expect(await textsOf(Buffer.from(tableOf(["Žluťoučký kůň", "日本語"])))).toEqual({
      texts: ["Žluťoučký kůň", "日本語"],
      warnings: [],
    });
  });
});

test("--encoding overrides, by any of its names", async () => {
  const data = encode(tableOf(["Świetna obsługa"]), "windows-1250");
  expect((await textsOf(data, { encoding: "cp1250" })).texts).toEqual(["Świetna obsługa"]);
  expect((await textsOf(data, { encoding: "latin1" })).texts).toEqual(["Œwietna obs³uga"]);
  await expect(textsOf(data, { encoding: "klingon" })).rejects.toThrow(
    "--encoding klingon is unknown: use a name such as",
  );
  expect(["cp1251", "MacRoman", "GBK", "Shift-JIS", "UTF8"].map(parseEncoding)).toEqual([
    "windows-1251",
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
