import { type FileInHand, refreshInHand } from "../owner/file-in-hand.ts";
import { PREVIEW_KINDS, type PreviewKind, type PreviewRow } from "../owner/prepare-import.ts";
import { countWaiting } from "../owner/waiting.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { clip, wordsOf } from "../pages/parts/page-words.ts";
import { sourceName, starPicture } from "../pages/parts/review-card.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { askedPage, deskPaging } from "./desk-paging.ts";
import { deskTable, programSentence } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import { logOf, waitShortly } from "./file-jobs.ts";
import { questionForm, settingsForm } from "./file-questions.ts";
import { refuse } from "./refusals.ts";
import { shownChanges } from "./shown-changes.ts";
import { waitingCounts } from "./today-page.ts";
import type { Form, Visit } from "./visit.ts";
import { whoChanged } from "./who-changed.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";

const ROWS_PAGE = 50;
const SHOWN_CHARACTERS = 600;

const revisionField = ({ revision }: FileInHand): Markup =>
  html`<input type="hidden" name="revision" value="${revision}">`;

const discardForm = (visit: Visit, file: FileInHand, label: string): Markup => {
  const body = html`<button type="submit" class="quiet">${label}</button>`;
  return deskForm(visit, `/import/${file.number}/discard`, body);
};

/** Answers can be corrected as long as nothing is public. */
function againForm(visit: Visit, file: FileInHand): Markup | null {
  if (Object.keys(file.choices.answers).length === 0) return null;
  const label = IMPORT_WORDS[visit.language].answer_again;
  const body = html`${revisionField(file)}<button type="submit" class="quiet">${label}</button>`;
  return deskForm(visit, `/import/${file.number}/again`, body);
}

/** What was answered about the last file with the same columns holds for this one, which is said. */
function recalledNote(visit: Visit, { recalled, choices }: FileInHand): Markup | null {
  if (!recalled) return null;
  const words = IMPORT_WORDS[visit.language];
  const where = choices.source === null ? words.by_file : sourceName(visit.site, choices.source);
  const how = choices.verified_by === null ? words.no_method : words.methods[choices.verified_by];
  const read_as = [`${words.source}: ${where}`, `${words.verified}: ${how}`].map((text) => html`<li>${text}</li>`);
  return html`<div class="note"><p>${words.recalled}</p><ul>${read_as}</ul></div>`;
}

function reviewCell(visit: Visit, row: PreviewRow): Markup {
  const words = IMPORT_WORDS[visit.language];
  const { review } = row;
  if (!review) return html`<p>${programSentence(visit, row.reason ?? "")}</p>`;
  const { format } = wordsOf(visit.site);
  const text = [review.title, review.text].filter((part) => part !== null).join("\n");
  const waits = review.held_reason === null ? null : (words.waits[review.held_reason] ?? review.held_reason);
  const reply = review.reply_text;
  const reply_head = review.reply_state === "held" ? words.reply_waits : words.reply;
  const stars = starPicture(visit.site, review.rating);
  const shown_reply = reply === null ? null : html`<p dir="auto">${clip(reply, SHOWN_CHARACTERS)}</p>`;
  return html`<p class="byline"><span class="author" dir="auto">${review.author}</span> ${format.day(review.date)} ${stars}</p>
<p class="words" dir="auto">${text === "" ? words.no_text : clip(text, SHOWN_CHARACTERS)}</p>
${waits === null ? null : html`<p class="note">${waits}</p>`}
${shown_reply && html`<div class="reply"><p class="reply-by">${reply_head}</p>${shown_reply}</div>`}
${shownChanges(visit, row.changes)}`;
}

/** The kind of rows that the URL asks for; null for all. */
const askedKind = ({ url }: Visit): PreviewKind | null =>
  PREVIEW_KINDS.find((kind) => kind === url.searchParams.get("kind")) ?? null;

