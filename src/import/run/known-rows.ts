import { mayReturn } from "../../model/review-kinds.ts";
import { type Brought, readBrought } from "../../store/imports/bringers.ts";
import { readStaged, readStagedByMatch } from "../../store/imports/staging.ts";
import type { ToldApart } from "../../store/reviews/likeness.ts";
import { type ErasedKeys, hasErasedKeys, type ReviewKey, readErasedKeys } from "../../store/reviews/review-keys.ts";
import {
  readReviews,
  readReviewsByMatch,
  readReviewsByName,
  readReviewsBySource,
  type StoredReview,
} from "../../store/reviews/reviews.ts";
import type { ErasedSketch } from "../../store/reviews/sketches.ts";
import { readTombstones } from "../../store/reviews/tombstones.ts";
import { signsOf } from "../prepare/known-keys.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import type { Erased } from "../recognize/stored-sketches.ts";
import type { ApplyEdits } from "./apply-edits.ts";
import { type Claims, otherIds } from "./claimed-ids.ts";
import type { Deferred } from "./corrections.ts";
import { type Candidates, type Recognizing, readCandidates } from "./find-copies.ts";
import type { NotingForeign } from "./may-change.ts";
import type { SeenIds } from "./seen-ids.ts";
import type { Withdrawing } from "./withdraw-consent.ts";

export type Comparison = NotingForeign &
  Withdrawing &
  Recognizing & {
    /** What the batch adds to what stored reviews are known under. */
    aliases: ReviewKey[];
    /** Match keys of the rows that the run has read so far: it has staged no others. */
    matched: SeenIds;
    /** What the rows of the current file have used so far. */
    claims: Claims;
    deferred: Deferred[];
    /** New words of erased reviews. */
    kept_out: ErasedSketch[];
    /** What the owner decided about look-alikes. */
    isApart: ToldApart;
    /** What the owner decided about the words of stored reviews. */
    applyEdits: ApplyEdits;
    /** Null: nothing was ever erased. */
    erased: Erased | null;
    /** Stored reviews that only a source brought so far, and that the owner has, too. */
    shared: Set<string>;
  };

export type Known = {
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
  /** Reviews that the rows may be copies of, by their words. */
  candidates: Candidates;
  /** Of the stored reviews, those that a source brought. */
  brought: Map<string, Brought>;
};

export async function readKnown(
  run: Comparison,
  batch: readonly Prepared[],
  corrected: readonly string[] | null = null,
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
  const isNew = (id: string) => corrected === null && !found.has(id) && !run.seen.has(id);
  const held = new Set(named.filter(({ held_reason }) => held_reason !== null).map(({ id }) => id));
  // A held row may be published now, unless it is a copy of another review.
  const maybePublic = ({ row }: Prepared) => held.has(row.id) && row.verification_method !== null;
  const copying = batch.filter((one) => corrected !== null || isNew(one.row.id) || maybePublic(one));
  const candidates = await readCandidates(run, copying, { batch: own, isNew });
  const stored = [...named, ...storedMatches, ...bySource, ...candidates.stored];
  const stagedMatches = await readStagedByMatch(
    store,
    run.id,
    keys.filter((key) => run.matched.has(key)),
  );
  const repeated = ids.filter((id) => run.seen.has(id));
  const staged = [...(await readStaged(store, run.id, repeated)), ...stagedMatches, ...candidates.staged];
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
    brought: await readBrought(store, [...new Set([...stored.map(({ id }) => id), ...(corrected ?? [])])]),
    candidates,
  };
}

export const signsOfRow = ({ identity_key }: Comparison, { row, content }: Prepared) =>
  signsOf(identity_key, row, content ? [content.short_name_id] : []);

/** What of the rows that are not stored is known to be erased. Most stores have erased nothing. */
async function findErasedKeys(run: Comparison, rows: readonly Prepared[]): Promise<ErasedKeys> {
  const { store } = run.deps;
  if (rows.length === 0 || !(await hasErasedKeys(store))) return new Map();
  const keys = rows.flatMap((row) => signsOfRow(run, row).map(({ key }) => key));
  return readErasedKeys(store, [...new Set(keys)]);
}

export function addMatch(matches: Map<string, StoredReview[]>, row: StoredReview): void {
  if (row.match_key === null) return;
  const list = matches.get(row.match_key);
  if (list) list.push(row);
  else matches.set(row.match_key, [row]);
}
