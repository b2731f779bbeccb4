import { recordChange } from "../owner/desk-access.ts";
import {
  findImport,
  type ListedImport,
  publishedSince,
  readImports,
  reopenImport,
  undoAsShown,
} from "../owner/import-list.ts";
import { readVersion } from "../owner/last-change.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { wordsOf } from "../pages/parts/page-words.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { askedPage, deskPaging } from "./desk-paging.ts";
import { deskTable, programSentence } from "./desk-parts.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { refuse } from "./refusals.ts";
import { showTime } from "./shown-times.ts";
import type { Form, Visit } from "./visit.ts";
import { FRAME_WORDS } from "./words/frame-words.ts";
import { IMPORTS_WORDS } from "./words/imports-words.ts";

/** What has to be done first, with a button or links for it. */
function renderObstacle(visit: Visit, listed: Pick<ListedImport, "run" | "obstacle" | "refusal">): Markup {
  const words = IMPORTS_WORDS[visit.language];
  const { run, obstacle, refusal } = listed;
  if (!obstacle) return html`<p class="note">${words.cannot} ${programSentence(visit, refusal ?? "")}</p>`;
  if ("import" in obstacle)
    return html`<p class="note"><a href="/imports/${obstacle.import}">${words.later_import(obstacle.import)}</a></p>`;
  const count = obstacle.decided.length;
  const published = publishedSince({ obstacle });
  if (published === null) {
    const [first] = obstacle.decided;
    return html`<p class="note"><a href="/reviews/${first?.review_id ?? ""}">${words.decided(count)}</a></p>`;
  }
  const label = html`${words.reopen(count)}<span class="hidden"> ${run.number}</span>`;
  const shown = html`<input type="hidden" name="count" value="${count}">`;
  const body = html`${shown}<button type="submit" class="quiet">${label}</button>`;
  const form = visit.session.role === "manager" ? deskForm(visit, `/imports/${run.number}/reopen`, body) : null;
  return html`<p class="note">${words.published_since(count)}</p>${form}`;
}

/** What undoing would do, in words. */
function renderPlan(visit: Visit, { run, plan, refusal, obstacle }: ListedImport): Markup {
  const words = IMPORTS_WORDS[visit.language];
  const { count } = wordsOf(visit.site).format;
  if (run.undone_at !== null) return html`<p>${words.undone(showTime(visit, run.undone_at))}</p>`;
  if (!plan) return renderObstacle(visit, { run, obstacle, refusal });
  const parts = [
    plan.removed > 0 ? words.removed(count(plan.removed)) : null,
    plan.restored > 0 ? words.restored(count(plan.restored)) : null,
    plan.returned > 0 ? words.returned(count(plan.returned)) : null,
    plan.kept > 0 ? words.kept(count(plan.kept)) : null,
  ];
  return html`<ul class="plain">${parts.flatMap((part) => (part === null ? [] : [html`<li>${part}</li>`]))}</ul>`;
}

function undoForm(visit: Visit, { run, plan }: ListedImport): Markup | null {
  if (!plan || visit.session.role !== "manager") return null;
  const shown = (["removed", "restored", "returned"] as const).map(
    (name) => html`<input type="hidden" name="${name}" value="${plan[name]}">`,
  );
  const label = html`${IMPORTS_WORDS[visit.language].undo}<span class="hidden"> ${run.number}</span>`;
  return deskForm(
    visit,
    `/imports/${run.number}/undo`,
    html`${shown}<button type="submit" class="quiet">${label}</button>`,
  );
}

function describeCounts(visit: Visit, { counts }: ListedImport["run"]): Markup {
  const words = IMPORTS_WORDS[visit.language];
  const { count } = wordsOf(visit.site).format;
  const names = ["added", "updated", "unchanged", "rejected", "removed", "kept_out"] as const;
  const parts = names
    .filter((name) => counts[name] > 0)
    .map((name) => html`<li>${count(counts[name])} ${words.count[name]}</li>`);
  return html`<ul class="plain">${parts}</ul>`;
}

