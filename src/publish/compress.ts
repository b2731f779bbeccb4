import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { Document } from "../snapshot/snapshot.ts";

const MEGABYTE = 1 << 20;
/** Below this an encoding saves less than its header costs. */
const MIN_COMPRESSED_BYTES = 512;

/** Once a snapshot, and still within the two seconds in which a change must show (brotli 10: 12 % less, 7 times as long). */
function levels(bytes: number): { gzip: number; br: number; zstd: number } {
  if (bytes <= MEGABYTE) return { gzip: 9, br: 8, zstd: 12 };
  if (bytes <= 32 * MEGABYTE) return { gzip: 6, br: 5, zstd: 6 };
  return { gzip: 4, br: 3, zstd: 3 };
}

const plain = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

export function buildDocument(input: {
  content_type: string;
  bytes: Uint8Array<ArrayBuffer>;
  changed_at: string;
  link?: string;
  headers?: Record<string, string>;
}): Document {
  const { bytes } = input;
  const level = levels(bytes.length);
  const compressed =
    bytes.length < MIN_COMPRESSED_BYTES
      ? {}
      : {
          gzip: plain(gzipSync(bytes, { level: level.gzip })),
          br: plain(
            brotliCompressSync(bytes, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: level.br,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
              },
            }),
          ),
          zstd: plain(zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level.zstd } })),
        };
  return {
    content_type: input.content_type,
    hash: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    changed_at: input.changed_at,
    link: input.link ?? null,
    ...(input.headers ? { headers: input.headers } : {}),
    bodies: { identity: bytes, ...compressed },
  };
}
