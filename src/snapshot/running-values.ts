import { f64At } from "../model/basics/typed-array.ts";

/** Hashes are the first bytes of SHA-256. */
export const HASH_BYTES = 16;
/**
 * One running value is kept per this many entries. Entries after the last full block are read one by one: under 10 µs.
 */
const BLOCK = 256;

/**
 * Figures about the newest entries, without reading all of them. The values of a block cover it and all previous
 * blocks.
 */
export type RunningValues = Readonly<{
  /** The hash of each entry's JSON. */
  hash: Uint8Array;
  updated_ms: Float64Array;
  /** When the last run that changed the entry was committed. */
  changed_ms: Float64Array;
  block_hash: Uint8Array;
  block_updated_ms: Float64Array;
  block_changed_ms: Float64Array;
}>;

/** The hash of several parts, as if they were joined. */
export function hashOf(...parts: (Uint8Array | string)[]): Uint8Array {
  const hash = new Bun.CryptoHasher("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, HASH_BYTES);
}

const newest = (values: Float64Array, from: number, to: number, start: number): number => {
  let found = start;
  for (let i = from; i < to; i++) found = Math.max(found, f64At(values, i));
  return found;
};

const NOTHING: Uint8Array = new Uint8Array(HASH_BYTES);

export function buildRunningValues(entries: Pick<RunningValues, "hash" | "updated_ms" | "changed_ms">): RunningValues {
  const { hash, updated_ms, changed_ms } = entries;
  const blocks = Math.floor(updated_ms.length / BLOCK);
  const block_hash = new Uint8Array(blocks * HASH_BYTES);
  const block_updated_ms = new Float64Array(blocks);
  const block_changed_ms = new Float64Array(blocks);
  let before = NOTHING;
  let [updated, changed] = [0, 0];
  for (let block = 0; block < blocks; block++) {
    const [from, to] = [block * BLOCK, (block + 1) * BLOCK];
    before = hashOf(before, hash.subarray(from * HASH_BYTES, to * HASH_BYTES));
    updated = newest(updated_ms, from, to, updated);
    changed = newest(changed_ms, from, to, changed);
    block_hash.set(before, block * HASH_BYTES);
    block_updated_ms[block] = updated;
    block_changed_ms[block] = changed;
  }
  return { hash, updated_ms, changed_ms, block_hash, block_updated_ms, block_changed_ms };
}

/** The newest updated_at and changed_at of the first `count` entries, or 0 if there are none. */
export function newestOf(values: RunningValues, count: number): { updated_ms: number; changed_ms: number } {
  const last = Math.floor(count / BLOCK) - 1;
  const from = (last + 1) * BLOCK;
  return {
    updated_ms: newest(values.updated_ms, from, count, last < 0 ? 0 : f64At(values.block_updated_ms, last)),
    changed_ms: newest(values.changed_ms, from, count, last < 0 ? 0 : f64At(values.block_changed_ms, last)),
  };
}

/** Most stores have no tombstones. */
const HASH_OF_NONE = hashOf(NOTHING);

/** A hash of the first `count` entries. It does not depend on the others. */
export function prefixHash({ hash, block_hash }: RunningValues, count: number): Uint8Array {
  if (count === 0) return HASH_OF_NONE;
  const blocks = Math.floor(count / BLOCK);
  const before = blocks === 0 ? NOTHING : block_hash.subarray((blocks - 1) * HASH_BYTES, blocks * HASH_BYTES);
  return hashOf(before, hash.subarray(blocks * BLOCK * HASH_BYTES, count * HASH_BYTES));
}
