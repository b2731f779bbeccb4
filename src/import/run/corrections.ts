import { normalizeWords } from "../../model/basics/normalize-words.ts";
import { dayNumber } from "../../model/basics/time.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { DISTINCT_LENGTH } from "../prepare/identity.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { countEdits } from "./count-edits.ts";

/** A new row, the id it gets if it is another review, and the stored reviews that it may correct. */
export type Deferred = { incoming: Prepared; id: string; candidates: Correctable[] };
export type Resolved = { incoming: Prepared; id: string; corrects: Correctable | null };
/** `keep`: the words stay as they are stored. */
export type Correctable = { stored: StoredReview; cost: number; keep?: boolean };

/** Bounds the comparison, however many reviews one name has. */
const CANDIDATES = 50;
const MOST_EDITS = 6;

const wordsOf = ({ text }: StoredReview): string => normalizeWords(text ?? "") || (text ?? "").trim();

/** How many letters may differ: one in twelve, at least one. */
const editLimit = (words: string): number => Math.min(MOST_EDITS, Math.max(1, Math.floor(words.length / 12)));

/**
 * How far a row is from a stored review of the same person and source; null if it does not correct it. The same words
 * with another date or rating do, and so do words that differ in a few letters. A short name may belong to several
 * people, and many write the same short text: then less may differ. Without words, only the stars of the same day do.
 */
function costOf(row: StoredReview, stored: StoredReview): number | null {
  const [words, before] = [wordsOf(row), wordsOf(stored)];
  const full = row.person !== null;
  const distinct = Math.min(words.length, before.length) >= DISTINCT_LENGTH;
  const days = Math.abs(dayNumber(row.date) - dayNumber(stored.date));
  const stars = Math.abs(row.rating - stored.rating);
  const changes = (days > 0 ? 1 : 0) + (stars > 0 ? 1 : 0);
  if (!full && !distinct) return null;
  if (words === before) {
    if (words === "" && days > 0) return null;
    if (changes === 0 || (changes === 2 && !distinct)) return null;
    return stars * 10_000 + days;
  }
  if (words === "" || before === "" || changes === 2 || (changes === 1 && !(full && distinct))) return null;
  const edits = countEdits(words, before, editLimit(before));
  return edits === null ? null : edits * 100_000 + stars * 10_000 + days;
}

/** The stored reviews that a new row may correct. Where both have an id at the source, or one is ours, that decides. */
export function findCorrectable(row: StoredReview, of_name: readonly StoredReview[]): Correctable[] {
  if (row.name_key === null || row.format === "candor") return [];
  const found: Correctable[] = [];
  const same = of_name.filter(
    ({ source, source_id, format }) => source === row.source && source_id === null && format !== "candor",
  );
  for (const stored of same.slice(0, CANDIDATES)) {
    const cost = costOf(row, stored);
    if (cost !== null) found.push({ stored, cost });
  }
  return found;
}

/** Pairs rows with the reviews they correct, the nearest first, one to one. `isTaken`: a row of the file has that review. */
export function pairCorrections(deferred: readonly Deferred[], isTaken: (id: string) => boolean): Resolved[] {
  const pairs = deferred.flatMap(({ candidates }, at) => candidates.map((candidate) => ({ at, ...candidate })));
  pairs.sort((a, b) => a.cost - b.cost || a.at - b.at || (a.stored.id < b.stored.id ? -1 : 1));
  const chosen = new Map<number, Correctable>();
  const used = new Set<string>();
  for (const { at, ...correctable } of pairs) {
    const { stored } = correctable;
    if (chosen.has(at) || used.has(stored.id) || isTaken(stored.id)) continue;
    chosen.set(at, correctable);
    used.add(stored.id);
  }
  return deferred.map(({ incoming, id }, at) => ({ incoming, id, corrects: chosen.get(at) ?? null }));
}
