import { buildMentionFinder } from "../../../insights/engine/mentions.ts";
import { renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import { addHidden, type HiddenNames, parseDoubtful, renderDoubtful, WORD_FIELDS } from "../../model/doubtful-words.ts";
import type { RedactionKind } from "../../model/review-kinds.ts";
import { minimizeName } from "../../privacy/people/minimize-name.ts";
import { countRedactions, createRedactor } from "../../privacy/redact.ts";
import { AS_PUBLISHED, BY_DEFAULT, createStricterWords, isStricter, type Privacy } from "../../privacy/stricter.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { type FormerReview, parseRevisions, readAllFormerPages } from "../../store/imports/former-reviews.ts";
import { applyStaged, insertStaged } from "../../store/imports/staging.ts";
import {
  deleteStagedAnalyses,
  type RevisionWords,
  readRevisionPages,
  saveFormerWords,
  saveRevisionWords,
} from "../../store/reviews/kept-words.ts";
import { type ReviewKey, saveReviewKeys } from "../../store/reviews/review-keys.ts";
import { readReviewPages, type StoredReview } from "../../store/reviews/reviews.ts";
import type { Queryable, Store } from "../../store/store.ts";
import { forgetRequests } from "../../store/sync/source-requests.ts";
import { matchKey } from "../prepare/identity.ts";
import { hashKeys, lostKeys } from "../prepare/known-keys.ts";
import { type ApplyEdits, readApplyEdits } from "./apply-edits.ts";

/** What a stricter privacy or newer rules change. The reviews themselves are staged. */
export type PrivacyChanges = {
  ids: Set<string>;
  /** How many replies wait that were published, and in how many of those reviews nothing else changed. */
  replies_held: number;
  replies_only: number;
  revisions: RevisionWords[];
  former: (FormerReview & { run: number })[];
  aliases: ReviewKey[];
};

/** `before`: the privacy with which the reviews were stored; null if there was no profile. */
type Stricter = { before: Privacy | null; profile: Profile };
/** An older version of the rules judged what is stored. `heldReply`: why a published reply waits now, or null. */
export type Again = { profile: Profile | null; heldReply(review: StoredReview): string | null };
type Rules = Stricter | Again;
/** What the owner decided about words stays. `today`: the day of this change. */
type Editing = { applyEdits: ApplyEdits; today: string };
type Tighten = <T extends StoredReview>(review: T) => T | null;

/** Which privacy a stored review has: without a profile, an import gives one by its format. */
const privacyOf = (before: Privacy | null, format: string): Privacy =>
  before ?? (format === "candor" ? AS_PUBLISHED : BY_DEFAULT);

/** Whether any stored review may have to change. */
const mayTighten = (rules: Rules): boolean =>
  "heldReply" in rules || isStricter(rules.before ?? AS_PUBLISHED, rules.profile.privacy);

/** The rules for the words of a review of a format; null if they hide no more than before. */
function createRulesFor(rules: Rules) {
  const redactor = createRedactor(rules.profile);
  return (format: string) => {
    if ("heldReply" in rules) {
      const privacy = rules.profile?.privacy ?? privacyOf(null, format);
      return { before: privacy, after: privacy, redactor, again: true };
    }
    const [before, after] = [privacyOf(rules.before, format), rules.profile.privacy];
    return isStricter(before, after) ? { before, after, redactor } : null;
  };
}

/** Words with which the import would have given the review its match key, if they are known. */
function nextMatchKey(before: StoredReview, { author, text }: StoredReview): string | null {
  const known = before.match_key === matchKey(minimizeName(before.author, "first_initial"), before.date, before.text);
  const same = text === before.text && author === before.author;
  return known && !same ? matchKey(minimizeName(author, "first_initial"), before.date, text) : before.match_key;
}

const JUDGED = [...WORD_FIELDS, "author", "author_avatar_url", "reply_state"] as const;

/** Gives a stored review as an import would store it now; null if that is how it is stored. */
function createTighten(given: Rules, { applyEdits, today }: Editing): Tighten {
  const rulesFor = createRulesFor(given);
  const find = given.profile && buildMentionFinder(given.profile);
  return (review) => {
    const rules = rulesFor(review.format);
    if (!rules) return null;
    const { author, hide } = createStricterWords(rules, review.author);
    const kinds: RedactionKind[] = [];
    let next = { ...review, author };
    const names: HiddenNames = { doubtful: parseDoubtful(review.doubtful), certain: [] };
    for (const field of WORD_FIELDS) {
      const value = review[field];
      const hidden = value === null ? null : hide(value);
      next[field] = hidden?.text ?? null;
      kinds.push(...(hidden?.kinds ?? []));
      addHidden(names, { field, since: today }, hidden?.names);
    }
    next.doubtful = renderDoubtful(names.doubtful);
    if (!rules.after.avatars) next.author_avatar_url = null;
    next.redactions = JSON.stringify(countRedactions(JSON.parse(review.redactions), kinds));
    next = applyEdits(next, names.certain);
    const held = "heldReply" in given ? given.heldReply(review) : null;
    if (held !== null) Object.assign(next, { reply_state: "held", reply_held_reason: held });
    if (JUDGED.every((name) => next[name] === review[name])) return null;
    if (find) next.mentions = JSON.stringify(find([next.title, next.text].filter((part) => part !== null).join("\n")));
    next.match_key = nextMatchKey(review, next);
    next.changed_at = "";
    return next;
  };
}

/** Stages the stored reviews that change, so that the transaction is short. Returns their ids and lost keys. */
async function stageReviews(store: Store, run: string, tighten: Tighten, now: () => Date) {
  const key = await ensureIdentityKey(store);
  const replies = { replies_held: 0, replies_only: 0 };
  const ids = new Set<string>();
  const aliases: ReviewKey[] = [];
  for await (const page of readReviewPages(store)) {
    const changed = page.flatMap((review) => {
      const next = tighten(review);
      if (!next) return [];
      ids.add(review.id);
      if (next.reply_state !== review.reply_state) {
        replies.replies_held += 1;
        if (WORD_FIELDS.every((name) => next[name] === review[name])) replies.replies_only += 1;
      }
      const lost = hashKeys(key, review.source, lostKeys([review], next));
      aliases.push(...lost.map((one) => ({ ...one, review_id: review.id })));
      return [next];
    });
    await insertStaged(store, run, changed, { staged_at: renderTime(now().getTime()), again: [] });
  }
  return { ids, aliases, ...replies };
}

async function findFormer(store: Store, tighten: Tighten, hide: HideWords): Promise<PrivacyChanges["former"]> {
  const found: PrivacyChanges["former"] = [];
  for await (const page of readAllFormerPages(store)) {
    for (const row of page) {
      const words = parseRevisions(row.revisions).map((old) => hide(old, row));
      const revisions = row.revisions === null ? null : JSON.stringify(words);
      const next = tighten(row);
      if (next || revisions !== row.revisions) found.push({ ...(next ?? row), revisions });
    }
  }
  return found;
}

type Words = Pick<StoredReview, "title" | "text" | "reply_text">;
type HideWords = <T extends Words>(old: T, review: { author: string; format: string }) => T;

/** Hides in the words before an edit what an import would hide now. */
function createHideWords(given: Rules): HideWords {
  const rulesFor = createRulesFor(given);
  return (old, { author, format }) => {
    const rules = rulesFor(format);
    if (!rules) return old;
    const { hide } = createStricterWords(rules, author);
    const hidden = (value: string | null) => (value === null ? null : hide(value).text);
    return { ...old, title: hidden(old.title), text: hidden(old.text), reply_text: hidden(old.reply_text) };
  };
}

async function findRevisions(store: Store, hide: HideWords): Promise<RevisionWords[]> {
  const found: RevisionWords[] = [];
  for await (const page of readRevisionPages(store)) {
    for (const { author, format, ...old } of page) {
      const next = hide(old, { author, format });
      if (!Bun.deepEquals(next, old)) found.push(next);
    }
  }
  return found;
}

/** Finds everything that a stricter privacy or newer rules change: reviews, their words before edits, and what is kept for undo. */
export async function findPrivacyChanges(
  { store, now }: { store: Store; now: () => Date },
  run: string,
  rules: Rules,
): Promise<PrivacyChanges> {
  if (!mayTighten(rules))
    return { ids: new Set(), replies_held: 0, replies_only: 0, revisions: [], former: [], aliases: [] };
  const today = renderTime(now().getTime()).slice(0, 10);
  const tighten = createTighten(rules, { applyEdits: await readApplyEdits(store), today });
  const hide = createHideWords(rules);
  return {
    ...(await stageReviews(store, run, tighten, now)),
    revisions: await findRevisions(store, hide),
    former: await findFormer(store, tighten, hide),
  };
}

export const hasChanges = ({ ids, revisions, former }: PrivacyChanges): boolean =>
  ids.size + revisions.length + former.length > 0;

/** In the transaction that saves the profile, or the version of the rules. */
export async function savePrivacyChanges(tx: Queryable, changes: PrivacyChanges, run: string, committed_at: string) {
  await applyStaged(tx, { run, committed_at, number: null, bringer: null });
  await forgetRequests(tx);
  await deleteStagedAnalyses(tx, run);
  await saveRevisionWords(tx, changes.revisions);
  await saveFormerWords(tx, changes.former);
  await saveReviewKeys(tx, changes.aliases);
}
