import { primaryTag } from "../../../insights/engine/words-to-read.ts";
import { DAY_MS, isCalendarDate, parseTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import type { DoubtfulWords } from "../../model/doubtful-words.ts";
import { createAuthorFinder, createNameFinder } from "../../privacy/people/author.ts";
import { ANONYMOUS, minimizeName } from "../../privacy/people/minimize-name.ts";
import { AS_PUBLISHED, BY_DEFAULT, withoutName } from "../../privacy/stricter.ts";
import { hasInventedWords } from "../../store/dataset/invented-reviews.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { BadField, type Candidate } from "../record/candidate.ts";
import { cleanLine, cleanUrl } from "./clean.ts";
import { hashName, type IdentityContent, idFromContent, idFromShortName, idFromSource, matchKey } from "./identity.ts";
import type { LocalTime } from "./local-time.ts";
import type { Preparation } from "./preparation.ts";
import { prepareWords } from "./prepare-words.ts";

/** A file may claim any number. Further revisions must still fit into 32 bits. */
const MOST_REVISIONS = 1_000_000_000;

const AUTHOR_LIMIT = 200;
const NO_MENTIONS = { technicians: [], services: [], service_areas: [] };
/** Distinguishes rows whose ids are made from their content. */
type ContentIdentity = {
  row_hash: string;
  /** Its other words. Rows of one file that differ in them are two reviews. */
  details: string;
  /** The id that an older version gave this review. */
  short_name_id: string;
};

/** A review that can be stored without changes if it is new. */
export type Prepared = {
  place: Candidate["place"];
  row: StoredReview;
  content: ContentIdentity | null;
  /** Columns that the format does not have. An import keeps their stored values. */
  unknown: readonly (keyof StoredReview)[];
  /** True if the source says when the review was last edited. */
  updated_known: boolean;
  /** True if the id, revision and times come from the file and are kept. */
  as_given: boolean;
  /** True if the file has all reviews of its listing. The review then belongs to that listing from now on. */
  complete: boolean;
  /** Why its author does not agree: it is rejected, and what is stored of it is taken out. */
  refusal?: string;
  /** True if the file shows the current state, so that none of its rows is older than a stored one. */
  current?: boolean;
  /** The row replaces what other options made of it. */
  reading?: boolean;
  /** Names that were hidden without doubt. The owner may have decided to show them when they were doubtful. */
  certain?: readonly DoubtfulWords[];
  /** The operator said of a column of the file that it does not ask for consent. */
  consent_ignored?: true;
  /** It has the words of a review of the demonstration. */
  invented?: true;
};

function parseRating(rating: number): number {
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) {
    throw new BadField(`rating ${rating} is not a whole number from 1 to 5`);
  }
  return rating;
}

const FIRST_DATE = "1995-01-01";

/** Clocks differ, and a time without a zone is one of the business's. */
const isFuture = (time: string, now_ms: number): boolean => Date.parse(time) > now_ms + DAY_MS;

function parseDates(
  candidate: Candidate,
  { today, now_ms, local_time }: Preparation,
): { date: string; published_at: string } {
  if (candidate.date !== undefined && !isCalendarDate(candidate.date)) {
    throw new BadField(`date ${JSON.stringify(candidate.date)} is not a calendar date`);
  }
  const given = candidate.published_at === undefined ? null : parseTime(candidate.published_at);
  if (candidate.published_at !== undefined && given === null) {
    throw new BadField(`time ${JSON.stringify(candidate.published_at)} is not an RFC 3339 time`);
  }
  const date = candidate.date ?? (given === null ? undefined : local_time.dateOf(given));
  if (date === undefined) throw new BadField("no date");
  if (date > today) throw new BadField(`date ${date} is in the future`);
  if (given !== null && isFuture(given, now_ms)) throw new BadField(`time ${given} is in the future`);
  if (date < FIRST_DATE) throw new BadField(`date ${date} is before 1995, when there were no online reviews`);
  return { date, published_at: given ?? local_time.midnight(date) };
}

/** A time in the future is none: as the last edit, it would make every later file an older one. */
function parseUpdate(given: string | undefined, { now_ms }: Preparation): string | null {
  const time = given ? parseTime(given) : null;
  return time === null || isFuture(time, now_ms) ? null : time;
}

/**
 * The last edit of the review or its reply. It is never before the publication, unless the file has our ids and says
 * so.
 */
