import { contentHash } from "../model/basics/content-hash.ts";
import { renderTime } from "../model/basics/time.ts";
import { f64At } from "../model/basics/typed-array.ts";
import { CHANGES_PAGE, renderChangesFrame } from "../render/changes-json.ts";
import { reviewUrl } from "../render/links.ts";
import { type ChangeEntry, type ChangeLog, changeAt } from "./change-entries.ts";
import { bytesAt, positionOf } from "./review-at.ts";
import type { ReviewIndex } from "./review-index.ts";

type Data = { base_url: string; demonstration: boolean; changes: ChangeLog; reviews: ReviewIndex };
/** `hash` identifies the bytes. */
export type ChangesPage = { hash: string; parts: Uint8Array[] };

const encoder = new TextEncoder();
const NULL = encoder.encode("null}");
const END = encoder.encode("}");

/** The entries of a page, in its order. */
type Chosen = { entries: ChangeEntry[]; next_after: number };

/** The newest entries, newest first. */
function newest({ changes }: Data): Chosen {
  const count = Math.min(CHANGES_PAGE, changes.count);
  const entries = Array.from({ length: count }, (_, i) => changeAt(changes, changes.count - 1 - i));
  return { entries, next_after: changes.sequence };
}

/** The entries after a place that the log has, oldest first. */
function following({ changes }: Data, after: number): Chosen {
  const count = Math.min(CHANGES_PAGE, changes.sequence - after);
  const first = after - changes.oldest;
  const entries = Array.from({ length: count }, (_, i) => changeAt(changes, first + i));
  return { entries, next_after: after + count };
}

/** The review as it is public now. Only its newest entry has it, so no answer has words that are not public now. */
function positionFor({ reviews }: Data, { id, newest: is_newest, kind }: ChangeEntry): number | null {
  return id === null || !is_newest || kind === "deleted" ? null : positionOf(reviews, id);
}

/** `after` null: the newest entries. Otherwise the log must have that place (isKept). */
export function changesPage(data: Data, after: number | null): ChangesPage {
  const { base_url, demonstration, changes, reviews } = data;
  const { entries, next_after } = after === null ? newest(data) : following(data, after);
  const parts: Uint8Array[] = [];
  let updated_ms = 0;
  for (const [i, entry] of entries.entries()) {
    const { id, sequence, at, kind, members, reason } = entry;
    const [from_date, to_date] = kind === "moved" ? [entry.from_date, entry.to_date] : [null, null];
    const position = positionFor(data, entry);
    const url = id === null ? null : reviewUrl(base_url, id);
    const head = JSON.stringify({ sequence, at, kind, id, url, members, from_date, to_date, reason });
    parts.push(encoder.encode(`${i === 0 ? "" : ","}${head.slice(0, -1)},"review":`));
    if (position === null) parts.push(NULL);
    else parts.push(bytesAt(reviews, position), END);
    const shown_ms =
      position === null ? (kind === "deleted" ? Date.parse(at) : 0) : f64At(reviews.updated_ms, position);
    updated_ms = Math.max(updated_ms, shown_ms);
  }
  const { before, after: end } = renderChangesFrame({
    ...changes,
    base_url,
    demonstration,
    updated_at: updated_ms === 0 ? null : renderTime(updated_ms),
    returned: entries.length,
    next_after,
  });
  const whole = [encoder.encode(before), ...parts, encoder.encode(end)];
  return { hash: contentHash(...whole), parts: whole };
}
