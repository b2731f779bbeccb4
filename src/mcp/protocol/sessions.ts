import { timingSafeEqual } from "node:crypto";
import { isLegacyVersion, type LegacyVersion } from "./wire-values.ts";

/** What is kept of ended sessions: shared by all servers, bounded, and no more than a courtesy (an id is no credential). */
export type Revocations = { has(key: string): boolean; add(key: string, expires_at: Date): Promise<void> };

export type Sessions = {
  issue(version: LegacyVersion): string;
  /** Null: not ours, too old or ended. */
  check(id: string): { version: LegacyVersion } | null;
  /** False where there is no such session. */
  end(id: string): Promise<boolean>;
};

const RANDOM_BYTES = 12;
const MAC_BYTES = 16;
const FORMAT = /^(\d{4}-\d{2}-\d{2})\.([0-9a-z]{1,9})\.([\w-]{16})\.([\w-]{22})$/;

/**
 * A session is its id: version, time and random, signed. Nothing is stored, so ids survive a restart, work on every
 * server that has the key, and ten thousand of them cost nothing.
 */
export function openSessions(deps: {
  /** The first signs; all are accepted. */
  keys: readonly string[];
  idle_seconds: number;
  revocations: Revocations;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
}): Sessions {
  const [signing] = deps.keys;
  if (signing === undefined) throw new Error("MCP sessions need a key");
  // The runtime's own hasher takes less than half of the time of node:crypto's, on every message of a session.
  const mac = (key: string, payload: string): Buffer =>
    new Bun.CryptoHasher("sha256", key).update(`mcp-session:${payload}`).digest().subarray(0, MAC_BYTES);
  const seconds = () => Math.floor(deps.now().getTime() / 1000);

  type Session = { id: string; version: LegacyVersion; random: string; expires: number };
  /** The last one whose signature was good: calls of one agent come in a row. */
  let last: Session | null = null;
  const readSigned = (id: string): Session | null => {
    if (last?.id === id) return last;
    const match = FORMAT.exec(id);
    if (!match) return null;
    const [, version = "", time = "", random = "", signature = ""] = match;
    const given = Buffer.from(signature, "base64url");
    const payload = `${version}.${time}.${random}`;
    if (!deps.keys.some((key) => timingSafeEqual(mac(key, payload), given)) || !isLegacyVersion(version)) return null;
    last = { id, version, random, expires: Number.parseInt(time, 36) + deps.idle_seconds };
    return last;
  };
  const read = (id: string): Session | null => {
    const session = readSigned(id);
    if (!session || session.expires <= seconds() || deps.revocations.has(session.random)) return null;
    return session;
  };

  return {
    issue(version) {
      const random = Buffer.from(deps.random(RANDOM_BYTES)).toString("base64url");
      const payload = `${version}.${seconds().toString(36)}.${random}`;
      return `${payload}.${mac(signing, payload).toString("base64url")}`;
    },
    check: read,
    async end(id) {
      const session = read(id);
      if (!session) return false;
      await deps.revocations.add(session.random, new Date(session.expires * 1000));
      return true;
    },
  };
}
