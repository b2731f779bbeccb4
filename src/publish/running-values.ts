import { f64At } from "../model/typed-array.ts";
import { HASH_BYTES, type RunningValues } from "../snapshot/review-index.ts";

/** JSON pieces with one byte (a comma) after each: piece `i` is `start[i]` to before `start[i + 1] - 1`. */
export type Pieces = { bytes: Uint8Array; start: Float64Array };

/** What depends on the first k pieces alone, for every k, and each piece's own hash. Newest piece first. */
export function buildRunningValues(
  { bytes, start }: Pieces,
  updated_ms: Float64Array,
  changed_ms: Float64Array,
): RunningValues & { hash: Uint8Array<ArrayBuffer> } {
  const count = updated_ms.length;
  const hash = new Uint8Array(count * HASH_BYTES);
  const prefix_hash = new Uint8Array(count * HASH_BYTES);
  const prefix_updated_ms = new Float64Array(count);
  const prefix_changed_ms = new Float64Array(count);
  const digest = Buffer.alloc(32);
  const both = Buffer.alloc(2 * HASH_BYTES); // the running hash so far, and the piece's own
  const hashes = Buffer.from(hash.buffer);
  const prefix_hashes = Buffer.from(prefix_hash.buffer);
  let [updated, changed] = [0, 0];
  for (let i = 0; i < count; i++) {
    Bun.SHA256.hash(bytes.subarray(f64At(start, i), f64At(start, i + 1) - 1), digest);
    digest.copy(both, HASH_BYTES, 0, HASH_BYTES);
    digest.copy(hashes, i * HASH_BYTES, 0, HASH_BYTES);
    Bun.SHA256.hash(both, digest);
    digest.copy(both, 0, 0, HASH_BYTES);
    digest.copy(prefix_hashes, i * HASH_BYTES, 0, HASH_BYTES);
    updated = Math.max(updated, f64At(updated_ms, i));
    changed = Math.max(changed, f64At(changed_ms, i));
    prefix_updated_ms[i] = updated;
    prefix_changed_ms[i] = changed;
  }
  return { hash, prefix_hash, prefix_updated_ms, prefix_changed_ms };
}
