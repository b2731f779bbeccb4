import type { FileInHand } from "../owner/file-in-hand.ts";
import type { FileChoices } from "../owner/prepare-import.ts";
import { html, type Markup } from "../pages/parts/html.ts";
import { selectField } from "./desk-parts.ts";
import type { Form, Visit } from "./visit.ts";
import { IMPORT_WORDS } from "./words/import-words.ts";

type Answers = FileChoices["answers"];

const consentsOf = ({ stage }: FileInHand) =>
  stage.name === "preview" ? (stage.preview.report.files[0]?.consents ?? []) : [];

/** Columns that are read as nothing else, of which the owner alone knows that they are about publication. */
function otherColumns(file: FileInHand): FileInHand["columns"] {
  const { stage, choices, columns } = file;
  const { sheet = null } = choices.answers;
  const mapped = stage.name === "preview" ? Object.values(stage.preview.report.files[0]?.mapping?.columns ?? {}) : [];
  const known = new Set([
    ...mapped.flatMap((named) => named.split("\n")),
    ...consentsOf(file).map(({ column }) => column),
  ]);
  return columns.filter(({ header, sheet: on }) => (sheet === null || on === sheet) && !known.has(header));
}

/** The owner has not yet said which of its values mean yes. */
export const hasUnreadConsent = (file: FileInHand): boolean =>
  consentsOf(file).some(({ yes, ignored }) => !ignored && yes.length === 0);

const box = (name: string, value: string, checked: boolean, label: Markup): Markup =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="${value}"${checked ? html` checked` : null}>
 ${label}</label>`;

/** What the values of each column mean that is read for consent, as it is read, and which other column says it. */
export function consentFields(visit: Visit, file: FileInHand): Markup {
  const words = IMPORT_WORDS[visit.language];
  const fields = consentsOf(file).map(({ column, values, yes, ignored }, at) => {
    const boxes = values.map(({ value, rows }, index) => {
      const shown = value === "blank" ? words.blank : value;
      const label = html`<span dir="auto">${shown} <span class="of">${words.in_rows(rows)}</span></span>`;
      return box(`consent:${at}:yes`, String(index), yes.includes(value), label);
    });
    const not_about = box(`consent:${at}:ignore`, "1", ignored, html`<span>${words.not_about}</span>`);
    return html`<fieldset><legend>${words.question.consent}</legend><p dir="auto"><strong>${column}</strong></p>
${boxes}${not_about}</fieldset>`;
  });
  const others = otherColumns(file).map(({ header }) => ({ value: header, label: header }));
  const another = { name: "another_consent", label: words.another_consent };
  const added =
    others.length === 0 ? null : selectField(another, "", [{ value: "", label: words.no_column }, ...others]);
  return html`${fields}${added}`;
}

/** What the form says about consent. A column that stays as it is read is no answer. */
export function readConsents(file: FileInHand, form: Form, before: Answers): Answers {
  let { consent = [], ignore = [] } = before;
  for (const [at, { column, values, yes, ignored }] of consentsOf(file).entries()) {
    const chosen = form.getAll(`consent:${at}:yes`).flatMap((index) => values[Number(index)]?.value ?? []);
    const ignores = form.has(`consent:${at}:ignore`);
    if (ignores === ignored && (ignores || Bun.deepEquals(chosen, yes))) continue;
    const found = new Set(values.map(({ value }) => value));
    // Other files with the same columns have other values.
    const elsewhere = consent.find((one) => one.column === column)?.yes.filter((value) => !found.has(value)) ?? [];
    consent = consent.filter((one) => one.column !== column);
    ignore = ignore.filter((one) => one !== column);
    if (ignores) ignore = [...ignore, column];
    else if (values.length > 0 && (!ignored || chosen.length > 0))
      consent = [...consent, { column, yes: [...chosen, ...elsewhere] }];
  }
  const another = otherColumns(file).find(({ header }) => header === form.get("another_consent"))?.header;
  // Until the owner says which values mean yes, none does.
  if (another !== undefined) {
    consent = [...consent, { column: another, yes: [] }];
    ignore = ignore.filter((one) => one !== another);
  }
  const { consent: _, ignore: __, ...others } = before;
  return { ...others, ...(consent.length > 0 ? { consent } : {}), ...(ignore.length > 0 ? { ignore } : {}) };
}
