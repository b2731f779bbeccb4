import { contentHash } from "../model/basics/content-hash.ts";
import { itemAt } from "../model/basics/typed-array.ts";
import { type Body, bodyLength } from "../snapshot/body.ts";
import { compress } from "../snapshot/encodings.ts";
import type { Document } from "../snapshot/snapshot.ts";
import type { Draft } from "./documents/draft.ts";
import { type DeflatedPiece, deflatePiece, joinDeflated } from "./gzip-pieces.ts";
import { shared } from "./shared-memory.ts";

const MEGABYTE = 1 << 20;
/** Below this size an encoding saves fewer bytes than its header costs. */
const MIN_COMPRESSED_BYTES = 512;
/**
 * Up to this size, an encoding is made for the first client that asks for it, which takes 9 to 17 ms at most. Most
 * encodings are never requested between two changes, and making all of them took half of a small clinic's build
 * (measured).
 */
const ON_REQUEST_BYTES = MEGABYTE / 2;
/** Levels for large documents, which have no brotli because a change must be visible within a second. */
const LARGE = { gzip: 4, zstd: 3 } as const;

type Compressed = Omit<Document["bodies"], "identity">;

const compressAll = (bytes: Uint8Array): Compressed =>
  bytes.length > MEGABYTE
    ? { gzip: [compress(bytes, "gzip", LARGE.gzip)], zstd: [compress(bytes, "zstd", LARGE.zstd)] }
    : { gzip: [compress(bytes, "gzip")], zstd: [compress(bytes, "zstd")], br: [compress(bytes, "br")] };

/** How many pieces are compressed at once. Each takes about 2 MB of memory. */
const AT_ONCE = 8;

type CompressedPiece = { gzip: DeflatedPiece; zstd: Uint8Array };

/** The compressed pieces that are in use. A piece that the next version shares is not compressed again. */
const known = new WeakMap<Uint8Array, Promise<CompressedPiece>>();

async function compressPiece(bytes: Uint8Array, last: boolean): Promise<CompressedPiece> {
  const [gzip, zstd] = await Promise.all([
    deflatePiece(bytes, LARGE.gzip, last),
    Bun.zstdCompress(bytes, { level: LARGE.zstd }),
  ]);
  return { gzip: { ...gzip, deflated: shared(gzip.deflated) }, zstd: shared(new Uint8Array(zstd)) };
}

/**
 * The encodings of a body that has several pieces. Each piece is compressed by itself, outside this thread. zstd frames
 * may follow each other (RFC 8878 §3.1), and gzip-pieces.ts makes one gzip file.
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

/**
 * The last step for each document: hashes it, and compresses it if it is large. `before` is the document that was
 * served at the same path. If its bytes are the same, nothing is compressed again.
 */
export function finishDocument(draft: Draft, before?: Document): Document {
  const { content_type, body, changed_at, link, vary, place, headers, fixed, examples_of } = draft;
  const [bytes] = body;
  const compressible = draft.compress !== false && bytes !== undefined && bodyLength(body) >= MIN_COMPRESSED_BYTES;
  const on_request = compressible && !draft.compressed && bytes.length <= ON_REQUEST_BYTES;
  const hash = draft.hash ?? contentHash(...body);
  const made = (): Compressed => draft.compressed ?? (compressible && !on_request ? compressAll(bytes) : {});
  return {
    content_type,
    hash,
    changed_at,
    link: link ?? null,
    ...(vary ? { vary } : {}),
    ...(place ? { place } : {}),
    ...(headers ? { headers } : {}),
    ...(fixed ? { fixed } : {}),
    ...(examples_of ? { examples_of } : {}),
    ...(on_request ? { on_request } : {}),
    bodies: before?.hash === hash ? before.bodies : { identity: body, ...made() },
  };
}
