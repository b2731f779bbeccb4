import { i8At, i32At, u8At } from "../../../src/model/basics/typed-array.ts";
import { onFirstUse } from "../first-use.ts";
import { type Forms, findForms } from "./forms.ts";
import { createMatcher, type Match, parsePattern } from "./patterns.ts";
import type { Segments } from "./segments.ts";
import { MARK, type Tokens } from "./tokens.ts";
import { type WordSet, wordSet } from "./word-set.ts";

/** What the form of a sentence says, whatever its words are. By sentence: 1 if it applies. */
export type Guards = Forms & {
  /** It tells what would be, not what is: "If they ran on time, I'd give them the moon." */
  conditional: Uint8Array;
  /** It says why a star is missing: "Minus one for the wait." */
  deducts: Uint8Array;
};

/** What a missing star adds to the polarity of the sentence that explains it: more than two clear words. */
const DEDUCTION = -5;
/** What irony, a score, an answer or an emoji adds to the polarity of its sentence. */
const FORM = { praise: 3, criticism: 6 };

/** What the form of a sentence adds to its polarity. */
export const formMargin = ({ deducts, verdict }: Guards, sentence: number): number =>
  u8At(deducts, sentence) * DEDUCTION + verdictMargin(i8At(verdict, sentence));

const verdictMargin = (verdict: number): number => verdict * (verdict > 0 ? FORM.praise : FORM.criticism);

/** What the forms of all sentences add to the polarity of the text. */
export const textFormMargin = ({ verdict }: Guards): number =>
  verdict.reduce((sum, one) => sum + verdictMargin(one), 0) / Math.max(1, verdict.length);

const IF = wordSet("if", "si");
/** Words before the condition. */
const LEADS = wordSet("and but so even only", "y pero");

/** Every pattern has one of these. Few texts have, so few are searched. */
const STARS = wordSet("star stars point points minus five 5 perfect perfection", "estrella estrellas");

const deductsMatcher = onFirstUse(() =>
  createMatcher([
    ...[
      "docked|dock|docking|minus|deduct*|deducting|lost|loses|lopped|shaved .. star|stars|point|points",
      "minus a|one|half|1",
      "knock*|took|take|taking|takes off .. star|stars|point|points",
      "knock*|took|take|taking|takes .. star|stars|point|points off",
      "star|point off|deducted|removed",
      "holding|hold|held|keeping|kept back .. star|stars",
      "half|missing|lost|one|fifth|other star|point is|was for",
      "keeps|keep|kept|keeping .. from five|5|perfect|perfection",
      "stops|stop|short of five|5 stars",
    ].map((source) => parsePattern(source, null)),
    ...["quit*|baj*|rest* .. una|dos|1 estrella|estrellas", "una|1 estrella menos"].map((source) =>
      parsePattern(source, null, "es", "es"),
    ),
  ]),
);

function hasAny(words: WordSet, { hash }: Tokens, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (words.has(i32At(hash, at))) return true;
  return false;
}

export function findGuards(tokens: Tokens, segments: Segments): Guards {
  const { sentences } = segments;
  const conditional = new Uint8Array(sentences.length);
  const deducts = new Uint8Array(sentences.length);
  const found: Match<null>[] = [];
  const findDeduction = deductsMatcher();
  sentences.forEach(({ from, to }, sentence) => {
    let first = from;
    while (first < to && (tokens.kind[first] === MARK || LEADS.has(i32At(tokens.hash, first)))) first++;
    if (first < to && IF.has(i32At(tokens.hash, first))) conditional[sentence] = 1;
    if (hasAny(STARS, tokens, from, to))
      for (let at = from; at < to && found.length === 0; at++) findDeduction(tokens, at, to, found);
    if (found.length > 0) deducts[sentence] = 1;
    found.length = 0;
  });
  const forms = findForms(tokens, segments);
  // "Minus one star" is no score of one star.
  deducts.forEach((deduction, at) => {
    if (deduction === 1) forms.verdict[at] = 0;
  });
  return { conditional, deducts, ...forms };
}
