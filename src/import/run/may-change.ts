import { keyedHash } from "../../store/erasure/identity-key.ts";
import type { Brought } from "../../store/imports/bringers.ts";
import type { Sighting } from "../../store/imports/sightings.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { type FieldChange, mergeReview } from "./merge-review.ts";

/** Who wants to change a stored review: the name of a URL or another Candor; null for the owner and the owner's folders. */
export type Bringer = string | null;

const OF_OWNER: Brought = { brought_by: null, owner_run: null };

/**
 * What a row or a removal may do to a stored review: only who brought it changes it, and the owner may change everything.
 * Every way in asks here: imports, sources, what an origin erases or withholds, and the answers to what sources ask for.
 */
export function mayChange(
  bringer: Bringer,
  brought: Brought | undefined,
  { equal }: { equal: boolean },
): "change" | "nothing" | "ask" {
  if (equal) return "nothing";
  const { brought_by, owner_run } = brought ?? OF_OWNER;
  return bringer === null || (brought_by === bringer && owner_run === null) ? "change" : "ask";
}

/** Only a source has brought it so far: an import of the owner that has it, too, shares it from now on. */
export const isOfSourceAlone = (brought: Brought | undefined): boolean =>
  brought !== undefined && brought.brought_by !== null && brought.owner_run === null;

/** What a row says about a review. Times, revisions, languages and mentions are how somebody processed it. */
const STATED = [
  "author",
  "author_avatar_url",
  "rating",
  "date",
  "title",
  "text",
  "translation_text",
  "source",
  "source_url",
  "reply_text",
  "reply_date",
  "verification_method",
  "incentivized",
  "held_reason",
] as const satisfies readonly FieldChange["field"][];

/** A row that waits for the owner, as it was prepared. */
export type WantedRow = Pick<Prepared, "row" | "unknown" | "updated_known" | "as_given">;

/** What a row would change of a review that something else brought. */
export function findWanted(wanted: WantedRow, stored: StoredReview, now: string): FieldChange[] {
  const merged = mergeWanted(wanted, stored, now);
  const stated = (field: FieldChange["field"]) => STATED.some((one) => one === field);
  return merged.kind === "updated" ? merged.changes.filter(({ field }) => stated(field)) : [];
}

/** The review with what the row wants. It stays in the listing that it came by. */
export const mergeWanted = (wanted: WantedRow, stored: StoredReview, now: string) =>
  mergeReview({ ...wanted, place: { file: "", row: 0 }, content: null, complete: false, current: true }, stored, now);

/** The same for the same statements: a request that was refused is recognized. */
const hashWanted = (key: string, { row, unknown }: WantedRow): string =>
  keyedHash(key, JSON.stringify(STATED.map((field) => (unknown.includes(field) ? null : row[field]))));

/** A row that would change a review that something else brought. */
export type AskedRow = { review_id: string; hash: string; wanted: WantedRow };

export type NotingForeign = {
  now: string;
  /** The key of the store, for hashes. */
  identity_key: string;
  bringer: Bringer;
  /** Stored reviews that the rows have. */
  sightings: Sighting[];
  /** Rows that wait for the owner. */
  asked: AskedRow[];
};

/** A row of a source about a review that it may not change: it says the same, or it waits for the owner. */
export function noteForeign(run: NotingForeign, incoming: Prepared, stored: StoredReview): void {
  const { unknown, updated_known, as_given } = incoming;
  const row = { ...incoming.row, doubtful: null };
  const wanted = { row, unknown, updated_known, as_given };
  const equal = findWanted(wanted, stored, run.now).length === 0;
  if (mayChange(run.bringer, undefined, { equal }) === "ask")
    run.asked.push({ review_id: stored.id, hash: hashWanted(run.identity_key, wanted), wanted });
  else run.sightings.push({ review_id: stored.id, verified_by: row.verification_method, same: true });
}
