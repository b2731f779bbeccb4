import { writeFileSync } from "node:fs";
import { i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { segment } from "../../engine/reading/segments.ts";
import type { Tokens } from "../../engine/reading/tokens.ts";
import type { Sentiment } from "../corpus-lines.ts";
import { type Bag, bagsOf, mergeAspects } from "../encode.ts";
import type { Example } from "../examples.ts";

export const SIDES: Sentiment[] = ["positive", "negative", "neutral", "mixed"];

/** Each token as it is written, with the spaces before it: for nets with a vocabulary of their own. */
export const wordsOf = (text: string, tokens: Tokens): string[] =>
  Array.from({ length: tokens.count }, (_, at) =>
    text.slice(at === 0 ? 0 : i32At(tokens.end, at - 1), i32At(tokens.end, at)),
  );

/** The numbers of aspects and of their sides. */
export const numberedBy =
  (aspects: string[]) =>
  (labels: Bag["aspects"]): number[][] =>
    mergeAspects(labels).map(({ aspect, sentiment }) => [aspects.indexOf(aspect), SIDES.indexOf(sentiment)]);

/** A bag is a labeled sentence, or the whole text where only that is labeled: its tokens, and the numbers of its labels. */
export function numberedBags(
  tokens: Tokens,
  spans: NonNullable<Example["spans"]>,
  numbered: (labels: Bag["aspects"]) => number[][],
) {
  const segments = segment(tokens);
  return bagsOf({ tokens, segments }, spans).map(({ clauses, aspects }) => [
    itemAt(segments.clauses, clauses[0] ?? 0).from,
    itemAt(segments.clauses, clauses.at(-1) ?? 0).to,
    numbered(aspects),
  ]);
}

/** The tokens of a passage: from the first to before the last. */
export function targetOf(tokens: Tokens, { start, end }: { start: number; end: number }): [number, number] {
  let from = 0;
  while (from < tokens.count && i32At(tokens.end, from) <= start) from++;
  let to = from + 1;
  while (to < tokens.count && i32At(tokens.start, to) < end) to++;
  return [from, to];
}

export const writeLines = (path: string, values: unknown[]) =>
  writeFileSync(path, values.map((value) => JSON.stringify(value)).join("\n"));
