import { OperatorError, usageError } from "../errors.ts";
import { changeReviews, parseIds } from "./change-reviews.ts";
import { type Command, writeJson } from "./command.ts";
import { tables, withStore } from "./with-store.ts";

export const command: Command = {
  usage: `Usage: candor reply ID publish|drop [--json]

Decides about an owner reply that is held because it may tell something about a
patient's health. publish shows it as it is; drop never shows it, also when the
same reply is imported again. candor status lists what is held and why.
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const [id, decision, ...more] = args.positionals;
    if ((decision !== "publish" && decision !== "drop") || more.length > 0) {
      throw usageError("reply takes a review id and publish or drop: candor reply ID publish");
    }
    const ids = parseIds(id === undefined ? [] : [id], "candor reply ID publish");
    const state = decision === "publish" ? "published" : "dropped";
    const changed = await withStore(terminal, (store) =>
      changeReviews({ store, now: terminal.now }, ids, async (tx, review, at) => {
        if (review.reply_text === null) throw new OperatorError(`review ${review.id} has no owner reply`);
        if (review.reply_state === state) return "unchanged";
        await tables.reviews.saveReplyState(tx, review.id, state, at);
        return "changed";
      }),
    );
    if (args.flag("json")) writeJson(terminal, { changed, reply: state });
    else terminal.out(changed ? `reply ${state}\n` : `reply was ${state} already\n`);
    return 0;
  },
};
