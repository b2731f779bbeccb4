import { itemAt } from "../../model/basics/typed-array.ts";
import { escapeMarkup } from "../../render/escape-markup.ts";

/** Markup that is safe to send. It is made only by `html`, or by `trusted` from text that we wrote. */
export type Markup = { readonly markup: string };
type Value = Markup | readonly Markup[] | string | number | null | false;

function renderValue(value: Value): string {
  if (value === null || value === false) return "";
  if (typeof value === "string") return escapeMarkup(value);
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

/** Escapes every value that is not already markup, so that escaping cannot be forgotten. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  let markup = itemAt(strings, 0);
  for (const [i, value] of values.entries()) markup += renderValue(value) + itemAt(strings, i + 1);
  return { markup };
}

/** Marks text that this program wrote as markup. Never use it for text from reviews or profiles. */
export const trusted = (markup: string): Markup => ({ markup });

export const NOTHING: Markup = { markup: "" };

/** JSON for a script element. No character in it can end the element or open a comment (HTML §4.12.1.3). */
export const scriptJson = (value: unknown): Markup =>
  trusted(
    JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
