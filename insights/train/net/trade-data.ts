// bun insights/train/net/trade-data.ts DATA_FOLDER EMBEDDINGS.json OUT_FOLDER: texts of other trades as numbers, for
// insights/train/net/train_trades.py.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readNet } from "../../engine/net/net-weights.ts";
import { tokenRow } from "../../engine/net/token-rows.ts";
import { hashWord } from "../../engine/reading/hash.ts";
import { segment } from "../../engine/reading/segments.ts";
import { type Tokens, tokenize, tokenText } from "../../engine/reading/tokens.ts";
import { TAXONOMIES } from "../../engine/taxonomies/taxonomies.ts";
import { readCorpus, readPacked } from "../corpus.ts";
import type { TradeReview } from "../corpus-lines.ts";
import { type Bag, mergeAspects } from "../encode.ts";
import { type Example, exampleOf, readLines, readSets, readTargets } from "../examples.ts";
import { readLexicon } from "../inputs.ts";
import { DIMENSIONS } from "../vectors.ts";
import { numberedBags, numberedBy, SIDES, targetOf, wordsOf, writeLines } from "./in-numbers.ts";

const CLINICS = "physical-therapy";
/** Of our own English texts that are labeled by sentence, one of this many is learned from. */
const CLINICS_STEP = 2;
/** The most common words hold a sentence together; those after the last of these are too rare to replace another word. */
const COMMON = 150;
const KNOWN = 20_000;
/** What MAMS's categories are in our taxonomy of restaurants; the others have no aspect there. */
const CATEGORIES: Record<string, string> = {
  food: "food",
  menu: "food",
  service: "service",
  staff: "service",
  price: "price",
  place: "place",
  ambience: "place",
};
const SENTIMENTS: Record<string, Bag["aspects"][number]["sentiment"]> = {
  pos: "positive",
  neg: "negative",
  neu: "neutral",
};

const [data, embeddings, out] = process.argv.slice(2);
if (!data || !embeddings || !out) {
  console.error("usage: bun insights/train/net/trade-data.ts DATA_FOLDER EMBEDDINGS.json OUT_FOLDER");
  process.exit(2);
}

const net = readNet();
const { words, special } = net.header;
const aspects = Object.entries(TAXONOMIES).flatMap(([trade, taxonomy]) =>
  taxonomy.aspects.map(({ id }) => `${trade}.${id}`),
);
const numbered = numberedBy(aspects);
const ofTrade = (trade: string, labels: Bag["aspects"]): Bag["aspects"] =>
  labels.map(({ aspect, sentiment }) => ({ aspect: `${trade}.${aspect}`, sentiment }));

/** Words that the net does not know and that texts of other trades have: each gets a row after those of the net. */
const more = new Map<string, number>();

/** A word's row; the special ones come after those of all words. `learn` adds a word that has none. */
function rowOf(tokens: Tokens, at: number, learn: boolean): number {
  const row = tokenRow(net, tokens, at);
  if (row !== words) return row < words ? row : words - row - 1;
  const word = tokenText(tokens, at);
  if (learn && !more.has(word)) more.set(word, words + more.size);
  return more.get(word) ?? -1;
}

type Text = { text: string; spans: NonNullable<Example["spans"]>; asked: string; side?: number; own?: boolean };

/** A special row is negative until all words are known. */
function lineOf({ text, spans, asked, side = -1, own = true }: Text, learn: boolean) {
  const tokens = tokenize(text);
  return {
    asked,
    ...(own ? { language: "en", aspects: [] } : {}),
    rows: Array.from({ length: tokens.count }, (_, at) => rowOf(tokens, at, learn)),
    words: wordsOf(text, tokens),
    bags: numberedBags(tokens, spans, numbered),
    by_sentence: true,
    side,
  };
}

const spansOf = (
  trade: string,
  { text, sentences, aspects: labels }: Pick<TradeReview, "text" | "aspects" | "sentences">,
) =>
  (sentences ?? [{ start: 0, end: text.length, aspects: labels }]).map((span) => ({
    ...span,
    aspects: ofTrade(trade, span.aspects),
  }));

const reviews: TradeReview[] = [];
for (const name of ["trades-train", "trades"]) reviews.push(...(await Array.fromAsync(readPacked<TradeReview>(name))));
const trades = reviews.map((item) => ({
  ...lineOf({ text: item.text, spans: spansOf(item.trade, item), asked: item.trade }, true),
  writer: item.writer ?? null,
  sentences: segment(tokenize(item.text)).sentences.map(({ from, to }) => [from, to]),
  said: numbered(ofTrade(item.trade, item.aspects)),
}));

