import { matchKey } from "../import/prepare/identity.ts";
import type { DeletionReason } from "../model/review.ts";
import { usageError } from "../operator-error.ts";
import { minimizeName } from "../privacy/names.ts";
import { purgeDeleted } from "../store/purge.ts";
import { deleteReviews, readDuplicates, readEarlierWords, type StoredReview } from "../store/reviews.ts";
import type { Queryable, Store } from "../store/store.ts";
import { saveErasedMatch, saveTombstones } from "../store/tombstones.ts";
import { changeReviews, parseIds } from "../terminal/change-reviews.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { withStore } from "../terminal/with-store.ts";

const REASONS = ["erased_on_request", "legal"] as const satisfies readonly DeletionReason[];

/** Remembers the words of every revision, so that an old export does not bring the review back under another id. */
async function rememberWords(tx: Queryable, review: StoredReview): Promise<void> {
  const author = minimizeName(review.author, "first_initial");
  const earlier = await readEarlierWords(tx, review.id);
  const keys = earlier.flatMap(({ text }) => (text === null ? [] : [matchKey(author, review.date, text)]));
  if (review.match_key !== null) keys.push(review.match_key);
  for (const key of new Set(keys)) await saveErasedMatch(tx, review.source, key);
}

async function eraseReview(tx: Queryable, review: StoredReview, at: string, reason: DeletionReason): Promise<void> {
  await rememberWords(tx, review);
  await deleteReviews(tx, [review.id]);
  // If an edit moved the review to an earlier date, clients that read only newer dates saw it disappear. The
  // tombstone has the later date, so that they see the erasure too.
  const date = review.moved_from !== null && review.moved_from > review.date ? review.moved_from : review.date;
  await saveTombstones(tx, [{ id: review.id, date, deleted_at: at, reason }], at);
}

/**
 * Removes reviews from the database, its history and its files, with the copies from other sources that are held as
 * duplicates. A tombstone without text remains.
 */
export async function eraseReviews(
  deps: { store: Store; now: Terminal["now"] },
  ids: readonly string[],
  reason: DeletionReason,
): Promise<number> {
  let duplicates = 0;
  const asked = new Set(ids);
  const erased = await changeReviews(deps, ids, async (tx, review, at) => {
    const copies = (await readDuplicates(tx, review)).filter(({ id }) => !asked.has(id));
    for (const copy of copies) await eraseReview(tx, copy, at, reason);
    duplicates += copies.length;
    await eraseReview(tx, review, at, reason);
    return "changed";
  });
  await purgeDeleted(deps.store);
  return erased + duplicates;
}

export const command: Command = {
  usage: `Usage: candor erase ID… --reason ${REASONS.join("|")} [--json]

Erases reviews permanently: author and text are removed from the database, its
history and everything that is served, with copies from other sources that are held as
duplicates. Their URLs answer 410, and subscribers are notified. An import does not bring
them back. This cannot be undone. Afterwards the
public address is read for up to 5 seconds: if a review is still there, or that cannot
be checked, a line on standard error says so.
`,
  options: { reason: { type: "string" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const reason = choice(args, "reason", REASONS);
    if (!reason) throw usageError(`--reason is required: use ${REASONS.join(" or ")}`);
    const ids = parseIds(args.positionals, "candor erase ID --reason erased_on_request");
    const erased = await withStore(terminal, (store) => eraseReviews({ store, now: terminal.now }, ids, reason));
    const shown = await checkPublic(terminal, ids);
    if (args.flag("json")) writeJson(terminal, { erased, public: shown });
    else terminal.out(`${erased} erased\n`);
    return 0;
  },
};
