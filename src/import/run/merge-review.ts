import { DAY_MS } from "../../model/basics/time.ts";
import { parseDoubtful, renderDoubtful } from "../../model/doubtful-words.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import {
  hasFullName,
  haveOtherNumbers,
  isFromStored,
  isSameRow,
  isSameSketch,
  NO_ROW,
  rowOf,
  withRow,
} from "../recognize/sketch.ts";
import { hideAuthorOf } from "./hide-author.ts";

/** A change in one of these is visible to readers. */
const VISIBLE_COLUMNS = [
  "author",
  "author_avatar_url",
  "rating",
  "date",
  "title",
  "text",
  "language",
  "translation_text",
  "translation_language",
  "published_at",
  "updated_at",
  "revision",
  "source",
  "source_url",
  "reply_text",
  "reply_date",
  "reply_state",
  "verification_method",
  "verified_at",
  "incentivized",
  "mentions",
  "redactions",
  "corrections",
  "state",
  "held_reason",
] as const satisfies readonly (keyof StoredReview)[];

/** A change in one of these is stored, and nobody sees it. */
const INTERNAL_COLUMNS = [
  "source_id",
  "format",
  "location",
  "match_key",
  "person",
  "name_key",
  "sketch",
  "consent",
  "consent_by_owner",
  "doubtful",
] as const satisfies readonly (keyof StoredReview)[];

export type FieldChange = {
  field: (typeof VISIBLE_COLUMNS)[number];
  from: string | number | null;
  to: string | number | null;
};
export type Merged =
  | { kind: "added"; row: StoredReview }
  | { kind: "updated"; row: StoredReview; changes: FieldChange[] }
  | { kind: "unchanged"; row: StoredReview; stale?: true };

/** The times in a scrape and in the platform's own export differ by up to a minute. */
const CLOCK_SLACK_MS = 60_000;

/** The incoming review is older than the stored one, because the export was made earlier. */
function isStale(incoming: Prepared, stored: StoredReview, now: string): boolean {
  if (incoming.current || incoming.reading) return false;
  const { row, as_given, updated_known } = incoming;
  const [given_ms, stored_ms] = [Date.parse(row.updated_at), Date.parse(stored.updated_at)];
  // A source may claim any number, but no time in the future: what was changed later counts whatever its number is.
  const later = updated_known && given_ms > stored_ms + CLOCK_SLACK_MS;
  if (as_given && row.revision !== stored.revision) return row.revision < stored.revision && !later;
  // An older version stored times in the future, too.
  if (!updated_known || stored_ms > Date.parse(now) + DAY_MS) return false;
  return given_ms < stored_ms - CLOCK_SLACK_MS;
}

function copyColumn<Name extends keyof StoredReview>(from: StoredReview, to: StoredReview, name: Name): void {
  to[name] = from[name];
}

function keepUnknown(incoming: Prepared, stored: StoredReview): StoredReview {
  const next = { ...incoming.row };
  for (const column of incoming.unknown) copyColumn(stored, next, column);
  return next;
}

/** Its row in another file, or what other rules redact, says nothing new about a review with the same words. */
function saysNothingNew(next: StoredReview, stored: StoredReview): boolean {
  if (next.sketch === null || stored.sketch === null) return next.sketch === null;
  if (isSameSketch(next.sketch, stored.sketch)) return true;
  if (next.text !== stored.text || next.translation_text !== stored.translation_text) return false;
  if (haveOtherNumbers(next, stored)) return false;
  if (isFromStored(next.sketch) !== isFromStored(stored.sketch)) return isFromStored(next.sketch);
  return hasFullName(stored.sketch) || !hasFullName(next.sketch);
}

/** Keeps what the operator and earlier imports decided. */
function keepDecisions(next: StoredReview, stored: StoredReview, incoming: Prepared): void {
  const { as_given, complete, row, reading } = incoming;
  if (next.id !== stored.id && reading) next.id = stored.id;
  if (next.id !== stored.id) {
    // Found under another id: the first import sets the times, else two exports would change them back and forth.
    next.id = stored.id;
    next.date = stored.date;
    next.published_at = stored.published_at;
  }
  next.person ??= stored.person;
  next.corrections ??= stored.corrections;
  next.name_key = next.person ?? next.name_key ?? stored.name_key;
  // A complete export takes over the review, so that it can later show that the review was deleted.
  if (!complete && !reading) {
    next.source_id = stored.source_id ?? next.source_id;
    next.format = stored.format;
    next.location = stored.location ?? next.location;
  }
  const verifies = next.verification_method !== null && (as_given || reading);
  if (stored.verification_method !== null && !verifies) {
    next.verification_method = stored.verification_method;
    next.verified_at = stored.verified_at;
  }
  next.verified_at ??= row.verified_at;
  // A review that was held as unverified is published once it has a verification. Only the operator changes other states.
  const released = stored.held_reason === "unverified" && next.verification_method !== null;
  const reread = reading && stored.held_reason === "duplicate";
  if (!released && !reread) {
    next.state = stored.state;
    next.held_reason = stored.held_reason;
    next.held_at = stored.held_at;
    next.duplicate_of = stored.duplicate_of;
  }
  if (!reading && saysNothingNew(next, stored)) next.sketch = stored.sketch;
  if (next.reply_text === stored.reply_text) {
    next.reply_state = stored.reply_state;
    next.reply_held_reason = stored.reply_held_reason;
  }
}

/**
 * What the author says now is newer than every decision: a no, or a yes that became blank, takes the review out, and a
 * yes brings it back unless the owner refused for the author. Who wants no name is shown without one from then on.
 * A column that is ignored says nothing. It takes back what that column of the same row said before, and nothing else.
 */
