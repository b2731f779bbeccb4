import type { Tombstone } from "../model/review.ts";
import { OperatorError } from "../operator-error.ts";
import { type HistoryEvent, readHistory } from "../owner/history-events.ts";
import { inventedIds } from "../store/dataset/invented-reviews.ts";
import { readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import { readTombstones } from "../store/reviews/tombstones.ts";
import type { Store } from "../store/store.ts";
import { parseIds } from "../terminal/answer-options.ts";
import { type Command, oneLine, writeJson } from "../terminal/command.ts";
import { firstWords, starCount } from "../terminal/review-lines.ts";
import { lookAtStore } from "../terminal/with-store.ts";

/** Without the hashes that only imports need. */
type Shown = Omit<StoredReview, "match_key" | "person" | "name_key">;
type Known =
  | { id: string; review: Shown; why: string | null; history: HistoryEvent[]; next: string[] }
  | { id: string; removed: Tombstone; why: string; history: HistoryEvent[]; next: string[] };

const HELD: Record<NonNullable<StoredReview["held_reason"]>, string> = {
  unverified: "nothing says yet how the author is known to be a customer",
  consent: "its author did not clearly agree to publication",
  duplicate: "another source has the same words by the same author within a week",
  legal: "it was withheld for a legal reason",
};
const REMOVED: Record<Tombstone["reason"], string> = {
  erased_on_request: "it was erased on request: no import brings it back",
  legal: "it was erased for a legal reason: no import brings it back",
  removed_at_source: "it was missing from a complete export; it is published again if it returns",
  import_undone: "its import was taken back; it is published again if it is imported again",
};

const MADE_UP = "it was one of the demonstration's made-up reviews, which an earlier version had mixed with your data";
const whyRemoved = ({ id, reason }: Tombstone): string => (inventedIds().has(id) ? MADE_UP : REMOVED[reason]);

function nextSteps({ id, state, held_reason, verification_method, reply_state }: StoredReview): string[] {
  const next: string[] = [];
  if (held_reason === "consent") next.push(`answer for its author: candor consent ${id} yes, anonymous or no`);
  else if (state === "held")
    next.push(`publish it: candor verify ${id} --verified-by ${verification_method ?? "METHOD"}`);
  if (reply_state === "held") next.push(`decide about the reply: candor reply ${id} publish, or drop`);
  if (held_reason !== "legal") next.push(`withhold it for a legal reason: candor withhold ${id} --reason legal`);
  next.push(`erase it for good: candor erase ${id} --reason erased_on_request`);
  return next;
}

async function readKnown(store: Store, ids: readonly string[]): Promise<Known[]> {
  const stored = new Map((await readReviews(store, ids)).map((row) => [row.id, row]));
  const removed = new Map((await readTombstones(store, ids)).map((row) => [row.id, row]));
  const missing = ids.filter((id) => !stored.has(id) && !removed.has(id));
  if (missing.length > 0)
    throw new OperatorError(`no review ${missing.join(", ")} is known: candor status lists the held reviews`);
  const known: Known[] = [];
  for (const id of ids) {
    const history = await readHistory(store, id);
    const row = stored.get(id);
    const gone = removed.get(id);
    if (row) {
      const { match_key: _, person: __, name_key: ___, ...review } = row;
      const why = row.held_reason === null ? null : HELD[row.held_reason];
      known.push({ id, review, why, history, next: nextSteps(row) });
    } else if (gone) {
      known.push({ id, removed: gone, why: whyRemoved(gone), history, next: [] });
    }
  }
  return known;
}

const field = (name: string, value: string): string => `${name.padEnd(12)}${value}\n`;

const EVENTS: Record<HistoryEvent["event"], string> = {
  added: "added",
  edited: "edited",
  changed: "changed",
  removed: "removed",
  verified: "verified",
  unverified: "verification taken back",
  withheld: "withheld for a legal reason",
  words_shown: "words shown that were hidden in doubt",
  words_hidden: "words kept hidden",
  hidden: "words hidden by the business",
  unhidden: "hiding of words taken back",
  reworded: "owner reply reworded",
  corrected: "corrected",
  reply_published: "owner reply published",
  reply_dropped: "owner reply dropped",
  same: "the same review as another one",
  different: "told apart from a look-alike",
  source_accepted: "changed as a source asked",
  consent: "answered for its author",
  consent_withdrawn: "no longer public, because its author does not clearly agree",
  source_refused: "kept as it is, although a source asked for a change",
};

function renderEvent({ at, event, run, detail, former }: HistoryEvent): string {
  const by = run === null ? "" : ` by import ${run}`;
  const how = detail === null ? "" : ` (${detail})`;
  const words = former && event === "edited" ? `; before: ${starCount(former.rating)}, ${firstWords(former.text)}` : "";
  return `  ${at}  ${EVENTS[event]}${by}${how}${words}\n`;
}

function renderReview(review: Shown, why: string | null): string {
  const { date, rating, author, source, title, text, revision, verification_method, verified_at } = review;
  const state = review.state === "published" ? "published" : `held as ${review.held_reason}: ${why}`;
  const verified = verification_method === null ? "no" : `${verification_method}, ${verified_at}`;
  const replied = review.reply_state === "held" ? `held: ${review.reply_held_reason}` : review.reply_state;
  return [
    field("state", state),
    field("author", oneLine(author)),
    field("rating", starCount(rating)),
    field("date", date),
    field("source", review.source_url === null ? source : `${source}, ${review.source_url}`),
    field("verified", verified),
    field("revision", `${revision}, updated ${review.updated_at}`),
    review.redactions === "[]" ? "" : field("redactions", review.redactions),
    title === null ? "" : field("title", oneLine(title)),
    `\n${text ?? "(no text)"}\n`,
    review.reply_text === null ? "" : `\nowner reply, ${replied}\n${review.reply_text}\n`,
  ].join("");
}

function renderKnown(known: Known): string {
  const head =
    "review" in known
      ? renderReview(known.review, known.why)
      : field("state", `removed on ${known.removed.deleted_at} (${known.removed.reason}): ${known.why}`);
  const history = known.history.length === 0 ? "  nothing is recorded\n" : known.history.map(renderEvent).join("");
  const next = known.next.length === 0 ? "" : `\nnext\n${known.next.map((step) => `  ${step}\n`).join("")}`;
  return `${field("review", known.id)}${head}\nhistory\n${history}${next}`;
}

export const showCommand: Command = {
  usage: `Usage: candor show ID… [--json]

Prints reviews as they are stored, held ones too: the state and why, the words, the owner
reply, the history (imports, edits with the former words, decisions) and what can be done
next. Of a removed review it says when and why. It changes nothing.

Examples:
  candor show ID
  candor show ID --json
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const ids = parseIds(args.positionals, "candor show ID");
    const known = await lookAtStore(terminal, (store) => readKnown(store, ids));
    if (args.flag("json")) writeJson(terminal, { reviews: known });
    else terminal.out(known.map(renderKnown).join("\n"));
    return 0;
  },
};
