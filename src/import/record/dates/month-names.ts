import { parseWordLists } from "../../../model/basics/word-lists.ts";
import words from "./month-names.words.txt" with { type: "text" };

const LANGUAGES = "en es fr de pt it nl pl sv da no fi cs tr ro ru uk".split(" ");
const NAMES = parseWordLists("month-names.words.txt", words, LANGUAGES);
const SHORTEST = 3;

const fold = (name: string): string => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whole names, and beginnings that mean one month in every language here: "mar" is March, "jui" could be June or July. */
const MONTHS = new Map<string, number>();
const WHOLE = new Map<string, number>();
for (const names of Object.values(NAMES)) {
  for (const [index, forms] of names.entries()) {
    for (const form of forms.split("|").map(fold)) {
      WHOLE.set(form, index + 1);
      for (let length = SHORTEST; length < form.length; length += 1) {
        const start = form.slice(0, length);
        const known = MONTHS.get(start);
        MONTHS.set(start, known === undefined || known === index + 1 ? index + 1 : 0);
      }
    }
  }
}

/** 1 to 12 for the name of a month or a clear beginning of it, in any of the languages; else null. */
export function parseMonth(name: string): number | null {
  const folded = fold(name).replace(/\.$/, "");
  return WHOLE.get(folded) ?? (MONTHS.get(folded) || null);
}
