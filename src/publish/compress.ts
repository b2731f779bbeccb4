import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { Document } from "../snapshot/snapshot.ts";
import type { Draft } from "./documents/draft.ts";

const MEGABYTE = 1 << 20;
/** Below this an encoding saves less than its header costs. */
const MIN_COMPRESSED_BYTES = 512;

/** Once per snapshot, and within the two seconds in which a change must show (brotli 10: 12 % less, 7 times as long). */
function levels(bytes: number): { gzip: number; br: number; zstd: number } {
  if (bytes <= MEGABYTE) return { gzip: 9, br: 8, zstd: 12 };
  if (bytes <= 32 * MEGABYTE) return { gzip: 6, br: 5, zstd: 6 };
  return { gzip: 4, br: 3, zstd: 3 };
}

const plain = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

function compress(bytes: Uint8Array): Omit<Document["bodies"], "identity"> {
  const level = levels(bytes.length);
  const br = { [constants.BROTLI_PARAM_QUALITY]: level.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    gzip: plain(gzipSync(bytes, { level: level.gzip })),
    br: plain(brotliCompressSync(bytes, { params: br })),
    zstd: plain(zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level.zstd } })),
  };
}

/** Hashes and compresses a rendered document: the last thing that happens to it. */
export function finishDocument(draft: Draft): Document {
  const { content_type, bytes, changed_at, link, headers, fixed } = draft;
  const compressed = draft.compress !== false && bytes.length >= MIN_COMPRESSED_BYTES;
  return {
    content_type,
    hash: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    changed_at,
    link: link ?? null,
    ...(headers ? { headers } : {}),
    ...(fixed ? { fixed } : {}),
    bodies: { identity: bytes, ...(compressed ? compress(bytes) : {}) },
  };
}
