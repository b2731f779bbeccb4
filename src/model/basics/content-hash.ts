/** Identifies content for an ETag: the first 132 bits of its SHA-256. */
export function contentHash(...parts: (string | Uint8Array)[]): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("base64url").slice(0, 22);
}
