import { ensureIdentityKey, keyedHash } from "../erasure/identity-key.ts";
import { inChunks, isStaged, placeholders, type Queryable } from "../store.ts";
import type { DecidedState, StoredReview } from "./reviews.ts";

export type DecisionKind =
  | "verified"
  | "unverified"
  | "withheld"
  | "reply_published"
  | "reply_dropped"
  | "same"
  | "different"
  | "source_accepted"
  | "source_refused"
  | "consent"
  | "consent_withdrawn"
  | "words_shown"
  | "words_hidden"
  | "hidden"
  | "unhidden"
  | "reworded"
  | "corrected";

/** A decision of the operator about a review. `version` is the dataset version before it. */
export type Decision = {
  review_id: string;
  version: number;
  decided_at: string;
  kind: DecisionKind;
  /** The verification method, the source that asked, the answer about consent, or BY_UNDO if undoing an import caused the decision. */
  detail: string | null;
  former: DecidedState;
};

/** Not a decision of the operator, so nothing is lost when another import is undone. */
const BY_UNDO = "import_undone";

type Row = Omit<Decision, "former"> & { former: string };
const COLUMNS = "review_id, version, decided_at, kind, detail, former";

const stateOf = (review: StoredReview): DecidedState => ({
  state: review.state,
  held_reason: review.held_reason,
  held_at: review.held_at,
  verification_method: review.verification_method,
  verified_at: review.verified_at,
  reply_state: review.reply_state,
  reply_held_reason: review.reply_held_reason,
  updated_at: review.updated_at,
});

