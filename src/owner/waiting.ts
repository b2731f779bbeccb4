import { findWanted, type WantedRow } from "../import/run/may-change.ts";
import type { FieldChange } from "../import/run/merge-review.ts";
import { type DoubtfulWords, parseDoubtful } from "../model/doubtful-words.ts";
import type { HeldReason } from "../model/review-kinds.ts";
import type { ReviewRow } from "../model/review-row.ts";
import { checkReply } from "../privacy/replies/check-reply.ts";
import { readReviews } from "../store/reviews/reviews.ts";
import { countWaitingRows, readWaitingRows } from "../store/reviews/waiting-rows.ts";
import type { Queryable } from "../store/store.ts";
import {
  type RequestKind,
  readRequests,
  type SourceRequest,
  type WantedRemoval,
} from "../store/sync/source-requests.ts";

/** Everything that waits for a decision of the owner. The names are part of the contract. */
export type WaitingKind = Exclude<HeldReason, "legal"> | "reply" | "doubtful_words" | RequestKind;
export const WAITING_KINDS = [
  "unverified",
  "consent",
  "reply",
  "duplicate",
  "doubtful_words",
  "source_change",
  "source_removal",
] as const satisfies readonly WaitingKind[];

const WAITING_PAGE = 50;

export type Waiting = Pick<ReviewRow, "id" | "date" | "rating" | "author" | "title" | "text" | "reply_text"> & {
  kind: WaitingKind;
  /** Where the review was written. */
  source: ReviewRow["source"];
  /** Why it waits, in words. */
  reason: string;
  /** The source of `candor sync` that asks; null for the other kinds. */
  asked_by: string | null;
  /** What that source wants to change. */
  changes: FieldChange[];
  /** Words that were hidden in doubt, and what is in their place. */
  doubtful: Pick<DoubtfulWords, "field" | "words" | "shown">[];
  /** The parts of its words for which it waits. */
  because: string[];
};

export type WaitingPage = {
  counts: Record<WaitingKind, number>;
  total: number;
  page: number;
  pages: number;
  items: Waiting[];
};

/** How many wait, by kind. `run`: only reviews that this import added or changed. */
export async function countWaiting(
  db: Queryable,
  now: Date,
  run: number | null = null,
): Promise<Record<WaitingKind, number>> {
  const found = await countWaitingRows<WaitingKind>(db, now.getTime(), run);
  const counts = WAITING_KINDS.map((kind) => [kind, found.get(kind) ?? 0] as const);
  return Object.fromEntries(counts) as Record<WaitingKind, number>; // every kind is in the list
}

/** Everything that waits in one line, by kind. */
export function describeWaiting(counts: Partial<Record<WaitingKind, number>>): string {
  const entries = Object.entries(counts).filter(([, count]) => count > 0);
  const list = entries.map(([kind, count]) => `${count} ${kind}`).join(", ");
  return list === "" ? "nothing" : `${list}: candor waiting lists them`;
}

const REASONS: Record<Exclude<HeldReason, "legal">, string> = {
  consent: "its author did not say clearly that it may be published",
  unverified: "nobody said how the author is known to be a customer",
  duplicate: "the same words by the same author are stored from another source",
};

const DOUBTFUL = "nobody knows whether these words are the name of a private person; until you decide, they are hidden";

const GONE: Record<WantedRemoval["reason"], string> = {
  erased_on_request: "erased it at its author's request",
  legal: "withholds it for a legal reason",
};

const WHY: Record<SourceRequest["reason"], string> = {
  elsewhere: "you also have it from elsewhere",
  many: "it erased or withheld many reviews within 30 days",
};

function describeRequest(request: SourceRequest, changes: readonly FieldChange[]): string {
  if (request.kind === "source_change") {
    const fields = changes.map(({ field }) => field.replaceAll("_", " "));
    return `${request.source} has it with another ${fields.join(", ")}, and did not bring it alone`;
  }
  const { reason }: WantedRemoval = JSON.parse(request.wanted);
  return `${request.source} ${GONE[reason]}; ${WHY[request.reason]}`;
}

/** One page of what waits, by kind, the newest first. `now` is the time at which a change would be made. */
export async function readWaiting(db: Queryable, asked_page: number, now: string): Promise<WaitingPage> {
  const at = new Date(now);
  const counts = await countWaiting(db, at);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(total / WAITING_PAGE));
  const page = Math.min(asked_page, pages);
  const offset = (page - 1) * WAITING_PAGE;
  const rows = await readWaitingRows<WaitingKind>(db, WAITING_KINDS, {
    now_ms: at.getTime(),
    limit: WAITING_PAGE,
    offset,
  });
  const ids = [...new Set(rows.map(({ id }) => id))];
  const stored = new Map((await readReviews(db, ids)).map((review) => [review.id, review]));
  const requests = ids.length > 0 ? await readRequests(db, { ids }) : [];
  const items = rows.flatMap(({ kind, id, asked_by }) => {
    const review = stored.get(id);
    if (!review) return [];
    const request = requests.find(
      (one) => one.review_id === id && one.source === asked_by && one.kind === kind && asked_by !== "",
    );
    const wanted: WantedRow | null = request?.kind === "source_change" ? JSON.parse(request.wanted) : null;
    const changes = wanted ? findWanted(wanted, review, now) : [];
    const { date, rating, author, title, text, reply_text, source } = review;
    const waiting = { ...REASONS, reply: review.reply_held_reason ?? "", doubtful_words: DOUBTFUL };
    const held = waiting[kind as keyof typeof waiting]; // else a request
    const reason = request ? describeRequest(request, changes) : held;
    const doubtful = kind === "doubtful_words" ? parseDoubtful(review.doubtful) : [];
    const in_reply = kind === "reply" || doubtful.some(({ field }) => field === "reply_text");
    const shown = { id, date, rating, author, title, text, reply_text: in_reply ? reply_text : null, source };
    const words = doubtful.map(({ field, words, shown }) => ({ field, words, shown }));
    const because = kind === "reply" ? (checkReply(reply_text ?? "")?.words ?? []) : words.map((one) => one.shown);
    return [{ kind, ...shown, reason, asked_by: asked_by || null, changes, doubtful: words, because }];
  });
  return { counts, total, page, pages, items };
}
