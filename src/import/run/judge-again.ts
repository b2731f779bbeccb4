import { ENGINE_VERSION } from "../../../insights/engine/engine-version.ts";
import { renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import { RULES_VERSION } from "../../model/rules-version.ts";
import { OperatorError } from "../../operator-error.ts";
import { checkReply } from "../../privacy/replies/check-reply.ts";
import { readProfile } from "../../store/dataset/business.ts";
import { bumpDataset, commitTime, isSameDataset, lockDataset, readDataset } from "../../store/dataset/dataset.ts";
import { type JudgedRules, readJudgedRules, saveJudgedRules } from "../../store/dataset/judged-rules.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { notePurge, purgeDeleted } from "../../store/erasure/purge.ts";
import { createStaging, deleteStaged } from "../../store/imports/staging.ts";
import { hashReply, type ReplyDecision, readReplyDecisions, saveDecidedWords } from "../../store/reviews/decisions.ts";
import { readReviews, type StoredReview, saveMentions } from "../../store/reviews/reviews.ts";
import { inChunks, type Queryable, type Store } from "../../store/store.ts";
import { createLanguageDetector } from "../prepare/detect-language.ts";
import { replyHints } from "../prepare/prepare-review.ts";
import { type Again, findPrivacyChanges, hasChanges, savePrivacyChanges } from "./apply-privacy.ts";
import { areRulesOutdated, findOutdated } from "./outdated-rules.ts";
import type { ImportDeps } from "./run.ts";
import { findMentionChanges } from "./save-business.ts";

type Decided = { key: string; by_review: Map<string, ReplyDecision[]> };

/**
 * The decision of the owner about the words of this reply. An older version did not record the words: then nothing may
 * have changed since.
 */
const decisionAbout = ({ key, by_review }: Decided, { id, reply_text, updated_at }: StoredReview) =>
  by_review
    .get(id)
    ?.findLast(({ words, decided_at }) =>
      words === null ? decided_at === updated_at : words === hashReply(key, reply_text ?? ""),
    );

async function readDecided(store: Store): Promise<Decided> {
  const key = await ensureIdentityKey(store);
  return { key, by_review: Map.groupBy(await readReplyDecisions(store), ({ review_id }) => review_id) };
}

/** Why a published reply waits now: today's rules hold it, and the owner did not decide about it. */
async function createHeldReply(profile: Profile | null, decided: Decided): Promise<Again["heldReply"]> {
  const languages = createLanguageDetector();
  await languages.loadLibrary();
  return (review) => {
    const { reply_text, reply_state, format } = review;
    // The origin checked the replies of a document that Candor published, before it hid words in them.
    if (reply_text === null || reply_state !== "published" || format === "candor") return null;
    if (decisionAbout(decided, review)?.kind === "reply_published") return null;
    return checkReply(reply_text, languages.detect(reply_text, replyHints({ profile })))?.reason ?? null;
  };
}

/** Decisions stay about the words that are left, and from now on their words are known. */
async function followDecisions(tx: Queryable, before: Decided): Promise<void> {
  const { key, by_review } = before;
  const changes: Pick<ReplyDecision, "review_id" | "version" | "words">[] = [];
  await inChunks([...by_review.keys()], async (chunk) => {
    for (const { id, reply_text, reply_state } of await readReviews(tx, chunk)) {
      const last = by_review.get(id)?.at(-1);
      const stands = last && reply_state === (last.kind === "reply_published" ? "published" : "dropped");
      if (!stands || reply_text === null) continue;
      const words = hashReply(key, reply_text);
      if (words !== last.words) changes.push({ review_id: id, version: last.version, words });
    }
  });
  await saveDecidedWords(tx, changes);
}

type Deps = Pick<ImportDeps, "store" | "now" | "newRun">;
type Found = {
  privacy: Awaited<ReturnType<typeof findPrivacyChanges>>;
  mentions: { id: string; mentions: string }[];
  reviews: number;
  decided: Decided;
};

async function findChanges({ store, now }: Deps, run: string): Promise<Found> {
  const profile = await readProfile(store);
  const decided = await readDecided(store);
  const heldReply = await createHeldReply(profile, decided);
  const privacy = await findPrivacyChanges({ store, now }, run, { profile, heldReply });
  const { changes, reviews } = await findMentionChanges(store, profile);
  return { privacy, mentions: changes.filter(({ id }) => !privacy.ids.has(id)), reviews, decided };
}

/** The one short transaction. "again": the data changed since the comparison. Null: another process was faster. */
async function commit(
  { store, now }: Deps,
  run: string,
  compared: Awaited<ReturnType<typeof readDataset>>,
  found: Found,
) {
  const { privacy, mentions, reviews, decided } = found;
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    if ((await findOutdated(tx)) !== "rules") return null;
    if (!isSameDataset(dataset, compared)) return "again";
    const at = commitTime(dataset, now());
    const other_engine = reviews > 0 && (await readJudgedRules(tx))?.engine !== ENGINE_VERSION;
    const changed = hasChanges(privacy) || mentions.length > 0 || other_engine;
    if (hasChanges(privacy)) {
      await savePrivacyChanges(tx, privacy, run, at);
      await notePurge(tx, at);
    }
    await saveMentions(tx, mentions, at);
    await followDecisions(tx, decided);
    const judged: JudgedRules = {
      rules: RULES_VERSION,
      engine: ENGINE_VERSION,
      judged_at: renderTime(now().getTime()),
      dataset_version: changed ? await bumpDataset(tx, store.dialect, at) : null,
      reviews,
      hidden: privacy.ids.size - privacy.replies_only,
      replies_held: privacy.replies_held,
    };
    await saveJudgedRules(tx, judged);
    return judged;
  });
}

/** A reader of the file may keep the old words there. The next command that writes removes them. */
async function purge(store: Store): Promise<void> {
  try {
    await purgeDeleted(store);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
  }
}

const ATTEMPTS = 20;

/**
 * Judges everything that is stored by this program's rules, as one version of the dataset: what they hide is hidden,
 * which replies they hold wait. Nothing is uncovered, and what the owner decided stays. Until the one short transaction
 * nothing is changed, so a process may die at any time. Null if it was done already.
 */
export async function judgeAgain(deps: Deps): Promise<JudgedRules | null> {
  const { store } = deps;
  if (!(await areRulesOutdated(deps))) return null;
  await createStaging(store);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const run = deps.newRun();
    try {
      const compared = await readDataset(store);
      const judged = await commit(deps, run, compared, await findChanges(deps, run));
      if (judged === "again") continue;
      if (judged !== null && judged.hidden > 0) await purge(store);
      return judged;
    } finally {
      await deleteStaged(store, run);
    }
  }
  throw new OperatorError("the data kept changing while the rules of this version were applied: run it again");
}
