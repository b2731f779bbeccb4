/** What the store must hold of one review of the owner's files. Null: it is not stored. */
type Held = "unverified" | "legal";
type Stored = { text: number; reply: number; method: "operator" | "visit_record" | null; held: Held | null };
type ReplyState = "published" | "dropped" | "held";

type Review = {
  stored: Stored | null;
  erased: boolean;
  withheld: boolean;
  /** The owner verified it last, and did not withhold it since. */
  verified: boolean;
  /** Decisions about replies, by the version of the reply. */
  replies: Record<number, "published" | "dropped">;
};

/** An import that can be taken back: what was before it, and nothing was decided since. */
type Undoable = { run: number; before: (Stored | null)[]; last_complete: number };

export type Oracle = {
  reviews: Review[];
  /** When the newest complete export was made, in steps. */
  last_complete: number;
  undoable: Undoable | null;
};

export const newOracle = (count: number): Oracle => ({
  reviews: Array.from({ length: count }, () => ({
    stored: null,
    erased: false,
    withheld: false,
    verified: false,
    replies: {},
  })),
  last_complete: Number.NEGATIVE_INFINITY,
  undoable: null,
});

export const copyOracle = (oracle: Oracle): Oracle => structuredClone(oracle);

/** Versions of the words from here on are the earlier ones, cut: 10 is 0 without its end. */
export const CUT = 10;

/** A row of a file: which version of the words and of the reply it has. */
export type Row = { at: number; text: number; reply: number };
export type Import = { rows: Row[]; verified: boolean; complete: boolean; made: number };

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
export function importInto(oracle: Oracle, { rows, verified, complete, made }: Import, run: number | null): void {
  if (complete && made < oracle.last_complete) return;
  const before = oracle.reviews.map(({ stored }) => stored && { ...stored });
  const last_complete = oracle.last_complete;
  for (const row of rows) {
    const review = oracle.reviews[row.at];
    if (!review || review.erased) continue;
    review.stored = review.stored ? merge(review.stored, row, verified) : add(review, row, verified);
  }
  if (complete) {
    oracle.last_complete = made;
    for (const [at, review] of oracle.reviews.entries())
      if (review.stored && review.stored.held !== "legal" && !rows.some((row) => row.at === at)) review.stored = null;
  }
  if (run !== null) oracle.undoable = { run, before, last_complete };
}

export function undoLast(oracle: Oracle): void {
  const { before, last_complete } = oracle.undoable ?? { before: [], last_complete: 0 };
  for (const [at, review] of oracle.reviews.entries()) review.stored = review.erased ? null : (before[at] ?? null);
  oracle.last_complete = last_complete;
  oracle.undoable = null;
}

export type Answer = "verify" | "withhold" | "publish" | "drop" | "erase" | "person";

/** What an answer of the owner does; false if the review is not stored. */
export function decide(oracle: Oracle, at: number, answer: Answer): boolean {
  const review = oracle.reviews[at];
  if (!review?.stored) return false;
  const { stored } = review;
  oracle.undoable = null;
  if (answer === "verify") {
    Object.assign(stored, { held: null, method: "visit_record" });
    Object.assign(review, { withheld: false, verified: true });
  } else if (answer === "withhold") {
    stored.held = "legal";
    Object.assign(review, { withheld: true, verified: false });
  } else if (answer === "erase" || answer === "person") Object.assign(review, { stored: null, erased: true });
  else review.replies[stored.reply] = answer === "publish" ? "published" : "dropped";
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
  oracle.undoable = null;
}

/** What is expected of a review, as the store is read. */
export function expected({ reviews }: Oracle) {
  return reviews.flatMap(({ stored, replies }, at) => {
    if (!stored) return [];
    const { text, reply, method, held } = stored;
    const reply_state: ReplyState = replies[reply] ?? "held";
    return [{ at, text, reply, reply_state, method, held }];
  });
}
