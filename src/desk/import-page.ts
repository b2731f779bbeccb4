import { beginInHand } from "../owner/file-in-hand.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { renderDeskPage, tokenField } from "./desk-frame.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { logOf, waitShortly } from "./file-jobs.ts";
import { receiveFiles, type UploadRefusal } from "./receive-files.ts";
import { refuse } from "./refusals.ts";
import type { Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";
import { UPLOAD_WORDS } from "./words/upload-words.ts";

function filesInHand(visit: Visit): Markup | null {
  const words = UPLOAD_WORDS[visit.language];
  const files = visit.desk.files.list();
  if (files.length === 0) return null;
  const items = files.map(
    ({ number, shown_name, stage }) =>
      html`<li><a href="/import/${number}" dir="auto">${shown_name}</a> <span class="of">${words.stages[stage.name]}</span></li>`,
  );
  const asking = files.filter(({ stage }) => stage.name === "questions").length > 1;
  const all = asking ? html`<p><a class="button" href="/import/questions">${words.answer_all}</a></p>` : null;
  return html`<section><h2>${words.in_hand}</h2><ul class="plain">${items}</ul>${all}</section>`;
}

function renderImport(visit: Visit, problem: UploadRefusal | null): string {
  const words = UPLOAD_WORDS[visit.language];
  const { title } = IMPORT_WORDS[visit.language];
  const fault = problem === null ? null : html`<p class="problem" role="alert">${words.problems[problem]}</p>`;
  const input = html`<input id="files" name="files" type="file" multiple required>`;
  const form = html`<form method="post" action="/import" enctype="multipart/form-data" class="upload" data-drop>${tokenField(visit)}
<p class="field"><label for="files">${words.drop}</label>${input}</p><button type="submit">${words.upload}</button></form>`;
  const how = words.sources.map(([name, steps]) => {
    const list = html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`;
    return html`<dt>${name}</dt><dd>${list}</dd>`;
  });
  const body = html`<p class="lead">${words.lead}</p>${fault}${form}${filesInHand(visit)}
<section><h2>${words.how}</h2><dl class="steps">${how}</dl></section>`;
  return renderDeskPage(visit, { title, body });
}

export const importPage = async (visit: Visit): Promise<Response> => respondHtml(renderImport(visit, null));

const REFUSED_STATUS: Record<UploadRefusal, number> = {
  token: 403,
  too_large: 413,
  full: 413,
  no_file: 400,
  broken: 400,
};

export async function uploadFiles(visit: Visit): Promise<Response> {
  const { desk } = visit;
  const received = await receiveFiles(visit, desk.files.folder, desk.files.room());
  if (received === "token") return refuse(visit, "token");
  if (typeof received === "string") return respondHtml(renderImport(visit, received), REFUSED_STATUS[received]);
  const files = received.map((file) => desk.files.add(file));
  for (const file of files) file.job = beginInHand(desk.deps, file, logOf(visit));
  await waitShortly(Promise.all(files.map(({ job }) => job)));
  const [only] = files;
  return redirect(files.length === 1 && only ? `/import/${only.number}` : "/import/questions");
}
