import { escapeMarkup } from "../render/xml.ts";

/** Markup that is safe to send: made by `html` alone, or by `trusted` from text of our own. */
export type Markup = { readonly markup: string };
type Value = Markup | readonly Markup[] | string | number | null | false;

function renderValue(value: Value): string {
  if (value === null || value === false) return "";
  if (typeof value === "string") return escapeMarkup(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

/** Every value is escaped unless it is markup already, so a forgotten escape cannot happen. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  let markup = strings[0] ?? "";
  for (const [i, value] of values.entries()) markup += renderValue(value) + (strings[i + 1] ?? "");
  return { markup };
}

/** Text that this program wrote itself and that is markup as it stands. */
export const trusted = (markup: string): Markup => ({ markup });

export const NOTHING: Markup = { markup: "" };

/** JSON inside a script element: no character of it can end the element or open a comment (HTML §4.12.1.3). */
export const scriptJson = (value: unknown): Markup =>
  trusted(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