export async function saveDecision(
  tx: Queryable,
  review: StoredReview,
  decision: Omit<Decision, "review_id" | "former">,
): Promise<void> {
  const { version, decided_at, kind, detail } = decision;
  const about = isAboutReply(kind) && review.reply_text !== null;
  await tx.query(`INSERT INTO decision (${COLUMNS}, words) VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
    review.id,
    version,
    decided_at,
    kind,
    detail,
    JSON.stringify(stateOf(review)),
    about ? hashReply(await ensureIdentityKey(tx), review.reply_text ?? "") : null,
  ]);
}

const isAboutReply = (kind: DecisionKind): boolean => kind === "reply_published" || kind === "reply_dropped";

/** Tells whether a decision was about these words, without containing them. */
export const hashReply = (key: string, reply_text: string): string => keyedHash(key, `reply ${reply_text}`);

/** A decision of the owner about a reply. `words` is null if an older version recorded it. */
export type ReplyDecision = Pick<Decision, "review_id" | "version" | "decided_at"> & {
  kind: Extract<DecisionKind, "reply_published" | "reply_dropped">;
  words: string | null;
};

/** All decisions about replies, the oldest first. There are few. */
export const readReplyDecisions = (db: Queryable): Promise<ReplyDecision[]> =>
  db.query(
    `SELECT review_id, version, decided_at, kind, words FROM decision
     WHERE kind IN ('reply_published', 'reply_dropped') ORDER BY review_id, version`,
  );

/** The words of a reply that the owner decided about were hidden in part: the decision is about what is left. */
export async function saveDecidedWords(
  tx: Queryable,
  changes: readonly Pick<ReplyDecision, "review_id" | "version" | "words">[],
): Promise<void> {
  for (const { review_id, version, words } of changes)
    await tx.query("UPDATE decision SET words = $3 WHERE review_id = $1 AND version = $2", [review_id, version, words]);
}

/** Records that undoing an import holds a public review again. Clients must delete it. */
export async function saveHeldByUndo(tx: Queryable, review: StoredReview, at: { version: number; decided_at: string }) {
  await saveDecision(tx, review, { ...at, kind: "unverified", detail: BY_UNDO });
  await tx.query("UPDATE review SET held_at = $2 WHERE id = $1 AND state = 'held'", [review.id, at.decided_at]);
}

export type WithheldDecision = Omit<Row, "kind" | "detail">;

/** Why reviews are held for a legal reason now. */
export const readWithheldDecisions = (db: Queryable): Promise<WithheldDecision[]> =>
  db.query(
    `SELECT review_id, version, decided_at, former FROM decision WHERE kind = 'withheld'
       AND review_id IN (SELECT id FROM review WHERE state = 'held' AND held_reason = 'legal')`,
  );

/** Of a store that a backup replaces. */
export async function saveWithheldDecisions(tx: Queryable, decisions: readonly WithheldDecision[]): Promise<void> {
  for (const { review_id, version, decided_at, former } of decisions)
    await tx.query(
      `INSERT INTO decision (${COLUMNS}) VALUES ($1, $2, $3, 'withheld', NULL, $4) ON CONFLICT DO NOTHING`,
      [review_id, version, decided_at, former],
    );
}

/** What was accepted from a source and taken back is no decision. */
const STANDS = `NOT (kind = 'source_accepted'
  AND version + 1 IN (SELECT version FROM import_run WHERE undone_at IS NOT NULL))`;

/** Whether the owner verified a review, and decided nothing else about that since. */
export const isVerifiedByOwner = (id: string): string =>
  `coalesce((SELECT kind FROM decision WHERE review_id = ${id} AND coalesce(detail, '') <> '${BY_UNDO}' AND ${STANDS}
     AND kind IN ('verified', 'unverified', 'withheld', 'source_accepted')
     ORDER BY version DESC LIMIT 1) = 'verified', FALSE)`;

export const isByUndo = ({ detail }: Pick<Decision, "detail">): boolean => detail === BY_UNDO;

/** The decisions about the reviews that a run has staged, the oldest first. What was accepted and taken back is none. */
export async function readStagedDecisions(
  db: Queryable,
  run: string,
): Promise<(Decision & { words: string | null })[]> {
  const rows = await db.query<Row & { words: string | null }>(
    `SELECT ${COLUMNS}, words FROM decision WHERE ${isStaged("review_id")} AND ${STANDS}
     ORDER BY review_id, version`,
    [run],
  );
  return rows.map((row) => ({ ...row, former: JSON.parse(row.former) }));
}

export async function readDecisions(db: Queryable, review_id: string): Promise<Decision[]> {
  const rows = await db.query<Row>(`SELECT ${COLUMNS} FROM decision WHERE review_id = $1 ORDER BY version`, [
    review_id,
  ]);
  return rows.map((row) => ({ ...row, former: JSON.parse(row.former) }));
}

type Decided = { review_id: string; kind: DecisionKind; decided_at: string };
/** `former_method` is how the review was verified before the decision. */
type Later = Decided & Pick<DecidedState, "state"> & { former_method: string | null };
type Current = Pick<DecidedState, "state" | "held_reason" | "verification_method">;

/**
 * Reviews that a run added or changed and that were verified or withheld since, with the first such decision. A
 * decision that was reversed does not count. A decision about a reply does not count either, because the reply is held
 * again when it is imported again. What was accepted from a source is an import of its own.
 */
export async function findLaterDecisions(db: Queryable, run: { number: number; version: number }): Promise<Later[]> {
  const rows = await db.query<Decided & Current & { former: string }>(
    `SELECT review_id, kind, decided_at, former, state, held_reason, verification_method
     FROM decision JOIN review ON review.id = review_id
     WHERE decision.version >= $2 AND coalesce(detail, '') <> '${BY_UNDO}'
       AND kind NOT IN ('same', 'different', 'source_accepted', 'source_refused')
       AND (added_by = $1 OR review_id IN (SELECT id FROM former_review WHERE run = $1))
     ORDER BY review_id, decision.version`,
    [run.number, run.version],
  );
  const first = rows.filter(({ review_id }, at) => rows[at - 1]?.review_id !== review_id);
  return first
    .filter((row) => {
      const former: DecidedState = JSON.parse(row.former);
      return (["state", "held_reason", "verification_method"] as const).some((name) => row[name] !== former[name]);
    })
    .map(({ review_id, kind, decided_at, former, state }) => {
      const { verification_method }: DecidedState = JSON.parse(former);
      return { review_id, kind, decided_at, state, former_method: verification_method };
    });
}

export async function deleteDecisions(tx: Queryable, ids: readonly string[]): Promise<void> {
  await inChunks(ids, (chunk) =>
    tx.query(`DELETE FROM decision WHERE review_id IN ${placeholders(1, chunk.length)}`, chunk),
  );
}
