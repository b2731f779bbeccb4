import { readFileSync } from "node:fs";

/** Reads one of the lists from which the recognizer of names is made: see README.md. */
const read = (file: string): string => {
  const bytes = readFileSync(new URL(file, import.meta.url));
  return file.endsWith(".zst") ? Buffer.from(Bun.zstdDecompressSync(bytes)).toString("utf8") : bytes.toString("utf8");
};

const linesOf = (text: string): string[] => text.split("\n").filter((line) => line !== "" && !line.startsWith("# "));

/** Lists with a name in brackets above each. */
function readLists(file: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of linesOf(read(file))) {
    const name = /^\[(.+)\]$/.exec(line)?.[1];
    if (name === undefined) current.push(line);
    else {
      current = [];
      lists.set(name, current);
    }
  }
  return lists;
}

type WordEntry = [word: string, given: number, family: number, common: number];
/** Each word with how much it is a given name, a surname and an ordinary word, as three digits. */
export function readWordKinds(): WordEntry[] {
  const entries = new Map<string, WordEntry>();
  for (const line of linesOf(read("words.txt.zst"))) {
    const [word = "", digits = "000"] = line.split(" ");
    const [given = 0, family = 0, common = 0] = [...digits].map(Number);
    entries.set(word, [word, given, family, common === 0 ? 0 : common + 1]);
  }
  for (const [name, lines] of readLists("more-names.txt")) {
    for (const word of lines.flatMap((line) => line.split(" "))) {
      const key = word.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
      const [, given = 0, family = 0, common = 0] = entries.get(key) ?? [];
      const isGiven = name.endsWith("given");
      entries.set(key, [key, isGiven ? 2 : given, isGiven ? family : 2, common]);
    }
  }
  return [...entries.values()];
}

export const readDictionary = (): string[] => linesOf(read("dictionary.txt.zst"));

const lists = readLists("names.txt.zst");
for (const [name, lines] of readLists("more-names.txt"))
  lists.set(name, [...(lists.get(name) ?? []), ...lines.flatMap((line) => line.split(" "))]);
const publics = readLists("public.txt.zst");
const listOf = (from: Map<string, string[]>, name: string): string[] => from.get(name) ?? [];
const wordsEach = (names: readonly string[], least: number) =>
  names.filter((name) => /^[\p{L}'. -]+$/u.test(name) && name.split(" ").length >= least);

export const LANGUAGES = ["en", "es", "de", "fr", "pt", "it", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];
export const givenNames = (language: string): string[] => listOf(lists, `${language} given`);
export const familyNames = (language: string): string[] => {
  const own = listOf(lists, `${language} family`);
  // A short list of common surnames is too little: most Portuguese surnames are also Spanish ones, and so on.
  return own.length > 500 ? own : [...own, ...own, ...listOf(lists, language === "pt" ? "es family" : "xx family")];
};

export const PLACES = wordsEach(listOf(publics, "city"), 1);
/** People whom everybody knows. */
export const KNOWN = [
  ...linesOf(read("known.txt")).flatMap((line) => line.split("|")),
  ...wordsEach([...listOf(publics, "artist"), ...listOf(publics, "author")], 2),
];
/** Companies, shows, hospitals and others that are called like people, and those people and places. */
export const CALLED_SO = [...new Set(wordsEach([...KNOWN, ...PLACES, ...listOf(publics, "known")], 2))];
export const TEMPLATES = readLists("templates.txt");

const CORPUS = ["train-by-text", "net-1", "net-2", "net-3", "train-es", "net-es"];
/** Reviews that name nobody in full, as far as we know. */
export function readCorpus(): { text: string; language: Language }[] {
  return CORPUS.flatMap((name) =>
    linesOf(read(`../../corpus/${name}.jsonl.zst`)).map((line) => ({
      text: String(JSON.parse(line).text ?? ""),
      language: name.includes("es") ? ("es" as const) : ("en" as const),
    })),
  );
}