function lastUpdate({ id, updated_at, reply }: Candidate, published_at: string, preparation: Preparation): string {
  let last: string | null = null;
  for (const given of [updated_at, reply?.updated_at]) {
    const time = parseUpdate(given, preparation);
    if (time !== null && (last === null || Date.parse(time) > Date.parse(last))) last = time;
  }
  if (last === null) return published_at;
  return id === undefined && Date.parse(last) < Date.parse(published_at) ? published_at : last;
}

function replyDate({ reply }: Candidate, local_time: LocalTime): string | null {
  if (!reply || reply.date !== null) return reply?.date ?? null;
  const time = reply.updated_at === undefined ? null : parseTime(reply.updated_at);
  return time === null ? null : local_time.dateOf(time);
}

function unknownColumns(candidate: Candidate): (keyof StoredReview)[] {
  const unknown: (keyof StoredReview)[] = [];
  if (candidate.title === undefined) unknown.push("title");
  if (candidate.author_avatar_url === undefined) unknown.push("author_avatar_url");
  if (candidate.translation === undefined) unknown.push("translation_text", "translation_language");
  if (candidate.source_url === undefined) unknown.push("source_url");
  if (candidate.verification?.verified_at === undefined) unknown.push("verified_at");
  if (candidate.incentivized === undefined) unknown.push("incentivized");
  if (candidate.reply === undefined) {
    unknown.push("reply_text", "reply_date", "reply_state", "reply_held_reason");
  }
  return unknown;
}

/** A text cannot have the language of its own translation. */
export const languageHints = ({ translation }: Candidate, preparation: Preparation) => ({
  ...replyHints(preparation),
  not: translation?.language ? primaryTag(translation.language) : null,
});

export const replyHints = ({ profile }: Pick<Preparation, "profile">) => ({
  own: primaryTag(profile?.language ?? "en"),
  not: null,
});

function languageOf(candidate: Candidate, text: string | null, preparation: Preparation): string | null {
  if (text === null) return null;
  if (candidate.language !== undefined) return candidate.language;
  return preparation.languages.detect(text, languageHints(candidate, preparation));
}

/**
 * `minimized` is the first name with an initial. It does not depend on the part of the name that the operator shows.
 */
function prepareAuthor(candidate: Candidate, { names }: Profile["privacy"], key: string) {
  const hides = candidate.consent?.answer === "anonymous";
  const name = candidate.author === null ? null : (cleanLine(candidate.author)?.slice(0, AUTHOR_LIMIT) ?? null);
  const author = minimizeName(name, names);
  const minimized = names === "first_initial" ? author : minimizeName(name, "first_initial");
  const known = name !== null && minimized !== ANONYMOUS;
  const name_hash = known ? hashName(key, name) : "";
  // Several people may share a short name, so it does not identify a person.
  const person = known && isFullName(name, minimized) ? name_hash : null;
  // "Guest 12" is shown as Guest, and is not Guest 15.
  const numbered = known && /\d/.test(name) ? name_hash : null;
  const findAuthor = hides ? createNameFinder(name) : createAuthorFinder(name, author);
  return { author, minimized, name_hash, person, numbered, findAuthor };
}

const isFullName = (name: string, minimized: string): boolean =>
  name.replace(/[^\p{L}]/gu, "").length > minimized.replace(/[^\p{L}]/gu, "").length;

function findMentions(candidate: Candidate, words: (string | null)[], preparation: Preparation): string {
  const mentions = preparation.findMentions
    ? preparation.findMentions(words.filter((part) => part !== null).join("\n"))
    : (candidate.mentions ?? NO_MENTIONS);
  return JSON.stringify(mentions);
}

type Named = ReturnType<typeof prepareAuthor>;

function identify({ id, source_id }: Candidate, content: Omit<IdentityContent, "name">, named: Named) {
  const { date, text } = content;
  const { minimized, name_hash, person } = named;
  const bare = minimized === ANONYMOUS && text === null;
  const made = id ?? (source_id ? idFromSource(content.source, source_id) : null);
  return {
    id: made ?? idFromContent({ ...content, name: name_hash }),
    source_id: source_id ?? null,
    match_key: bare ? null : matchKey(minimized, date, text),
    person,
    name_key: name_hash === "" ? null : name_hash,
  };
}

/** Identifies a review without an id at its source, to find it again. Null for other reviews and for bare ratings. */
function identifyContent(candidate: Candidate, row: StoredReview, minimized: string): ContentIdentity | null {
  if (candidate.id !== undefined || row.source_id !== null || row.match_key === null) return null;
  const { title, text, published_at, source_url, reply_text, location } = row;
  return {
    row_hash: candidate.row_hash ?? JSON.stringify({ ...candidate, place: null }),
    details: JSON.stringify([title, text, published_at, source_url, reply_text, location]),
    short_name_id: idFromShortName(row.source, minimized, row.date, text),
  };
}

