/** Statements use $1, $2 …; the same text runs on both databases. Values are only strings, numbers and null. */
export type Value = string | number | null;

export interface Queryable {
  query<T = Record<string, Value>>(sql: string, values?: readonly Value[]): Promise<T[]>;
}

/** One store, two databases: embedded SQLite, or PostgreSQL for several servers. */
export interface Store extends Queryable {
  readonly dialect: "sqlite" | "postgres";
  /** A write transaction. Use only `tx` inside: on SQLite the store would wait for this transaction to end. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** One consistent view for several statements, without a write lock. */
  view<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Calls `heard` when something may have been committed: a hint in addition to polling. */
  listen(channel: string, heard: () => void): Promise<void>;
  close(): Promise<void>;
}

const lists = new Map<string, string>();

/** "($1,$2),($3,$4)" for `rows` rows of `columns` values. Cached: a big text takes longer to build than to run. */
export function placeholders(rows: number, columns: number): string {
  const key = `${rows} ${columns}`;
  let list = lists.get(key);
  if (list === undefined) {
    const row = (first: number) => `(${Array.from({ length: columns }, (_, index) => `$${first + index}`).join(",")})`;
    list = Array.from({ length: rows }, (_, index) => row(index * columns + 1)).join(",");
    lists.set(key, list);
  }
  return list;
}
