import { html, type Markup, trusted } from "../pages/parts/html.ts";
import { sayInWords } from "./program-words.ts";
import type { Arrival } from "./visit.ts";

/** Each cell with the name of its column, which a phone shows before it. In markup, "<t" only begins an element. */
function labelCells({ markup }: Markup, columns: readonly string[]): Markup {
  const [start = "", ...cells] = markup.split(/(?=<t[dh][ >])/);
  const labeled = cells.map((cell, at) => {
    const label = html` data-label="${columns[at] ?? ""}"`;
    return `${cell.slice(0, 3)}${label.markup}${cell.slice(3)}`;
  });
  return trusted(start + labeled.join(""));
}

/** A table. On a phone its cells are below each other; elsewhere a wide one scrolls inside itself, also with the keyboard. */
export function deskTable(label: string, columns: readonly string[], rows: readonly Markup[]): Markup {
  const head = columns.map((name) => html`<th scope="col">${name}</th>`);
  const table = html`<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => labelCells(row, columns))}</tbody></table>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}

export type SelectOption = { value: string; label: string };
type FieldText = { name: string; label: string; note?: string };

/** A list to choose from, with its label and a note below. What is stored and not in the list can stay. */
export function selectField(
  { name, label, note }: FieldText,
  chosen: string,
  options: readonly SelectOption[],
): Markup {
  const known = chosen === "" || options.some(({ value }) => value === chosen);
  const list = [...options, ...(known ? [] : [{ value: chosen, label: chosen }])].map(
    ({ value, label: shown }) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${shown}</option>`,
  );
  const described = note === undefined ? null : html` aria-describedby="${name}-note"`;
  const select = html`<select id="${name}" name="${name}"${described}>${list}</select>`;
  const below = note === undefined ? null : html`<span class="note" id="${name}-note">${note}</span>`;
  return html`<p class="field"><label for="${name}">${label}</label>${select}${below}</p>`;
}

/** A sentence of the program, in the language of the reader. What the desk does not know stays as it is. */
export function programSentence({ language }: Pick<Arrival, "language">, text: string): Markup {
  const said = sayInWords(language, text);
  return html`<span lang="${said === null ? "en" : language}" dir="auto">${said ?? text}</span>`;
}
