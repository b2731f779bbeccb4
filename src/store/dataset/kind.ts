import type { Kind } from "../../model/demonstration.ts";
import { OperatorError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { deleteReviews, isEmpty } from "../reviews/reviews.ts";
import { saveTombstones } from "../reviews/tombstones.ts";
import { inPages, onlyRow, placeholders, type Queryable, type Store } from "../store.ts";
import { bumpDataset, commitTime, lockDataset } from "./dataset.ts";
import { hasInventedStars, hasInventedWords, INVENTED_LIMIT, inventedIds } from "./invented-reviews.ts";

const NO_MENTIONS = '{"technicians":[],"services":[],"service_areas":[]}';

/** Whether the store is a demonstration. This is decided when the store is created; a profile never changes it. */
export async function readKind(db: Queryable): Promise<Kind> {
  const [row] = await db.query<{ kind: Kind }>("SELECT kind FROM store_kind WHERE id = 1");
  if (!row) throw new Error("the store has no kind: its table store_kind is empty");
  return row.kind;
}

/** True for a copy of the demonstration in which everything can be tried. */
export async function isThrowaway(db: Queryable): Promise<boolean> {
  return (await db.query("SELECT id FROM store_kind WHERE throwaway = 1")).length > 0;
}

/** Lets a copy of the demonstration be changed. A store of a business stays as it is. */
export async function markThrowaway(db: Queryable): Promise<void> {
  await db.query("UPDATE store_kind SET throwaway = 1 WHERE kind = 'demonstration'");
}

/** Call it in the transaction of a change: a change for one kind of store must not be made in the other. */
export async function refuseOtherKind(tx: Queryable, wanted: Kind): Promise<void> {
  if ((await readKind(tx)) === wanted || (await isThrowaway(tx))) return;
  throw new OperatorError(
    wanted === "business"
      ? "the database is a demonstration with made-up reviews: nothing was changed"
      : "the database holds a business's own data: the demonstration needs a database of its own",
  );
}

/** How many made-up reviews this version removed when it first opened the store, and when. */
export async function readInventedRemoved(db: Queryable): Promise<{ count: number; at: string }> {
  const [row] = await db.query<{ count: number; at: string }>(
    "SELECT invented_removed AS count, decided_at AS at FROM store_kind WHERE id = 1",
  );
  return row ?? { count: 0, at: "" };
}

type Contents = {
  invented: { id: string; date: string; state: string }[];
  reviews: number;
  /** JSON, or null if there is no profile. */
  profile: string | null;
};

type Row = Contents["invented"][number] & {
  source_id: string | null;
  text: string | null;
  author: string;
  rating: number;
};

/** By id. If there are too many for a coincidence, also by their words, which finds copies imported as a table. */
async function findInvented(tx: Queryable): Promise<Contents["invented"]> {
  const [by_id, by_words, by_stars]: [Row[], Row[], Row[]] = [[], [], []];
  const pages = inPages<Row>((last, limit) =>
    tx.query("SELECT id, date, state, source_id, text, author, rating FROM review WHERE id > $1 ORDER BY id LIMIT $2", [
      last?.id ?? "",
      limit,
    ]),
  );
  for await (const page of pages) {
    for (const row of page) {
      if (inventedIds().has(row.id) || inventedIds().has(row.source_id ?? "")) by_id.push(row);
      else if (hasInventedWords(row)) by_words.push(row);
      else if (hasInventedStars(row)) by_stars.push(row);
    }
  }
  const copied = by_id.length + by_words.length >= INVENTED_LIMIT;
  return [...by_id, ...(copied ? [...by_words, ...by_stars] : [])].map(({ id, date, state }) => ({ id, date, state }));
}

async function readContents(tx: Queryable): Promise<Contents> {
  const { count } = onlyRow(await tx.query<{ count: number }>("SELECT CAST(count(*) AS INTEGER) AS count FROM review"));
  const [business] = await tx.query<{ profile: string }>("SELECT profile FROM business WHERE id = 1");
  return {
    invented: await findInvented(tx),
    reviews: count,
    profile: business?.profile ?? null,
  };
}

/** Earlier versions marked the demonstration in its profile, and the mark was lost when the profile was replaced. */
const hasOldMark = ({ profile }: Contents): boolean =>
  profile !== null && /"demonstration"\s*:\s*true/.test(profile) && JSON.parse(profile).demonstration === true;

async function dropOldMark(tx: Queryable, profile: string): Promise<void> {
  const { demonstration: _, ...rest } = JSON.parse(profile);
  await tx.query("UPDATE business SET profile = $1 WHERE id = 1", [JSON.stringify(rest)]);
}

/** Removes everything made-up from a store that also has real data. Clients are told to delete what was public. */
async function removeInvented(tx: Queryable, dialect: Store["dialect"], contents: Contents, now: Date): Promise<void> {
  const at = commitTime(await lockDataset(tx, dialect), now);
  const ids = [...inventedIds()];
  // This includes erased ones, because the count of erased reviews is about real reviews.
  await tx.query(
    `UPDATE tombstone SET reason = 'removed_at_source', changed_at = $${ids.length + 1} WHERE id IN ${placeholders(1, ids.length)}`,
    [...ids, at],
  );
  const published = contents.invented.filter(({ state }) => state === "published");
  await saveTombstones(
    tx,
    published.map(({ id, date }) => ({ id, date, deleted_at: at, reason: "removed_at_source" })),
    at,
  );
  await deleteReviews(
    tx,
    contents.invented.map(({ id }) => id),
  );
  if (hasOldMark(contents)) {
    await tx.query("DELETE FROM business WHERE id = 1");
    await tx.query("UPDATE review SET mentions = $1, changed_at = $2 WHERE mentions <> $1", [NO_MENTIONS, at]);
  }
  await bumpDataset(tx, dialect, at);
}

/** What was removed, as a message for the person who opened the store. */
const describeRemoved = ({ invented }: Contents, profile_too: boolean): string =>
  `an earlier version had mixed the demonstration with your data: ${[
    `${counted(invented.length, "made-up review")} ${invented.length === 1 ? "was" : "were"} removed`,
    ...(profile_too
      ? ["and the made-up profile: set yours with candor business FILE, then import your files again"]
      : []),
  ].join(", ")}`;

/**
 * Runs in the transaction of the migration that creates the table, so that every store has a kind. A new store gets the
 * `wanted` kind. A store of an earlier version is a demonstration if everything in it is made up. Otherwise it belongs
 * to a business, and made-up data in it is removed. Returns a message about that, or null.
 */
export async function decideKind(
  tx: Queryable,
  dialect: Store["dialect"],
  { wanted, now }: { wanted: Kind; now: Date },
): Promise<string | null> {
  const decided = await tx.query("SELECT kind FROM store_kind WHERE id = 1");
  if (decided.length > 0) return null;
  const contents = await readContents(tx);
  const marked = hasOldMark(contents);
  const made_up = marked || contents.invented.length > 0;
  const real = contents.reviews > contents.invented.length || (contents.profile !== null && !marked);
  const nothing = contents.profile === null && (await isEmpty(tx));
  const mixed = made_up && real;
  if (mixed) await removeInvented(tx, dialect, contents, now);
  else if (marked && contents.profile !== null) await dropOldMark(tx, contents.profile);
  const kind: Kind = nothing ? wanted : made_up && !real ? "demonstration" : "business";
  await tx.query("INSERT INTO store_kind (id, kind, invented_removed, decided_at) VALUES (1, $1, $2, $3)", [
    kind,
    mixed ? contents.invented.length : 0,
    now.toISOString(),
  ]);
  return mixed ? describeRemoved(contents, marked) : null;
}

/** True if a store is still empty, so that it can become a demonstration. */
export async function isUnused(db: Queryable): Promise<boolean> {
  const business = await db.query("SELECT id FROM business");
  return business.length === 0 && (await isEmpty(db));
}

/** Makes an unused store a demonstration. Any other is refused. */
export async function markDemonstration(store: Store, now: () => Date): Promise<void> {
  await store.transaction(async (tx) => {
    const at = commitTime(await lockDataset(tx, store.dialect), now());
    if (!(await isUnused(tx))) return refuseOtherKind(tx, "demonstration");
    await tx.query("UPDATE store_kind SET kind = 'demonstration' WHERE id = 1");
    await bumpDataset(tx, store.dialect, at);
  });
}
