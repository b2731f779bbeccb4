import { createHmac, timingSafeEqual } from "node:crypto";
import { isLegacyVersion, type LegacyVersion } from "./protocol.ts";

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
  const mac = (key: string, payload: string): Buffer =>
    createHmac("sha256", key).update("mcp-session:").update(payload).digest().subarray(0, MAC_BYTES);
  const seconds = () => Math.floor(deps.now().getTime() / 1000);

  const read = (id: string) => {
    const match = FORMAT.exec(id);
    if (!match) return null;
    const [, version = "", time = "", random = "", signature = ""] = match;
    const given = Buffer.from(signature, "base64url");
    const payload = `${version}.${time}.${random}`;
    if (!deps.keys.some((key) => timingSafeEqual(mac(key, payload), given))) return null;
    const expires = Number.parseInt(time, 36) + deps.idle_seconds;
    if (!isLegacyVersion(version) || expires <= seconds() || deps.revocations.has(random)) return null;
    return { version, random, expires };
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
