import { REDACTION_KINDS } from "../model/review-kinds.ts";
import type { KnownReview } from "../owner/stored-reviews.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { deskForm } from "./desk-frame.ts";
import { selectField } from "./desk-parts.ts";
import type { Visit } from "./visit.ts";
import { EDIT_WORDS } from "./words/edit-words.ts";

type Stored = Extract<KnownReview, { review: unknown }>["review"];

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
