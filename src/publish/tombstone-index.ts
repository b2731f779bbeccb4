import type { StoredTombstone } from "../model/snapshot-source.ts";
import { dayNumber } from "../model/time.ts";
import type { Move, TombstoneIndex } from "../snapshot/review-index.ts";
import { openArena } from "./arena.ts";
import { compareText } from "./compare-text.ts";
import { buildRunningValues } from "./running-values.ts";

const COMMA = 0x2c;

export function buildTombstoneIndex(tombstones: readonly StoredTombstone[], moved: readonly Move[]): TombstoneIndex {
  const ordered = [...tombstones].sort((a, b) => compareText(b.date, a.date) || compareText(b.id, a.id));
  const json = openArena();
  const json_start = new Float64Array(ordered.length + 1);
  ordered.forEach(({ id, date, deleted_at, reason }, i) => {
    json.writeText(JSON.stringify({ id, date, deleted_at, reason }));
    json.writeByte(COMMA);
    json_start[i + 1] = json.length;
  });
  const bytes = json.copy();
  const changed_ms = Float64Array.from(ordered, ({ changed_at }) => Date.parse(changed_at));
  const { hash: _, ...running } = buildRunningValues(
    { bytes, start: json_start },
    Float64Array.from(ordered, ({ deleted_at }) => Date.parse(deleted_at)),
    changed_ms,
  );
  return {
    count: ordered.length,
    json: bytes,
    json_start,
    day: Int32Array.from(ordered, ({ date }) => dayNumber(date)),
    ...running,
    ids: new Set(ordered.map(({ id }) => id)),
    changed_ms,
    // The order of the rows must not show.
    moved: [...moved].sort((a, b) => b.from_day - a.from_day || compareText(b.id, a.id)),
  };
}
