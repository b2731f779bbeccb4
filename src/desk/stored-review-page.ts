import { parseDoubtful } from "../model/doubtful-words.ts";
import { type Redaction, reviewId } from "../model/review.ts";
import { recordChange } from "../owner/desk-access.ts";
import { eraseNamed, wordToErase } from "../owner/erase-named.ts";
import { readVersion } from "../owner/last-change.ts";
import { type LookAlikeReview, readLookAlikes } from "../owner/look-alikes.ts";
import { findChangedSince } from "../owner/seen-reviews.ts";
import { findReview, type KnownReview } from "../owner/stored-reviews.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { clip, wordsOf } from "../pages/parts/page-words.ts";
import { sourceName, starPicture } from "../pages/parts/review-card.ts";
import { decideReviews, readSeen } from "./decide.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { correctForm, forgetForm, hideForm, replyForm } from "./edit-forms.ts";
import { alikeList } from "./person-page.ts";
import { refuse } from "./refusals.ts";
import { showTime } from "./shown-times.ts";
import type { Form, Visit } from "./visit.ts";
import { doubtfulList, methodField } from "./waiting-page.ts";
import { whoChanged } from "./who-changed.ts";
import { EDIT_WORDS } from "./words/edit-words.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { REVIEW_WORDS } from "./words/review-words.ts";

type Stored = Extract<KnownReview, { review: unknown }>["review"];
const FORMER_CHARACTERS = 400;

