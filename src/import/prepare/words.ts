import type { Profile } from "../../model/business.ts";
import type { RedactionKind } from "../../model/review.ts";
import { countRedactions, redact } from "../../privacy/redact.ts";
import { checkReply } from "../../privacy/replies.ts";
import type { StoredReview } from "../../store/reviews.ts";
import { BadField, type Candidate } from "../record/candidate.ts";
import { cleanLine, cleanText } from "./clean.ts";

const TEXT_LIMIT = 20_000;
const TITLE_LIMIT = 300;

function parseText(text: string | null, what: string): string | null {
  const cleaned = text === null ? null : cleanText(text);
  if (cleaned !== null && cleaned.length > TEXT_LIMIT) {
    throw new BadField(`${what} has ${cleaned.length} characters; the limit is ${TEXT_LIMIT}`);
  }
  return cleaned;
}

type Words = Pick<
  StoredReview,
  | "title"
  | "text"
  | "translation_text"
  | "translation_language"
  | "reply_text"
  | "reply_state"
  | "reply_held_reason"
  | "redactions"
>;

/** Cleans, redacts and checks the texts of a review, as the privacy settings of the business ask. */
export function prepareWords(candidate: Candidate, privacy: Profile["privacy"]): Words {
  const kinds: RedactionKind[] = [];
  const hide = (text: string | null): string | null => {
    if (text === null || !privacy.redact) return text;
    const redacted = redact(text);
    kinds.push(...redacted.kinds);
    return redacted.text;
  };
  const title = hide(candidate.title ? (cleanLine(candidate.title)?.slice(0, TITLE_LIMIT) ?? null) : null);
  const text = hide(parseText(candidate.text, "text"));
  const translation_text = hide(candidate.translation ? parseText(candidate.translation.text, "translation") : null);
  const reply = candidate.reply ? parseText(candidate.reply.text, "reply") : null;
  const reply_text = hide(reply);
  // A reply in a document that Candor published was checked there, before it was redacted.
  const reply_held_reason = reply === null || candidate.already_public ? null : checkReply(reply);
  return {
    title,
    text,
    translation_text,
    translation_language: translation_text === null ? null : (candidate.translation?.language ?? null),
    reply_text,
    reply_state: reply_text === null ? null : reply_held_reason === null ? "published" : "held",
    reply_held_reason,
    redactions: JSON.stringify(countRedactions(candidate.redactions ?? [], kinds)),
  };
}
