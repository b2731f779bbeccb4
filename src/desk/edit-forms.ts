import { REDACTION_KINDS, SOURCES } from "../model/review-kinds.ts";
import { type CorrectedMember, isByHand } from "../owner/correct-review.ts";
import type { KnownReview } from "../owner/stored-reviews.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { sourceName } from "../pages/parts/review-card.ts";
import { deskForm } from "./desk-frame.ts";
import { selectField } from "./desk-parts.ts";
import type { Form, Visit } from "./visit.ts";
import { EDIT_WORDS } from "./words/edit-words.ts";

type Stored = Extract<KnownReview, { review: unknown }>["review"];

/** The names of members in forms: other fields have these ids already. */
const CORRECTED = ["date", "source", "language", "rating", "author", "title", "text"] as const;
const fieldOf = (member: CorrectedMember): string => `correct-${member}`;
export const correctionsIn = (form: Form): Partial<Record<CorrectedMember, string>> =>
  Object.fromEntries(
    CORRECTED.flatMap((member) => {
      const given = form.get(fieldOf(member));
      return given === null ? [] : [[member, given.trim().replaceAll("\r\n", "\n")]];
    }),
  );

/** A form that edits this review, made from what it was when the page was shown. */
function editForm(
  visit: Visit,
  review: Stored,
  edit: string,
  { body, label }: { body: Markup; label: string },
): Markup {
  const seen = html`<input type="hidden" name="review" value="${review.id}@${review.changed_at}">
<input type="hidden" name="edit" value="${edit}">`;
  const button = html`<button type="submit" class="quiet">${label}</button>`;
  return deskForm(visit, `/reviews/${review.id}/edit`, html`${seen}${body}${button}`);
}

export function hideForm(visit: Visit, review: Stored): Markup {
  const words = EDIT_WORDS[visit.language];
  const kinds = REDACTION_KINDS.map((value) => ({ value, label: words.kinds[value] ?? value }));
  const kind = selectField({ name: "kind", label: words.kind }, "", [
    { value: "", label: words.choose_kind },
    ...kinds,
  ]);
  const input = html`<textarea id="hide" name="words" rows="2" required dir="auto" data-selected></textarea>`;
  const body = html`<h3>${words.hide}</h3><p class="note">${words.hide_note}</p>
<p class="field"><label for="hide">${words.words_to_hide}</label>${input}</p>${kind}`;
  return editForm(visit, review, "hide", { body, label: words.hide });
}

/** After words were hidden: the next import may show them again. */
export function forgetForm(
  visit: Visit,
  { review, history }: Extract<KnownReview, { review: unknown }>,
): Markup | null {
  const words = EDIT_WORDS[visit.language];
  const last = history.findLast(({ event }) => event === "hidden" || event === "unhidden");
  if (last?.event !== "hidden") return null;
  return editForm(visit, review, "forget", {
    body: html`<p class="note">${words.forget_note}</p>`,
    label: words.forget,
  });
}

export function replyForm(visit: Visit, review: Stored): Markup {
  const words = EDIT_WORDS[visit.language];
  const input = html`<textarea id="reply" name="reply" rows="4" maxlength="5000" required dir="auto">${review.reply_text}</textarea>`;
  const body = html`<h3 id="reword">${words.reply}</h3><p class="note">${words.reply_note}</p>
<p class="field"><label for="reply">${words.reply_words}</label>${input}</p>`;
  return editForm(visit, review, "reply", { body, label: words.save_reply });
}

function textField(member: CorrectedMember, label: string, value: string, more: Markup | null = null): Markup {
  const name = fieldOf(member);
  const input = html`<input id="${name}" name="${name}" value="${value}" dir="auto"${more}>`;
  return html`<p class="field"><label for="${name}">${label}</label>${input}</p>`;
}

/** Rating, author and words only of a review that was added by hand. */
export function correctForm(visit: Visit, review: Stored): Markup {
  const words = EDIT_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const sources = SOURCES.map((value) => ({ value, label: sourceName(visit.site, value) }));
  const source = selectField({ name: fieldOf("source"), label: words.source }, review.source, sources);
  const language = { name: fieldOf("language"), label: words.language };
  const tags = [
    ...new Set(["", review.language ?? "", "en", "es", "fr", "de", "it", "pt", "nl", "zh", "ko", "vi", "ar"]),
  ];
  const named = tags.map((value) => ({ value, label: value === "" ? words.unknown : format.language(value) }));
  const ratings = [1, 2, 3, 4, 5].map((value) => ({ value: String(value), label: String(value) }));
  const text = html`<textarea id="correct-text" name="correct-text" rows="4" dir="auto">${review.text}</textarea>`;
  const by_hand = html`${selectField({ name: fieldOf("rating"), label: words.rating }, String(review.rating), ratings)}
${textField("author", words.author, review.author)}${textField("title", words.heading, review.title ?? "")}
<p class="field"><label for="correct-text">${words.text}</label>${text}</p>`;
  const body = html`<h3>${words.correct}</h3><p class="note">${isByHand(review) ? words.correct_note : words.platform_note}</p>
${textField("date", words.date, review.date, html` type="date" required`)}${source}
${selectField(language, review.language ?? "", named)}${isByHand(review) ? by_hand : null}`;
  return editForm(visit, review, "correct", { body, label: words.correct });
}
