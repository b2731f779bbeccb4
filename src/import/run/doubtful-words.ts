import { type DoubtfulWords, parseDoubtful, renderDoubtful } from "../../model/doubtful-words.ts";
import type { Redaction } from "../../model/review.ts";
import { keyedHash } from "../../store/erasure/identity-key.ts";
import type { OwnerEdit } from "../../store/reviews/owner-edits.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";

/** What the owner decided about doubtful words, without them: how many characters they have, and what is in their place. */
export type WordsAnswer = { answer: "show" | "hide"; length: number; shown: string };

/** Recognizes words without containing them. */
export const hashWords = (key: string, words: string): string =>
  keyedHash(key, `words ${words.replace(/\s+/g, " ").trim()}`);

const parseAnswer = ({ value }: OwnerEdit): WordsAnswer => JSON.parse(value);

/** The decision about a passage, to be stored. */
export const renderAnswer = (
  { words, shown }: DoubtfulWords,
  { key, show, ...about }: { key: string; show: boolean } & Pick<OwnerEdit, "review_id" | "edited_at">,
): OwnerEdit => {
  const answer: WordsAnswer = { answer: show ? "show" : "hide", length: words.length, shown };
  return { ...about, kind: "words", subject: hashWords(key, words), value: JSON.stringify(answer) };
};

/** Replaces the words of which only the hash and the length are known. */
export function replaceHashed(
  text: string,
  { subject, length }: { subject: string; length: number },
  { key, mark }: { key: string; mark: string },
): { text: string; count: number } {
  let [out, count, at] = ["", 0, 0];
  for (let start = 0; start + length <= text.length; start += 1) {
    if (hashWords(key, text.slice(start, start + length)) !== subject) continue;
    out += text.slice(at, start) + mark;
    [count, at, start] = [count + 1, start + length, start + length - 1];
  }
  return { text: out + text.slice(at), count };
}

/** Where the passage is now. Null if its text changed so that nobody can tell. */
function placeOf(text: string, { start, shown }: DoubtfulWords): number | null {
  if (text.startsWith(shown, start)) return start;
  const first = text.indexOf(shown);
  return first !== -1 && first === text.lastIndexOf(shown) ? first : null;
}

const withoutOne = (redactions: string, kind: Redaction["kind"]): string =>
  JSON.stringify(
    (JSON.parse(redactions) as Redaction[])
      .map((entry) => (entry.kind === kind ? { ...entry, count: entry.count - 1 } : entry))
      .filter(({ count }) => count > 0),
  );

/** A review, and the words that are hidden in it. */
type Passage = DoubtfulWords & { certain?: boolean };
type Hiding<T> = { review: T; hidden: readonly Passage[] };

/** Puts the words in their place again. If nobody can tell where that is, they stay hidden. */
function showOne<T extends StoredReview>({ review, hidden }: Hiding<T>, passage: Passage): Hiding<T> {
  const { field, start, shown, words } = passage;
  const left = hidden.filter((one) => one !== passage);
  const text = review[field];
  const at = text === null ? null : placeOf(text, passage);
  if (text === null || at === null) return { review, hidden: left };
  const next = {
    ...review,
    [field]: text.slice(0, at) + words + text.slice(at + shown.length),
    redactions: withoutOne(review.redactions, "name"),
  };
  const moved = words.length - shown.length;
  const follow = (one: Passage) =>
    one.field === field && one.start > start ? { ...one, start: one.start + moved } : one;
  return { review: next, hidden: left.map(follow) };
}

/** The last passage first: so the places of the others stay. */
const fromEnd = (passages: readonly DoubtfulWords[]) => passages.toSorted((a, b) => b.start - a.start);

/** The review with some of its doubtful words. */
export function showWords(review: StoredReview, chosen: readonly DoubtfulWords[]): StoredReview {
  const all = parseDoubtful(review.doubtful);
  const isChosen = (one: DoubtfulWords) =>
    chosen.some(({ field, start }) => field === one.field && start === one.start);
  let hiding: Hiding<StoredReview> = { review, hidden: all };
  for (const one of fromEnd(all.filter(isChosen))) hiding = showOne(hiding, one);
  return { ...hiding.review, doubtful: renderDoubtful(hiding.hidden) };
}

/** What the owner decided, by the hash of the words. */
export type WordsAnswers = ReadonlyMap<string, WordsAnswer>;
export const answersOf = (edits: readonly OwnerEdit[]): WordsAnswers =>
  new Map(edits.filter(({ kind }) => kind === "words").map((edit) => [edit.subject, parseAnswer(edit)]));

/**
 * The review after the decisions about its words: some are shown, and of the doubtful ones only those without a decision
 * wait. `certain`: names that are hidden without doubt now.
 */
export function applyAnswers<T extends StoredReview>(
  review: T,
  { answers, key }: { answers: WordsAnswers; key: string },
  certain: readonly DoubtfulWords[] = [],
): T {
  if (answers.size === 0) return review;
  const doubtful = parseDoubtful(review.doubtful);
  const all: Passage[] = [...doubtful, ...certain.map((one) => ({ ...one, certain: true }))];
  let hiding: Hiding<T> = { review, hidden: all };
  for (const passage of fromEnd(all)) {
    const answer = answers.get(hashWords(key, passage.words))?.answer;
    if (answer === "show") hiding = showOne(hiding, passage);
    else if (answer === "hide") hiding = { ...hiding, hidden: hiding.hidden.filter((one) => one !== passage) };
  }
  return { ...hiding.review, doubtful: renderDoubtful(hiding.hidden.filter((one) => !one.certain)) };
}
