import type { InsightsDocument } from "../model/insights-document.ts";
import { rankSubjects } from "../model/rank-subjects.ts";
import { type AspectChange, type RecentMonths, recentFrom } from "./period.ts";
import { listWords, monthAndYear } from "./sentences/sentence-words.ts";
import { differs, ENOUGH_TEXTS, type Tally, total } from "./tally.ts";

type Aspect = InsightsDocument["aspects"][number];

/**
 * Whether criticism changed significantly, and by at least so much. Null if it did not, or if there are too few reviews
 * to tell.
 */
const LEAST_CHANGE = 0.15;

export function changeOf({ now, before }: Pick<AspectChange, "now" | "before">): "fell" | "rose" | null {
  if (total(now) < ENOUGH_TEXTS || total(before) < ENOUGH_TEXTS) return null;
  const share = (tally: Tally): number => tally.negative / total(tally);
  const change = share(now) - share(before);
  if (Math.abs(change) < LEAST_CHANGE || !differs(now, before)) return null;
  return change < 0 ? "fell" : "rose";
}

const criticalOf = (tally: Tally): string =>
  tally.negative === total(tally) ? `all ${total(tally)}` : `${tally.negative} of ${total(tally)}`;

function changeWords(recent: RecentMonths, change: AspectChange | undefined): string {
  if (!change || changeOf(change) === null) return "";
  return `; ${criticalOf(change.before)} before ${monthAndYear(recentFrom(recent))}, ${criticalOf(change.now)} since`;
}

const single = (voices: Aspect[]): string[] =>
  voices.length === 0 ? [] : [`Too few to rank; single voices: ${listWords(voices.map(({ label }) => label))}`];

/** What is praised and what is criticized, most first, of all time; change is told as change. */
export function strengthsAndConcerns(
  aspects: readonly Aspect[],
  recent: RecentMonths,
  changes: ReadonlyMap<string, AspectChange>,
): { strengths: string[]; concerns: string[] } {
  const { likes, dislikes, voices } = rankSubjects(aspects);
  const strengths = likes.map(
    ({ label, positive_count, mention_count }) => `${label}: ${positive_count} of ${mention_count} reviews positive`,
  );
  const concerns = dislikes.map(
    ({ id, label, negative_count, mention_count }) =>
      `${label}: ${negative_count} of ${mention_count} reviews critical${changeWords(recent, changes.get(id))}`,
  );
  return {
    strengths: strengths.length > 0 ? strengths : single(voices.praise),
    concerns: concerns.length > 0 ? concerns : single(voices.criticism),
  };
}