const whoOf = (visit: Visit, { run, by }: ListedImport): string => {
  const words = IMPORTS_WORDS[visit.language];
  if (run.sync_source !== null) return words.by_source(run.sync_source);
  return by === null ? words.by_owner : (by.member ?? FRAME_WORDS[visit.language].here);
};

/** The name of the file that somebody chose. Of a zip that is not the file inside it. */
const shownFile = (file: string): string => {
  const own = /^.+?\.zip(?=: )/i.exec(file)?.[0] ?? file;
  return own.split(/[/\\]/).at(-1) ?? own;
};

export async function importsPage(visit: Visit): Promise<Response> {
  const words = IMPORTS_WORDS[visit.language];
  const { listed, ...paging } = await readImports(visit.desk.deps, askedPage(visit));
  const rows = listed.map((one) => {
    const { run } = one;
    const files = [...new Set(run.files.map(({ file }) => shownFile(file)))].join(", ");
    const when = html`<time datetime="${run.committed_at}">${showTime(visit, run.committed_at)}</time>`;
    return html`<tr><th scope="row">${run.number}</th><td>${when}</td>
<td dir="auto" class="file-cell">${files}</td><td dir="auto">${whoOf(visit, one)}</td><td>${describeCounts(visit, run)}</td>
<td>${renderPlan(visit, one)}${undoForm(visit, one)}</td></tr>`;
  });
  const columns = [words.number, words.when, words.file, words.who, words.counts, words.would];
  const list = rows.length === 0 ? html`<p>${words.empty}</p>` : deskTable(words.title, columns, rows);
  const body = html`<p class="lead">${words.lead}</p><section>${list}${deskPaging(visit, paging)}</section>`;
  return respondHtml(renderDeskPage(visit, { title: words.title, body }));
}

const runNumber = ({ params }: Visit): number => (/^[1-9]\d{0,8}$/.test(params.run ?? "") ? Number(params.run) : 0);

/** One import: what undoing it would do, before it is done. */
async function respondUndo(visit: Visit, notice: string | null, status: number): Promise<Response> {
  const words = IMPORTS_WORDS[visit.language];
  const found = await findImport(visit.desk.deps, runNumber(visit));
  if (!found) return refuse(visit, "missing");
  const told = notice === null ? null : html`<p class="problem" role="alert">${notice}</p>`;
  const body = html`${told}<h2>${words.would}</h2>${renderPlan(visit, found)}${undoForm(visit, found)}
<p class="onward"><a href="/imports">${words.back}</a></p>`;
  const title = words.undo_title(String(found.run.number));
  return respondHtml(renderDeskPage(visit, { title, body }), status);
}

export const undoPage = (visit: Visit): Promise<Response> => respondUndo(visit, null, 200);

const countIn = (form: Form, name: string): number => Number(form.get(name) ?? Number.NaN);

/** Publications that keep an import from being undone are taken back: those reviews wait again. */
export async function reopenListed(visit: Visit, form: Form): Promise<Response> {
  const { desk, session } = visit;
  const number = runNumber(visit);
  const ids = await reopenImport(desk.deps, number, countIn(form, "count"));
  if (!ids) return respondUndo(visit, IMPORTS_WORDS[visit.language].changed, 409);
  const version = await readVersion(desk.deps);
  await recordChange(desk.deps, { member: session.member, kind: "unverify", version, subjects: ids });
  return redirect(`/imports/${number}`);
}

export async function undoListed(visit: Visit, form: Form): Promise<Response> {
  const { desk, session } = visit;
  const number = runNumber(visit);
  if (number === 0) return refuse(visit, "missing");
  const shown = {
    removed: countIn(form, "removed"),
    restored: countIn(form, "restored"),
    returned: countIn(form, "returned"),
  };
  const report = await undoAsShown(desk.deps, number, shown);
  if (!report) return respondUndo(visit, IMPORTS_WORDS[visit.language].changed, 409);
  const record = { member: session.member, kind: "undone", version: report.version, subjects: [`import ${number}`] };
  await recordChange(desk.deps, record);
  return redirect("/imports");
}
