import { OperatorError, usageError } from "../operator-error.ts";
import { checkReply } from "../privacy/replies/check-reply.ts";
import { counted } from "../spelling.ts";
import { readReviews, saveReplyState } from "../store/reviews/reviews.ts";
import { changeReviews, parseIds } from "../terminal/change-reviews.ts";
import { type Arguments, type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { lookAtStore, withExistingStore } from "../terminal/with-store.ts";

async function showReply(id: string, args: Arguments, terminal: Terminal): Promise<number> {
  const ids = parseIds([id], "candor reply ID");
  const [review] = await lookAtStore(terminal, (store) => readReviews(store, ids));
  if (!review) throw new OperatorError(`no review ${id} is stored: candor status lists the held replies`);
  if (review.reply_text === null) throw new OperatorError(`review ${id} has no owner reply`);
  const { text, rating, date, reply_text, reply_state, reply_held_reason } = review;
  const because = reply_state === "held" ? (checkReply(reply_text)?.words ?? []) : [];
  if (args.flag("json"))
    writeJson(terminal, { id, rating, date, text, reply_text, reply_state, reply_held_reason, because });
  else {
    const words = because.length > 0 ? ` (${because.map((part) => `"${part}"`).join(", ")})` : "";
    const why = reply_state === "held" ? `held: ${reply_held_reason}${words}` : reply_state;
    terminal.out(`${date}, ${counted(rating, "star")}\n${text ?? "(no text)"}\n\nreply, ${why}\n${reply_text}\n`);
  }
  return 0;
}

export const replyCommand: Command = {
  usage: `Usage: candor reply ID [publish|drop] [--json]

Decides about an owner reply that is held because it may reveal health details of a
patient. publish shows the reply unchanged; drop never shows it, even if the same reply
is imported again. Without publish or drop, prints the review, its reply and the words
for which it is held.
candor status lists the held replies and why they are held.

Examples:
  candor reply ID
  candor reply ID publish
  candor reply ID drop
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const [id, decision, ...more] = args.positionals;
    if (id !== undefined && decision === undefined) return showReply(id, args, terminal);
    if ((decision !== "publish" && decision !== "drop") || more.length > 0) {
      throw usageError("reply takes a review id and publish or drop: candor reply ID publish");
    }
    const ids = parseIds(id === undefined ? [] : [id], "candor reply ID publish");
    const state = decision === "publish" ? "published" : "dropped";
    const changed = await withExistingStore(terminal, (store) =>
      changeReviews({ store, now: terminal.now }, ids, async (tx, review, at) => {
        if (review.reply_text === null) throw new OperatorError(`review ${review.id} has no owner reply`);
        if (review.reply_state === state) return null;
        await saveReplyState(tx, review.id, state, at);
        return { kind: state === "published" ? "reply_published" : "reply_dropped", detail: null };
      }),
    );
    const other = decision === "publish" ? "drop" : "publish";
    if (args.flag("json")) writeJson(terminal, { changed: changed.length, reply: state });
    else if (changed.length === 0) terminal.out(`the reply was already ${state}\n`);
    else terminal.out(`reply ${state}\n${listReviews(changed)}to reverse: candor reply ${id} ${other}\n`);
    return 0;
  },
};
