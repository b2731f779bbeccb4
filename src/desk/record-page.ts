import { reviewId } from "../model/review.ts";
import { type RecordPage, readRecord } from "../owner/desk-access.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { renderDeskPage } from "./desk-frame.ts";
import { askedPage, deskPaging } from "./desk-paging.ts";
import { deskTable } from "./desk-parts.ts";
import { respondHtml } from "./desk-responses.ts";
import { showTime } from "./shown-times.ts";
import type { Visit } from "./visit.ts";
import { FRAME_WORDS } from "./words/frame-words.ts";
import { RECORD_WORDS } from "./words/record-words.ts";

const SUBJECTS_SHOWN = 5;

/** Reviews and imports lead to their pages. The others are names and files. */
function subjectLink(visit: Visit, subject: string): Markup {
  const run = /^import (\d+)$/.exec(subject)?.[1];
  if (run !== undefined) return html`<a href="/imports/${run}">${RECORD_WORDS[visit.language].import_number(run)}</a>`;
  if (reviewId.safeParse(subject).success) return html`<a href="/reviews/${subject}">${subject}</a>`;
  return html`<span dir="auto">${subject}</span>`;
}

function recordTable(visit: Visit, { records }: RecordPage): Markup {
  const words = RECORD_WORDS[visit.language];
  if (records.length === 0) return html`<p>${words.empty}</p>`;
  const { here } = FRAME_WORDS[visit.language];
  const rows = records.map(({ at, member, kind, subjects }) => {
    const more = subjects.length > SUBJECTS_SHOWN ? ` … (${subjects.length})` : "";
    const of_what = subjects
      .slice(0, SUBJECTS_SHOWN)
      .map((one, at) => html`${at === 0 ? "" : ", "}${subjectLink(visit, one)}`);
    return html`<tr><td><time datetime="${at}">${showTime(visit, at)}</time></td><td dir="auto">${member ?? here}</td><td>${
      words.kinds[kind] ?? kind
    }</td><td class="ids">${of_what}${more}</td></tr>`;
  });
  return deskTable(words.title, [words.when, words.who, words.what, words.subjects], rows);
}

export async function recordPage(visit: Visit): Promise<Response> {
  const page = await readRecord(visit.desk.deps, askedPage(visit));
  const { title, lead } = RECORD_WORDS[visit.language];
  const body = html`<p class="lead">${lead}</p><section>${recordTable(visit, page)}${deskPaging(visit, page)}</section>`;
  return respondHtml(renderDeskPage(visit, { title, body }));
}
