import type { Profile } from "../../model/business.ts";
import {
  addHidden,
  type DoubtfulWords,
  type HiddenNames,
  renderDoubtful,
  type WordField,
} from "../../model/doubtful-words.ts";
import type { Redaction } from "../../model/review.ts";
import type { RedactionKind } from "../../model/review-kinds.ts";
import type { AuthorFinder } from "../../privacy/people/author.ts";
import { countRedactions, type Hidden, hideAuthor, type Redactor } from "../../privacy/redact.ts";
import { checkReply } from "../../privacy/replies/check-reply.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
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

const nobody: AuthorFinder = () => [];

/** Most reviews have no redactions. */
const renderRedactions = (before: readonly Redaction[], found: readonly RedactionKind[]): string =>
  before.length === 0 && found.length === 0 ? "[]" : JSON.stringify(countRedactions(before, found));

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
  | "doubtful"
>;

export type PrivacyRules = {
  privacy: Profile["privacy"];
  redactor: Redactor;
  /** Finds the author's own name. Null if no full name is known. */
  findAuthor: AuthorFinder | null;
  languageOf(text: string): string | null;
  /** The day of the import. */
  today: string;
};

/** What the author wrote, before anything is hidden: for its sketch, and never stored. */
type Given = { text: string | null; translation: string | null };

/** `certain`: names that were hidden without doubt, and never stored. */
type PreparedWords = { words: Words; given: Given; certain: DoubtfulWords[] };

/** Cleans, redacts and checks the texts of a review, according to the privacy settings of the business. */
export function prepareWords(candidate: Candidate, rules: PrivacyRules): PreparedWords {
  const { privacy, redactor, findAuthor } = rules;
  const kinds: RedactionKind[] = [];
  const names: HiddenNames = { doubtful: [], certain: [] };
  const hide = (field: WordField, text: string | null): string | null => {
    if (text === null) return null;
    const own = privacy.names === "full" ? null : findAuthor;
    const hidden: Hidden = privacy.redact ? redactor.redact(text, own) : hideAuthor(text, own ?? nobody);
    kinds.push(...hidden.kinds);
    addHidden(names, { field, since: rules.today }, hidden.names);
    return hidden.text;
  };
  const title = hide("title", candidate.title ? (cleanLine(candidate.title)?.slice(0, TITLE_LIMIT) ?? null) : null);
  const given = {
    text: parseText(candidate.text, "text"),
    translation: candidate.translation ? parseText(candidate.translation.text, "translation") : null,
  };
  const text = hide("text", given.text);
  const translation_text = hide("translation_text", given.translation);
  const reply = candidate.reply ? parseText(candidate.reply.text, "reply") : null;
  const reply_text = hide("reply_text", reply);
  // A reply in a document that Candor published was already checked there, before it was redacted.
  const reply_held_reason =
    reply === null || candidate.already_public ? null : (checkReply(reply, rules.languageOf(reply))?.reason ?? null);
  const words: Words = {
    title,
    text,
    translation_text,
    translation_language: translation_text === null ? null : (candidate.translation?.language ?? null),
    reply_text,
    reply_state: reply_text === null ? null : reply_held_reason === null ? "published" : "held",
    reply_held_reason,
    redactions: renderRedactions(candidate.redactions ?? [], kinds),
    doubtful: renderDoubtful(names.doubtful),
  };
  return { words, given, certain: names.certain };
}
