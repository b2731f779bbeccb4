import { reviewId } from "../model/review.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import type { Store } from "../store/store.ts";
import { REQUEST_KINDS } from "../store/sync/source-requests.ts";
import { type Arguments, askYes, type Command, choice, type Terminal } from "./command.ts";
import { withExistingStore } from "./with-store.ts";

/** The ids from the command line, checked and without duplicates. */
export function parseIds(values: readonly string[], example: string): string[] {
  if (values.length === 0) throw usageError(`no review id was given: ${example}`);
  for (const value of values) {
    if (!reviewId.safeParse(value).success)
      throw usageError(`${JSON.stringify(value)} is not a review id: an id has 26 characters`);
  }
  return [...new Set(values)];
}

/** What every answer takes beside its own options. */
export const ANSWER_OPTIONS = {
  "all-of": { type: "string" },
  yes: { type: "boolean" },
  json: { type: "boolean" },
} as const satisfies Command["options"];

/** Which reviews an answer is about: those on the command line, or all that wait as one kind. */
export type Answered<Kind> = { ids: string[] } | { all_of: Kind };

/** `kinds` are those that this answer fits. Without a terminal, all of a kind need --yes. */
export function parseAnswered<const Kinds extends readonly string[]>(
  terminal: Terminal,
  args: Pick<Arguments, "flag" | "text"> & { positionals: readonly string[] },
  kinds: Kinds,
  example: string,
): Answered<Kinds[number]> {
  const all_of = choice(args, "all-of", kinds);
  if (all_of === null) return { ids: parseIds(args.positionals, example) };
  if (args.positionals.length > 0) throw usageError("give review ids or --all-of KIND, not both");
  if (!terminal.ask && !args.flag("yes"))
    throw usageError("--all-of answers everything of its kind: add --yes, or run it on a terminal");
  return { all_of };
}

type Answering<Kinds extends readonly string[], Done> = {
  kinds: Kinds;
  example: string;
  /** About all of a kind. */
  ask(kind: Kinds[number]): string;
  decide(deps: { store: Store; now: Terminal["now"] }, which: Answered<Kinds[number]>): Promise<Done>;
};

/** Reads which reviews are answered, asks about all of a kind, and answers. */
export async function answerReviews<const Kinds extends readonly string[], Done>(
  terminal: Terminal,
  args: Pick<Arguments, "flag" | "text" | "positionals">,
  { kinds, example, ask, decide }: Answering<Kinds, Done>,
): Promise<Done> {
  const which = parseAnswered(terminal, args, kinds, example);
  if ("all_of" in which) await confirmAnswer(terminal, args, ask(which.all_of));
  return withExistingStore(terminal, (store) => decide({ store, now: terminal.now }, which));
}

/** Which of the things that sources ask for are answered. */
export function parseRequests(args: Arguments, terminal: Terminal, verb: "accept" | "refuse") {
  const answered = parseAnswered(terminal, args, REQUEST_KINDS, `candor ${verb} ID`);
  const source = args.text("source");
  return "ids" in answered ? { ids: answered.ids, kind: null, source } : { ids: null, kind: answered.all_of, source };
}

/** On a terminal the owner may still stop. */
export async function confirmAnswer(
  terminal: Terminal,
  args: Pick<Arguments, "flag">,
  question: string,
): Promise<void> {
  if (!terminal.ask || args.flag("yes")) return;
  if (!(await askYes(terminal.ask, question))) throw new OperatorError("nothing was changed");
}