/** A review is published if its author agrees and it has a verification, otherwise held. Nothing else holds it here. */
function verify({ verification, consent }: Candidate, published_at: string, { verified_by, now }: Preparation) {
  const method = verification?.method ?? verified_by;
  const agrees = consent === undefined || consent.answer === "yes" || consent.answer === "anonymous";
  const held = { state: "held", held_reason: agrees ? "unverified" : "consent", held_at: now } as const;
  if (method === null) return { verification_method: null, verified_at: null, ...held };
  const given = verification?.verified_at === undefined ? null : parseTime(verification.verified_at);
  // A platform checked the account when the review was posted. For the other methods, this import is the check.
  const verified_at = given ?? (method === "platform_account" ? published_at : now);
  const verified = { verification_method: method, verified_at };
  if (!agrees) return { ...verified, ...held };
  return { ...verified, state: "published", held_reason: null, held_at: null } as const;
}

/** A review that has only a title is recognized by it. */
const withTitle = <Words extends { text: string | null }>(words: Words, title: string | null | undefined): Words =>
  words.text === null && title ? { ...words, text: title } : words;

/** What the file says about the row besides the review. */
const factsOf = (candidate: Candidate, preparation: Preparation) => ({
  place: candidate.place,
  unknown: unknownColumns(candidate),
  updated_known: parseUpdate(candidate.updated_at, preparation) !== null,
  as_given: candidate.id !== undefined && candidate.revision !== undefined,
  complete: preparation.complete,
  current: preparation.current ?? false,
  ...(candidate.consent_ignored ? ({ consent_ignored: true } as const) : {}),
  ...(candidate.consent?.answer === "no" ? { refusal: candidate.consent.reason } : {}),
});

/** Turns a candidate into a review: cleaned, minimized, redacted, identified and dated. Throws BadField to reject it. */
export function prepareReview(candidate: Candidate, preparation: Preparation): Prepared {
  const rules = preparation.profile?.privacy ?? (candidate.already_public ? AS_PUBLISHED : BY_DEFAULT);
  const privacy = candidate.consent?.answer === "anonymous" ? withoutName(rules) : rules;
  const rating = parseRating(candidate.rating);
  const { date, published_at } = parseDates(candidate, preparation);
  const named = prepareAuthor(candidate, privacy, preparation.identity_key);
  const { redactor, languages } = preparation;
  const { words, given, certain } = prepareWords(candidate, {
    privacy,
    redactor,
    findAuthor: named.findAuthor,
    languageOf: (reply) => languages.detect(reply, replyHints(preparation)),
    today: preparation.now.slice(0, 10),
  });
  const source = candidate.source ?? preparation.source;
  const row: StoredReview = {
    ...identify(candidate, { source, date, rating, text: words.text }, named),
    source,
    format: preparation.format,
    location: candidate.location ?? preparation.location,
    author: named.author,
    author_avatar_url: privacy.avatars && candidate.author_avatar_url ? cleanUrl(candidate.author_avatar_url) : null,
    rating,
    rating_basis: candidate.rating_basis ?? "stars",
    date,
    ...words,
    language: languageOf(candidate, words.text, preparation),
    published_at,
    updated_at: lastUpdate(candidate, published_at, preparation),
    revision: Math.min(candidate.revision ?? 1, MOST_REVISIONS),
    source_url: candidate.source_url ? cleanUrl(candidate.source_url) : null,
    reply_date: words.reply_text === null ? null : replyDate(candidate, preparation.local_time),
    ...verify(candidate, published_at, preparation),
    corrections: candidate.corrections?.length ? JSON.stringify(candidate.corrections) : null,
    consent: candidate.consent?.answer ?? null,
    consent_by_owner: null,
    incentivized: candidate.incentivized ? 1 : 0,
    mentions: findMentions(candidate, [words.title, words.text], preparation),
    changed_at: "",
    moved_from: null,
    moved_at: null,
    sketch: null,
    duplicate_of: null,
  };
  row.sketch = preparation.sketch({
    given: candidate.already_public ? null : withTitle(given, candidate.title),
    stored: withTitle({ text: row.text, translation: row.translation_text }, row.title),
    has_id: row.source_id !== null,
    minimized: named.minimized,
    person: named.person ?? named.numbered,
    row: candidate.row_hash ?? null,
  });
  return {
    ...factsOf(candidate, preparation),
    row,
    content: identifyContent(candidate, row, named.minimized),
    ...(certain.length > 0 ? { certain } : {}),
    ...(hasInventedWords(row) ? { invented: true } : {}),
  };
}
