/** What the store must hold of one review of the owner's files. Null: it is not stored. */
type Held = "unverified" | "legal";
type Method = "operator" | "visit_record" | "platform_account";
type Stored = { text: number; reply: number | null; method: Method | null; held: Held | null };
type ReplyState = "published" | "dropped" | "held";

type Review = {
  stored: Stored | null;
  erased: boolean;
  withheld: boolean;
  /** The owner verified it last, and did not withhold it since. */
  verified: boolean;
  /** What it was before the owner verified it last, and the same if that can be taken back. */
  before: Former | null;
  former: Former | null;
  /** Decisions about replies, by the version of the reply. */
  replies: Record<number, "published" | "dropped">;
};

type Former = Pick<Stored, "held" | "method"> & Pick<Review, "withheld" | "verified">;

type State = {
  reviews: Review[];
  /** When the newest complete export was made, in steps. */
  last_complete: number;
};

/** What happened since the beginning, or since what can no longer be taken back. */
type Event =
  | ({ run: number } & Import)
  | { run: number; accepted: Accepted[] }
  | { at: number; answer: Exclude<Answer, "unverify"> }
  | { at: number; unverified: true };

export type Oracle = State & { before: State; events: Event[] };

const newState = (count: number): State => ({
  reviews: Array.from({ length: count }, () => ({
    stored: null,
    erased: false,
    withheld: false,
    verified: false,
    before: null,
    former: null,
    replies: {},
  })),
  last_complete: Number.NEGATIVE_INFINITY,
});

export const newOracle = (count: number): Oracle => ({
  ...newState(count),
  before: newState(count),
  events: [],
});

export const copyOracle = (oracle: Oracle): Oracle => structuredClone(oracle);

/** From here on, no import before can be taken back. */
export function settle(oracle: Oracle): void {
  for (const review of oracle.reviews) review.former = null;
  const { reviews, last_complete } = structuredClone(oracle);
  Object.assign(oracle, { before: { reviews, last_complete }, events: [] });
}

/** Versions of the words from here on are the earlier ones, cut: 10 is 0 without its end. */
export const CUT = 10;
/** From here on they are those of a source, by the step in which it had them. */
export const FOREIGN = 1000;

/** A row of a file: which version of the words and of the reply it has. */
export type Row = { at: number; text: number; reply: number };
export type Import = { rows: Row[]; verified: boolean; complete: boolean; made: number };
/** The words of a source that the owner accepted. */
export type Accepted = { at: number; text: number };

function add(review: Review, { text, reply }: Row, verified: boolean): Stored {
  const method = review.verified ? "visit_record" : verified ? "operator" : null;
  return { text, reply, method, held: review.withheld ? "legal" : method === null ? "unverified" : null };
}

function merge(stored: Stored, { text, reply }: Row, verified: boolean): Stored {
  // A cut copy of the words that are stored does not shorten them.
  const next = { ...stored, text: text - CUT === stored.text ? stored.text : text, reply };
  if (verified && next.method === null) next.method = "operator";
  if (next.held === "unverified" && next.method !== null) next.held = null;
  return next;
}

/** What an import of the owner does. A complete export that is older than the last one does nothing. */
function load(state: State, { rows, verified, complete, made }: Import): void {
  if (complete && made < state.last_complete) return;
  for (const row of rows) {
    const review = state.reviews[row.at];
    if (!review || review.erased) continue;
    review.stored = review.stored ? merge(review.stored, row, verified) : add(review, row, verified);
  }
  if (!complete) return;
  state.last_complete = made;
  for (const [at, review] of state.reviews.entries())
    if (review.stored && review.stored.held !== "legal" && !rows.some((row) => row.at === at)) review.stored = null;
}

/** `run`: its number, or null if it changed nothing. */
export function importInto(oracle: Oracle, file: Import, run: number | null): void {
  load(oracle, file);
  // What a row was read as: its copy that was cut stands for the words that were stored.
  const rows = file.rows.map((row) => ({ ...row, text: oracle.reviews[row.at]?.stored?.text ?? row.text }));
  if (run !== null) oracle.events.push({ run, ...file, rows });
}

/** The owner accepts what a source says of these reviews. */
export function acceptInto(oracle: Oracle, accepted: Accepted[], run: number): void {
  replay(oracle, { run, accepted });
  oracle.events.push({ run, accepted });
}

export type Answer = "verify" | "unverify" | "withhold" | "publish" | "drop" | "erase" | "person";

