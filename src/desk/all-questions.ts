import { type FileInHand, readInHand } from "../owner/file-in-hand.ts";
import { html } from "../pages/parts/html.ts";
import { isCurrent } from "./change-file.ts";
import { deskForm, renderDeskPage } from "./desk-frame.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { logOf, waitShortly } from "./file-jobs.ts";
import { fileProgress } from "./file-page.ts";
import { fileColumns, questionFields, readChoices } from "./file-questions.ts";
import type { Form, Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";

/** The names of a file's fields begin with its number, so that one form has those of several files. */
const prefixOf = ({ number }: FileInHand): string => `${number}:`;

function fieldsOf(file: FileInHand, form: Form): Form {
  const prefix = prefixOf(file);
  const own = [...form].filter(([name]) => name.startsWith(prefix));
  return new URLSearchParams(own.map(([name, value]): [string, string] => [name.slice(prefix.length), value]));
}

const askingFiles = ({ desk }: Visit): FileInHand[] =>
  desk.files.list().filter(({ stage }) => stage.name === "questions");

function renderQuestions(visit: Visit, notice: string | null, given: Form | null): string {
  const words = IMPORT_WORDS[visit.language];
  const files = askingFiles(visit).map((file) => {
    const prefix = prefixOf(file);
    const fields = questionFields(visit, file, { prefix, given: given && fieldsOf(file, given) });
    return html`<section><h2 dir="auto"><a href="/import/${file.number}">${file.shown_name}</a></h2>
${fileColumns(visit, file)}${fields}</section>`;
  });
  const told = notice === null ? null : html`<p class="problem" role="alert">${notice}</p>`;
  const button = html`<button type="submit">${words.update}</button>`;
  const form = deskForm(visit, "/import/questions", html`${files}${button}`);
  return renderDeskPage(visit, {
    title: words.questions_all,
    body: html`<p class="lead">${words.questions_lead}</p>${told}${form}`,
  });
}

/** The questions of all files in hand. As long as one is being read, it is not known what it asks. */
export async function allQuestionsPage(visit: Visit): Promise<Response> {
  const reading = visit.desk.files.list().filter(({ stage }) => stage.name === "reading");
  const [first] = reading;
  if (first) {
    const body = reading.map(
      (file) => html`<p class="file-name" dir="auto">${file.shown_name}</p>${fileProgress(visit, file)}`,
    );
    return respondHtml(
      renderDeskPage(visit, { title: IMPORT_WORDS[visit.language].title, body: html`${body}`, refresh: true }),
    );
  }
  return askingFiles(visit).length === 0 ? redirect("/import") : respondHtml(renderQuestions(visit, null, null));
}

export async function answerAll(visit: Visit, form: Form): Promise<Response> {
  const asked = askingFiles(visit).filter((file) => isCurrent(file, fieldsOf(file, form)));
  const answered = asked.map((file) => ({ file, choices: readChoices(file, fieldsOf(file, form)) }));
  if (answered.some(({ choices }) => choices === null))
    return respondHtml(renderQuestions(visit, IMPORT_WORDS[visit.language].unanswered, form), 400);
  for (const { file, choices } of answered)
    if (choices) file.job = readInHand(visit.desk.deps, file, choices, logOf(visit));
  await waitShortly(Promise.all(asked.map(({ job }) => job)));
  return redirect("/import/questions");
}
