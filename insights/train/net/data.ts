// bun insights/train/net/data.ts DATA_FOLDER EMBEDDINGS.json OUT_FOLDER: the texts as numbers, for insights/train/net/train.py.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { f32At, i32At } from "../../../src/model/basics/typed-array.ts";
import { specialRow, stemKey } from "../../engine/net/token-rows.ts";
import { hashWord } from "../../engine/reading/hash.ts";
import { segment } from "../../engine/reading/segments.ts";
import { MARK, NUMBER, type ReadLanguage, type Tokens, tokenize, tokenText } from "../../engine/reading/tokens.ts";
import { readPacked } from "../corpus.ts";
import type { CorpusItem, UnlabeledText } from "../corpus-lines.ts";
import { exampleOf, type TargetExample } from "../examples.ts";
import { readInputs, readVocabulary } from "../inputs.ts";
import { readSpanish } from "../spanish.ts";
import { DIMENSIONS } from "../vectors.ts";
import { numberedBags, numberedBy, SIDES, targetOf, wordsOf, writeLines } from "./in-numbers.ts";

const SPECIAL = 32;
/** A token without a vector gets a row of its own if this many of our own texts have it. */
const LEAST_TEXTS = 3;

const [data, embeddings, out] = process.argv.slice(2);
if (!data || !embeddings || !out) {
  console.error("usage: bun insights/train/net/data.ts DATA_FOLDER EMBEDDINGS.json OUT_FOLDER");
  process.exit(2);
}
const inputs = await readInputs(data);
const vocabulary = readVocabulary(inputs, embeddings);
const aspects = inputs.taxonomy.taxonomy.aspects.map(({ id }) => id);
const languageOf = ({ language }: CorpusItem): ReadLanguage => language ?? "en";
const isNamed = ({ kind }: Tokens, at: number): boolean => kind[at] !== MARK && kind[at] !== NUMBER;

const isLearned = ({ split }: CorpusItem): boolean => split === "train" || split === "net";

const own = inputs.corpus
  .filter(isLearned)
  .map((item) => tokenize(item.text, languageOf(item)))
  .map((tokens) => ({ tokens, named: Array.from(tokens.hash, (_, at) => at).filter((at) => isNamed(tokens, at)) }));

/** What at least LEAST_TEXTS of our own texts have, in the order of the texts. */
function common<T>(of: (tokens: Tokens, at: number) => T | null): T[] {
  const counts = new Map<T, number>();
  for (const { tokens, named } of own) {
    for (const value of new Set(named.map((at) => of(tokens, at))))
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Array.from(counts).flatMap(([value, count]) => (count >= LEAST_TEXTS ? value : []));
}

const nameOf = (tokens: Tokens, at: number): string => (tokens.language === "es" ? "es " : "") + tokenText(tokens, at);
const stemOf = (name: string): number | null => (name.startsWith("es ") ? stemKey(name, 3, name.length) : null);

const extra = common((tokens, at) => (vocabulary.index.has(i32At(tokens.hash, at)) ? null : nameOf(tokens, at)));
const stems = common((tokens, at) => stemOf(nameOf(tokens, at)));
const names = [...vocabulary.words, ...extra];
const keys = [...names.map(hashWord), ...stems];
const row_of = new Map(keys.map((key, row) => [key, row]));
/** The row of each word's stem, -1 without one. */
const stem_rows = names.map((name) => row_of.get(stemOf(name) ?? 0) ?? -1);
/** The row of the English word that each Spanish word means, -1 for other words. */
const meanings = new Map(
  Array.from(readSpanish("insights/train/spanish.txt"), ([word, english]) => [`es ${word}`, english]),
);
const meaning_rows = names.map((name) => row_of.get(hashWord(meanings.get(name) ?? "")) ?? -1);
const rowsOf = (tokens: Tokens): number[] =>
  Array.from({ length: tokens.count }, (_, at) => {
    const named = isNamed(tokens, at);
    const row = named ? (row_of.get(i32At(tokens.hash, at)) ?? row_of.get(stemOf(nameOf(tokens, at)) ?? 0)) : undefined;
    return row ?? keys.length + specialRow(tokens, at);
  });

const numbered = numberedBy(aspects);

function ownText(item: CorpusItem) {
  const tokens = tokenize(item.text, languageOf(item));
  const { spans, weight } = exampleOf(item);
  return {
    id: item.id,
    split: isLearned(item) ? "train" : item.split,
    writer: item.writer ?? null,
    language: languageOf(item),
    rows: rowsOf(tokens),
    words: wordsOf(item.text, tokens),
    bags: numberedBags(tokens, spans ?? [], numbered),
    by_sentence: item.sentences !== undefined,
    sentences: segment(tokens).sentences.map(({ from, to }) => [from, to]),
    side: SIDES.indexOf(item.sentiment),
    aspects: numbered(item.aspects),
    weight,
  };
}

/** A text that only teachers say something of: its bags are its sentences. */
function unlabeledText({ text }: UnlabeledText) {
  const tokens = tokenize(text);
  const bags = segment(tokens).sentences.map(({ from, to }) => [from, to, []]);
  return { rows: rowsOf(tokens), words: wordsOf(text, tokens), bags, side: -1, by_sentence: true, language: "en" };
}

function term({ text, start, end, sentiment }: TargetExample) {
  const tokens = tokenize(text);
  const target = targetOf(tokens, { start, end });
  return { rows: rowsOf(tokens), words: wordsOf(text, tokens), target, side: SIDES.indexOf(sentiment) };
}

const lines = (name: string, values: unknown[]) => writeLines(join(out, name), values);

mkdirSync(out, { recursive: true });
lines("corpus.jsonl", inputs.corpus.map(ownText));
lines(
  "sets.jsonl",
  inputs.sets.map(({ text, sentiment, weight }) => {
    const tokens = tokenize(text);
    return { rows: rowsOf(tokens), words: wordsOf(text, tokens), side: SIDES.indexOf(sentiment), weight };
  }),
);
lines("terms.jsonl", inputs.terms.map(term));
lines("unlabeled.jsonl", await Array.fromAsync(readPacked<UnlabeledText>("unlabeled"), unlabeledText));
/** The words before this row are English. */
const english = vocabulary.words.findIndex((word) => word.startsWith("es "));
const width = DIMENSIONS + 1;
const vectors = new Float32Array(vocabulary.words.length * width);
vocabulary.words.forEach((_, row) => {
  vectors.set(vocabulary.vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), row * width);
  vectors[row * width + DIMENSIONS] = f32At(vocabulary.lexicon, row);
});
writeFileSync(join(out, "vectors.f32"), new Uint8Array(vectors.buffer));
writeFileSync(
  join(out, "meta.json"),
  JSON.stringify({ keys, names, english, special: SPECIAL, aspects, stem_rows, meaning_rows }),
);
console.log(
  `${names.length} words, ${stems.length} stems, ${inputs.corpus.length} texts of our own, ${inputs.sets.length} others`,
);
