import type { Queryable } from "../store.ts";

export async function readIdentityKey(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ key: string }>("SELECT key FROM identity_key WHERE id = 1");
  return row?.key ?? null;
}

/**
 * Stores the key unless there is one, so that two imports that start together use the same key. Returns the stored key.
 */
export async function saveIdentityKey(db: Queryable, key: string): Promise<string> {
  await db.query("INSERT INTO identity_key (id, key) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", [key]);
  return (await readIdentityKey(db)) ?? key;
}

export const newIdentityKey = (): string => crypto.getRandomValues(new Uint8Array(32)).toHex();

/** The key of the store. Creates it if there is none. */
export const ensureIdentityKey = async (db: Queryable): Promise<string> =>
  (await readIdentityKey(db)) ?? saveIdentityKey(db, newIdentityKey());

/** A hash that only the holder of the store's key can check. Otherwise anyone could try out names and words. */
export const keyedHash = (key: string, value: string): string =>
  new Bun.CryptoHasher("sha256", key).update(value).digest("base64url");

/** Names a key without revealing it. */
export const keyFingerprint = (key: string): string => keyedHash(key, "ledger").slice(0, 22);
