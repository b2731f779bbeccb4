import { dateOfDay, renderTime } from "../model/basics/time.ts";
import { f64At, i32At, itemAt, u8At, u32At } from "../model/basics/typed-array.ts";
import {
  CHANGE_KINDS,
  CHANGE_REASONS,
  CHANGING_MEMBERS,
  type ChangeKind,
  type ChangeLogHead,
  type ChangeReason,
} from "../model/changes.ts";
import { ID_BYTES } from "./review-index.ts";

/** In the columns of days: the entry has no such date. */
export const NO_DAY = -(2 ** 31);
/** In the column of reasons: the entry has none. */
export const NO_REASON = 255;

/** The log of changes as columns, oldest first. Entry `i` has the sequence `oldest + 1 + i`. It has no words. */
export type ChangeLog = ChangeLogHead &
  Readonly<{
    count: number;
    at_ms: Float64Array;
    kind: Uint8Array;
    members: Uint32Array;
    /** 26 ASCII bytes each; zeros where the entry is about no review. */
    ids: Uint8Array;
    from_day: Int32Array;
    to_day: Int32Array;
    reason: Uint8Array;
    /** 1: no later entry is about the same review. */
    newest: Uint8Array;
  }>;

/** The columns that every entry fills. */
export type ChangeColumns = Omit<ChangeLog, keyof ChangeLogHead | "count" | "newest">;

export type ChangeEntry = {
  sequence: number;
  at: string;
  kind: ChangeKind;
  /** Null for `dataset`. */
  id: string | null;
  members: string[];
  from_date: string | null;
  to_date: string | null;
  reason: ChangeReason | null;
  newest: boolean;
};

const dateAt = (days: Int32Array, i: number): string | null =>
  i32At(days, i) === NO_DAY ? null : dateOfDay(i32At(days, i));

export function changeAt(log: ChangeLog, i: number): ChangeEntry {
  const bits = u32At(log.members, i);
  const reason = u8At(log.reason, i);
  const kind = itemAt(CHANGE_KINDS, u8At(log.kind, i));
  return {
    sequence: log.oldest + 1 + i,
    at: renderTime(f64At(log.at_ms, i)),
    kind,
    id:
      kind === "dataset"
        ? null
        : Buffer.from(log.ids.buffer, log.ids.byteOffset + i * ID_BYTES, ID_BYTES).toString("latin1"),
    members: CHANGING_MEMBERS.filter((_, bit) => bits & (1 << bit)),
    from_date: dateAt(log.from_day, i),
    to_date: dateAt(log.to_day, i),
    reason: reason === NO_REASON ? null : itemAt(CHANGE_REASONS, reason),
    newest: u8At(log.newest, i) === 1,
  };
}

/** When the log last changed, for Last-Modified. */
export const logChangedAt = (log: ChangeLog): string =>
  log.count === 0 ? log.begun_at : renderTime(f64At(log.at_ms, log.count - 1));

/** True if a client can continue after this sequence. `history` null: the client did not say which it means. */
export const isKept = (log: ChangeLogHead, after: number, history: string | null): boolean =>
  after >= log.oldest && after <= log.sequence && (history === null || history === log.history);
