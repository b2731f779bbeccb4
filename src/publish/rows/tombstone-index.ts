import { compareText } from "../../model/basics/compare-text.ts";
import { dayNumber } from "../../model/basics/time.ts";
import type { StoredTombstone } from "../../model/snapshot-source.ts";
import type { Move, TombstoneIndex } from "../../snapshot/review-index.ts";
import { buildRunningValues, HASH_BYTES, hashOf } from "../../snapshot/running-values.ts";
import { openArena } from "./arena.ts";

const COMMA = 0x2c;

export function buildTombstoneIndex(tombstones: readonly StoredTombstone[], moved: readonly Move[]): TombstoneIndex {
  const ordered = [...tombstones].sort((a, b) => compareText(b.date, a.date) || compareText(b.id, a.id));
  const json = openArena();
  const json_start = new Float64Array(ordered.length + 1);
  const hash = new Uint8Array(ordered.length * HASH_BYTES);
  ordered.forEach(({ id, date, deleted_at, reason }, i) => {
    const text = JSON.stringify({ id, date, deleted_at, reason });
    hash.set(hashOf(text), i * HASH_BYTES);
    json.writeText(text);
    json.writeByte(COMMA);
    json_start[i + 1] = json.length;
  });
  const running = buildRunningValues({
    hash,
    updated_ms: Float64Array.from(ordered, ({ deleted_at }) => Date.parse(deleted_at)),
    changed_ms: Float64Array.from(ordered, ({ changed_at }) => Date.parse(changed_at)),
  });
  return {
    count: ordered.length,
    json: json.copy(),
    json_start,
    day: Int32Array.from(ordered, ({ date }) => dayNumber(date)),
    ...running,
    ids: new Set(ordered.map(({ id }) => id)),
    // The result must not depend on the order of the rows.
    moved: [...moved].sort((a, b) => b.from_day - a.from_day || compareText(b.id, a.id)),
  };
}
