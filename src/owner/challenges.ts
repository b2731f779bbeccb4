import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const GOOD_MS = 10 * 60_000;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNATURE_BYTES = 32;

export type Challenges = {
  make(purpose: string): string;
  isGood(purpose: string, challenge: string): boolean;
  /** Uses it up. False if it was used before. */
  use(challenge: string): boolean;
};

/**
 * What a passkey signs: good for one purpose, once, for ten minutes. A challenge carries its own proof, and only those
 * that were used are remembered. So however many are asked for, none of them pushes out that of somebody else.
 */
export function createChallenges(now: () => number): Challenges {
  const key = randomBytes(SIGNATURE_BYTES);
  const used = new Map<string, number>();
  const sign = (purpose: string, head: Uint8Array): Buffer =>
    createHmac("sha256", key).update(head).update(purpose).digest();
  return {
    make(purpose) {
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
      head.writeUIntBE(Math.floor(now()) + GOOD_MS, RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([head, sign(purpose, head)]).toString("base64url");
    },
    isGood(purpose, challenge) {
      const bytes = Buffer.from(challenge, "base64url");
      if (bytes.length !== RANDOM_BYTES + TIME_BYTES + SIGNATURE_BYTES) return false;
      const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
      if (!timingSafeEqual(bytes.subarray(head.length), sign(purpose, head))) return false;
      return head.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now() && !used.has(challenge);
    },
    use(challenge) {
      for (const [old, expires] of used) if (expires <= now()) used.delete(old);
      if (used.has(challenge)) return false;
      used.set(challenge, now() + GOOD_MS);
      return true;
    },
  };
}
