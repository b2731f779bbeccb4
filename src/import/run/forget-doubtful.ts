import { lastForgottenDay, parseDoubtful, renderDoubtful } from "../../model/doubtful-words.ts";
import { commitTime, lockDataset } from "../../store/dataset/dataset.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { notePurge, purgeDeleted } from "../../store/erasure/purge.ts";
import { readOldDoubtful, saveDoubtful } from "../../store/reviews/doubtful-rows.ts";
import { saveOwnerEdits } from "../../store/reviews/owner-edits.ts";
import type { Store } from "../../store/store.ts";
import { renderAnswer } from "./doubtful-words.ts";

/**
 * Words that waited too long stay hidden, whatever brings them again, and are deleted. Returns of how many reviews. This
 * changes nothing that is public.
 */
export async function forgetDoubtful({ store, now }: { store: Store; now: () => Date }): Promise<number> {
  const last_day = lastForgottenDay(now().getTime());
  if ((await readOldDoubtful(store, last_day)).length === 0) return 0;
  const forgotten = await store.transaction(async (tx) => {
    const at = commitTime(await lockDataset(tx, store.dialect), now());
    const key = await ensureIdentityKey(tx);
    const rows = await readOldDoubtful(tx, last_day);
    for (const row of rows) {
      const passages = parseDoubtful(row.doubtful);
      const old = passages.filter(({ since }) => since <= last_day);
      const edits = old.map((one) => renderAnswer(one, { key, show: false, review_id: row.id, edited_at: at }));
      // What was kept for the undo of an import may have been decided otherwise since.
      if (row.run === null) await saveOwnerEdits(tx, edits);
      await saveDoubtful(tx, { ...row, doubtful: renderDoubtful(passages.filter((one) => !old.includes(one))) });
    }
    await notePurge(tx, at);
    return rows.length;
  });
  await purgeDeleted(store);
  return forgotten;
}
