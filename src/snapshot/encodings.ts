import { type Body, wholeBody } from "./body.ts";
import type { Document, Encoding } from "./snapshot.ts";

export type Compression = Exclude<Encoding, "identity">;
const COMPRESSIONS: readonly Compression[] = ["gzip", "zstd", "br"];
/** Levels 9, 12 and 8 would save 2 % of the bytes and take three times as long (measured). */
const LEVELS = { gzip: 6, zstd: 6, br: 5 } as const;

export function compress(
  bytes: Uint8Array,
  encoding: Compression,
  level: number = LEVELS[encoding],
): Uint8Array<ArrayBuffer> {
  // Loaded only when needed. Loading it takes 3 % of the start of a build thread, which compresses nothing for a small
  // site.
  const { brotliCompressSync, constants, gzipSync, zstdCompressSync } = process.getBuiltinModule("node:zlib");
  const { ZSTD_c_compressionLevel, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  switch (encoding) {
    case "gzip":
      return new Uint8Array(gzipSync(bytes, { level }));
    case "zstd":
      return new Uint8Array(zstdCompressSync(bytes, { params: { [ZSTD_c_compressionLevel]: level } }));
    case "br": {
      const params = { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
      return new Uint8Array(brotliCompressSync(bytes, { params }));
    }
  }
}

/** True if the document is available in this encoding. */
export const isOffered = ({ bodies, on_request }: Document, encoding: Encoding): boolean =>
  on_request === true || bodies[encoding] !== undefined;

/** The bytes of a document in an available encoding. */
export function bodyIn({ bodies }: Document, encoding: Encoding): Body {
  const made = bodies[encoding];
  if (made) return made;
  return encoding === "identity" ? bodies.identity : [compress(wholeBody(bodies.identity), encoding)];
}

/** A document in all of its available encodings. */
export const allBodies = (document: Document): [Encoding, Body][] =>
  (["identity", ...COMPRESSIONS] as const)
    .filter((encoding) => isOffered(document, encoding))
    .map((encoding) => [encoding, bodyIn(document, encoding)]);