function kindLinks(visit: Visit, file: FileInHand, counts: Record<PreviewKind, number>): Markup {
  const words = IMPORT_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const chosen = askedKind(visit);
  const all = PREVIEW_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const link = (kind: PreviewKind | null, name: string, count: number) => {
    const here = kind === chosen ? html` aria-current="true"` : null;
    const path = `/import/${file.number}${kind === null ? "" : `?kind=${kind}`}`;
    return html`<li><a href="${path}"${here}>${name} <span class="of">${format.count(count)}</span></a></li>`;
  };
  const links = PREVIEW_KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
    link(kind, words.kinds[kind], counts[kind]),
  );
  return html`<ul class="chips">${link(null, words.all, all)}${links}</ul>`;
}

function previewTable(visit: Visit, file: FileInHand): Markup {
  const words = IMPORT_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const counts = file.rows.counts();
  const kind = askedKind(visit);
  const total = kind === null ? PREVIEW_KINDS.reduce((sum, one) => sum + counts[one], 0) : counts[kind];
  const pages = Math.max(1, Math.ceil(total / ROWS_PAGE));
  const page = Math.min(askedPage(visit), pages);
  const rows = file.rows.read(kind, (page - 1) * ROWS_PAGE, ROWS_PAGE).map((row) => {
    const at = row.row === null ? "" : format.count(row.row);
    return html`<tr><td>${at}</td><td>${words.kinds[row.kind]}</td><td class="review-cell">${reviewCell(visit, row)}</td></tr>`;
  });
  const table = deskTable(words.preview, [words.row, words.what, words.review], rows);
  return html`${kindLinks(visit, file, counts)}${table}${deskPaging(visit, { page, pages })}`;
}

function publishForm(visit: Visit, file: FileInHand): Markup {
  const words = IMPORT_WORDS[visit.language];
  const { count } = wordsOf(visit.site).format;
  const { public: shown, waiting } = file.rows.outlook();
  const { removed } = file.rows.counts();
  if (shown + waiting + removed === 0) return html`<p>${words.nothing_new}</p>`;
  const published = shown > 0 ? shown : waiting;
  const label = published > 0 ? words.publish(count(published)) : words.take_out(count(removed));
  const later = shown === 0 && waiting > 0;
  const told = [
    waiting > 0 ? words.will_wait(count(waiting)) : null,
    removed > 0 ? words.will_go(count(removed)) : null,
  ].filter((text) => text !== null);
  const note = told.length > 0 ? html`<p class="note">${told.join(" ")}</p>` : null;
  const described = later ? html` aria-describedby="later"` : null;
  const when = later ? html` <span id="later">${words.later}</span>` : null;
  const body = html`${revisionField(file)}${note}<button type="submit"${described}>${label}</button>${when}`;
  return deskForm(visit, `/import/${file.number}/publish`, body);
}

function renderPreview(visit: Visit, file: FileInHand, warnings: readonly string[], notice: string | null): Markup {
  const words = IMPORT_WORDS[visit.language];
  const told = warnings.map((warning) => html`<li>${programSentence(visit, warning)}</li>`);
  return html`${notice === null ? null : html`<p class="problem" role="alert">${notice}</p>`}
<p class="lead">${words.not_public}</p>${told.length > 0 ? html`<ul class="note">${told}</ul>` : null}
${recalledNote(visit, file)}
<div class="actions">${publishForm(visit, file)}${againForm(visit, file)}${discardForm(visit, file, words.discard)}</div>
<section><h2>${words.preview}</h2>${previewTable(visit, file)}</section>
${settingsForm(visit, file)}`;
}

/** How far a file is that is being read or published. Null if it is not. */
export function fileProgress(visit: Visit, file: FileInHand): Markup | null {
  if (file.stage.name !== "reading" && file.stage.name !== "publishing") return null;
  const { rows, bytes, size } = file.stage.progress;
  const words = IMPORT_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const told = words[file.stage.name];
  const value = size > 0 ? html` value="${Math.min(bytes, size)}" max="${size}"` : null;
  return html`<p class="lead" role="status">${told} ${rows > 0 ? words.rows_done(format.count(rows)) : ""}</p>
<progress aria-label="${told}"${value}></progress>${discardForm(visit, file, words.cancel)}`;
}

