import type { Queryable } from "./store.ts";

export async function readIdentityKey(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ key: string }>("SELECT key FROM identity_key WHERE id = 1");
  return row?.key ?? null;
}

/** Stores the key unless there is one: two imports that start at once use the same key. Returns the stored key. */
export async function saveIdentityKey(db: Queryable, key: string): Promise<string> {
  await db.query("INSERT INTO identity_key (id, key) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", [key]);
  return (await readIdentityKey(db)) ?? key;
}
