import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto";

/**
 * Encrypts secrets with AES-256-GCM, bound to topic and callback. The newest key encrypts, and every key can decrypt.
 */
export type Secrets = {
  seal(secret: Uint8Array, pair: string): string;
  /** Null if none of the keys can decrypt it. */
  open(sealed: string, pair: string): Uint8Array | null;
  /** A name for a value that must not be stored. It is the same on every server with the same newest key. */
  pseudonym(value: string): string;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(keys: readonly string[], random: (bytes: number) => Uint8Array): Secrets {
  const ring = keys.map((key) => {
    const bytes = new Uint8Array(hkdfSync("sha256", key, "", "candor websub secret", 32));
    return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
  });
  const [newest] = ring;
  if (!newest) throw new Error("no secret key");

  return {
    seal(secret, pair) {
      const iv = random(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", newest.bytes, iv).setAAD(Buffer.from(pair));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return `${newest.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")}`;
    },
    open(sealed, pair) {
      const [id, body = ""] = sealed.split(".");
      const key = ring.find((candidate) => candidate.id === id);
      if (!key) return null;
      const bytes = Buffer.from(body, "base64url");
      const cipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(pair))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, cipher.final()]);
      } catch {
        return null; // not authentic: encrypted for another pair, or changed in the store
      }
    },
    pseudonym: (value) => createHmac("sha256", newest.bytes).update(`client ${value}`).digest("hex").slice(0, 24),
  };
}

/** The value of X-Hub-Signature (WebSub §7). */
export function signature(secret: Uint8Array, body: readonly Uint8Array[]): string {
  const mac = createHmac("sha256", secret);
  for (const piece of body) mac.update(piece);
  return `sha256=${mac.digest("hex")}`;
}
