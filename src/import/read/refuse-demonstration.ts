import { OperatorError } from "../../operator-error.ts";
import type { JsonElement } from "./json-elements.ts";

export const demonstrationFile = (file: string) =>
  new OperatorError(`${file} comes from a demonstration, whose reviews are made up: import your own reviews`);

/** `demonstration` is a member of every answer with data, of its `business`, and of `_candor` in the JSON Feed. */
function isMarked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("demonstration" in value && value.demonstration === true) return true;
  return ("business" in value && isMarked(value.business)) || ("_candor" in value && isMarked(value._candor));
}

/** Passes on the rows of a document. Throws if the document or a row says that the reviews are made up. */
export async function* refuseDemonstration(
  file: string,
  elements: AsyncIterable<JsonElement>,
): AsyncGenerator<JsonElement> {
  let document: JsonElement["root"] = {};
  for await (const element of elements) {
    document = element.root;
    if (isMarked(element.value) || isMarked(document)) throw demonstrationFile(file);
    yield element;
  }
  if (isMarked(document)) throw demonstrationFile(file);
}