function answer(review: Review | undefined, kind: Exclude<Answer, "unverify">): void {
  if (!review) return;
  const { stored, withheld, verified } = review;
  if (kind === "verify") {
    review.before = stored && { held: stored.held, method: stored.method, withheld, verified };
    // Nothing is decided about what is so already.
    if (stored && stored.held === null && stored.method === "visit_record") return;
    review.former = stored && stored.held !== null ? review.before : null;
    if (stored) Object.assign(stored, { held: null, method: "visit_record" });
    Object.assign(review, { withheld: false, verified: true });
  } else if (kind === "withhold") {
    if (stored) stored.held = "legal";
    Object.assign(review, { withheld: true, verified: false, former: null });
  } else if (kind === "erase" || kind === "person") Object.assign(review, { stored: null, erased: true, former: null });
  else if (stored && stored.reply !== null) review.replies[stored.reply] = kind === "publish" ? "published" : "dropped";
}

function accept({ reviews }: State, accepted: readonly Accepted[]): void {
  for (const { at, text } of accepted) {
    const review = reviews[at];
    if (!review?.stored) continue;
    // Who accepts a source's version accepts how it was verified there.
    Object.assign(review, { former: null, verified: false });
    review.stored = { ...review.stored, text, reply: null, method: "platform_account" };
    if (review.stored.held === "unverified") review.stored.held = null;
  }
}

/** Without an import that was taken back, it may have been something else before. */
function takeBack(review: Review | undefined): void {
  if (!review) return;
  const { held, method, ...flags } = review.before ?? { held: null, method: null, verified: false };
  if (review.before && review.stored) Object.assign(review.stored, { held, method });
  Object.assign(review, flags, { former: null });
}

function replay(state: State, event: Event): void {
  if ("rows" in event) load(state, event);
  else if ("accepted" in event) accept(state, event.accepted);
  else if ("unverified" in event) takeBack(state.reviews[event.at]);
  else answer(state.reviews[event.at], event.answer);
}

/** Whether something later changed a review that an import changed. */
export function mayBlock({ before, events }: Oracle, run: number): boolean {
  const state = structuredClone(before);
  const changed = events.map((event) => {
    const { reviews } = structuredClone(state);
    replay(state, event);
    return state.reviews.flatMap((review, at) => (Bun.deepEquals(review, reviews[at]) ? [] : [at]));
  });
  const own = events.findIndex((event) => "run" in event && event.run === run);
  return changed.slice(own + 1).some((later) => later.some((at) => changed[own]?.includes(at)));
}

/** The store as it would be if an import had never been. */
export function undoIn(oracle: Oracle, run: number): void {
  const events = oracle.events.filter((event) => !("run" in event && event.run === run));
  const state = structuredClone(oracle.before);
  for (const event of events) replay(state, event);
  for (const [at, review] of state.reviews.entries()) {
    const now = oracle.reviews[at];
    if (now?.erased) Object.assign(review, { stored: null, erased: true });
    // A decision about a reply is about its words, whichever import brought them.
    Object.assign(review, { replies: now?.replies ?? {}, former: null });
  }
  Object.assign(oracle, state, { events });
}

/** What an answer of the owner does; false if the review is not stored, or there is nothing to answer. */
export function decide(oracle: Oracle, at: number, kind: Answer): boolean {
  const review = oracle.reviews[at];
  if (!review?.stored) return false;
  if (kind === "unverify") {
    if (!review.former) return false;
    const event = { at, unverified: true } as const;
    oracle.events.push(event);
    replay(oracle, event);
    return true;
  }
  if ((kind === "publish" || kind === "drop") && review.stored.reply === null) return false;
  oracle.events.push({ at, answer: kind });
  answer(review, kind);
  return true;
}

/** A backup comes back: what was erased since stays erased, what was withheld since stays withheld. */
export function restoreInto(oracle: Oracle, backup: Oracle): void {
  const now = oracle.reviews;
  Object.assign(oracle, copyOracle(backup));
  for (const [at, review] of oracle.reviews.entries()) {
    if (now[at]?.erased) Object.assign(review, { stored: null, erased: true });
    if (!now[at]?.withheld || now[at]?.stored?.held !== "legal") continue;
    Object.assign(review, { withheld: true, verified: false });
    if (review.stored) review.stored.held = "legal";
  }
  settle(oracle);
}

/** What is expected of a review, as the store is read. */
export function expected({ reviews }: Oracle) {
  return reviews.flatMap(({ stored, replies }, at) => {
    if (!stored) return [];
    const { text, reply, method, held } = stored;
    const reply_state: ReplyState | null = reply === null ? null : (replies[reply] ?? "held");
    return [{ at, text, reply, reply_state, method, held }];
  });
}
