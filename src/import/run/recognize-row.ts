import { dayNumber } from "../../model/basics/time.ts";
import { ANONYMOUS } from "../../privacy/people/minimize-name.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { idOfVariant } from "../prepare/identity.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { haveOtherNumbers, haveSameWords } from "../recognize/sketch.ts";
import { type Claims, nextVariant, variantsOf } from "./claimed-ids.ts";
import { type CopyOf, findReadings, findSame } from "./find-copies.ts";
import type { Comparison, Known } from "./known-rows.ts";
import { isOfSourceAlone } from "./may-change.ts";

const DUPLICATE_DAYS = 7;

/** Finds the same review of the same source under another id: a scrape and the platform's own export use different ids. */
function findTwin(row: StoredReview, known: Known, claims: Claims): StoredReview | null {
  const renamed = known.by_source.get(`${row.source} ${row.source_id}`);
  if (renamed) return renamed;
  if (row.match_key === null || row.format === "candor") return null;
  const twin = known.matches.get(row.match_key)?.find((other) => {
    if (other.source !== row.source || haveOtherNumbers(row, other)) return false;
    // One row of a file is one review, and two people with one short name are two.
    if (claims.ids.has(other.id) || (known.batch_ids.has(other.id) && row.source_id === null)) return false;
    if (other.person !== null && row.person !== null && other.person !== row.person) return false;
    // Two different ids in one format are two reviews; one with the same id was found by it.
    if (other.format === row.format && other.source_id !== null && row.source_id !== null) return false;
    // In one table without ids another date or rating may be a correction, or another review: the whole file decides.
    if (other.format === row.format && other.source_id === null && row.source_id === null) {
      return other.date === row.date && other.rating === row.rating;
    }
    // Without text, only the stars can tell that it is another review.
    if (row.text === null && other.rating !== row.rating) return false;
    return Math.abs(dayNumber(other.date) - dayNumber(row.date)) <= 1;
  });
  return twin ?? null;
}

/** The rows of the batch have the ids under which they are stored. */
const rowFinder = (known: Known, run: Comparison) => (id: string) => {
  const stored_as = run.renamed.get(id) ?? id;
  return known.staged.get(stored_as) ?? known.stored.get(stored_as);
};

/** The reviews that a row is a copy of. */
export const copiesOf = (incoming: Prepared, known: Known, run: Comparison): CopyOf[] =>
  findSame(incoming, known.candidates.of.get(incoming) ?? [], {
    earlier: known.candidates.earlier,
    findRow: rowFinder(known, run),
  });

/** What only a source brought hides a review of the owner while it says the same, and not if it says less or praises more. */
const mayHide = ({ row }: Prepared, other: StoredReview, { brought }: Known, { bringer }: Comparison): boolean =>
  bringer !== null ||
  !isOfSourceAlone(brought.get(other.id)) ||
  (other.rating === row.rating && haveSameWords(other.sketch, row.sketch));

/**
 * The review of which a row from another source is a copy, written within a week: the one that was imported first stays.
 * A review that nobody can read yet hides no other one.
 */
export function findOriginal(incoming: Prepared, id: string, known: Known, run: Comparison): string | null {
  const { row } = incoming;
  if (row.match_key === null || row.text === null || row.format === "candor") return null;
  const equal = row.author === ANONYMOUS ? [] : (known.matches.get(row.match_key) ?? []);
  const others = [
    ...equal.filter((other) => !haveOtherNumbers(row, other)),
    ...copiesOf(incoming, known, run).map(({ other }) => other),
  ];
  const own = { id, sketch: row.sketch };
  const original = others.find(
    (other) =>
      other.id !== id &&
      !run.isApart(own, other) &&
      mayHide(incoming, other, known, run) &&
      other.source !== row.source &&
      (other.state === "published" || other.held_reason === "legal") &&
      Math.abs(dayNumber(other.date) - dayNumber(row.date)) <= DUPLICATE_DAYS,
  );
  return original?.id ?? null;
}

/** Another reading of the row of a file that is stored, if most of the rows are. */
export function findReading(incoming: Prepared, known: Known, run: Comparison): StoredReview | null {
  if (!known.candidates.reread || incoming.row.format === "by-hand") return null;
  const ids = known.candidates.of.get(incoming) ?? [];
  const found = ids.flatMap((id) => known.stored.get(id) ?? []);
  return findReadings(incoming, found).find(({ id }) => !run.claims.ids.has(id)) ?? null;
}

/** The id under which a row is stored or will be, or null if an equal row of the same file came before. */
export function findId(incoming: Prepared, known: Known, run: Comparison): string | null {
  const { row, content } = incoming;
  const isKnown = (id: string) => {
    const other = known.staged.get(id) ?? known.stored.get(id);
    return other !== undefined && (content === null || !haveOtherNumbers(row, other));
  };
  if (!content) return isKnown(row.id) ? row.id : (findTwin(row, known, run.claims)?.id ?? row.id);
  if (run.claims.isRepeat(row.id, content.row_hash)) return null;
  const isFree = (id: string) => isKnown(id) && !run.claims.ids.has(id);
  const variant = idOfVariant(row.id, content.details, 0);
  if (known.stored.has(variant) && isFree(variant)) return variant;
  // Equal but for digits that were redacted: another review.
  const isOther = (id: string) => (known.stored.has(id) || known.staged.has(id)) && !isKnown(id);
  const same = isOther(row.id) ? variantsOf(incoming).find(isFree) : undefined;
  if (same !== undefined) return same;
  if (run.claims.ids.has(row.id) || isOther(row.id))
    return nextVariant(row.id, content.details, (id) => run.claims.ids.has(id) || isOther(id));
  // Even if the review is found under another id, the next row with this content id is another review.
  run.claims.ids.add(row.id);
  if (isKnown(row.id)) return row.id;
  const older = known.stored.get(content.short_name_id);
  const samePerson = !older?.person || !row.person || older.person === row.person;
  const free = !run.claims.ids.has(content.short_name_id);
  if (free && samePerson && (older || known.removed_ids.has(content.short_name_id))) return content.short_name_id;
  return findTwin(row, known, run.claims)?.id ?? row.id;
}
