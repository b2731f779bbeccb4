import { z } from "zod";
import { type Review, review } from "../model/review.ts";

type Column = { name: string; path: string[] };

/** The columns of an object: its scalar members and lists by name, and the members of nested objects. */
function columnsOf(schema: z.ZodObject, path: string[] = []): Column[] {
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const inner = member instanceof z.ZodNullable ? member.unwrap() : member;
    const at = [...path, name];
    if (inner instanceof z.ZodObject) return columnsOf(inner, at);
    return [{ name: (path[0] === "mentions" ? [name] : at).join("_"), path: at }];
  });
}

/** Made from the schema of a review, so that every new member becomes a column. */
const COLUMNS = columnsOf(review);
const PLAIN_COLUMNS = COLUMNS.filter(({ name }) => name !== "demonstration");

/** A spreadsheet would run a cell that begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

type Item = { id: string } | { kind: string; count: number };

function renderCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) {
    return renderCell(value.map((item: Item) => ("id" in item ? item.id : `${item.kind}:${item.count}`)).join(";"));
  }
  const text = FORMULA.test(String(value)) ? `'${value}` : String(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((of, name) => (of === null ? null : (of as Record<string, unknown>)[name]), value); // the schema has it

const columnsFor = (demonstration: boolean): Column[] => (demonstration ? COLUMNS : PLAIN_COLUMNS);

/** The first line (RFC 4180). On a demonstration, every row says that it is one. */
export const renderCsvHeader = (demonstration: boolean): string =>
  `${columnsFor(demonstration)
    .map(({ name }) => name)
    .join(",")}\r\n`;

export function renderCsvRow(shown: Review, demonstration: boolean): string {
  const marked = demonstration ? { ...shown, demonstration } : shown;
  const cells = columnsFor(demonstration).map(({ path }) => renderCell(valueAt(marked, path)));
  return `${cells.join(",")}\r\n`;
}
