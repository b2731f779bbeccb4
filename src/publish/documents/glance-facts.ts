import { changeOf } from "../../insights/strengths.ts";
import { count, emptyTally, total } from "../../insights/tally.ts";
import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import { dateOfDay, dayNumber } from "../../model/basics/time.ts";
import { i32At, itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import type { OwnerReplies, SourceCount, SubjectChange } from "../../pages/overview/overview-facts.ts";
import { reviewAt } from "../../snapshot/review-at.ts";
import { ASPECT_LABELS, FLAGS, type ReviewIndex } from "../../snapshot/review-index.ts";

/** What is compared with everything before it: so many months up to the newest review. */
const RECENT_MONTHS = 24;

function middleOf(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  return (itemAt(sorted, Math.ceil(half) - 1) + itemAt(sorted, Math.floor(half))) / 2;
}

/** How often and how soon the owner replies. Null with fewer than five replies, because that says little. */
export function ownerReplies(index: ReviewIndex): OwnerReplies | null {
  let replied = 0;
  const days: number[] = [];
  for (let position = 0; position < index.count; position++) {
    if ((u8At(index.flags, position) & FLAGS.has_reply) === 0) continue;
    replied += 1;
    const date = reviewAt(index, position).owner_reply?.date;
    // A reply of the same hour may have an earlier date in another time zone.
    if (date) days.push(Math.max(0, dayNumber(date) - i32At(index.day, position)));
  }
  if (replied < ENOUGH_REVIEWS) return null;
  days.sort((a, b) => a - b);
  return { count: replied, median_days: days.length < ENOUGH_REVIEWS ? null : middleOf(days) };
}

export const sourceCounts = ({ by_source }: ReviewIndex): SourceCount[] =>
  Array.from(by_source, ([source, { length }]) => ({ source, count: length })).sort((a, b) => b.count - a.count);

/** The first day of the recent months. */
function recentFrom({ day }: ReviewIndex): string {
  const [year = 0, month = 0] = dateOfDay(i32At(day, 0)).split("-").map(Number);
  const first = year * 12 + month - 1 - (RECENT_MONTHS - 1);
  return `${String(Math.floor(first / 12)).padStart(4, "0")}-${String((first % 12) + 1).padStart(2, "0")}-01`;
}

/** The subjects about which criticism became clearly rarer or more common. */
export function subjectChanges(index: ReviewIndex): SubjectChange[] {
  if (index.count === 0) return [];
  const from = recentFrom(index);
  const first_day = dayNumber(from);
  return Array.from(index.by_aspect, ([aspect, { positions, labels }]) => {
    const [now, before] = [emptyTally(), emptyTally()];
    for (let i = 0; i < positions.length; i++) {
      const recent = i32At(index.day, u32At(positions, i)) >= first_day;
      count(recent ? now : before, itemAt(ASPECT_LABELS, u8At(labels, i)));
    }
    const direction = changeOf({ now, before });
    const figures = (tally: typeof now) => ({ critical: tally.negative, mentioned: total(tally) });
    return { aspect, from, direction, now: figures(now), before: figures(before) };
  }).flatMap(({ direction, ...change }) => (direction === null ? [] : [{ ...change, direction }]));
}
