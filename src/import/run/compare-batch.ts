import { dayNumber } from "../../model/basics/time.ts";
import { mayReturn } from "../../model/review-kinds.ts";
import { type Brought, readBrought } from "../../store/imports/bringers.ts";
import { readStaged, readStagedByMatch } from "../../store/imports/staging.ts";
import { type ErasedKeys, hasErasedKeys, type ReviewKey, readErasedKeys } from "../../store/reviews/review-keys.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import {
  readReviews,
  readReviewsByMatch,
  readReviewsByName,
  readReviewsBySource,
} from "../../store/reviews/reviews.ts";
import { readTombstones } from "../../store/reviews/tombstones.ts";
import type { Store } from "../../store/store.ts";
import { idOfVariant } from "../prepare/identity.ts";
import { isErasedBy, signsOf } from "../prepare/known-keys.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { noteAliases } from "./aliases.ts";
import { type Claims, nextVariant, otherIds } from "./claimed-ids.ts";
import { type Deferred, findCorrectable, type Resolved } from "./corrections.ts";
import { isOfSourceAlone, mayChange, type NotingForeign, noteForeign } from "./may-change.ts";
import { mergeReview } from "./merge-review.ts";
import type { RowOutcome } from "./run.ts";
import type { SeenIds } from "./seen-ids.ts";

export type Comparison = NotingForeign & {
  deps: { store: Store };
  id: string;
  /** What the batch adds to what stored reviews are known under. */
  aliases: ReviewKey[];
  /** Ids and match keys of the rows that the run has read so far: it has staged no others. */
  seen: SeenIds;
  matched: SeenIds;
  /** What the rows of the current file have used so far. */
  claims: Claims;
  deferred: Deferred[];
  /** Nothing is stored and nothing was ever erased, so there is nothing to compare with. */
  empty: boolean;
  /** Stored reviews that only a source brought so far, and that the owner has, too. */
  shared: Set<string>;
};

type Known = {
  stored: Map<string, StoredReview>;
  staged: Map<string, StoredReview>;
  /** By source and id there, for reviews whose own id was made from something else. */
  by_source: Map<string, StoredReview>;
  /** By the hash of the name, without an id at the source. */
  by_name: Map<string, StoredReview[]>;
  /** By match key: stored and staged rows, and the rows of the batch so far. */
  matches: Map<string, StoredReview[]>;
  /** Ids of the batch's own rows: none of these is the twin of another row. */
  batch_ids: Set<string>;
  erased_ids: Set<string>;
  /** Removed at the source, or with their import: may return. */
  removed_ids: Set<string>;
  erased_keys: ErasedKeys;
  /** Of the stored reviews, those that a source brought. */
  brought: Map<string, Brought>;
};

const DUPLICATE_DAYS = 7;

async function readKnown(
  run: Comparison,
  batch: readonly Prepared[],
  corrected: readonly string[] = [],
): Promise<Known> {
  const { store } = run.deps;
  const own = new Set(batch.map(({ row }) => row.id));
  const ids = [...new Set([...own, ...otherIds(batch, run.claims)])];
  const keys = [...new Set(batch.flatMap(({ row }) => row.match_key ?? []))];
  const wanted = { ids: run.empty ? [] : ids, keys: run.empty ? [] : keys };
  const storedMatches = await readReviewsByMatch(store, wanted.keys);
  const named = await readReviews(store, wanted.ids);
  const found = new Set(named.map(({ id }) => id));
  const strangers = run.empty ? [] : batch.filter(({ row }) => !found.has(row.id));
  const bySource = await readReviewsBySource(store, [...new Set(strangers.flatMap(({ row }) => row.source_id ?? []))]);
  const byName = await readReviewsByName(store, [...new Set(strangers.flatMap(({ row }) => row.name_key ?? []))]);
  const stored = [...named, ...storedMatches, ...bySource];
  const stagedMatches = await readStagedByMatch(
    store,
    run.id,
    keys.filter((key) => run.matched.has(key)),
  );
  const repeated = ids.filter((id) => run.seen.has(id));
  const staged = [...(await readStaged(store, run.id, repeated)), ...stagedMatches];
  const matches = new Map<string, StoredReview[]>();
  for (const row of [...storedMatches, ...stagedMatches]) addMatch(matches, row);
  const by_name = new Map<string, StoredReview[]>();
  for (const row of byName) by_name.set(row.name_key ?? "", [...(by_name.get(row.name_key ?? "") ?? []), row]);
  const erased = await readTombstones(store, wanted.ids);
  return {
    stored: new Map(stored.map((row) => [row.id, row])),
    staged: new Map(staged.map((row) => [row.id, row])),
    by_source: new Map(bySource.map((row) => [`${row.source} ${row.source_id}`, row])),
    by_name,
    matches,
    batch_ids: own,
    removed_ids: new Set(erased.filter(({ reason }) => mayReturn(reason)).map(({ id }) => id)),
    erased_ids: new Set(erased.filter(({ reason }) => !mayReturn(reason)).map(({ id }) => id)),
    erased_keys: await findErasedKeys(run, strangers),
    brought: await readBrought(store, [...new Set([...stored.map(({ id }) => id), ...corrected])]),
  };
}

