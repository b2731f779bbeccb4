import { OperatorError, usageError } from "../operator-error.ts";
import { decideReplies } from "../owner/decide-reviews.ts";
import { checkReply } from "../privacy/replies/check-reply.ts";
import { counted } from "../spelling.ts";
import { readReviews } from "../store/reviews/reviews.ts";
import { ANSWER_OPTIONS, answerReviews, parseIds } from "../terminal/answer-options.ts";
import { type Arguments, type Command, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { lookAtStore } from "../terminal/with-store.ts";

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

const DECISIONS = { publish: "published", drop: "dropped" } as const;

export const replyCommand: Command = {
  usage: `Usage: candor reply ID [--json]
       candor reply ID… publish|drop [--json]
       candor reply --all-of reply publish|drop [--yes] [--json]

Decides about owner replies that are held because they may reveal health details of a
patient. publish shows a reply unchanged; drop never shows it, even if the same reply
is imported again. Without publish or drop, prints the review, its reply and the words
for which it is held.
candor waiting lists the held replies and why they are held.

  --all-of reply   decide about all that wait. Without a terminal it needs --yes

Examples:
  candor reply ID
  candor reply ID publish
  candor reply ID drop
`,
  options: ANSWER_OPTIONS,
  async run(args, terminal) {
    const last = args.positionals.at(-1);
    const decision = last === "publish" || last === "drop" ? last : null;
    const [id, ...more] = args.positionals;
    if (decision === null && args.text("all-of") === null && id !== undefined && more.length === 0)
      return showReply(id, args, terminal);
    if (decision === null) throw usageError("reply takes review ids and publish or drop: candor reply ID publish");
    const given = { flag: args.flag, text: args.text, positionals: args.positionals.slice(0, -1) };
    const state = DECISIONS[decision];
    const { changed } = await answerReviews(terminal, given, {
      kinds: ["reply"],
      example: "candor reply ID publish",
      ask: () => (decision === "publish" ? "Publish all held replies?" : "Drop all held replies?"),
      decide: (deps, which) => decideReplies(deps, which, state),
    });
    const other = decision === "publish" ? "drop" : "publish";
    const ids = changed.map((review) => review.id).join(" ");
    if (args.flag("json")) writeJson(terminal, { changed: changed.length, reply: state });
    else if (changed.length === 0)
      terminal.out(args.text("all-of") !== null ? "no reply waits\n" : `the reply was already ${state}\n`);
    else terminal.out(`reply ${state}\n${listReviews(changed)}to reverse: candor reply ${ids} ${other}\n`);
    return 0;
  },
};