/** What an import left to decide is counted as it is now. */
async function renderPublished(visit: Visit, file: FileInHand, run: number | null): Promise<Markup> {
  const words = IMPORT_WORDS[visit.language];
  const { format } = wordsOf(visit.site);
  const counts = file.rows.counts();
  const rows = PREVIEW_KINDS.filter((kind) => counts[kind] > 0).map(
    (kind) => html`<tr><th scope="row">${words.kinds[kind]}</th><td>${format.count(counts[kind])}</td></tr>`,
  );
  const undoes = run !== null && visit.session.role === "manager";
  const undo = undoes ? html`<p><a class="button quiet" href="/imports/${run}">${words.undo}</a></p>` : null;
  const { store, now } = visit.desk.deps;
  const kinds = run === null ? null : await countWaiting(store, now(), run);
  const waiting = Object.values(kinds ?? {}).reduce((sum, count) => sum + count, 0);
  const decide =
    waiting > 0 ? html`<p><a class="button" href="/waiting">${words.decide(format.count(waiting))}</a></p>` : null;
  const waits = kinds && waitingCounts(visit, kinds);
  return html`<section><h2>${words.done}</h2><table class="counts"><tbody>${rows}</tbody></table>${decide}${waits}</section>
<p class="onward"><a href="${visit.desk.public_url}">${words.see_public}</a> <a href="/import">${words.another}</a></p>${undo}`;
}

/** The page of a file, at whatever stage it is. `given`: what was answered so far, if it was not enough. */
export async function renderFile(
  visit: Visit,
  file: FileInHand,
  notice: string | null = null,
  given: Form | null = null,
): Promise<string> {
  const words = IMPORT_WORDS[visit.language];
  const { stage } = file;
  const page = (body: Markup | null, refresh = false) =>
    renderDeskPage(visit, {
      title: words.title,
      body: html`<p class="file-name" dir="auto">${file.shown_name}</p>${body}`,
      refresh,
    });
  switch (stage.name) {
    case "reading":
    case "publishing":
      return page(fileProgress(visit, file), true);
    case "questions":
      return page(html`${questionForm(visit, file, notice, given)}${discardForm(visit, file, words.discard)}`);
    case "preview":
      return page(renderPreview(visit, file, stage.preview.report.warnings, notice));
    case "published":
      return page(await renderPublished(visit, file, stage.report.run));
    case "unusable": {
      const why = stage.reason === "" ? words.unusable_reason : programSentence(visit, stage.reason);
      const reason = html`<p class="problem" role="alert">${words.unusable} ${why}</p>`;
      return page(
        html`${reason}${settingsForm(visit, file)}${againForm(visit, file)}${discardForm(visit, file, words.discard)}`,
      );
    }
  }
}

/** The page of a file. If its preview had to be compared again, who changed the data is told. */
export async function respondFile(visit: Visit, file: FileInHand, status: number): Promise<Response> {
  const changed = file.stage.name === "preview" && file.stage.changed_meanwhile;
  const notice = changed ? IMPORT_WORDS[visit.language].changed(await whoChanged(visit)) : null;
  return respondHtml(await renderFile(visit, file, notice), status);
}

export async function filePage(visit: Visit): Promise<Response> {
  const file = visit.desk.files.find(visit.params.number ?? "");
  if (!file) return refuse(visit, "missing", { detail: IMPORT_WORDS[visit.language].gone });
  if (file.stage.name === "preview") {
    file.job = Promise.all([file.job, refreshInHand(visit.desk.deps, file, logOf(visit))]);
    await waitShortly(file.job);
  }
  return respondFile(visit, file, 200);
}
