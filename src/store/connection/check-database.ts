import { SOURCES, VERIFICATION_METHODS } from "../../model/review-kinds.ts";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { onlyRow, type Store } from "../store.ts";
import { asOperatorError } from "./database-fault.ts";

/** What quick_check cannot see: it knows neither JSON nor dates. */
const BROKEN_ROWS = `
  SELECT 'the analysis of review ' || review_id || ' cannot be read' AS what FROM analysis WHERE NOT json_valid(body)
  UNION ALL SELECT 'the mentions of review ' || id || ' cannot be read' FROM review WHERE NOT json_valid(mentions)
  UNION ALL SELECT 'the profile cannot be read' FROM business WHERE NOT json_valid(profile)
  UNION ALL SELECT 'the date of review ' || id || ' cannot be read' FROM review WHERE date(date) IS NOT date
  UNION ALL SELECT 'the version of the data cannot be read' FROM dataset WHERE version < 0 OR julianday(changed_at) IS NULL
  LIMIT 5`;

/** Where else JSON is stored, and what names the row. */
const JSON_IN: readonly (readonly [table: string, column: string, row: string])[] = [
  ["review", "redactions", "'review ' || id"],
  ["review", "corrections", "'review ' || id"],
  ["former_review", "revisions", "'review ' || id"],
  ["decision", "former", "'review ' || review_id"],
  ["import_run", "files", "'import ' || number"],
  ["import_run", "counts", "'import ' || number"],
  ["import_run", "exports", "'import ' || number"],
  ["sync_source", "config", "'source ' || name"],
];

const listed = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

/** Rows that some commands cannot read. No backup is refused for them. */
const STRANGE_ROWS = `
  SELECT 'the state of review ' || id || ' cannot be read' AS what FROM review
    WHERE state NOT IN ('published', 'held') OR source NOT IN (${listed(SOURCES)})
      OR verification_method NOT IN (${listed(VERIFICATION_METHODS)})
  UNION ALL SELECT 'the date of review ' || id || ' cannot be read' FROM review
    WHERE julianday(published_at) IS NULL OR julianday(updated_at) IS NULL
  ${JSON_IN.map(
    ([table, column, row]) =>
      `UNION ALL SELECT 'the ${column} of ' || ${row} || ' cannot be read' FROM ${table} WHERE NOT json_valid(${column})`,
  ).join(" ")}
  UNION ALL SELECT 'a row of ' || "table" || ' belongs to nothing' FROM pragma_foreign_key_check
  LIMIT 5`;

async function countBytes(store: Store): Promise<number> {
  const { page_count } = onlyRow(await store.query<{ page_count: number }>("PRAGMA page_count"));
  const { page_size } = onlyRow(await store.query<{ page_size: number }>("PRAGMA page_size"));
  return page_count * page_size;
}

/** The first faults that SQLite finds in its pages and indexes. Empty for an intact database and for PostgreSQL, and for one that is larger. */
export async function findDamage(store: Store, most_bytes = Number.POSITIVE_INFINITY): Promise<string[]> {
  if (store.dialect !== "sqlite") return [];
  if (most_bytes !== Number.POSITIVE_INFINITY && (await countBytes(store)) > most_bytes) return [];
  // quick_check reads every row, so it also finds rows whose page is missing.
  const rows = await store.query<{ quick_check: string }>("PRAGMA quick_check(5)");
  const found = rows.map(({ quick_check }) => quick_check).filter((line) => line !== "ok");
  if (found.length > 0) return found;
  // quick_check cannot see damage inside a long text, because such pages have no structure. It also accepts a file of
  // zeros. This query fails on such a file, because it has no tables.
  return (await store.query<{ what: string }>(BROKEN_ROWS)).map(({ what }) => what);
}

/** The same, and rows that a backup keeps as they are. */
export async function findFaultyRows(store: Store): Promise<string[]> {
  const found = await findDamage(store);
  if (found.length > 0 || store.dialect !== "sqlite") return found;
  return (await store.query<{ what: string }>(STRANGE_ROWS)).map(({ what }) => what);
}

export const damaged = (damage: string) =>
  new OperatorError(
    `the database is damaged (${damage}): stop the server, keep the file, and put the last backup back: candor restore FILE`,
  );

/** A fault of the database in words. What nobody expected may come from damaged data, so the database is checked. */
export async function explainFault(store: Store, error: unknown): Promise<unknown> {
  const known = asOperatorError(error);
  if (known instanceof OperatorError) return known;
  const [damage] = await findFaultyRows(store).catch((fault) => [messageOf(fault)]);
  return damage === undefined ? error : damaged(damage);
}
