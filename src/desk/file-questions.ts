import { SOURCES, VERIFICATION_METHODS } from "../model/review-kinds.ts";
import type { FileInHand } from "../owner/file-in-hand.ts";
import { type FileChoices, type FileQuestion, isGiven, mergeAnswers } from "../owner/prepare-import.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { sourceName } from "../pages/parts/review-card.ts";
import { consentFields, hasUnreadConsent, readConsents } from "./consent-fields.ts";
import { deskForm } from "./desk-frame.ts";
import { deskTable, selectField } from "./desk-parts.ts";
import type { Form, Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";

type Choice = FileQuestion["choices"][number];
type Columns = NonNullable<FileChoices["answers"]["map"]>;

/** What it means that a column holds a field. */
function columnLabel(visit: Visit, field: string, header: string): string {
  const words = IMPORT_WORDS[visit.language];
  const none = header === "none";
  if (field === "source_id") return none ? words.no_id : words.is_id;
  if (field === "status") return none ? words.no_status : words.is_status;
  return none ? words.no_column : header.replaceAll("\n", " + ");
}

/** A choice in the words of the page, where it is one that every file has. */
function choiceLabel(visit: Visit, kind: FileQuestion["kind"], { answer, label }: Choice): string {
  const words = IMPORT_WORDS[visit.language];
  if (kind === "dates") return answer.dates === "month_first" ? words.month_first : words.day_first;
  if (kind === "hidden") return answer.hidden === "read" ? words.read_hidden : words.skip_hidden;
  if (kind === "scale" && answer.scale) return words.out_of(answer.scale);
  if (kind === "consent" && answer.ignore) return words.not_about;
  const [only, ...more] = Object.entries(answer.map ?? {});
  if (only && more.length === 0) return columnLabel(visit, ...only);
  return answer.ignore ? words.not_part : label;
}

/** The first values of a column, so that somebody knows which one it is. */
function samplesOf({ columns, choices }: FileInHand, header: string, asked_sheet: string | undefined): string {
  const sheet = asked_sheet ?? choices.answers.sheet ?? null;
  const found = columns.filter((column) => column.header === header);
  return ((found.find((column) => column.sheet === sheet) ?? found[0])?.values ?? []).join(" · ");
}

/** Values of the columns that a choice names, or the columns of its sheet. */
function choiceSamples(file: FileInHand, { sheet }: FileQuestion, { answer }: Choice): string {
  if (answer.sheet !== undefined)
    return file.columns.flatMap((one) => (one.sheet === answer.sheet ? one.header : [])).join(" · ");
  const headers = Object.values(answer.map ?? {}).flatMap((named) => named.split("\n"));
  return headers.map((header) => samplesOf(file, header, sheet)).join(" + ");
}

/** How the fields of a file are named, and what the form that was sent says. */
type FieldsOf = { prefix: string; given: Form | null };

function questionField(
  visit: Visit,
  file: FileInHand,
  { question, at }: { question: FileQuestion; at: number },
  { prefix, given }: FieldsOf,
): Markup {
  const words = IMPORT_WORDS[visit.language];
  const name = `question:${at}`;
  const consent = question.kind === "consent";
  const before = file.before?.answers ?? {};
  const on = (is: boolean | undefined) => (is ? html` checked` : null);
  const isOn = (field: string, value: number, otherwise: boolean) =>
    on(given ? given.getAll(field).includes(String(value)) : otherwise);
  const radios = question.choices.flatMap((one, choice) => {
    // To consent, each value is an answer of its own: they are listed below.
    if (consent && !one.answer.ignore) return [];
    const samples = choiceSamples(file, question, one);
    const shown = samples === "" ? null : html` <span class="of">${samples}</span>`;
    const label = html`<span dir="auto">${choiceLabel(visit, question.kind, one)}${shown}</span>`;
    const checked = isOn(name, choice, isGiven(one.answer, before));
    const box = html`<input type="radio" name="${prefix}${name}" value="${choice}"${checked}>`;
    return [html`<label class="choice">${box} ${label}</label>`];
  });
  const yes = before.consent?.find(({ column }) => column === question.column)?.yes ?? [];
  const isYes = (index: number, value: string) => isOn(`${name}:yes`, index, yes.includes(value));
  const shownValue = (value: string) => (value === "" ? "—" : consent && value === "filled" ? words.filled : value);
  // Only of a consent column all values are counted. The others are examples.
  const found = ({ value, rows }: FileQuestion["values"][number]) =>
    html`<span dir="auto">${shownValue(value)}</span>${consent ? html` <span class="of">${words.in_rows(rows)}</span>` : null}`;
  const values = question.values.map((value, index) =>
    consent
      ? html`<label class="choice"><input type="checkbox" name="${prefix}${name}:yes" value="${index}"${isYes(index, value.value)}>
 ${found(value)}</label>`
      : html`<li>${found(value)}</li>`,
  );
  const shown =
    consent || values.length === 0 ? null : html`<p class="note">${words.values}</p><ul class="note">${values}</ul>`;
  const field = question.kind === "column" ? words.fields[question.id.slice("column:".length)] : undefined;
  const sheet = question.sheet === undefined ? null : words.only_for(question.sheet);
  const about = [sheet, field, question.column].filter((part) => part !== undefined && part !== null).join(": ");
  const column = about === "" ? null : html`<p dir="auto"><strong>${about}</strong></p>`;
  return html`<fieldset><legend>${words.question[question.kind]}</legend>${column}${shown}${consent ? values : null}${radios}</fieldset>`;
}

const hidden = (file: FileInHand, prefix = ""): Markup =>
  html`<input type="hidden" name="${prefix}revision" value="${file.revision}">`;

/** All questions of a file. What is not certain has to be chosen: nothing is chosen beforehand. */
export function questionFields(visit: Visit, file: FileInHand, fields: FieldsOf): Markup {
  const questions = file.stage.name === "questions" ? file.stage.questions : [];
  const asked = questions.map((question, at) => questionField(visit, file, { question, at }, fields));
  return html`${hidden(file, fields.prefix)}${asked}${sourceFields(visit, file, fields)}`;
}

/** The columns of each sheet, with the first values: so the questions about them can be answered without the file. */
export function fileColumns(visit: Visit, { columns, shown_name }: FileInHand): Markup | null {
  const words = IMPORT_WORDS[visit.language];
  const tables = [...Map.groupBy(columns, ({ sheet }) => sheet)].map(([sheet, own]) => {
    const rows = own.map(
      ({ header, values }) =>
        html`<tr><th scope="row" dir="auto">${header}</th><td dir="auto">${values.join(" · ")}</td></tr>`,
    );
    const name = sheet === null ? words.columns : words.columns_of(sheet);
    const heading = sheet === null ? null : html`<h3 dir="auto">${name}</h3>`;
    return html`${heading}${deskTable(`${shown_name}: ${name}`, [words.column, words.first_values], rows)}`;
  });
  if (tables.length === 0) return null;
  return html`<details class="settings"><summary>${words.columns_shown}</summary>${tables}</details>`;
}

/** The questions of one file, on its own page. */
export function questionForm(visit: Visit, file: FileInHand, notice: string | null, given: Form | null): Markup {
  const words = IMPORT_WORDS[visit.language];
  const fields = questionFields(visit, file, { prefix: "", given });
  const told = notice === null ? null : html`<p class="problem" role="alert">${notice}</p>`;
  const body = html`${fields}<button type="submit">${words.update}</button>`;
  const form = deskForm(visit, `/import/${file.number}/preview`, body);
  return html`<section><h2>${words.questions}</h2><p>${words.questions_lead}</p>${told}${fileColumns(visit, file)}${form}</section>`;
}

function sourceFields(visit: Visit, { choices, before, stage }: FileInHand, { prefix, given }: FieldsOf): Markup {
  const chosen = stage.name === "questions" ? (before ?? choices) : choices;
  const words = IMPORT_WORDS[visit.language];
  const sources = SOURCES.map((value) => ({ value, label: sourceName(visit.site, value) }));
  const methods = VERIFICATION_METHODS.map((value) => ({ value, label: words.methods[value] }));
  const source = { name: `${prefix}source`, label: words.source };
  const verified = { name: `${prefix}verified_by`, label: words.verified };
  const as_given = { value: "", label: words.by_file };
  const [where, how] = [given?.get("source") ?? chosen.source, given?.get("verified_by") ?? chosen.verified_by];
  return html`${selectField(source, where ?? "", [as_given, ...sources])}
${selectField(verified, how ?? "", [{ value: "", label: words.no_method }, ...methods])}`;
}

const mappingOf = ({ stage }: FileInHand) =>
  stage.name === "preview" ? (stage.preview.report.files[0]?.mapping ?? null) : null;

/** Where a field is read, as the form shows it. */
const columnOf = ({ columns }: { columns: Columns }, field: string): string =>
  (field === "location" ? (columns.location ?? columns.location_name) : columns[field as keyof Columns]) ?? "none"; // others have no value

/** Which column holds each field, in a table of the owner. Every one can be changed. */
function columnFields(visit: Visit, file: FileInHand): Markup | null {
  const words = IMPORT_WORDS[visit.language];
  const mapping = mappingOf(file);
  if (!mapping) return null;
  // Also those whose name says nothing: only the owner knows what they hold.
  const { sheet = null } = file.choices.answers;
  const own = file.columns.flatMap((column) => (sheet === null || column.sheet === sheet ? column.header : []));
  const headers = [...new Set([...Object.values(mapping.columns), ...own])];
  const named = headers.map((value) => {
    const samples = samplesOf(file, value, undefined);
    return { value, label: samples === "" ? value : `${value} (${samples})` };
  });
  const options = [{ value: "none", label: words.no_column }, ...named];
  const fields = ["rating", "date", "author", "title", "text", "reply", "source_id", "status", "location"].map(
    (field) =>
      selectField({ name: `column:${field}`, label: words.fields[field] ?? field }, columnOf(mapping, field), options),
  );
  return html`<fieldset><legend>${words.columns}</legend>${fields}</fieldset>`;
}

const sheetsOf = ({ columns }: FileInHand): string[] => [...new Set(columns.flatMap(({ sheet }) => sheet ?? []))];
/** How tables are saved in practice. The content decides; these are for when it decides wrongly. */
const ENCODINGS = "utf-8 windows-1252 windows-1250 windows-1251 macintosh ibm866 shift_jis gb18030 big5 euc-kr".split(
  " ",
);

/** The sheet of a workbook, or how a text file was saved. */
function partFields(visit: Visit, file: FileInHand): Markup | null {
  const words = IMPORT_WORDS[visit.language];
  const { sheet = "", encoding = "" } = file.choices.answers;
  const as_given = { value: "", label: words.by_file };
  const sheets = sheetsOf(file);
  if (sheets.length === 1 || file.columns.length === 0) return null;
  const [name, label, chosen, values] =
    sheets.length > 0
      ? ["sheet", words.question.sheet, sheet, sheets]
      : ["encoding", words.question.encoding, encoding, ENCODINGS];
  return selectField({ name, label }, chosen, [as_given, ...values.map((value) => ({ value, label: value }))]);
}

/** How the file is read. What is certain is chosen, and can be changed. */
export function settingsForm(visit: Visit, file: FileInHand): Markup {
  const words = IMPORT_WORDS[visit.language];
  const { answers } = file.choices;
  const order = selectField({ name: "dates", label: words.order }, answers.dates ?? "", [
    { value: "", label: words.by_file },
    { value: "month_first", label: words.month_first },
    { value: "day_first", label: words.day_first },
  ]);
  const scale = selectField({ name: "scale", label: words.scale }, String(answers.scale ?? ""), [
    { value: "", label: words.by_file },
    ...["5", "10", "100"].map((value) => ({ value, label: value })),
  ]);
  const own = html`${hidden(file)}<input type="hidden" name="settings" value="1">`;
  const update = html`<button type="submit" class="quiet">${words.update}</button>`;
  const about = html`${sourceFields(visit, file, { prefix: "", given: null })}${partFields(visit, file)}`;
  const body = html`${own}${about}${order}${scale}${columnFields(visit, file)}${consentFields(visit, file)}${update}`;
  const form = deskForm(visit, `/import/${file.number}/preview`, body);
  const open = hasUnreadConsent(file) ? html` open` : null;
  return html`<section><details class="settings"${open}><summary>${words.settings}</summary>${form}</details></section>`;
}

type Answers = FileChoices["answers"];

/** The answers to the questions of a file. Null if one is open. */
function readAnswers(questions: readonly FileQuestion[], form: Form): Answers[] | null {
  const answers: Answers[] = [];
  for (const [at, question] of questions.entries()) {
    const name = `question:${at}`;
    // Of the other sheets nothing has to be known.
    if (question.sheet !== undefined && !answers.some(({ sheet }) => sheet === question.sheet)) continue;
    const chosen = question.choices[Number(form.get(name) ?? "-1")]?.answer;
    const yes = form.getAll(`${name}:yes`).flatMap((index) => question.values[Number(index)]?.value ?? []);
    if (question.kind === "consent" && yes.length > 0 && question.column !== null)
      answers.push({ consent: [{ column: question.column, yes }] });
    else if (chosen) answers.push(chosen);
    else return null;
  }
  return answers;
}

/**
 * The columns that the form names. One that stays unread is no answer: "no column" for the status would also say that
 * a column which is read for consent says nothing.
 */
function readColumnFields(file: FileInHand, form: Form): [string, string][] {
  const mapping = mappingOf(file);
  const named = [...form].flatMap(([name, column]): [string, string][] =>
    name.startsWith("column:") ? [[name.slice("column:".length), column]] : [],
  );
  return named.filter(
    ([field, column]) =>
      mapping === null || columnOf(mapping, field) !== column || (column !== "none" && field !== "location"),
  );
}

/** Settings of the form that the owner may change at any time. Of another sheet nothing is known yet. */
function readSettings(file: FileInHand, form: Form): Answers {
  const { sheet, dates: _, scale: __, encoding: before, location, ...others } = file.choices.answers;
  const chosen = sheetsOf(file).find((one) => one === form.get("sheet"));
  if (form.has("sheet") && chosen !== sheet) return chosen === undefined ? {} : { sheet: chosen };
  const dates = form.get("dates");
  const scale = Number(form.get("scale"));
  const encoding = [...ENCODINGS, before].find((one) => one === form.get("encoding"));
  const columns = Object.fromEntries(readColumnFields(file, form));
  const kept = readConsents(file, form, others);
  return mergeAnswers(kept, {
    // Another column has other listings.
    ...(location === undefined || "location" in columns ? {} : { location }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(dates === "month_first" || dates === "day_first" ? { dates } : {}),
    ...(scale === 5 || scale === 10 || scale === 100 ? { scale } : {}),
    ...(Object.keys(columns).length > 0 ? { map: columns } : {}),
  });
}

/** What the form says about the file. Null if a question is open. */
export function readChoices(file: FileInHand, form: Form): FileChoices | null {
  const questions = file.stage.name === "questions" ? file.stage.questions : [];
  const answered = readAnswers(questions, form);
  if (answered === null) return null;
  const before = form.has("settings") ? readSettings(file, form) : file.choices.answers;
  return {
    answers: answered.reduce(mergeAnswers, before),
    source: SOURCES.find((source) => source === form.get("source")) ?? null,
    verified_by: VERIFICATION_METHODS.find((method) => method === form.get("verified_by")) ?? null,
  };
}
