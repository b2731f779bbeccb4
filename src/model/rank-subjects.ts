import { compareText } from "./basics/compare-text.ts";
import type { InsightsDocument } from "./insights-document.ts";

type Counted = Pick<InsightsDocument["aspects"][number], "id" | "mention_count" | "positive_count" | "negative_count">;

/** What so many reviews say is ranked. Below, it is a single voice. */
const LEAST_SAYING = 3;
/** A subject is disliked if this share of the reviews that mention it is critical. */
const CRITICAL = 1 / 3;
/** A subject is liked if it has at least so many times as much praise as criticism. */
const CLEARLY = 2;

const byWeight =
  <T extends Counted>(saying: (subject: T) => number) =>
  (left: T, right: T): number =>
    saying(right) ** 2 * left.mention_count - saying(left) ** 2 * right.mention_count || compareText(left.id, right.id);

const praise = ({ positive_count }: Counted): number => positive_count;
const criticism = ({ negative_count }: Counted): number => negative_count;
const isDisliked = ({ negative_count, mention_count }: Counted): boolean => negative_count >= mention_count * CRITICAL;

/**
 * What people like and dislike: the same lists for the pages, the summary, `strengths` and `concerns`. No subject is in
 * two of them. The first has the most reviews that say so, weighted by how clearly they do. `voices` has what fewer than
 * three reviews say.
 */
export function rankSubjects<T extends Counted>(subjects: readonly T[]) {
  const ranked = (saying: (subject: T) => number, belongs: (subject: T) => boolean): T[] =>
    subjects.filter((one) => saying(one) >= LEAST_SAYING && belongs(one)).sort(byWeight(saying));
  const dislikes = ranked(criticism, isDisliked);
  const likes = ranked(
    praise,
    (one) => !dislikes.includes(one) && one.positive_count >= CLEARLY * Math.max(1, one.negative_count),
  );
  const rest = subjects.filter((one) => !likes.includes(one) && !dislikes.includes(one));
  const voices = (saying: (subject: T) => number, other: (subject: T) => number): T[] =>
    rest
      .filter((one) => saying(one) > 0 && saying(one) < LEAST_SAYING && saying(one) > other(one))
      .sort(byWeight(saying));
  return { likes, dislikes, voices: { praise: voices(praise, criticism), criticism: voices(criticism, praise) } };
}
