import { cut } from "../../model/basics/cut.ts";
import { findFolded, foldForSearch } from "../../model/basics/search-folding.ts";
import type { Review } from "../../model/review.ts";
import { formPlaces } from "./word-forms.ts";

/** At most so many sentences, and so many characters of each. */
const MOST_SENTENCES = 3;
const MOST_CHARACTERS = 200;
/** Characters of a long sentence before its first word that matches. */
const AROUND = 60;
/** Folding changes offsets, so a place is found again in the text by so many characters. */
const SAME = 24;

/** The runtime compiles no expression that looks back, so the mark is matched and kept (measured). */
const SENTENCE_END = /([.!?…])\s+|([。！？])|\n+/gu;
const BETWEEN = "\ufffd";
const WORDS = /\S/;

type Sentence = { text: string; folded: string; place: number; has: Set<string> };

/** A long sentence from a little before its first word that matches. */
function shortened({ text, folded, has }: Sentence): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const first = Math.min(...has.values().flatMap((word) => formPlaces(folded, word)));
  const [found] = findFolded(text, folded.slice(first, first + SAME));
  const at = found?.[0] ?? 0;
  // A beginning at a space cuts no word.
  const space = text.indexOf(" ", at - AROUND);
  const from = at <= AROUND ? 0 : space < 0 || space > at ? at : space + 1;
  const part = cut(text.slice(from), MOST_CHARACTERS).trim();
  return `${from > 0 ? "… " : ""}${part}${from + MOST_CHARACTERS < text.length ? " …" : ""}`;
}

/** The sentences of a review that hold the most of these folded words. Its beginning if none is in it (a name). */
export function snippetOf({ text, title }: Pick<Review, "text" | "title">, words: readonly string[]): string {
  const sentences = [...(text?.replace(SENTENCE_END, `$1$2${BETWEEN}`).split(BETWEEN) ?? []), title ?? ""].filter(
    (sentence) => WORDS.test(sentence),
  );
  let rest: Sentence[] = [];
  for (const [place, sentence] of sentences.entries()) {
    const folded = foldForSearch(sentence);
    const has = new Set(words.filter((word) => formPlaces(folded, word).length > 0));
    const read = { text: sentence.trim(), folded, place, has };
    if (has.size > 0 && has.size === words.length) return shortened(read);
    rest.push(read);
  }
  const chosen: Sentence[] = [];
  const missing = new Set(words);
  while (chosen.length < MOST_SENTENCES) {
    rest = rest.filter(({ has }) => !has.isDisjointFrom(missing));
    const [best] = rest.toSorted((a, b) => b.has.intersection(missing).size - a.has.intersection(missing).size);
    if (!best) break;
    chosen.push(best);
    for (const word of best.has) missing.delete(word);
  }
  if (chosen.length === 0) return cut(sentences[0] ?? "", MOST_CHARACTERS);
  return chosen
    .toSorted((a, b) => a.place - b.place)
    .map(shortened)
    .join(" … ");
}