type Categories = { text: string; cats: { cat: string; pol: string }[] };

const categories = readLines<Categories>(join(data, "train", "mams_train.cat.jsonl")).map(({ text, cats }) => {
  const labels = cats.flatMap(({ cat, pol }) => {
    const [aspect, sentiment] = [CATEGORIES[cat], SENTIMENTS[pol]];
    return aspect === undefined || sentiment === undefined ? [] : [{ aspect, sentiment }];
  });
  const spans = spansOf("restaurant", { text, aspects: mergeAspects(labels) });
  return { ...lineOf({ text, spans, asked: "categories" }, true), weight: 0.3 };
});

const clinics = (await readCorpus({ splits: ["train", "net"] }))
  .filter(({ language, sentences }) => language !== "es" && sentences !== undefined)
  .filter((_, at) => at % CLINICS_STEP === 0)
  .map((item) => {
    const spans = (exampleOf(item).spans ?? []).map((span) => ({ ...span, aspects: ofTrade(CLINICS, span.aspects) }));
    return lineOf({ text: item.text, spans, asked: CLINICS, side: SIDES.indexOf(item.sentiment) }, false);
  });

const sets = readSets(data)
  .filter(({ weight }, at) => weight === 1 || (weight > 1 && at % 3 === 0))
  .map(({ text, sentiment, weight }) => ({
    ...lineOf({ text, spans: [], asked: "nothing", side: SIDES.indexOf(sentiment), own: false }, false),
    weight,
  }));

/** Terms in the text of restaurants' guests: only teachers learn from them what a passage says of one thing. */
const terms = readTargets(join(data, "train", "mams_train.term.jsonl")).map((term) => ({
  ...lineOf({ text: term.text, spans: [], asked: "nothing", side: SIDES.indexOf(term.sentiment), own: false }, false),
  target: targetOf(tokenize(term.text), term),
}));

/** Which aspects the labels of a text say something of, by what it was asked about. */
const of = (trade: string, ids?: string[]): number[] =>
  aspects.flatMap((name, at) => {
    const [of_trade, id = ""] = name.split(".");
    return of_trade === trade && (ids === undefined || ids.includes(id)) ? at : [];
  });
const asked = {
  ...Object.fromEntries(Object.keys(TAXONOMIES).map((trade) => [trade, of(trade)])),
  categories: of("restaurant", Object.values(CATEGORIES)),
  nothing: [],
};

type Embeddings = { words: string[]; vectors: Record<string, number[]> };

const source: Embeddings = JSON.parse(readFileSync(embeddings, "utf8"));
const lexicon = readLexicon();
const rows = words + more.size;
const names: string[] = new Array(rows).fill("");
const common: number[] = [];
for (const [rank, word] of source.words.slice(0, KNOWN).entries()) {
  const row = net.word(hashWord(word));
  if (row < 0 || names[row] !== "") continue;
  names[row] = word;
  if (rank < COMMON) common.push(row);
}
for (const [word, row] of more) names[row] = word;
const width = DIMENSIONS + 1;
const vectors = new Float32Array(rows * width);
for (const [row, word] of names.entries()) {
  const vector = source.vectors[word]?.slice(0, DIMENSIONS);
  if (vector === undefined) continue;
  const length = Math.hypot(...vector) || 1;
  vectors.set([...vector.map((value) => value / length), (lexicon.get(word) ?? 0) / 4], row * width);
}

mkdirSync(out, { recursive: true });
for (const [name, lines] of Object.entries({ trades, categories, clinics, sets, terms })) {
  const numbers = lines.map((line) => ({ ...line, rows: line.rows.map((row) => (row < 0 ? rows - row - 1 : row)) }));
  writeLines(join(out, `${name}.jsonl`), numbers);
}
writeFileSync(join(out, "vectors.f32"), new Uint8Array(vectors.buffer));
const more_keys = Array.from(more.keys(), hashWord);
writeFileSync(join(out, "meta.json"), JSON.stringify({ words, special, more_keys, names, common, aspects, asked }));
console.log(
  `${trades.length} texts of other trades, ${categories.length} + ${clinics.length} + ${sets.length} + ${terms.length} others, ${more.size} more words`,
);
