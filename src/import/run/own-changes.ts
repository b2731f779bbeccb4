import { WORD_FIELDS } from "../../model/doubtful-words.ts";
import { hiddenMark } from "../../model/hidden-mark.ts";
import type { RedactionKind } from "../../model/review-kinds.ts";
import { countRedactions } from "../../privacy/redact.ts";
import type { OwnerEdit } from "../../store/reviews/owner-edits.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { hashWords, replaceHashed } from "./doubtful-words.ts";

/** Words that the owner hid: how many characters they have, and what they reveal. */
export type HiddenWords = { length: number; kind: RedactionKind };
/** What the owner wrote in place of a reply. */
export type Reworded = Pick<StoredReview, "reply_text" | "reply_date" | "reply_state" | "reply_held_reason">;

function hideWords<T extends StoredReview>(review: T, { subject, value }: OwnerEdit, key: string): T {
  const { length, kind }: HiddenWords = JSON.parse(value);
  const found: RedactionKind[] = [];
  let next = review;
  for (const field of WORD_FIELDS) {
    const { text, count } = replaceHashed(next[field] ?? "", { subject, length }, { key, mark: hiddenMark(kind) });
    if (count === 0) continue;
    next = { ...next, [field]: text };
    for (let at = 0; at < count; at += 1) found.push(kind);
  }
  if (found.length === 0) return review;
  return { ...next, redactions: JSON.stringify(countRedactions(JSON.parse(review.redactions), found)) };
}

/** Recognizes the reply of a source; a review without one has the empty reply. */
export const hashSourceReply = (key: string, reply_text: string | null): string => hashWords(key, reply_text ?? "");

/** The review with what the owner hid, rewrote and corrected. */
export function applyOwn<T extends StoredReview>(review: T, edits: readonly OwnerEdit[], key: string): T {
  let next = review;
  for (const edit of edits) {
    if (edit.kind === "hidden") next = hideWords(next, edit, key);
    else if (edit.kind === "reply" && edit.subject === hashSourceReply(key, review.reply_text)) {
      const reworded: Reworded = JSON.parse(edit.value);
      next = { ...next, ...reworded };
    } else if (edit.kind === "correction") next = { ...next, ...JSON.parse(edit.value) };
  }
  return next;
}
