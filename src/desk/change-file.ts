import { recordChange } from "../owner/desk-access.ts";
import { askAgain, type FileInHand, publishInHand, readInHand } from "../owner/file-in-hand.ts";
import { rememberAnswers } from "../owner/remember-answers.ts";
import { redirect, respondHtml } from "./desk-responses.ts";
import { logOf, waitShortly } from "./file-jobs.ts";
import { renderFile, respondFile } from "./file-page.ts";
import { readChoices } from "./file-questions.ts";
import { refuse } from "./refusals.ts";
import type { Form, Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";

type Change = (visit: Visit, form: Form, file: FileInHand) => Promise<Response>;

/** A form of an earlier page of the file changes nothing: the page is shown as it is now. */
const withFile =
  (change: Change) =>
  async (visit: Visit, form: Form): Promise<Response> => {
    const file = visit.desk.files.find(visit.params.number ?? "");
    if (!file) return refuse(visit, "missing", { detail: IMPORT_WORDS[visit.language].gone });
    return change(visit, form, file);
  };

export const isCurrent = (file: FileInHand, form: Form): boolean => form.get("revision") === String(file.revision);

const back = ({ number }: FileInHand): Response => redirect(`/import/${number}`);

export const updatePreview = withFile(async (visit, form, file) => {
  const { name } = file.stage;
  if (!isCurrent(file, form) || !["questions", "preview", "unusable"].includes(name)) return back(file);
  const choices = readChoices(file, form);
  if (!choices) return respondHtml(await renderFile(visit, file, IMPORT_WORDS[visit.language].unanswered, form), 400);
  file.job = readInHand(visit.desk.deps, file, choices, logOf(visit));
  await waitShortly(file.job);
  return back(file);
});

/** A wrong answer is corrected: everything is asked again. */
export const answerAgain = withFile(async (visit, form, file) => {
  if (!isCurrent(file, form) || !["preview", "unusable"].includes(file.stage.name)) return back(file);
  file.job = askAgain(visit.desk.deps, file, logOf(visit));
  await waitShortly(file.job);
  return back(file);
});

async function publish(visit: Visit, file: FileInHand): Promise<void> {
  const { desk, session } = visit;
  if (file.stage.name !== "preview") return;
  const report = await publishInHand(desk.deps, file, file.stage.preview, logOf(visit));
  if (!report) return;
  desk.files.deleteUpload(file);
  await rememberAnswers(desk.deps, file.columns, file.choices);
  const subjects = report.run === null ? [] : [`import ${report.run}`];
  await recordChange(desk.deps, { member: session.member, kind: "imported", version: report.version, subjects });
}

export const publishPreview = withFile(async (visit, form, file) => {
  if (!isCurrent(file, form) || file.stage.name !== "preview") return back(file);
  file.job = publish(visit, file).catch(logOf(visit));
  await waitShortly(file.job);
  return file.stage.name === "preview" ? respondFile(visit, file, 409) : back(file);
});

/** Stops what runs, and deletes the file. What was published meanwhile stays. */
export const discardFile = withFile(async (visit, _, file) => {
  file.canceled = true;
  await file.job;
  if (file.stage.name === "published") return back(file);
  visit.desk.files.drop(file);
  return redirect("/import");
});
