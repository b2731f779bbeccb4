import { i8At, i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { parseWordLists } from "../../../src/model/basics/word-lists.ts";
import { onFirstUse } from "../first-use.ts";
import { clockSide } from "./clock-times.ts";
import text from "./forms.words.txt" with { type: "text" };
import { hashWord } from "./hash.ts";
import { createMatcher, type Match, parsePattern } from "./patterns.ts";
import { findScores, type Score } from "./scores.ts";
import type { Segments } from "./segments.ts";
import { EMOJI, MARK, type Tokens, WORD } from "./tokens.ts";
import { CONTRAST, inBoth, type WordSet } from "./word-set.ts";

/** What the form of sentences says, whichever side their words take. */
export type Forms = {
  /** By sentence: 1 for praise, more for praise that its words deny, -1 for criticism, -2 for irony, 0 if its form says nothing. */
  verdict: Int8Array;
  /** By sentence: 1 if it tells about another place. */
  elsewhere: Uint8Array;
};

/** Lists of patterns. The others are lists of words. */
const PATTERNS = [
  "verdict questions",
  "answers no",
  "answers yes",
  "refusals",
  "ironic",
  "sincere",
  "wishes",
  "elsewhere",
] as const;
type Kind = (typeof PATTERNS)[number];

const LISTS = parseWordLists("forms.words.txt", text, [
  "praising emojis",
  "complaining emojis",
  "frames",
  "no score",
  ...PATTERNS,
  "this place",
]);

const PRAISING = inBoth(LISTS["praising emojis"]);
const COMPLAINING = inBoth(LISTS["complaining emojis"]);
const FRAMES = inBoth(LISTS.frames);
const NO_SCORE = inBoth(LISTS["no score"]);
const THIS_PLACE = inBoth(LISTS["this place"]);
/** Words that may come before the subject of a sentence. */
const LEADS = inBoth("and but so well y pero".split(" "));
/** The subject of the sentence before goes on. */
const GOES_ON = inBoth("they he she it their his her ellos ellas su".split(" "));
const QUESTION = "?";
const NOT = hashWord("not");
const IRONY = -2;
/** So many words may come before the name of another place: "At my old clinic". */
const BEFORE_PLACE = 2;

const matcher = onFirstUse(() =>
  createMatcher(
    PATTERNS.flatMap((kind) =>
      LISTS[kind].flatMap((source) => [parsePattern(source, kind), parsePattern(source, kind, "es", "es")]),
    ),
  ),
);

/** A longer answer says more than yes or no. */
const ANSWER_WORDS = 4;
/** With more words of its own than this around it, a score in a sentence is one fact of several. */
const SCORE_WORDS = 2;
/** A text with more tokens has words to read. */
const MOST_BARE = 40;

/** A capital and a small letter: neither "I" nor "PT". */
const NAME = /^\p{Lu}\p{Ll}/u;

type Sentence = { from: number; to: number };

function countWords({ kind, hash }: Tokens, { from, to }: Sentence, counts: (hash: number) => boolean): number {
  let words = 0;
  for (let at = from; at < to; at++) if (kind[at] === WORD && counts(i32At(hash, at))) words++;
  return words;
}

function firstWord({ kind, hash }: Tokens, { from, to }: Sentence): number {
  let first = from;
  while (first < to && (kind[first] !== WORD || LEADS.has(i32At(hash, first)))) first++;
  return first;
}

function emojiSide({ kind, hash }: Tokens, { from, to }: Sentence): number {
  let side = 0;
  for (let at = from; at < to; at++) {
    if (kind[at] !== EMOJI) continue;
    if (PRAISING.has(i32At(hash, at))) side++;
    else if (COMPLAINING.has(i32At(hash, at))) side--;
  }
  return Math.sign(side);
}

function scoreSide(tokens: Tokens, sentence: Sentence, scores: readonly Score[]): number {
  const inside = scores.filter(({ from }) => from >= sentence.from && from < sentence.to);
  if (inside.length === 0 || countWords(tokens, sentence, (hash) => NO_SCORE.has(hash)) > 0) return 0;
  const [{ side }] = [itemAt(inside, inside.length - 1)];
  return countWords(tokens, sentence, (hash) => !FRAMES.has(hash)) <= SCORE_WORDS ? side : 0;
}

type Found = ReadonlyMap<Kind, Match<Kind>>;
const NOTHING: Found = new Map();

/** "Would I go back? Lol no." But "Any pain? No." is good news, so other questions decide nothing. */
function answerSide(tokens: Tokens, sentence: Sentence, found: Found, asks: Found | null): number {
  if (found.size === 0 || countWords(tokens, sentence, () => true) > ANSWER_WORDS) return 0;
  const first = firstWord(tokens, sentence);
  const begins = (kind: Kind): boolean => found.get(kind)?.from === first;
  if (asks?.has("verdict questions")) return begins("answers no") ? -1 : begins("answers yes") ? 1 : 0;
  const is_all = sentence.from === 0 && sentence.to === tokens.count;
  return is_all && begins("refusals") ? -1 : 0;
}

/** A name inside the sentence is usually that of somebody here. */
function namesSomeone({ text, kind, start, count }: Tokens, { from, to }: Sentence): boolean {
  for (let at = from + 1; at < Math.min(to, count); at++) {
    if (kind[at] !== WORD) continue;
    const letters = text.slice(i32At(start, at), i32At(start, at) + 2);
    if (NAME.test(letters)) return true;
  }
  return false;
}

function isElsewhere(tokens: Tokens, sentence: Sentence, found: Found, before: boolean): boolean {
  if (!before && !found.has("elsewhere")) return false;
  const first = firstWord(tokens, sentence);
  const place = found.get("elsewhere");
  const named = place !== undefined && place.from - first <= BEFORE_PLACE;
  const goes_on = before && first < sentence.to && GOES_ON.has(i32At(tokens.hash, first));
  return (
    (named || goes_on) &&
    !namesSomeone(tokens, sentence) &&
    countWords(tokens, sentence, (hash) => THIS_PLACE.has(hash)) === 0
  );
}

const asksAt = (tokens: Tokens, { to }: Sentence): boolean =>
  to > 0 && tokens.kind[to - 1] === MARK && tokens.plain.charAt(i32At(tokens.plain_start, to - 1)) === QUESTION;

function hasAny(words: WordSet, { hash }: Tokens, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (words.has(i32At(hash, at))) return true;
  return false;
}

/** "Great place. Not." */
const denies = (tokens: Tokens, sentence: Sentence): boolean =>
  tokens.hash[firstWord(tokens, sentence)] === NOT && countWords(tokens, sentence, () => true) === 1;

/** Irony, and wishes, which tell what is missing. */
function saidOtherwise(tokens: Tokens, sentence: Sentence, found: Found): number {
  if (denies(tokens, sentence)) return IRONY;
  const ironic = found.get("ironic");
  // "Great gym, but good luck getting a slot": the irony is about one half only.
  if (ironic && !found.has("sincere") && !hasAny(CONTRAST, tokens, sentence.from, ironic.from)) return IRONY;
  return found.has("wishes") && !found.has("sincere") ? -1 : 0;
}

/** An emoji after the stop belongs to the sentence before, an answer to its question, and "Not." to what it denies. */
function saysMoreOf(tokens: Tokens, sentence: Sentence, before: number | undefined, asks: Found | null): boolean {
  if (asks?.has("verdict questions")) return true;
  return before === 0 && (denies(tokens, sentence) || firstWord(tokens, sentence) === sentence.to);
}

/** The first match of each kind in a sentence. */
function findKinds(tokens: Tokens, { from, to }: Sentence, matches: Match<Kind>[]): Found {
  const find = matcher();
  matches.length = 0;
  for (let at = from; at < to; at++) find(tokens, at, to, matches);
  if (matches.length === 0) return NOTHING;
  const found = new Map<Kind, Match<Kind>>();
  for (const match of matches) if (!found.has(match.value)) found.set(match.value, match);
  return found;
}

/** The verdict of a text of scores and emojis alone; null for a text with words to read, or with neither. */
export function bareVerdict(tokens: Tokens): number | null {
  const whole = { from: 0, to: tokens.count };
  // Most texts end here: they have more words than a score has.
  if (tokens.count > MOST_BARE) return null;
  const scores = findScores(tokens);
  const emojis = emojiSide(tokens, whole);
  if (scores.length === 0 && emojis === 0) return null;
  // The words of "ten out of ten" are the score.
  const spelled = scores.reduce((sum, score) => sum + countWords(tokens, score, (hash) => !FRAMES.has(hash)), 0);
  if (countWords(tokens, whole, (hash) => !FRAMES.has(hash)) > spelled) return null;
  return Math.sign(emojis + scores.reduce((sum, { side }) => sum + side, 0));
}

export function findForms(tokens: Tokens, { sentences }: Segments): Forms {
  const verdict = new Int8Array(sentences.length);
  const elsewhere = new Uint8Array(sentences.length);
  const scores = findScores(tokens);
  const matches: Match<Kind>[] = [];
  let asks: Found | null = null;
  sentences.forEach((sentence, at) => {
    const found = findKinds(tokens, sentence, matches);
    const emojis = emojiSide(tokens, sentence);
    const clock = clockSide(tokens, sentence);
    const side = scoreSide(tokens, sentence, scores) || answerSide(tokens, sentence, found, asks) || emojis || clock;
    verdict[at] = saidOtherwise(tokens, sentence, found) || side;
    if (at > 0 && saysMoreOf(tokens, sentence, verdict[at - 1], asks)) verdict[at - 1] = i8At(verdict, at);
    if (isElsewhere(tokens, sentence, found, elsewhere[at - 1] === 1)) elsewhere[at] = 1;
    asks = asksAt(tokens, sentence) ? found : null;
  });
  return { verdict, elsewhere };
}
