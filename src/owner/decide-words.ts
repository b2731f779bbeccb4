import { readMentioned } from "../import/run/apply-edits.ts";
import {
  answersOf,
  hashWords,
  renderAnswer,
  replaceHashed,
  showWords,
  type WordsAnswers,
} from "../import/run/doubtful-words.ts";
import { parseDoubtful, renderDoubtful, WORD_FIELDS } from "../model/doubtful-words.ts";
import { countRedactions } from "../privacy/redact.ts";
import { ensureIdentityKey } from "../store/erasure/identity-key.ts";
import { notePurge, purgeDeleted } from "../store/erasure/purge.ts";
import { readFormerDoubtful, saveDoubtful } from "../store/reviews/doubtful-rows.ts";
import { type OwnerEdit, readOwnerEdits, saveOwnerEdits } from "../store/reviews/owner-edits.ts";
import { type StoredReview, saveEdited } from "../store/reviews/reviews.ts";
import type { Queryable } from "../store/store.ts";
import { type Chosen, changeReviews, type Decided, refuseDecision } from "./change-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

export const WORDS_KINDS = ["doubtful_words"] as const;

/** `isChosen`: which of the words that wait; all of them without it. */
export type WordsChosen = { show: boolean; isChosen?: (review_id: string, words: string) => boolean };
/** `absent`: in how many reviews words are no longer stored, so that only the next import can show them. */
export type WordsDecided = Decided & { absent: number };

type Deciding = { key: string; at: string; show: boolean };
type Decision = { next: StoredReview; edits: OwnerEdit[] };

/** Words that wait are shown, or leave the list. */
function decideWaiting(review: StoredReview, isChosen: WordsChosen["isChosen"], { key, at, show }: Deciding): Decision {
  const all = parseDoubtful(review.doubtful);
  const chosen = all.filter(({ words }) => isChosen?.(review.id, words) ?? true);
  const about = { key, show, review_id: review.id, edited_at: at };
  const left = all.filter((one) => !chosen.includes(one));
  const next = show ? showWords(review, chosen) : { ...review, doubtful: renderDoubtful(left) };
  return { next, edits: chosen.map((one) => renderAnswer(one, about)) };
}

/** The last decision is taken back: what was shown is hidden again. What was hidden is no longer stored. */
function takeBack(review: StoredReview, answers: WordsAnswers, { key, at, show }: Deciding): Decision {
  const opposite = [...answers].filter(([, { answer }]) => (answer === "show") !== show);
  const next = { ...review };
  let count = 0;
  for (const [subject, { length, shown }] of show ? [] : opposite)
    for (const field of WORD_FIELDS) {
      const hidden = replaceHashed(next[field] ?? "", { subject, length }, { key, mark: shown });
      count += hidden.count;
      if (hidden.count > 0) next[field] = hidden.text;
    }
  const names = Array.from({ length: count }, () => "name" as const);
  if (count > 0) next.redactions = JSON.stringify(countRedactions(JSON.parse(next.redactions), names));
  const edits = opposite.map(([subject, answer]): OwnerEdit => {
    const value = JSON.stringify({ ...answer, answer: show ? "show" : "hide" });
    return { review_id: review.id, kind: "words", subject, value, edited_at: at };
  });
  return { next, edits };
}

/** Words that stay hidden are not kept for the undo of an import either. */
async function forgetFormer(tx: Queryable, id: string, key: string, edits: readonly OwnerEdit[]): Promise<void> {
  const hidden = new Set(edits.map(({ subject }) => subject));
  for (const row of await readFormerDoubtful(tx, id)) {
    const left = parseDoubtful(row.doubtful).filter(({ words }) => !hidden.has(hashWords(key, words)));
    await saveDoubtful(tx, { ...row, doubtful: renderDoubtful(left) });
  }
}

/** Shows words that were hidden in doubt, or keeps them hidden. Where no words wait, the last decision is taken back. */
export async function decideWords(
  deps: OwnerDeps,
  chosen: Chosen,
  { show, isChosen }: WordsChosen,
): Promise<WordsDecided> {
  let absent = 0;
  const done = await changeReviews(deps, chosen, async (tx, review, at) => {
    const deciding = { key: await ensureIdentityKey(tx), at, show };
    const answers = answersOf(await readOwnerEdits(tx, [review.id]));
    const waits = review.doubtful !== null;
    if (!waits && answers.size === 0)
      throw refuseDecision(
        `no words of review ${review.id} were hidden in doubt: candor waiting lists those that wait`,
      );
    const { next, edits } = waits ? decideWaiting(review, isChosen, deciding) : takeBack(review, answers, deciding);
    if (edits.length === 0) return null;
    if (show && !waits) absent += 1;
    await saveOwnerEdits(tx, edits);
    if (!show) await forgetFormer(tx, review.id, deciding.key, edits);
    if (!Bun.deepEquals(next, review)) await saveEdited(tx, (await readMentioned(tx))(review, next), at);
    await notePurge(tx, at);
    return { kind: show ? "words_shown" : "words_hidden", detail: null };
  });
  if (done.changed.length > 0) await purgeDeleted(deps.store);
  return { ...done, absent };
}
