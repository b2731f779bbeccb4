import { html, type Markup } from "../pages/parts/html.ts";

/** A table that scrolls inside itself on a narrow screen, also with the keyboard. */
export function deskTable(label: string, columns: readonly string[], rows: readonly Markup[]): Markup {
  const head = columns.map((name) => html`<th scope="col">${name}</th>`);
  const table = html`<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${table}</div>`;
}
