import { readStaged } from "../../store/imports/staging.ts";
import { readReviews, type StoredReview } from "../../store/reviews/reviews.ts";
import { readEarlierSketches } from "../../store/reviews/sketches.ts";
import type { Store } from "../../store/store.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { compareCopies, compareWords, type Overlap } from "../recognize/same-review.ts";
import { isSameRow, parseKeys } from "../recognize/sketch.ts";
import { type CopyIndex, createCopyIndex } from "../recognize/sketch-index.ts";
import { copyOf, indexStored, originOf } from "../recognize/stored-sketches.ts";
import type { SeenIds } from "./seen-ids.ts";

/** What a run knows of the words of stored and staged reviews. */
export type Recognizing = {
  deps: { store: Store };
  id: string;
  empty: boolean;
  seen: SeenIds;
  /** Made for the first row that is not stored. */
  index: CopyIndex | null;
  /** Rows that were stored under another id than their own. */
  renamed: Map<string, string>;
};

/** Reviews that the rows of a batch may be copies of. */
export type Candidates = {
  of: Map<Prepared, string[]>;
  stored: StoredReview[];
  staged: StoredReview[];
  /** By id: their words before each edit. */
  earlier: Map<string, string[]>;
  /** Most of the rows that are new are stored as other reviews: the file is read again, with other options. */
  reread: boolean;
};

/** Looks for copies of these rows. The rows of the batch itself are known. A new row can be found from now on. */
export async function readCandidates(
  run: Recognizing,
  rows: readonly Prepared[],
  { batch, isNew }: { batch: ReadonlySet<string>; isNew: (id: string) => boolean },
): Promise<Candidates> {
  const { store } = run.deps;
  const of = new Map<Prepared, string[]>();
  const wanted = new Set<string>();
  if (rows.length > 0) run.index ??= run.empty ? createCopyIndex() : await indexStored(store);
  for (const incoming of rows) {
    const { sketch, id } = incoming.row;
    if (sketch === null || !run.index) continue;
    const parsed = parseKeys(sketch);
    const origin = originOf(incoming.row);
    const found = run.index.find(parsed, origin).map((one) => run.renamed.get(one) ?? one);
    if (isNew(id)) run.index.add(id, parsed, origin);
    of.set(incoming, found);
    for (const one of found) if (!batch.has(one)) wanted.add(one);
  }
  const ids = [...wanted];
  const stored = run.empty ? [] : await readReviews(store, ids);
  const staged = await readStaged(
    store,
    run.id,
    ids.filter((one) => run.seen.has(one)),
  );
  const edited = stored.filter(({ revision }) => revision > 1).map(({ id }) => id);
  const known = new Map(stored.map((row) => [row.id, row]));
  const strangers = rows.filter(({ row }) => isNew(row.id));
  const readings = strangers.filter((incoming) => {
    const found = (of.get(incoming) ?? []).flatMap((one) => known.get(one) ?? []);
    return found.length > 0 && findReadings(incoming, found).length > 0;
  });
  const reread = readings.length > 0 && readings.length * 2 >= strangers.length;
  return { of, stored, staged, earlier: await readEarlierSketches(store, edited), reread };
}

/** A stored or staged review that a row is a copy of. `current`: of its words as they are now, not before an edit. */
export type CopyOf = { other: StoredReview; overlap: Overlap; current: boolean };

/** The reviews that a row is a copy of, at whatever source. */
export function findSame(
  { row }: Prepared,
  ids: readonly string[],
  { earlier, findRow }: { earlier: Candidates["earlier"]; findRow: (id: string) => StoredReview | undefined },
): CopyOf[] {
  if (ids.length === 0 || row.sketch === null || row.format === "candor") return [];
  const own = copyOf({ ...row, sketch: row.sketch });
  const found: CopyOf[] = [];
  for (const id of ids) {
    const other = findRow(id);
    if (!other || other.id === row.id || other.sketch === null) continue;
    // Two different ids in one format are two reviews.
    const two = other.source === row.source && other.format === row.format && other.source_id !== null;
    if (two && row.source_id !== null && row.source_id !== other.source_id) continue;
    const sketches = [other.sketch, ...(earlier.get(other.id) ?? [])];
    for (const [at, sketch] of sketches.entries()) {
      const copy = copyOf({ ...other, sketch });
      const overlap = compareCopies(own, copy) === "same" ? compareWords(own.sketch, copy.sketch) : null;
      if (!overlap) continue;
      found.push({ other, overlap, current: at === 0 });
      break;
    }
  }
  return found;
}

/** Reviews that were read from the same row of a file, with other options. */
export const findReadings = ({ row }: Prepared, found: readonly StoredReview[]): StoredReview[] =>
  found.filter((other) => other.id !== row.id && isSameRow(row.sketch, other.sketch));
