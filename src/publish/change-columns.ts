import { dayNumber } from "../model/basics/time.ts";
import { CHANGE_KINDS, CHANGE_REASONS, type ChangeRow, type StoredChangeLog } from "../model/changes.ts";
import { type ChangeColumns, type ChangeLog, NO_DAY, NO_REASON } from "../snapshot/change-entries.ts";
import { ID_BYTES } from "../snapshot/review-index.ts";

export const NO_CHANGES: StoredChangeLog = {
  history: "00000000",
  sequence: 0,
  oldest: 0,
  begun_at: "1970-01-01T00:00:00Z",
  after: async function* () {},
};

const emptyColumns = (count: number): ChangeColumns => ({
  at_ms: new Float64Array(count),
  kind: new Uint8Array(count),
  members: new Uint32Array(count),
  ids: new Uint8Array(count * ID_BYTES),
  from_day: new Int32Array(count),
  to_day: new Int32Array(count),
  reason: new Uint8Array(count),
});

function copyColumns(target: ChangeColumns, before: ChangeLog, from: number): void {
  target.at_ms.set(before.at_ms.subarray(from));
  target.kind.set(before.kind.subarray(from));
  target.members.set(before.members.subarray(from));
  target.ids.set(before.ids.subarray(from * ID_BYTES));
  target.from_day.set(before.from_day.subarray(from));
  target.to_day.set(before.to_day.subarray(from));
  target.reason.set(before.reason.subarray(from));
}

function writeRow(target: ChangeColumns, i: number, row: ChangeRow): void {
  target.at_ms[i] = Date.parse(row.at);
  target.kind[i] = CHANGE_KINDS.indexOf(row.kind);
  target.members[i] = row.members;
  if (row.review_id !== null) target.ids.set(Buffer.from(row.review_id, "latin1").subarray(0, ID_BYTES), i * ID_BYTES);
  target.from_day[i] = row.from_date === null ? NO_DAY : dayNumber(row.from_date);
  target.to_day[i] = row.to_date === null ? NO_DAY : dayNumber(row.to_date);
  target.reason[i] = row.reason === null ? NO_REASON : CHANGE_REASONS.indexOf(row.reason);
}

/** 1 for the newest entry of each review. Compares bytes: to make a string of each id takes four times as long. */
function newestOf({ ids }: ChangeColumns, count: number): Uint8Array {
  const newest = new Uint8Array(count);
  let size = 16;
  while (size < count * 2) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const words = Buffer.from(ids.buffer, ids.byteOffset, ids.length);
  const isSame = (a: number, b: number) =>
    words.compare(words, b * ID_BYTES, (b + 1) * ID_BYTES, a * ID_BYTES, (a + 1) * ID_BYTES) === 0;
  for (let i = count - 1; i >= 0; i--) {
    // Ids are hashes, but those of tests differ in their last characters alone.
    const start = i * ID_BYTES;
    let slot = (Math.imul(words.readInt32LE(start), 31) ^ Math.imul(words.readInt32LE(start + 22), 0x9e3779b1)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (; table[slot] !== -1; slot = (slot + 1) & (size - 1)) if (isSame(table[slot] ?? 0, i)) break;
    if (table[slot] !== -1) continue;
    table[slot] = i;
    newest[i] = 1;
  }
  return newest;
}

/**
 * The log of changes for a snapshot. What `before` already has is not read again: it has to be the log of a commit of
 * the same history of the data.
 */
export async function buildChangeLog(stored: StoredChangeLog, before: ChangeLog | null): Promise<ChangeLog> {
  const { history, sequence, oldest, begun_at, after } = stored;
  const known =
    before && before.history === history && before.sequence <= sequence && before.sequence >= oldest ? before : null;
  const count = sequence - oldest;
  const columns = emptyColumns(count);
  if (known) copyColumns(columns, known, oldest - known.oldest);
  for await (const page of after(known ? known.sequence : oldest)) {
    for (const row of page) writeRow(columns, row.sequence - oldest - 1, row);
  }
  return { history, sequence, oldest, begun_at, count, ...columns, newest: newestOf(columns, count) };
}
