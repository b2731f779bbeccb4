import { dayNumber } from "../../model/basics/time.ts";
import { minimizeName } from "../../privacy/people/minimize-name.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { nameOriginals, readUnnamedCopies } from "../../store/imports/release-duplicates.ts";
import { readReviews, readReviewsByMatch } from "../../store/reviews/reviews.ts";
import {
  type ErasedSketch,
  readErasedSketches,
  readSketchPages,
  readUnsketched,
  SKETCHED_TABLES,
  type SketchedRow,
  type SketchTable,
  saveSketches,
} from "../../store/reviews/sketches.ts";
import type { Queryable, Store } from "../../store/store.ts";
import { type Copy, compareCopies, FAR_ERASED, type Likeness } from "./same-review.ts";
import { createSieve } from "./sieve.ts";
import { parseKeys, parseSketch } from "./sketch.ts";
import { type CopyIndex, createCopyIndex, createSketchIndex } from "./sketch-index.ts";
import { createSketcher, type Sketched } from "./sketcher.ts";

const PAGE = 500;

/** Where a review has its id. */
export const originOf = ({ source, format }: { source: string; format: string }): string => `${source} ${format}`;

export const copyOf = ({ source, date, sketch }: Omit<SketchedRow, "id">): Copy => ({
  source,
  day: dayNumber(date),
  sketch: parseSketch(sketch),
});

type Words = { author: string; title: string | null; text: string | null; translation_text: string | null };
type Stored = Words & { person: string | null; source_id: string | null };

/** What a stored row tells: the words that an import redacted are gone. */
const sketchedOf = ({ author, title, text, translation_text, person, source_id }: Stored): Sketched => ({
  given: null,
  stored: { text: text ?? title, translation: translation_text },
  has_id: source_id !== null,
  minimized: minimizeName(author, "first_initial"),
  person,
  row: null,
});

/** Returns whether there may be more. */
async function completePage(tx: Queryable, table: SketchTable): Promise<boolean> {
  const rows = await readUnsketched(tx, table, PAGE);
  if (rows.length === 0) return false;
  const sketch = createSketcher(await ensureIdentityKey(tx));
  await saveSketches(
    tx,
    table,
    rows.map((row) => ({ id: row.id, place: row.place, sketch: sketch(sketchedOf(row)) })),
  );
  return true;
}

/** Gives a sketch to what a program without sketches stored, in a transaction. */
export async function completeWithin(tx: Queryable): Promise<void> {
  for (const table of SKETCHED_TABLES) while (await completePage(tx, table));
}

/** The same before a change. Usually there is nothing to do, and then nothing is locked. */
export async function completeSketches(store: Store): Promise<void> {
  for (const table of SKETCHED_TABLES)
    while ((await readUnsketched(store, table, 1)).length > 0) await store.transaction((tx) => completePage(tx, table));
  if ((await readUnnamedCopies(store)).length > 0) await store.transaction(nameCopies);
}

/** Finds the original of each copy that an older program held. */
async function nameCopies(tx: Queryable): Promise<void> {
  const named: { id: string; original: string | null }[] = [];
  for (const copy of await readUnnamedCopies(tx)) {
    const equal = copy.match_key === null ? [] : await readReviewsByMatch(tx, [copy.match_key]);
    const like = copy.sketch === null ? [] : await findLookAlikes(tx, [copyOf({ ...copy, sketch: copy.sketch })]);
    const same = like.filter(({ likeness }) => likeness === "same").map(({ id }) => id);
    const originals = [...equal, ...(await readReviews(tx, same))].filter(
      ({ id, source, held_reason }) => id !== copy.id && source !== copy.source && held_reason !== "duplicate",
    );
    const original = originals.find(({ state }) => state === "published") ?? originals[0];
    named.push({ id: copy.id, original: original?.id ?? null });
  }
  await nameOriginals(tx, named);
}

/** All stored reviews, to find those that may be the same as a row. */
export async function indexStored(db: Queryable): Promise<CopyIndex> {
  const index = createCopyIndex();
  for await (const page of readSketchPages(db))
    for (const row of page) index.add(row.id, parseKeys(row.sketch), originOf(row));
  return index;
}

/** What was erased. Null if nothing was, as in most stores. */
export type Erased = { isErased(row: Recognized): boolean };
type Recognized = { source: string; date: string; sketch: string | null };

export function buildErased(sketches: readonly ErasedSketch[]): Erased | null {
  if (sketches.length === 0) return null;
  const index = createSketchIndex();
  const copies = sketches.map(copyOf);
  // An erased review is recognized under any id.
  for (const { sketch } of sketches) index.add(parseKeys(sketch), "erased");
  return {
    isErased({ sketch, ...row }) {
      if (sketch === null) return false;
      const found = index.find(parseKeys(sketch), "any");
      if (found.length === 0) return false;
      const copy = copyOf({ ...row, sketch });
      return found.some((at) => {
        const erased = copies[at];
        return erased !== undefined && compareCopies(copy, erased, FAR_ERASED) === "same";
      });
    },
  };
}

export const readErased = async (db: Queryable): Promise<Erased | null> => buildErased(await readErasedSketches(db));

export type LookAlike = { id: string; likeness: Exclude<Likeness, "different"> };

/** Stored reviews that are or may be the same as one of these copies, by id. */
export async function findLookAlikes(db: Queryable, copies: readonly Copy[]): Promise<LookAlike[]> {
  const found = new Map<string, LookAlike["likeness"]>();
  const mayBeLike = createSieve(copies);
  for await (const page of readSketchPages(db)) {
    for (const row of page.filter(({ sketch }) => mayBeLike(sketch))) {
      const stored = copyOf(row);
      for (const copy of copies) {
        const likeness = compareCopies(copy, stored);
        if (likeness === "same" || (likeness === "alike" && !found.has(row.id))) found.set(row.id, likeness);
      }
    }
  }
  return [...found].map(([id, likeness]) => ({ id, likeness }));
}
