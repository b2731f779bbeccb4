/**
 * The non-ASCII letters of a language. The weight of a letter is roughly its number among 1,000 letters of normal text,
 * so that likely readings of a byte can be distinguished from unlikely ones.
 */
export type Alphabet = { encodings: readonly string[]; letters: Readonly<Record<string, number>>; latin: boolean };

/** From the most to the least frequent letter. The weights decrease roughly as 1/rank. */
const ranked = (letters: string): Record<string, number> =>
  Object.fromEntries([...letters].map((letter, rank) => [letter, 100 / (rank + 3)]));

const WESTERN = ["windows-1252", "macintosh"];
const CENTRAL = ["windows-1250", "iso-8859-2"];
const CYRILLIC = ["windows-1251", "koi8-r", "iso-8859-5", "x-mac-cyrillic", "ibm866"];

/** Parses "é 30 ñ 12": each letter and its weight. */
function weighed(letters: string): Record<string, number> {
  const words = letters.trim().split(/\s+/);
  return Object.fromEntries(
    words.flatMap((letter, at) => (at % 2 === 0 ? [[letter, Number(words[at + 1])] as const] : [])),
  );
}

const latin = (encodings: readonly string[], letters: string): Alphabet => ({
  encodings,
  letters: weighed(letters),
  latin: true,
});
const other = (encodings: readonly string[], letters: string): Alphabet => ({
  encodings,
  letters: ranked(letters),
  latin: false,
});

export const ALPHABETS: readonly Alphabet[] = [
  latin(WESTERN, "é 30 ñ 12 ï 6 ö 6 ü 6 á 6 í 6 ó 6 ç 4 è 4 ê 3 ë 3 à 3 ú 3 ô 2 ä 4 ø 2 å 2"), // English
  latin(WESTERN, "é 19 è 3 à 5 ê 2 ç 1 ù 1 â 1 î 1 ô 1 û 1 ë 0.4 ï 0.4 œ 0.4"), // French
  latin(WESTERN, "ä 6 ö 3 ü 7 ß 3 é 0.2"), // German
  latin(WESTERN, "á 5 é 4 í 7 ó 9 ú 2 ñ 3 ü 0.2 ¿ 1 ¡ 2"), // Spanish
  latin(WESTERN, "ã 8 á 5 é 5 í 4 ó 3 ç 5 ê 4 õ 2 â 1 à 1 ú 2 ô 1 ª 0.2 º 0.2"), // Portuguese
  latin(WESTERN, "à 6 è 6 é 1 ì 2 ò 2 ù 2"), // Italian
  latin(WESTERN, "ë 3 é 3 ï 1 è 1 ö 1 ü 0.3"), // Dutch
  latin(WESTERN, "ä 18 å 13 ö 13 é 0.5"), // Swedish, Finnish
  latin(WESTERN, "æ 9 ø 9 å 10 é 0.5 ò 0.2"), // Danish, Norwegian
  latin(["windows-1252"], "á 18 ð 44 é 6 í 16 ó 10 ú 6 ý 2 þ 15 æ 9 ö 8"), // Icelandic
  latin(CENTRAL, "ą 10 ć 4 ę 11 ł 18 ń 2 ó 9 ś 7 ź 1 ż 8"), // Polish
  latin(CENTRAL, "á 22 č 10 ď 1 é 13 ě 16 í 33 ň 1 ó 1 ř 12 š 8 ť 1 ú 2 ů 7 ý 10 ž 10"), // Czech
  latin(CENTRAL, "á 20 ä 1 č 11 ď 2 é 9 í 10 ľ 4 ĺ 0.2 ň 2 ó 1 ô 2 ŕ 0.2 š 8 ť 5 ú 8 ý 11 ž 9"), // Slovak
  latin(CENTRAL, "á 35 é 35 í 7 ó 11 ö 11 ő 9 ú 3 ü 7 ű 2"), // Hungarian
  latin(CENTRAL, "ă 24 â 6 î 10 ş 10 ţ 10 ș 10 ț 10"), // Romanian
  latin(CENTRAL, "č 10 ć 5 đ 3 š 10 ž 6"), // Croatian, Slovene
  latin(["windows-1254"], "ç 9 ğ 11 ı 51 ö 8 ş 18 ü 19 i̇ 1 â 0.5"), // Turkish
  latin(["windows-1257"], "ą 8 č 5 ę 3 ė 16 į 6 š 9 ų 13 ū 5 ž 9"), // Lithuanian
  latin(["windows-1257"], "ā 40 č 2 ē 18 ģ 2 ī 20 ķ 2 ļ 3 ņ 6 š 9 ū 6 ž 3"), // Latvian
  latin(["windows-1257", "windows-1252"], "õ 10 ä 13 ö 2 ü 9 š 0.2 ž 0.2"), // Estonian
  other(CYRILLIC, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"), // Russian
  other(["windows-1251"], "оаинтвеірсклумдпзяьбгйчхцжїшюєщфґ"), // Ukrainian
  other(CYRILLIC, "аиоетнрсвлкдпмъузбягчжшцйхщфюь"), // Bulgarian
  other(["windows-1253", "iso-8859-7"], "αοιετσνηυρπκμλςάίόθέγήδώωχύφβξζψϊΐϋ"), // Greek
  other(["windows-1255"], "יוהלאמרבתשנדחכעקםפטגןזסצךףץ"), // Hebrew
  other(["windows-1256"], "الينمورتبةعدسفهكقحجشطصخضذثىءغئظآؤأإ،؟"), // Arabic
  other(["windows-874"], "านรอก่เง้มลยวด์ทตสใจปะบคหแไพชขโถผธฟๆซ"), // Thai
];

/**
 * For encodings with two bytes per character: the likelihood of a character by its first byte, and the lowest second
 * byte.
 */
export type Pairs = { encoding: string; least: number; lead: readonly (readonly [number, number, number])[] };

export const PAIRS: readonly Pairs[] = [
  {
    encoding: "shift_jis",
    least: 0x40,
    lead: [
      [0x81, 0x81, 1 / 60],
      [0x82, 0x82, 1 / 100],
      [0x83, 0x83, 1 / 150],
      [0x88, 0x97, 1 / 2500],
    ],
  },
  {
    encoding: "gb18030",
    least: 0xa1,
    lead: [
      [0xa1, 0xa3, 1 / 300],
      [0xb0, 0xd7, 1 / 2000],
    ],
  },
  {
    encoding: "euc-kr",
    least: 0xa1,
    lead: [
      [0xa1, 0xa3, 1 / 300],
      // Six of ten Chinese characters also begin with these bytes, and a few of them must not look Korean.
      [0xb0, 0xc8, 1 / 1400],
    ],
  },
  {
    encoding: "big5",
    least: 0x40,
    lead: [
      [0xa1, 0xa3, 1 / 300],
      [0xa4, 0xc6, 1 / 2000],
    ],
  },
  {
    encoding: "euc-jp",
    least: 0xa1,
    lead: [
      [0xa1, 0xa1, 1 / 60],
      [0xa4, 0xa4, 1 / 100],
      [0xa5, 0xa5, 1 / 150],
      [0xb0, 0xcf, 1 / 2500],
    ],
  },
];
