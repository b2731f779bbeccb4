import { matchKey, wordsKey } from "../import/prepare/identity.ts";
import { type DeletionReason, mayReturn } from "../model/review.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { minimizeName } from "../privacy/names.ts";
import { counted } from "../spelling.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset.ts";
import { deleteDecisions } from "../store/decisions.ts";
import { deleteFormer, readFormerOf, readRemoved } from "../store/former-reviews.ts";
import { forgetRuns } from "../store/import-runs.ts";
import { purgeDeleted } from "../store/purge.ts";
import { deleteReviews, readDuplicates, readEarlierWords, readReviews, type StoredReview } from "../store/reviews.ts";
import type { Queryable, Store } from "../store/store.ts";
import { eraseUndoneMatches, readTombstones, saveErasedMatch, saveTombstones } from "../store/tombstones.ts";
import { notStored, parseIds } from "../terminal/change-reviews.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { lookAtStore, withExistingStore } from "../terminal/with-store.ts";

const REASONS = ["erased_on_request", "legal"] as const satisfies readonly DeletionReason[];

/** The latest date at which readers saw a review: readers of newer dates must learn of its erasure, too. */
const lastDate = ({ date, moved_from }: Pick<StoredReview, "date" | "moved_from">): string =>
  moved_from !== null && moved_from > date ? moved_from : date;

type Erasable = { id: string; date: string; review: StoredReview | null };

/**
 * Reviews that are stored, or no longer stored but not erased: removed at the source, or taken back with their import.
 * Their words may be kept for `candor undo`.
 */
async function findErasable(tx: Queryable, ids: readonly string[]): Promise<Erasable[]> {
  const found = new Map<string, Erasable>();
  for (const { id, date, reason } of await readTombstones(tx, ids)) {
    if (mayReturn(reason)) found.set(id, { id, date, review: null });
  }
  for (const review of [...(await readRemoved(tx, ids)), ...(await readReviews(tx, ids))]) {
    const date = lastDate(review);
    const gone = found.get(review.id)?.date ?? date;
    found.set(review.id, { id: review.id, date: gone > date ? gone : date, review });
  }
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) throw notStored(missing);
  return [...found.values()];
}

/** Copies from other sources that are held as duplicates of these. */
async function findCopies(tx: Queryable, erasable: readonly Erasable[]): Promise<Erasable[]> {
  const known = new Set(erasable.map(({ id }) => id));
  const copies: Erasable[] = [];
  for (const { review } of erasable) {
    for (const copy of review ? await readDuplicates(tx, review) : []) {
      if (known.has(copy.id)) continue;
      known.add(copy.id);
      copies.push({ id: copy.id, date: lastDate(copy), review: copy });
    }
  }
  return copies;
}

/** Remembers the words of every revision, so that an old export does not bring the review back under another id. */
async function rememberWords(tx: Queryable, review: StoredReview): Promise<void> {
  const { id, source, date, person, match_key } = review;
  const author = minimizeName(review.author, "first_initial");
  const earlier = [...(await readEarlierWords(tx, id)), ...(await readFormerOf(tx, id))];
  const texts = [review, ...earlier].flatMap(({ text }) => text ?? []);
  const keys = texts.flatMap((text) => [matchKey(author, date, text), ...(person ? [wordsKey(person, text)] : [])]);
  if (match_key !== null) keys.push(match_key);
  for (const key of new Set(keys)) await saveErasedMatch(tx, source, key);
}

/**
 * Removes reviews from the database, its history and its files, with the copies from other sources that are held as
 * duplicates. A tombstone without text remains.
 */
export async function eraseReviews(
  { store, now }: { store: Store; now: Terminal["now"] },
  ids: readonly string[],
  reason: DeletionReason,
): Promise<number> {
  const erased = await store.transaction(async (tx) => {
    const at = commitTime(await lockDataset(tx, store.dialect), now());
    const asked = await findErasable(tx, ids);
    const all = [...asked, ...(await findCopies(tx, asked))];
    const all_ids = all.map(({ id }) => id);
    for (const { review } of all) if (review) await rememberWords(tx, review);
    await eraseUndoneMatches(tx, all_ids);
    await deleteReviews(tx, all_ids);
    await deleteFormer(tx, all_ids);
    await deleteDecisions(tx, all_ids);
    await forgetRuns(tx, at);
    await saveTombstones(
      tx,
      all.map(({ id, date }) => ({ id, date, deleted_at: at, reason })),
      at,
    );
    await bumpDataset(tx, store.dialect, at);
    return all.length;
  });
  await purgeDeleted(store);
  return erased;
}

/** On a terminal the operator sees what would be erased, and may still refuse. */
async function confirmErase(terminal: Terminal, ids: readonly string[]): Promise<void> {
  if (!terminal.ask) return;
  terminal.out(await lookAtStore(terminal, async (store) => listReviews(await readReviews(store, ids))));
  const answer = await terminal.ask(`Erase ${counted(ids.length, "review")}? This cannot be reversed. (y/n) `);
  if (!/^\s*y(?:es)?\s*$/i.test(answer)) throw new OperatorError("nothing was erased");
}

export const command: Command = {
  usage: `Usage: candor erase ID… --reason ${REASONS.join("|")} [--yes] [--json]

Erases reviews permanently: author and text are removed from the database, its
history and everything that is served, with copies from other sources that are held as
duplicates. Their URLs answer 410, and subscribers are notified. An import does not bring
them back. This cannot be reversed. On a terminal it asks first; --yes does not.
Afterwards the public address is read for up to 5 seconds: if a review is still there, or
that cannot be checked, a line on standard error says so.

Examples:
  candor erase ID --reason erased_on_request
`,
  options: { reason: { type: "string" }, yes: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const reason = choice(args, "reason", REASONS);
    if (!reason) throw usageError(`--reason is required: use ${REASONS.join(" or ")}`);
    const ids = parseIds(args.positionals, "candor erase ID --reason erased_on_request");
    if (!args.flag("yes")) await confirmErase(terminal, ids);
    const erased = await withExistingStore(terminal, (store) =>
      eraseReviews({ store, now: terminal.now }, ids, reason),
    );
    const shown = await checkPublic(terminal, ids);
    if (args.flag("json")) writeJson(terminal, { erased, public: shown });
    else
      terminal.out(
        `${erased} erased: this cannot be reversed, and no import brings ${erased === 1 ? "it" : "them"} back\n`,
      );
    return 0;
  },
};
