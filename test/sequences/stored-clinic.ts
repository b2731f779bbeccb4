import type { Queryable } from "../../src/store/store.ts";
import { type Accepted, CUT, FOREIGN } from "./clinic-oracle.ts";
import { replyOf, textOf } from "./steps.ts";

/** The ids of the owner's reviews that are stored, by their numbers. */
export async function readIds(db: Queryable): Promise<Map<number, string>> {
  const rows = await db.query<{ id: string; source_id: string }>(
    "SELECT id, source_id FROM review WHERE source = 'other'",
  );
  return new Map(rows.map(({ id, source_id }) => [Number(source_id), id]));
}

const VERSIONS = [0, 1, 2, CUT, CUT + 1, CUT + 2];

/** What is stored of the owner's reviews, in the words of the oracle. */
export async function readStored(db: Queryable) {
  const rows = await db.query<Record<string, string | null>>(
    `SELECT source_id, author, text, reply_text, reply_state, verification_method AS method, held_reason AS held
     FROM review WHERE source = 'other' ORDER BY source_id`,
  );
  return rows.map(({ source_id, text, reply_text, reply_state, method, held }) => {
    const at = Number(source_id);
    const foreign = /in step (\d+)/.exec(text ?? "")?.[1];
    const version = (words: string | null | undefined, make: (of: number, version: number) => string) =>
      VERSIONS.find((one) => make(at, one) === words) ?? words;
    return {
      at,
      text: foreign ? FOREIGN + Number(foreign) : version(text, (of, one) => textOf(of, one, "[phone]")),
      reply: version(reply_text, replyOf),
      reply_state,
      method,
      held,
    };
  });
}

/** The words that a source wants for the owner's reviews. */
export async function readWanted(db: Queryable): Promise<Accepted[]> {
  const rows = await db.query<{ source_id: string; wanted: string }>(
    `SELECT source_id, wanted FROM source_request JOIN review ON review.id = review_id
     WHERE kind = 'source_change' AND refused_at IS NULL AND review.source = 'other'`,
  );
  return rows.map(({ source_id, wanted }) => ({
    at: Number(source_id),
    text: FOREIGN + Number(/in step (\d+)/.exec(wanted)?.[1]),
  }));
}

/** Reviews that are held as copies of nothing. */
export const readLoneCopies = (db: Queryable): Promise<unknown[]> =>
  db.query(
    `SELECT id FROM review AS copy WHERE held_reason = 'duplicate' AND NOT EXISTS (
       SELECT 1 FROM review AS other WHERE other.match_key = copy.match_key AND other.id <> copy.id)`,
  );

/** As a version without rules left it. */
export async function unjudge(db: Queryable): Promise<void> {
  for (const table of ["review", "former_review"])
    await db.query(
      `UPDATE ${table} SET text = replace(text, '[phone]', '541-555-0137'), redactions = '[]', reply_state =
         CASE WHEN reply_state = 'held' THEN 'published' ELSE reply_state END, reply_held_reason = NULL
       WHERE source = 'other'`,
    );
  await db.query("UPDATE review_revision SET text = replace(text, '[phone]', '541-555-0137')");
  await db.query("DELETE FROM judged_rules");
}
