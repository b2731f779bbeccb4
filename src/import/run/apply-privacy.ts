import { buildMentionFinder } from "../../../insights/engine/mentions.ts";
import { renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
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

/** What a stricter privacy changes. The reviews themselves are staged. */
export type PrivacyChanges = {
  ids: Set<string>;
  revisions: RevisionWords[];
  former: (FormerReview & { run: number })[];
  aliases: ReviewKey[];
};

type Rules = { before: Privacy | null; profile: Profile };
type Tighten = <T extends StoredReview>(review: T) => T | null;

/** Which privacy a stored review has: without a profile, an import gives one by its format. */
const privacyOf = (before: Privacy | null, format: string): Privacy =>
  before ?? (format === "candor" ? AS_PUBLISHED : BY_DEFAULT);

/** Whether any stored review may have to change. */
const mayTighten = ({ before, profile }: Rules): boolean => isStricter(before ?? AS_PUBLISHED, profile.privacy);

/** Words with which the import would have given the review its match key, if they are known. */
function nextMatchKey(before: StoredReview, text: string | null): string | null {
  const name = minimizeName(before.author, "first_initial");
  const known = before.match_key === matchKey(name, before.date, before.text);
  return known && text !== before.text ? matchKey(name, before.date, text) : before.match_key;
}

const WORDS = ["title", "text", "translation_text", "reply_text"] as const;

/** Gives a stored review as the profile's privacy would have stored it; null if that is how it is stored. */
function createTighten({ before, profile }: Rules): Tighten {
  const redactor = createRedactor(profile);
  const find = buildMentionFinder(profile);
  return (review) => {
    const rules = { before: privacyOf(before, review.format), after: profile.privacy, redactor };
    if (!isStricter(rules.before, rules.after)) return null;
    const { author, hide } = createStricterWords(rules, review.author);
    const kinds: RedactionKind[] = [];
    const next = { ...review, author };
    for (const name of WORDS) {
      const value = review[name];
      const hidden = value === null ? null : hide(value);
      next[name] = hidden?.text ?? null;
      kinds.push(...(hidden?.kinds ?? []));
    }
    if (!rules.after.avatars) next.author_avatar_url = null;
    next.redactions = JSON.stringify(countRedactions(JSON.parse(review.redactions), kinds));
    const same = [...WORDS, "author" as const, "author_avatar_url" as const].every(
      (name) => next[name] === review[name],
    );
    if (same) return null;
    next.mentions = JSON.stringify(find([next.title, next.text].filter((part) => part !== null).join("\n")));
    next.match_key = nextMatchKey(review, next.text);
    next.changed_at = "";
    return next;
  };
}

/** Stages the stored reviews that change, so that the transaction is short. Returns their ids and lost keys. */
async function stageReviews(store: Store, run: string, tighten: Tighten, now: () => Date) {
  const key = await ensureIdentityKey(store);
  const ids = new Set<string>();
  const aliases: ReviewKey[] = [];
  for await (const page of readReviewPages(store)) {
    const changed = page.flatMap((review) => {
      const next = tighten(review);
      if (!next) return [];
      ids.add(review.id);
      const lost = hashKeys(key, review.source, lostKeys([review], next));
      aliases.push(...lost.map((one) => ({ ...one, review_id: review.id })));
      return [next];
    });
    await insertStaged(store, run, changed, { staged_at: renderTime(now().getTime()), again: [] });
  }
  return { ids, aliases };
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

/** Hides in the words before an edit what the profile's privacy hides. */
function createHideWords({ before, profile }: Rules): HideWords {
  const redactor = createRedactor(profile);
  return (old, { author, format }) => {
    const rules = { before: privacyOf(before, format), after: profile.privacy, redactor };
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

/** Finds everything that a stricter privacy changes: reviews, their words before edits, and what is kept for undo. */
export async function findPrivacyChanges(
  { store, now }: { store: Store; now: () => Date },
  run: string,
  rules: Rules,
): Promise<PrivacyChanges> {
  if (!mayTighten(rules)) return { ids: new Set(), revisions: [], former: [], aliases: [] };
  const tighten = createTighten(rules);
  const hide = createHideWords(rules);
  return {
    ...(await stageReviews(store, run, tighten, now)),
    revisions: await findRevisions(store, hide),
    former: await findFormer(store, tighten, hide),
  };
}

export const hasChanges = ({ ids, revisions, former }: PrivacyChanges): boolean =>
  ids.size + revisions.length + former.length > 0;

/** In the transaction that saves the profile. */
export async function savePrivacyChanges(tx: Queryable, changes: PrivacyChanges, run: string, committed_at: string) {
  await applyStaged(tx, { run, committed_at, number: null, bringer: null });
  await forgetRequests(tx);
  await deleteStagedAnalyses(tx, run);
  await saveRevisionWords(tx, changes.revisions);
  await saveFormerWords(tx, changes.former);
  await saveReviewKeys(tx, changes.aliases);
}