function facts(visit: Visit, review: Stored): Markup {
  const words = REVIEW_WORDS[visit.language];
  const { format, review: public_words } = wordsOf(visit.site);
  const state = review.state === "published" ? words.states.published : words.states[review.held_reason ?? "held"];
  const method = review.verification_method;
  const verified = method === null ? words.not_verified : IMPORT_WORDS[visit.language].methods[method];
  const redactions: Redaction[] = JSON.parse(review.redactions);
  const name = ({ kind, count }: Redaction) => public_words.redaction[kind][count === 1 ? 0 : 1];
  const hidden = redactions.map((one) => `${format.count(one.count)} ${name(one)}`).join(", ");
  const shown: [string, string][] = [
    [words.state, state ?? ""],
    [words.date, format.day(review.date)],
    [words.source, sourceName(visit.site, review.source)],
    [words.verified, verified],
    ...(review.language ? [[words.language, format.language(review.language)] as [string, string]] : []),
    ...(hidden === "" ? [] : [[words.hidden, hidden] as [string, string]]),
  ];
  return html`<dl class="known">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function wordsAsStored(visit: Visit, review: Stored): Markup {
  const words = REVIEW_WORDS[visit.language];
  const reply = review.reply_text;
  const told =
    review.reply_state === null ? null : html`<p class="note">${words.reply_states[review.reply_state] ?? ""}</p>`;
  const reply_part =
    reply === null
      ? null
      : html`<div class="reply"><p class="reply-by">${words.reply}</p><p dir="auto">${reply}</p>${told}</div>`;
  return html`<p class="byline"><span class="author" dir="auto">${review.author}</span> ${starPicture(visit.site, review.rating)}</p>
${review.title === null ? null : html`<h2 dir="auto">${review.title}</h2>`}
<p class="words" dir="auto">${review.text ?? IMPORT_WORDS[visit.language].no_text}</p>${reply_part}`;
}

/** A button that decides about this review, with what belongs to it. */
function decisionForm(
  visit: Visit,
  review: Stored,
  { decision, label, more, quiet = true }: { decision: string; label: string; more?: Markup; quiet?: boolean },
): Markup {
  const body = html`<input type="hidden" name="review" value="${review.id}@${review.changed_at}">
<input type="hidden" name="decision" value="${decision}">
${more ?? null}<button type="submit"${quiet ? html` class="quiet"` : null}>${label}</button>`;
  return deskForm(visit, `/reviews/${review.id}/decide`, body);
}

/** Words that were hidden in doubt. The last decision about them can be taken back. */
function wordsForms(visit: Visit, review: Stored, history: KnownReview["history"]): Markup[] {
  const words = REVIEW_WORDS[visit.language];
  const doubtful = parseDoubtful(review.doubtful);
  const last = history.findLast(({ event }) => event === "words_shown" || event === "words_hidden");
  const show = { decision: "words_show", label: words.show_words };
  const hide = { decision: "words_hide", label: words.keep_hidden };
  if (doubtful.length > 0)
    return [show, hide].map((one) => {
      const list = html`<p class="note">${words.reasons.doubtful_words ?? ""}</p>${doubtfulList(visit, review.id, doubtful)}`;
      return decisionForm(visit, review, { ...one, more: list });
    });
  if (last?.event === "words_shown") return [decisionForm(visit, review, hide)];
  const more = html`<p class="note">${words.words_gone}</p>`;
  return last ? [decisionForm(visit, review, { ...show, more })] : [];
}

/** What was said about look-alikes, about the author's answer and to sources can be said otherwise. */
function answersAgain(visit: Visit, { review, history, refused }: Extract<KnownReview, { review: unknown }>): Markup[] {
  const words = REVIEW_WORDS[visit.language];
  const likeness = history.findLast(({ event }) => event === "same" || event === "different");
  const buttons = [
    ...(review.held_reason === "duplicate" ? [{ decision: "different", label: words.different }] : []),
    ...(likeness?.event === "different" && review.held_reason !== "duplicate"
      ? [{ decision: "same", label: words.same }]
      : []),
    ...(review.held_reason === "consent" || review.consent_by_owner !== null
      ? [
          ...(review.consent === "anonymous" ? [] : [{ decision: "consent_yes", label: words.agreed }]),
          { decision: "consent_anonymous", label: words.agreed_unnamed },
          { decision: "consent_no", label: words.author_refused },
        ]
      : []),
    ...(refused ? [{ decision: "ask_again", label: words.ask_again }] : []),
  ];
  return buttons.map((one) => decisionForm(visit, review, one));
}

/** Erasing, with a choice of the reviews that look like this one. */
function eraseForm(visit: Visit, review: Stored, alike: readonly LookAlikeReview[]): Markup {
  const words = REVIEW_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const boxes = alike.map(({ id, author, date }) => {
    const name = html`<span dir="auto">${author}, ${format.day(date)}</span>`;
    return html`<label class="choice"><input type="checkbox" name="also" value="${id}"> ${name}</label>`;
  });
  const others = boxes.length === 0 ? null : html`<p class="note">${words.erase_also}</p>${boxes}`;
  const input = html`<input id="typed" name="typed" autocomplete="off" dir="auto" required>`;
  const seen = html`<input type="hidden" name="review" value="${review.id}@${review.changed_at}">`;
  const body = html`${seen}<p class="note" dir="auto">${words.erase_note(wordToErase(review.author))}</p>${others}
<p class="field"><label for="typed">${words.typed}</label>${input}</p><button type="submit" class="danger">${words.erase}</button>`;
  return deskForm(visit, `/reviews/${review.id}/erase`, body);
}

type Shown = { known: Extract<KnownReview, { review: unknown }>; alike: readonly LookAlikeReview[] };

function decisions(visit: Visit, { known, alike }: Shown): Markup {
  const words = REVIEW_WORDS[visit.language];
  const { review, history } = known;
  const note = (text: string) => html`<p class="note">${text}</p>`;
  const method = methodField(visit, "method-review");
  const forms: Markup[] = [];
  if (review.held_reason === "unverified" || review.held_reason === "duplicate")
    forms.push(decisionForm(visit, review, { decision: "verify", label: words.publish, more: method, quiet: false }));
  if (review.held_reason === "legal" && visit.session.role === "manager")
    forms.push(
      decisionForm(visit, review, { decision: "verify", label: words.publish_again, more: method, quiet: false }),
    );
  forms.push(...wordsForms(visit, review, history), ...answersAgain(visit, known));
  const last = history.findLast(({ event }) => event === "verified" || event === "unverified" || event === "withheld");
  if (review.state === "published" && last?.event === "verified")
    forms.push(
      decisionForm(visit, review, { decision: "unverify", label: words.take_back, more: note(words.take_back_note) }),
    );
  if (review.reply_text !== null && review.reply_state !== "published")
    forms.push(decisionForm(visit, review, { decision: "reply_publish", label: words.publish_reply }));
  if (review.reply_text !== null && review.reply_state !== "dropped")
    forms.push(decisionForm(visit, review, { decision: "reply_drop", label: words.keep_reply }));
  if (visit.session.role === "manager") {
    if (review.held_reason !== "legal")
      forms.push(
        decisionForm(visit, review, { decision: "withhold", label: words.withhold, more: note(words.withhold_note) }),
      );
    forms.push(eraseForm(visit, review, alike));
  }
  return html`<section><h2>${words.decide}</h2><div class="decisions">${forms}</div></section>`;
}

/** What can be changed of the words. */
function edits(visit: Visit, known: Extract<KnownReview, { review: unknown }>): Markup {
  const { review } = known;
  const manages = visit.session.role === "manager";
  const correct = manages ? correctForm(visit, review) : null;
  const forms = [hideForm(visit, review), forgetForm(visit, known), replyForm(visit, review), correct];
  const shown = forms.filter((form) => form !== null);
  return html`<section><h2>${EDIT_WORDS[visit.language].title}</h2><div class="decisions">${shown}</div></section>`;
}

function historyList(visit: Visit, { history }: KnownReview): Markup {
  const words = REVIEW_WORDS[visit.language];
  const items = history.map(({ at, event, run, former }) => {
    const when = at === "" ? "" : showTime(visit, at);
    const text = former && event === "edited" ? (former.text ?? "") : "";
    const before =
      text === "" ? null : html`<p class="note" dir="auto">${words.before} ${clip(text, FORMER_CHARACTERS)}</p>`;
    return html`<li>${when} · ${words.events[event] ?? event} ${run === null ? "" : words.by_import(run)}${before}</li>`;
  });
  const list = items.length > 0 ? html`<ul class="plain">${items}</ul>` : html`<p>${words.no_history}</p>`;
  return html`<section><h2>${words.history}</h2>${list}</section>`;
}

export async function respondReview(visit: Visit, notice: string | null, status: number): Promise<Response> {
  const words = REVIEW_WORDS[visit.language];
  const id = visit.params.id ?? "";
  const known = reviewId.safeParse(id).success ? await findReview(visit.desk.deps, id) : null;
  if (!known) return refuse(visit, "missing");
  const told = notice === null ? null : html`<p class="problem" role="alert">${notice}</p>`;
  const page = (body: Markup) =>
    respondHtml(
      renderDeskPage(visit, { title: words.one_title, body: html`<p class="file-name">${id}</p>${told}${body}` }),
      status,
    );
  if ("removed" in known) {
    const { reason, deleted_at } = known.removed;
    const when = html`<div><dt>${words.gone_when}</dt><dd>${showTime(visit, deleted_at)}</dd></div>`;
    const why = html`<div><dt>${words.why_gone}</dt><dd>${words.gone_because[reason]}</dd></div>`;
    const onward = html`<p class="onward"><a href="/reviews">${words.all_title}</a></p>`;
    const history = known.history.length > 0 ? historyList(visit, known) : null;
    return page(html`<p class="lead">${words.gone}</p><dl class="known">${when}${why}</dl>${history}${onward}`);
  }
  const { review } = known;
  const open = html`<p class="onward"><a href="${visit.desk.public_url}/reviews/${id}">${words.see_public}</a></p>`;
  const alike = await readLookAlikes(visit.desk.deps.store, [id]);
  const alikes =
    alike.length > 0 ? html`<section><h2>${words.look_alikes}</h2>${alikeList(visit, alike)}</section>` : null;
  return page(html`${wordsAsStored(visit, review)}${facts(visit, review)}${alikes}${review.state === "published" ? open : null}
${decisions(visit, { known, alike })}${edits(visit, known)}${historyList(visit, known)}`);
}

export const storedReviewPage = (visit: Visit): Promise<Response> => respondReview(visit, null, 200);

export async function decideReview(visit: Visit, form: Form): Promise<Response> {
  const result = await decideReviews(visit, form);
  if (result === "role") return refuse(visit, "role");
  return result === "done"
    ? redirect(`/reviews/${visit.params.id}`)
    : respondReview(visit, result.notice, result.status);
}

export async function eraseReview(visit: Visit, form: Form): Promise<Response> {
  const { desk, session, params } = visit;
  const id = params.id ?? "";
  const seen = readSeen(form).filter((one) => one.id === id);
  if ((await findChangedSince(desk.deps, seen)).length > 0)
    return respondReview(visit, REVIEW_WORDS[visit.language].changed(1, await whoChanged(visit)), 409);
  const typed = { typed: form.get("typed") ?? "", also: form.getAll("also") };
  const erased = await eraseNamed(desk.deps, id, typed);
  if (erased === null) return respondReview(visit, REVIEW_WORDS[visit.language].wrong_name, 400);
  await desk.keepLedger();
  const version = await readVersion(desk.deps);
  await recordChange(desk.deps, { member: session.member, kind: "erased", version, subjects: erased });
  return redirect(`/reviews/${id}`);
}
