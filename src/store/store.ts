/** Statements use $1, $2 …; the same text runs on both databases. Values are strings, numbers and null alone. */
export type Value = string | number | null;

export interface Queryable {
  query<T = Record<string, Value>>(sql: string, values?: readonly Value[]): Promise<T[]>;
}

/** One store, two databases: SQLite embedded, PostgreSQL when scaled out. */
export interface Store extends Queryable {
  readonly dialect: "sqlite" | "postgres";
  /** A write transaction. Use `tx` inside, never the store: on SQLite that would wait for this very transaction. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** One consistent view over several statements, which takes no write lock. */
  view<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Called when another process says that the dataset changed: PostgreSQL only, a hint on top of polling. */
  listen(channel: string, heard: () => void): Promise<void>;
  close(): Promise<void>;
}

const lists = new Map<string, string>();

/** "($1,$2),($3,$4)" for `rows` rows of `columns` values. Kept: a big statement's text takes longer to build than to run. */
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