const signsOfRow = ({ identity_key }: Comparison, { row, content }: Prepared) =>
  signsOf(identity_key, row, content ? [content.short_name_id] : []);

/** What of the rows that are not stored is known to be erased. Most stores have erased nothing. */
async function findErasedKeys(run: Comparison, rows: readonly Prepared[]): Promise<ErasedKeys> {
  const { store } = run.deps;
  if (rows.length === 0 || !(await hasErasedKeys(store))) return new Map();
  const keys = rows.flatMap((row) => signsOfRow(run, row).map(({ key }) => key));
  return readErasedKeys(store, [...new Set(keys)]);
}

function addMatch(matches: Map<string, StoredReview[]>, row: StoredReview): void {
  if (row.match_key === null) return;
  const list = matches.get(row.match_key);
  if (list) list.push(row);
  else matches.set(row.match_key, [row]);
}

/** Finds the same review of the same source under another id: a scrape and the platform's own export use different ids. */
function findTwin(row: StoredReview, known: Known, claims: Claims): StoredReview | null {
  const renamed = known.by_source.get(`${row.source} ${row.source_id}`);
  if (renamed) return renamed;
  if (row.match_key === null || row.format === "candor") return null;
  const twin = known.matches.get(row.match_key)?.find((other) => {
    if (other.source !== row.source) return false;
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

/** The same words by the same author at two sources within a week: the review that was imported first stays. */
function isDuplicate(row: StoredReview, known: Known): boolean {
  if (row.match_key === null || row.text === null || row.format === "candor" || row.author === "Anonymous")
    return false;
  const others = known.matches.get(row.match_key) ?? [];
  return others.some(
    (other) =>
      other.source !== row.source &&
      other.held_reason !== "duplicate" &&
      Math.abs(dayNumber(other.date) - dayNumber(row.date)) <= DUPLICATE_DAYS,
  );
}

/** The id under which a row is stored or will be, or null if an equal row of the same file came before. */
function findId(incoming: Prepared, known: Known, run: Comparison): string | null {
  const { row, content } = incoming;
  const isKnown = (id: string) => known.stored.has(id) || known.staged.has(id);
  if (!content) return isKnown(row.id) ? row.id : (findTwin(row, known, run.claims)?.id ?? row.id);
  if (run.claims.isRepeat(row.id, content.row_hash)) return null;
  const variant = idOfVariant(row.id, content.details, 0);
  if (known.stored.has(variant) && !run.claims.ids.has(variant)) return variant;
  if (run.claims.ids.has(row.id)) return nextVariant(row.id, content.details, run.claims);
  // Even if the review is found under another id, the next row with this content id is another review.
  run.claims.ids.add(row.id);
  if (isKnown(row.id)) return row.id;
  const older = known.stored.get(content.short_name_id);
  const samePerson = !older?.person || !row.person || older.person === row.person;
  const free = !run.claims.ids.has(content.short_name_id);
  if (free && samePerson && (older || known.removed_ids.has(content.short_name_id))) return content.short_name_id;
  return findTwin(row, known, run.claims)?.id ?? row.id;
}

type RowResult = { outcome: RowOutcome; stage: boolean };

const unchangedRow = ({ place }: Prepared, row: StoredReview, repeat: boolean): RowResult => ({
  outcome: { kind: "unchanged", place, row, changes: [], repeat },
  stage: false,
});

const isErased = (incoming: Prepared, id: string, known: Known, run: Comparison): boolean =>
  known.erased_ids.has(id) ||
  known.erased_ids.has(incoming.content?.short_name_id ?? id) ||
  (known.erased_keys.size > 0 && isErasedBy(signsOfRow(run, incoming), incoming.row.source, known.erased_keys));

/** Decides what becomes of a row under its id. */
function settleRow(incoming: Prepared, id: string, known: Known, run: Comparison, repeat: boolean): RowResult {
  const { place } = incoming;
  const stored = known.stored.get(id);
  const before = known.staged.get(id) ?? stored;
  // Below, a row that is new gets its id.
  const given = id === incoming.row.id ? incoming.row : { ...incoming.row };
  // The review was already in this run: the row with the newest update wins, else the first one.
  const repeated = run.seen.has(id);
  if (repeated) {
    const newer =
      before && incoming.updated_known && Date.parse(incoming.row.updated_at) > Date.parse(before.updated_at);
    if (!newer) {
      if (before) noteAliases(run, incoming, [given], before);
      return unchangedRow(incoming, before ?? incoming.row, repeat);
    }
  }
  run.seen.add(id);
  const brought = known.brought.get(id);
  if (stored && mayChange(run.bringer, brought, { equal: false }) === "ask") {
    noteForeign(run, incoming, stored);
    return unchangedRow(incoming, stored, repeat);
  }
  if (stored && run.bringer === null && isOfSourceAlone(brought)) run.shared.add(id);
  const merged = mergeReview(incoming, stored ?? null, run.now);
  merged.row.id = id; // the id of its twin, if it has one
  noteAliases(run, { ...incoming, row: given }, before ? [before, given] : [given], merged.row);
  const stale = merged.kind === "unchanged" && merged.stale === true;
  if (stored) run.sightings.push({ review_id: id, verified_by: given.verification_method, same: !stale });
  if (merged.kind === "unchanged") return unchangedRow(incoming, merged.row, repeat);
  if (merged.kind === "added" && merged.row.state === "published" && isDuplicate(merged.row, known)) {
    Object.assign(merged.row, { state: "held", held_reason: "duplicate", held_at: run.now });
  }
  known.staged.set(id, merged.row);
  addMatch(known.matches, merged.row);
  if (merged.row.match_key !== null) run.matched.add(merged.row.match_key);
  const changes = merged.kind === "updated" ? merged.changes : [];
  const visible = merged.kind === "added" || changes.length > 0;
  const kind = repeated || !visible ? "unchanged" : merged.kind;
  return { outcome: { kind, place, row: merged.row, changes, repeat }, stage: true };
}

/** Null if it may correct a stored review: that is decided when all rows of the file are known. */
function compareRow(incoming: Prepared, known: Known, run: Comparison): RowResult | null {
  const { row, place, content } = incoming;
  const id = findId(incoming, known, run);
  if (id === null) return unchangedRow(incoming, row, true);
  const repeat = content === null && run.claims.ids.has(id);
  run.claims.add(row.id, id, content?.row_hash);
  if (!known.stored.has(id)) {
    if (isErased(incoming, id, known, run))
      return { outcome: { kind: "kept_out", place, row, changes: [], repeat }, stage: false };
    const isNew = !run.seen.has(id) && !known.removed_ids.has(id);
    const candidates = isNew ? findCorrectable(row, known.by_name.get(row.name_key ?? "") ?? []) : [];
    if (candidates.length > 0) {
      run.deferred.push({ incoming, id, candidates });
      return null;
    }
  }
  return settleRow(incoming, id, known, run, repeat);
}

export type Compared = { outcomes: RowOutcome[]; staged: StoredReview[]; again: string[] };

function collect(known: Known, compare: () => (RowResult | null)[]): Compared {
  const alreadyStaged = new Set(known.staged.keys());
  const staged = new Map<string, StoredReview>();
  const results = compare().filter((result) => result !== null);
  for (const { outcome, stage } of results) if (stage) staged.set(outcome.row.id, outcome.row);
  return {
    outcomes: results.map(({ outcome }) => outcome),
    staged: [...staged.values()],
    again: [...staged.keys()].filter((id) => alreadyStaged.has(id)),
  };
}

/**
 * Compares a batch with the stored and the staged reviews. `again` has the ids of rows that replace a staged one. Rows
 * that may correct a stored review are put off.
 */
export async function compareBatch(run: Comparison, batch: readonly Prepared[]): Promise<Compared> {
  const known = await readKnown(run, batch);
  return collect(known, () => batch.map((incoming) => compareRow(incoming, known, run)));
}

/** The same for rows that were put off. A row that corrects a review gets its id. */
export async function compareResolved(run: Comparison, rows: readonly Resolved[]): Promise<Compared> {
  const batch = rows.map(({ incoming }) => incoming);
  const known = await readKnown(
    run,
    batch,
    rows.flatMap(({ corrects }) => corrects?.id ?? []),
  );
  return collect(known, () =>
    rows.map(({ incoming, id, corrects }) => {
      if (!corrects) return settleRow(incoming, id, known, run, false);
      known.stored.set(corrects.id, corrects);
      run.claims.ids.add(corrects.id);
      const corrected = { ...incoming, row: { ...incoming.row, id: corrects.id } };
      noteAliases(run, incoming, [incoming.row], corrects);
      return settleRow(corrected, corrects.id, known, run, false);
    }),
  );
}
