import { readFileSync } from "node:fs";
import { i8At } from "../../model/basics/typed-array.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import { lowerOf } from "../fold.ts";
import { hashPlainWord, mix } from "../names/name-tokens.ts";
import file from "./replies.bin" with { type: "file" };
import text_of_classes from "./reply-classes.words.txt" with { type: "text" };

/**
 * A second look at replies that the rules let pass: the sum of the weights of the words of a sentence, alone and in rows
 * of two and three. The weights are whole numbers, so that every machine gives the same answer.
 */
export const REPLY_WEIGHTS = 2 ** 16;
/** A sum of 24 is a likelihood of e to 1. Chosen with the sets for development, without learning from them. */
const HELD_FROM = 24;

/** Below this sum, a sentence tells nothing even if it looks as if it told what happened. */
const NOTHING_BELOW = -24;
/** Below this one, a sentence that means nobody tells nothing, whatever words are in it: "Dry needling is an extra." */
const HARMLESS_BELOW = -96;

const WORD = /\p{L}+(?:['’]\p{L}+)?|\d+|[!?.,:]/gu;
const EDGE = 7;
const NUMBER = 8;
const FIRST_CLASS = 9;
const BEGINNING = 5;

const hashBeginning = (lower: string, start: number, end: number): number =>
  hashPlainWord(lower, start, Math.min(end, start + BEGINNING));
const CLASSES = ["body", "aid", "condition", "visit", "money", "relative", "weekday", "month", "staff"] as const;
/** The class of a word, by its beginning. */
const CLASS_OF = new Map(
  Object.values(parseWordLists("reply-classes.words.txt", text_of_classes, CLASSES)).flatMap((rows, at) =>
    rows
      .flatMap((row) => row.split(" "))
      .map((word) => [hashBeginning(word, 0, word.length), FIRST_CLASS + at] as const),
  ),
);

/** The features of a sentence, each once. */
export function featuresOfReply(sentence: string): number[] {
  const lower = lowerOf(sentence).replaceAll("’", "'");
  const words = [EDGE];
  const found = new Set<number>();
  const add = (kind: number, a: number, b = 0, c = 0) =>
    found.add((mix(mix(mix(kind, a), b), c) >>> 0) % REPLY_WEIGHTS);
  for (const { 0: word, index } of lower.matchAll(WORD)) {
    const beginning = hashBeginning(lower, index, index + word.length);
    const whole = hashPlainWord(lower, index, index + word.length);
    words.push(/\d/.test(word) ? NUMBER : (CLASS_OF.get(beginning) ?? whole));
    add(5, beginning);
    add(6, whole);
  }
  words.push(EDGE);
  for (const [at, word] of words.entries()) {
    const [second, third] = [words[at + 1], words[at + 2]];
    add(1, word);
    if (second === undefined) continue;
    add(2, word, second);
    if (third === undefined) continue;
    add(3, word, second, third);
    add(4, word, third);
  }
  return [...found];
}

let weights: Int8Array | undefined;
const scoreOfReply = (sentence: string): number => {
  weights ??= new Int8Array(readFileSync(file));
  let sum = 0;
  for (const feature of featuresOfReply(sentence)) sum += i8At(weights, feature);
  return sum;
};

export const mayTell = (sentence: string, from = NOTHING_BELOW): boolean => scoreOfReply(sentence) > from;
export const isHarmless = (sentence: string): boolean => scoreOfReply(sentence) < HARMLESS_BELOW;

const MOST_SHOWN = 60;
/** The sentences that probably tell something of somebody. */
export const findTelling = (sentences: readonly string[]): string[] =>
  sentences
    .filter((sentence) => scoreOfReply(sentence) > HELD_FROM)
    .map((sentence) => sentence.trim().slice(0, MOST_SHOWN));