function settleConsent(
  next: StoredReview,
  stored: StoredReview,
  { row, consent_ignored }: Prepared,
  now: string,
): void {
  const taken_back = consent_ignored === true && isSameRow(row.sketch, stored.sketch);
  const said = taken_back ? null : (row.consent ?? stored.consent);
  const changed = said !== stored.consent;
  next.consent = said;
  next.consent_by_owner = stored.consent_by_owner;
  const agreed = stored.consent === "yes" || stored.consent === "anonymous";
  if (changed && (said === "no" || (said === "unclear" && (agreed || stored.consent_by_owner === null)))) {
    next.consent_by_owner = null;
    if (next.held_reason !== "legal" && next.held_reason !== "consent")
      Object.assign(next, { state: "held", held_reason: "consent", held_at: now, duplicate_of: null });
  } else if (changed && said !== "unclear" && next.held_reason === "consent" && stored.consent_by_owner !== "no") {
    const verified = next.verification_method !== null;
    if (verified) Object.assign(next, { state: "published", held_reason: null, held_at: null });
    else Object.assign(next, { state: "held", held_reason: "unverified", held_at: now });
  }
  if ((next.consent_by_owner ?? next.consent) === "anonymous") Object.assign(next, hideAuthorOf(next));
}

/** The row that a review was last read from. None if what is stored about consent is from another row. */
function noteRow(next: StoredReview, stored: StoredReview, { row }: Prepared, changed: boolean): void {
  const says = (row.consent ?? null) !== null;
  if (!changed && next.sketch === stored.sketch && !(says && next.held_reason === "consent")) return;
  const is_other = !says && (next.consent ?? null) !== null && !isSameRow(row.sketch, stored.sketch);
  next.sketch = withRow(next.sketch, is_other ? NO_ROW : rowOf(row.sketch));
}

/** Formats of which the owner says how they are read. */
const HAS_CHOICES: readonly string[] = ["csv", "json"];

/**
 * A row that says nothing new in another file of the owner: read with other options, that file corrects the review, too.
 * Nobody sees a change.
 */
export function noteReading(merged: Merged, { row }: Prepared, stored: StoredReview): Merged {
  if (merged.kind !== "unchanged" || merged.stale || stored.sketch === null) return merged;
  if (!HAS_CHOICES.includes(row.format)) return merged;
  const is_other = (row.consent ?? null) === null && stored.consent !== null;
  if (is_other || rowOf(row.sketch) === NO_ROW || isSameRow(row.sketch, stored.sketch)) return merged;
  return { kind: "updated", row: { ...stored, sketch: withRow(stored.sketch, rowOf(row.sketch)) }, changes: [] };
}

function setHistory(next: StoredReview, stored: StoredReview, incoming: Prepared, now: string): void {
  const edited = next.rating !== stored.rating || next.title !== stored.title || next.text !== stored.text;
  if (!incoming.as_given) {
    next.revision = stored.revision + (edited ? 1 : 0);
    const newer = incoming.updated_known && Date.parse(next.updated_at) > Date.parse(stored.updated_at);
    const changed = edited || next.reply_text !== stored.reply_text || next.date !== stored.date;
    if (!newer) next.updated_at = changed ? now : stored.updated_at;
  }
  noteMove(next, stored);
}

/** Where the words are as they were, so are those that wait. The same words in other ones wait since the same day. */
function keepDoubtful(next: StoredReview, stored: StoredReview): void {
  next.doubtful ??= null; // a row that waits since an older version has none
  if (next.doubtful === null && stored.doubtful === null) return;
  const before = parseDoubtful(stored.doubtful);
  const found = parseDoubtful(next.doubtful).filter(({ field }) => next[field] !== stored[field]);
  const since = (words: string) => before.find((one) => one.words === words)?.since;
  next.doubtful = renderDoubtful([
    ...before.filter(({ field }) => next[field] === stored[field]),
    ...found.map((one) => ({ ...one, since: since(one.words) ?? one.since })),
  ]);
}

/** If the date goes back, readers of newer dates must learn that the review left them. */
export function noteMove(next: StoredReview, stored: StoredReview): void {
  next.moved_from = stored.moved_from;
  next.moved_at = stored.moved_at;
  if (next.date < stored.date) {
    next.moved_from = stored.moved_from !== null && stored.moved_from > stored.date ? stored.moved_from : stored.date;
    next.moved_at = "";
  } else if (next.moved_from !== null && next.date >= next.moved_from) {
    next.moved_from = null;
    next.moved_at = null;
  }
}

/** Merges an incoming review with the stored one. `now` is the time of the run. */
export function mergeReview(incoming: Prepared, stored: StoredReview | null, now: string): Merged {
  if (stored === null) return { kind: "added", row: incoming.row };
  if (isStale(incoming, stored, now)) return { kind: "unchanged", row: stored, stale: true };
  const next = keepUnknown(incoming, stored);
  keepDecisions(next, stored, incoming);
  settleConsent(next, stored, incoming, now);
  keepDoubtful(next, stored);
  setHistory(next, stored, incoming, now);
  const changes = VISIBLE_COLUMNS.filter((field) => next[field] !== stored[field]).map((field) => ({
    field,
    from: stored[field],
    to: next[field],
  }));
  noteRow(next, stored, incoming, changes.length > 0);
  if (changes.length > 0) return { kind: "updated", row: { ...next, changed_at: "" }, changes };
  const internal = INTERNAL_COLUMNS.some((name) => next[name] !== stored[name]);
  if (internal) return { kind: "updated", row: { ...next, changed_at: stored.changed_at }, changes: [] };
  return { kind: "unchanged", row: stored };
}
