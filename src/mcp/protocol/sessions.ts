import { timingSafeEqual } from "node:crypto";
import { isLegacyVersion, type LegacyVersion } from "./wire-values.ts";

/**
 * Ended sessions: a bounded set that all servers share. A session id is not a credential, so a lost entry does no harm.
 */
export type Revocations = { has(key: string): boolean; add(key: string, expires_at: Date): Promise<void> };

export type Sessions = {
  issue(version: LegacyVersion): string;
  /** Null if the session was not issued by us, expired, or ended. `key` is different for each session. */
  check(id: string): { version: LegacyVersion; key: string } | null;
  /** False if there is no such session. */
  end(id: string): Promise<boolean>;
};

const RANDOM_BYTES = 12;
const MAC_BYTES = 16;
const FORMAT = /^(\d{4}-\d{2}-\d{2})\.([0-9a-z]{1,9})\.([\w-]{16})\.([\w-]{22})$/;

/**
 * A session id consists of its version, time and random bytes, and is signed. Nothing is stored, so ids survive a
 * restart, work on every server that has the key, and need no memory.
 */
export function createSessions(deps: {
  /** The first key signs. All keys are accepted. */
  keys: readonly string[];
  max_age_seconds: number;
  revocations: Revocations;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
}): Sessions {
  const [signing] = deps.keys;
  if (signing === undefined) throw new Error("MCP sessions need a key");
  // This runs for every message of a session. Bun's hasher takes less than half the time of node:crypto's (measured).
  const mac = (key: string, payload: string): Buffer =>
    new Bun.CryptoHasher("sha256", key).update(`mcp-session:${payload}`).digest().subarray(0, MAC_BYTES);
  const seconds = () => Math.floor(deps.now().getTime() / 1000);

  type Session = { id: string; version: LegacyVersion; key: string; expires: number };
  /** The last session with a valid signature. The calls of one agent often follow each other. */
  let last: Session | null = null;
  const readSigned = (id: string): Session | null => {
    if (last?.id === id) return last;
    const match = FORMAT.exec(id);
    if (!match) return null;
    const [, version = "", time = "", random = "", signature = ""] = match;
    const given = Buffer.from(signature, "base64url");
    const payload = `${version}.${time}.${random}`;
    if (!deps.keys.some((key) => timingSafeEqual(mac(key, payload), given)) || !isLegacyVersion(version)) return null;
    last = { id, version, key: random, expires: Number.parseInt(time, 36) + deps.max_age_seconds };
    return last;
  };
  const read = (id: string): Session | null => {
    const session = readSigned(id);
    if (!session || session.expires <= seconds() || deps.revocations.has(session.key)) return null;
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
      await deps.revocations.add(session.key, new Date(session.expires * 1000));
      return true;
    },
  };
}
