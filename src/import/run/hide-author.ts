import type { RedactionKind } from "../../model/review-kinds.ts";
import { createNameFinder } from "../../privacy/people/author.ts";
import { ANONYMOUS } from "../../privacy/people/minimize-name.ts";
import { countRedactions, hideAuthor } from "../../privacy/redact.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";

const WORDS = ["title", "text", "translation_text", "reply_text"] as const;

/** The review without the name of its author, also in its words. `author` is the name as it is shown. */
export function hideAuthorOf(review: StoredReview): StoredReview {
  if (review.author === ANONYMOUS) return review;
  const find = createNameFinder(review.author);
  const kinds: RedactionKind[] = [];
  const next: StoredReview = { ...review, author: ANONYMOUS, author_avatar_url: null };
  for (const name of WORDS) {
    const text = review[name];
    if (text === null) continue;
    const short = text.replaceAll(review.author, () => {
      kinds.push("name");
      return "[name]";
    });
    const hidden = find ? hideAuthor(short, find) : { text: short, kinds: [] };
    kinds.push(...hidden.kinds);
    next[name] = hidden.text;
  }
  if (kinds.length > 0) next.redactions = JSON.stringify(countRedactions(JSON.parse(review.redactions), kinds));
  return next;
}
