/** Statements use $1, $2 …, and the same text runs on both databases. Values are only strings, numbers and null. */
export type Value = string | number | null;

export interface Queryable {
  query<T = Record<string, Value>>(sql: string, values?: readonly Value[]): Promise<T[]>;
  /** Where the servers of this machine save what they serve (saved-state.ts). Without it, they save nothing. */
  readonly saved_path?: string | null;
}

/** One store, two databases: embedded SQLite, or PostgreSQL for several servers. */
export interface Store extends Queryable {
  readonly dialect: "sqlite" | "postgres";
  /** A write transaction. Use only `tx` inside it: on SQLite, the store itself would wait for it to end. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** One consistent view for several statements, without a write lock. */
  view<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Calls `heard` when something may have been committed: a hint in addition to polling. */
  listen(channel: string, heard: () => void): Promise<void>;
  close(): Promise<void>;
}

const lists = new Map<string, string>();

/**
 * "($1,$2),($3,$4)" for `rows` rows of `columns` values. Cached, because building a long text takes longer than running
 * it. A single row can have any length, so it is not cached.
 */
export function placeholders(rows: number, columns: number, first = 1): string {
  const row = (from: number) => `(${Array.from({ length: columns }, (_, index) => `$${from + index}`).join(",")})`;
  if (rows === 1) return row(first);
  const key = `${rows} ${columns} ${first}`;
  let list = lists.get(key);
  if (list === undefined) {
    list = Array.from({ length: rows }, (_, index) => row(index * columns + first)).join(",");
    lists.set(key, list);
  }
  return list;
}

const PAGE = 1000;

/** All rows, one page at a time. `read` returns the next rows in order, after the last row of the previous page. */
export async function* inPages<T>(read: (last: T | undefined, limit: number) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let page = await read(undefined, PAGE); page.length > 0; page = await read(page.at(-1), PAGE)) yield page;
}

/** The row of a query that always returns one, such as a count. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (!row) throw new Error("the database returned no row");
  return row;
}

/** Whether a run, $1, staged the review: for tables with few rows. IN would first list what may be a million of ids. */
export const isStaged = (id: string): string =>
  `EXISTS (SELECT 1 FROM staging WHERE staging.run = $1 AND staging.id = ${id})`;

const CHUNK = 500;

/** Calls `work` with all items, a few hundred at a time. */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<unknown>,
  size = CHUNK,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) await work(items.slice(from, from + size));
}
