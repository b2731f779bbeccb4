import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import { itemAt } from "../model/typed-array.ts";
import { type Body, bodyLength } from "../snapshot/body.ts";
import type { Document } from "../snapshot/snapshot.ts";
import type { Draft } from "./documents/draft.ts";
import { type DeflatedPiece, deflatePiece, joinDeflated } from "./gzip-pieces.ts";
import { shared } from "./shared-memory.ts";

const MEGABYTE = 1 << 20;
/** Below this an encoding saves less than its header costs. */
const MIN_COMPRESSED_BYTES = 512;
/** Of large documents, which have no brotli: a change must show within a second. */
const LARGE = { gzip: 4, zstd: 3 } as const;

/** At each change: 9, 8 and 12 would save 2 % of the bytes and take three times as long (measured). */
const SMALL = { gzip: 6, br: 5, zstd: 6 } as const;

type Compressed = Omit<Document["bodies"], "identity">;

const plain = (buffer: Buffer): Body => [new Uint8Array(buffer)];
const zstdOptions = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });

function compress(bytes: Uint8Array): Compressed {
  const { gzip, zstd } = bytes.length <= MEGABYTE ? SMALL : LARGE;
  const compressed = {
    gzip: plain(gzipSync(bytes, { level: gzip })),
    zstd: plain(zstdCompressSync(bytes, zstdOptions(zstd))),
  };
  if (bytes.length > MEGABYTE) return compressed;
  const br = { [constants.BROTLI_PARAM_QUALITY]: SMALL.br, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { ...compressed, br: plain(brotliCompressSync(bytes, { params: br })) };
}

/** Each takes about 2 MB while it runs. */
const AT_ONCE = 8;

type CompressedPiece = { gzip: DeflatedPiece; zstd: Uint8Array };

/** Of the pieces that are in use: a piece that the next version shares is not compressed again. */
const known = new WeakMap<Uint8Array, Promise<CompressedPiece>>();

async function compressPiece(bytes: Uint8Array, last: boolean): Promise<CompressedPiece> {
  const [gzip, zstd] = await Promise.all([
    deflatePiece(bytes, LARGE.gzip, last),
    Bun.zstdCompress(bytes, { level: LARGE.zstd }),
  ]);
  return { gzip: { ...gzip, deflated: shared(gzip.deflated) }, zstd: shared(new Uint8Array(zstd)) };
}

/**
 * The encodings of a body in several pieces, piece by piece, outside this thread: RFC 8878 §3.1 lets zstd frames follow
 * each other, and gzip-pieces.ts makes one gzip file.
 */
export async function compressPieces(body: Body): Promise<Compressed> {
  const compressed: CompressedPiece[] = [];
  let next = 0;
  const work = async () => {
    while (next < body.length) {
      const at = next++;
      const bytes = itemAt(body, at);
      const piece = known.get(bytes) ?? compressPiece(bytes, at === body.length - 1);
      known.set(bytes, piece);
      compressed[at] = await piece;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { gzip: joinDeflated(compressed.map(({ gzip }) => gzip)), zstd: compressed.map(({ zstd }) => zstd) };
}

const hashOf = (body: Body): string => {
  const hash = createHash("sha256");
  for (const bytes of body) hash.update(bytes);
  return hash.digest("base64url").slice(0, 22);
};

/**
 * Hashes and compresses a rendered document: the last thing that happens to it. `before` is the document that was served
 * at its path: the same bytes are not compressed again.
 */
export function finishDocument(draft: Draft, before?: Document): Document {
  const { content_type, body, changed_at, link, headers, fixed, examples_of } = draft;
  const [bytes] = body;
  const compressible = draft.compress !== false && bytes !== undefined && bodyLength(body) >= MIN_COMPRESSED_BYTES;
  const hash = draft.hash ?? hashOf(body);
  const made = (): Compressed => draft.compressed ?? (compressible ? compress(bytes) : {});
  return {
    content_type,
    hash,
    changed_at,
    link: link ?? null,
    ...(headers ? { headers } : {}),
    ...(fixed ? { fixed } : {}),
    ...(examples_of ? { examples_of } : {}),
    bodies: before?.hash === hash ? before.bodies : { identity: body, ...made() },
  };
}
