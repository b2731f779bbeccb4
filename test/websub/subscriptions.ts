import { randomBytes } from "node:crypto";
import { placeholders, type Queryable, type Store } from "../../src/store/store.ts";

/** The newest version of each document that has subscribers. `seq` counts its changes. */
export const readTopics = (db: Queryable) =>
  db.query<{ path: string; hash: string; seq: number; dataset_version: number }>(
    "SELECT path, hash, seq, dataset_version FROM topic ORDER BY path",
  );

/** Inserts verified subscriptions to /feed.xml: thousands of real handshakes would take hours. A host is its own domain. */
export async function insertSubscriptions(
  store: Store,
  callbacks: string[],
  now = new Date(),
  domain: string | null = null,
): Promise<void> {
  const [topic] = await store.query<{ seq: number }>("SELECT seq FROM topic WHERE path = '/feed.xml'");
  const seq = topic?.seq ?? 0;
  const verified = now.toISOString();
  const expires = new Date(now.getTime() + 864_000_000).toISOString();
  for (let at = 0; at < callbacks.length; at += 500) {
    const rows = callbacks.slice(at, at + 500).map((callback) => {
      const host = new URL(callback).hostname;
      const id = randomBytes(12).toString("base64url");
      const cursor = [864_000, verified, expires, seq, seq, 0, verified, verified];
      return [id, "/feed.xml", callback, `token-${id}`, host, domain ?? host, "topic", ...cursor];
    });
    await store.query(
      `INSERT INTO subscription (id, topic, callback, token, host, domain, asked_topic, lease_seconds, verified_at,
         expires_at, delivered_seq, attempted_seq, failures, retry_at, newer_at) VALUES ${placeholders(rows.length, 15)}`,
      rows.flat(),
    );
  }
}
