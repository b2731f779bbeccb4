import { aliasOf, type Columns, FIELD_NAMES } from "./find-columns.ts";
import { keyOf } from "./header-names.ts";
import { choose, OpenQuestions, quoteHeader } from "./open-questions.ts";

/**
 * Columns of one name get a number, as --map takes it: Rating#1 and Rating#2. None of them is read by its name alone. One
 * without a name is called by its place: column 3.
 */
export function numberDuplicates(headers: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const header of headers) counts.set(header, (counts.get(header) ?? 0) + 1);
  const used = new Map<string, number>();
  return headers.map((header, at) => {
    if (header.trim() === "") return `column ${at + 1}`;
    if (counts.get(header) === 1) return header;
    let number = (used.get(header) ?? 0) + 1;
    while (counts.has(`${header}#${number}`)) number += 1;
    used.set(header, number);
    return `${header}#${number}`;
  });
}

/** Stops a table with two columns of one name, if a field would be read from one of them. */
export function refuseDuplicates(file: string, headers: readonly string[], given: Columns): void {
  const repeated = new Set(headers.filter((header, at) => header !== "" && headers.indexOf(header) !== at));
  for (const header of repeated) {
    const alias = aliasOf(header)?.field;
    const field =
      FIELD_NAMES.find((name) => given[name] && keyOf(given[name]) === keyOf(header)) ??
      (alias !== undefined && given[alias] === undefined ? alias : undefined);
    if (field === undefined) continue;
    const many = headers.filter((other) => other === header).length;
    const needed = field === "rating" || field === "date";
    const each = Array.from({ length: many }, (_, at) => `${header}#${at + 1}`);
    throw new OpenQuestions([
      {
        id: `column:${field}`,
        kind: "column",
        file,
        column: header,
        values: [],
        text:
          `${file} is not clear: ${many === 2 ? "two" : many} columns are called ${header}. ` +
          `Say which one is the ${field}: --map ${field}=${quoteHeader(`${header}#1`)} ` +
          `or --map ${field}=${quoteHeader(`${header}#2`)} ` +
          `(${needed ? "" : `or --map ${field}=none, `}counted from the left)`,
        choices: [...each, ...(needed ? [] : ["none"])].map((column) =>
          choose(column === "none" ? "none of them" : column, { map: { [field]: column } }),
        ),
      },
    ]);
  }
}
