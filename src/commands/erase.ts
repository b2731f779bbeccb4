import type { DeletionReason } from "../model/review.ts";
import { usageError } from "../operator-error.ts";
import { purgeDeleted } from "../store/purge.ts";
import { deleteReviews } from "../store/reviews.ts";
import type { Store } from "../store/store.ts";
import { saveErasedMatch, saveTombstones } from "../store/tombstones.ts";
import { changeReviews, parseIds } from "../terminal/change-reviews.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { withStore } from "../terminal/with-store.ts";

const REASONS = ["erased_on_request", "legal"] as const satisfies readonly DeletionReason[];

/** Removes reviews from the database, its history and its files. A tombstone without text remains. */
export async function eraseReviews(
  deps: { store: Store; now: Terminal["now"] },
  ids: readonly string[],
  reason: DeletionReason,
): Promise<number> {
  const erased = await changeReviews(deps, ids, async (tx, review, at) => {
    await deleteReviews(tx, [review.id]);
    if (review.match_key !== null) await saveErasedMatch(tx, review.source, review.match_key);
    // If an edit moved the review to an earlier date, clients that read only newer dates saw it disappear. The
    // tombstone has the later date, so that they see the erasure too.
    const date = review.moved_from !== null && review.moved_from > review.date ? review.moved_from : review.date;
    await saveTombstones(tx, [{ id: review.id, date, deleted_at: at, reason }], at);
    return "changed";
  });
  await purgeDeleted(deps.store);
  return erased;
}

export const command: Command = {
  usage: `Usage: candor erase ID… --reason ${REASONS.join("|")} [--json]

Erases reviews permanently: author and text are removed from the database, its
history and everything that is served. Their URLs answer 410, and subscribers are
notified. An import does not bring them back. This cannot be undone. Afterwards the
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
