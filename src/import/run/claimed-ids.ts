import { idOfVariant } from "../prepare/identity.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import { hasNumbers } from "../recognize/sketch.ts";
import { buildSeenIds, type SeenIds } from "./seen-ids.ts";

/** What the rows of one file have used so far: each review in it belongs to one row. */
export type Claims = {
  ids: SeenIds;
  /** An equal row came before. */
  isRepeat(content_id: string, row_hash: string): boolean;
  /** How many rows had this content id so far, if there were several; else 1 or 0. */
  count(content_id: string): number;
  add(content_id: string, id: string, row_hash: string | undefined): void;
};

export function createClaims(): Claims {
  const ids = buildSeenIds();
  const rows = buildSeenIds();
  const contents = buildSeenIds();
  const counts = new Map<string, number>();
  const count = (content_id: string) => counts.get(content_id) ?? (contents.has(content_id) ? 1 : 0);
  return {
    ids,
    isRepeat: (content_id, row_hash) => rows.has(`${content_id} ${row_hash}`),
    count,
    add(content_id, id, row_hash) {
      ids.add(id);
      if (row_hash === undefined) return;
      if (contents.has(content_id)) counts.set(content_id, count(content_id) + 1);
      contents.add(content_id);
      rows.add(`${content_id} ${row_hash}`);
    },
  };
}

/** The first variant of a content id that is free. */
export function nextVariant(content_id: string, details: string, isTaken: (id: string) => boolean): string {
  let nth = 0;
  while (isTaken(idOfVariant(content_id, details, nth))) nth += 1;
  return idOfVariant(content_id, details, nth);
}

/** Reviews with the same words but for redacted digits: so many of one person, day and rating are told apart. */
const MOST_OTHER_NUMBERS = 8;

/** Under which a row may be stored if the review with its content id has other numbers. */
export const variantsOf = ({ row, content }: Prepared): string[] =>
  content && hasNumbers(row)
    ? Array.from({ length: MOST_OTHER_NUMBERS }, (_, nth) => idOfVariant(row.id, content.details, nth))
    : [];

/** Every other id under which the rows of a batch may be stored. */
export function* otherIds(batch: readonly Prepared[], claims: Claims): Generator<string> {
  const counts = new Map<string, number>();
  for (const prepared of batch) {
    const { row, content } = prepared;
    if (!content) continue;
    const before = counts.get(row.id) ?? claims.count(row.id);
    counts.set(row.id, before + 1);
    yield content.short_name_id;
    for (let nth = 0; nth <= before; nth += 1) yield idOfVariant(row.id, content.details, nth);
    yield* variantsOf(prepared);
  }
}
