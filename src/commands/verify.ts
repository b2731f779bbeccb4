import { VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { usageError } from "../operator-error.ts";
import { unverifyReviews, VERIFIED_KINDS, verifyReviews } from "../owner/decide-reviews.ts";
import type { StoredReview } from "../store/reviews/reviews.ts";
import { ANSWER_OPTIONS, answerReviews, parseIds } from "../terminal/answer-options.ts";
import { type Arguments, type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";

/** Reverses the last verification by this command. The review is held again for its former reason. */
async function unverify(args: Arguments, terminal: Terminal): Promise<number> {
  for (const option of ["verified-by", "all-of"])
    if (args.text(option) !== null) throw usageError(`--undo takes no --${option}: candor verify ID --undo`);
  const ids = parseIds(args.positionals, "candor verify ID --undo");
  const { changed } = await withExistingStore(terminal, (store) =>
    unverifyReviews({ store, now: terminal.now }, { ids }),
  );
  if (args.flag("json")) writeJson(terminal, { held: changed.length });
  else
    terminal.out(
      `${changed.length} of ${ids.length} held again\n${listReviews(changed)}to publish again: candor verify ${ids.join(" ")} --verified-by METHOD\n`,
    );
  return 0;
}

function renderPublished(published: readonly StoredReview[], count: number): string {
  const lines = [`${published.length} of ${count} published\n`, listReviews(published)];
  const held = published.filter(({ state }) => state === "held").map(({ id }) => id);
  if (held.length > 0) lines.push(`to reverse: candor verify ${held.join(" ")} --undo\n`);
  const others = published.filter(({ state }) => state !== "held");
  for (const { id, verification_method } of others)
    lines.push(`to reverse: candor verify ${id} --verified-by ${verification_method}\n`);
  return lines.join("");
}

export const verifyCommand: Command = {
  usage: `Usage: candor verify ID… --verified-by METHOD [--json]
       candor verify --all-of KIND --verified-by METHOD [--yes] [--json]
       candor verify ID… --undo [--json]

Publishes held reviews and records how you know that the author was a customer.
METHOD is one of ${VERIFICATION_METHODS.join(", ")}.
--undo takes that back: the reviews are held again, for the reason they had.
candor waiting lists the reviews that are held, by kind.

  --all-of KIND   publish all of a kind: ${VERIFIED_KINDS.join(", ")}. Without a terminal it
                  needs --yes

Examples:
  candor verify ID --verified-by visit_record
  candor verify --all-of unverified --verified-by visit_record --yes
  candor verify ID --undo
`,
  options: { "verified-by": { type: "string" }, undo: { type: "boolean" }, ...ANSWER_OPTIONS },
  async run(args, terminal) {
    if (args.flag("undo")) return unverify(args, terminal);
    const method = choice(args, "verified-by", VERIFICATION_METHODS);
    if (!method) throw usageError(`--verified-by is required: use one of ${VERIFICATION_METHODS.join(", ")}`);
    const { changed, chosen } = await answerReviews(terminal, args, {
      kinds: VERIFIED_KINDS,
      example: "candor verify ID --verified-by visit_record",
      ask: (kind) => `Publish all that are held as ${kind}?`,
      decide: (deps, which) => verifyReviews(deps, which, method),
    });
    if (args.flag("json")) writeJson(terminal, { published: changed.length });
    else terminal.out(renderPublished(changed, chosen));
    return 0;
  },
};
