import { buildMentionFinder, type MentionFinder } from "../../insights/engine/mentions.ts";
import type { Profile } from "../../model/business.ts";
import type { Redaction, RedactionKind, Source, VerificationMethod } from "../../model/review.ts";
import { dateInZone, isCalendarDate, parseTime, renderTime } from "../../model/time.ts";
import { ANONYMOUS, minimiseName } from "../../privacy/names.ts";
import { countRedactions, redact } from "../../privacy/redact.ts";
import { checkReply } from "../../privacy/replies.ts";
import type { StoredReview } from "../../store/reviews.ts";
import { BadField, type Candidate } from "../record/candidate.ts";
import { cleanLine, cleanText, cleanUrl } from "./clean.ts";
import { idFromContent, idFromSource, matchKey } from "./identity.ts";
import { detectLanguage } from "./language.ts";
import { openZone, type Zone } from "./zone.ts";

const TEXT_LIMIT = 20_000;
const TITLE_LIMIT = 300;
const NO_MENTIONS = { technicians: [], services: [], service_areas: [] };
/** Where no profile says how: what is public already was minimised where it was published, all else is here. */
const AS_PUBLISHED: Profile["privacy"] = { names: "full", avatars: true, redact: false };
const BY_DEFAULT: Profile["privacy"] = { names: "first_initial", avatars: false, redact: true };

/** What holds for all rows of a file. */
export type Preparation = {
  profile: Profile | null;
  findMentions: MentionFinder | null;
  format: string;
  source: Source;
  location: string | null;
  /** By --verified-by or the format's default; a row's own comes first. */
  verified_by: VerificationMethod | null;
  now_ms: number;
  zone: Zone;
  /** The last calendar date that is not in the future. */
  today: string;
  /** The file holds all reviews of its listing. */
  complete: boolean;
};

/** What follows from the profile and the clock. */
export function openPreparation(profile: Profile | null, now_ms: number) {
  // Without a profile the zone is unknown; the earliest clock on earth is 14 hours ahead.
  const today = profile
    ? dateInZone(profile.time_zone, renderTime(now_ms))
    : renderTime(now_ms + 14 * 3_600_000).slice(0, 10);
  const findMentions = profile ? buildMentionFinder(profile) : null;
  return { profile, findMentions, zone: openZone(profile?.time_zone ?? "UTC"), today, now_ms };
}

/** A review ready to be stored, if nothing is stored of it yet. */
export type Prepared = {
  place: Candidate["place"];
  row: StoredReview;
  /** Columns that the format does not carry: an import leaves them as they are stored. */
  unknown: readonly (keyof StoredReview)[];
  /** The source says when the review was last edited. */
  updated_known: boolean;
  /** id, revision and times come from the file and are kept. */
  as_given: boolean;
  /** From now on the review belongs to the listing that this complete export is of. */
  complete: boolean;
};

function parseDates(candidate: Candidate, { today, zone }: Preparation): { date: string; published_at: string } {
  if (candidate.date !== undefined && !isCalendarDate(candidate.date)) {
    throw new BadField(`date ${JSON.stringify(candidate.date)} is no calendar date`);
  }
  const given = candidate.published_at === undefined ? null : parseTime(candidate.published_at);
  if (candidate.published_at !== undefined && given === null) {
    throw new BadField(`time ${JSON.stringify(candidate.published_at)} is no RFC 3339 time`);
  }
  const date = candidate.date ?? (given === null ? undefined : zone.dateOf(given));
  if (date === undefined) throw new BadField("no date");
  if (date > today) throw new BadField(`date ${date} lies in the future`);
  if (date < "1995-01-01") throw new BadField(`date ${date} is older than online reviews are`);
  return { date, published_at: given ?? zone.midnight(date) };
}

function latest(...times: (string | null | undefined)[]): string | null {
  if (times.every((time) => !time)) return null;
  const known = times.flatMap((time) => (time ? (parseTime(time) ?? []) : []));
  return known.reduce<string | null>((a, b) => (a === null || Date.parse(b) > Date.parse(a) ? b : a), null);
}

/** Never before it was published, unless the file is one of our own and says so. */
function updatedAt(candidate: Candidate, published_at: string, updated_at: string | null): string {
  if (updated_at === null) return published_at;
  return candidate.id === undefined ? (latest(published_at, updated_at) ?? published_at) : updated_at;
}

function parseText(text: string | null, what: string): string | null {
  const cleaned = text === null ? null : cleanText(text);
  if (cleaned !== null && cleaned.length > TEXT_LIMIT) {
    throw new BadField(`${what} has ${cleaned.length} characters; at most ${TEXT_LIMIT} are taken`);
  }
  return cleaned;
}

function replyDate({ reply }: Candidate, zone: Zone): string | null {
  if (!reply || reply.date !== null) return reply?.date ?? null;
  const time = reply.updated_at === undefined ? null : parseTime(reply.updated_at);
  return time === null ? null : zone.dateOf(time);
}

function parseRating(rating: number): number {
  if (!Number.isInteger(rating) || rating < 1 || rating > 5) {
    throw new BadField(`rating ${rating} is not a whole number from 1 to 5`);
  }
  return rating;
}

/** Columns that the format says nothing about. */
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

type Words = {
  title: string | null;
  text: string | null;
  translation: { text: string; language: string | null } | null;
  reply: { text: string; held_reason: string | null } | null;
  redactions: Redaction[];
};

/** Cleaned, redacted and checked, as the business's privacy settings ask. */
function parseWords(candidate: Candidate, { redact: redacting }: Profile["privacy"], checking: boolean): Words {
  const kinds: RedactionKind[] = [];
  const hide = (text: string | null): string | null => {
    if (text === null || !redacting) return text;
    const redacted = redact(text);
    kinds.push(...redacted.kinds);
    return redacted.text;
  };
  const title = hide(candidate.title ? (cleanLine(candidate.title)?.slice(0, TITLE_LIMIT) ?? null) : null);
  const text = hide(parseText(candidate.text, "text"));
  const translated = hide(candidate.translation ? parseText(candidate.translation.text, "translation") : null);
  const replied = candidate.reply ? parseText(candidate.reply.text, "reply") : null;
  const shown = hide(replied);
  return {
    title,
    text,
    translation: translated === null ? null : { text: translated, language: candidate.translation?.language ?? null },
    reply:
      replied === null || shown === null ? null : { text: shown, held_reason: checking ? checkReply(replied) : null },
    redactions: countRedactions(candidate.redactions ?? [], kinds),
  };
}

function languageOf(candidate: Candidate, text: string | null, { profile }: Preparation): string | null {
  if (candidate.language !== undefined) return text === null ? null : candidate.language;
  return text === null ? null : detectLanguage(text, profile?.language ?? "en");
}

function identify(candidate: Candidate, source: Source, author: string, date: string, text: string | null): string {
  if (candidate.id !== undefined) return candidate.id;
  if (candidate.source_id) return idFromSource(source, candidate.source_id);
  return idFromContent(source, author, date, text);
}

/** Published with a verification, held without one; there is no other ground. */
function verificationOf({ verification }: Candidate, published_at: string, { verified_by, now_ms }: Preparation) {
  const method = verification?.method ?? verified_by;
  const now = renderTime(now_ms);
  if (method === null) {
    return {
      verification_method: null,
      verified_at: null,
      state: "held",
      held_reason: "unverified",
      held_at: now,
    } as const;
  }
  const given = verification?.verified_at === undefined ? null : parseTime(verification.verified_at);
  // A platform's account was checked when the review was posted; the other methods are this run's word.
  const verified_at = given ?? (method === "platform_account" ? published_at : now);
  return { verification_method: method, verified_at, state: "published", held_reason: null, held_at: null } as const;
}

/** Normalises, minimises, redacts, names and dates one review. Throws BadField for a row that cannot go in. */
export function prepareReview(candidate: Candidate, with_: Preparation): Prepared {
  const privacy = with_.profile?.privacy ?? (candidate.already_public ? AS_PUBLISHED : BY_DEFAULT);
  const rating = parseRating(candidate.rating);
  const { date, published_at } = parseDates(candidate, with_);
  const updated_at = latest(candidate.updated_at, candidate.reply?.updated_at);
  const words = parseWords(candidate, privacy, !candidate.already_public);
  const source = candidate.source ?? with_.source;
  const name = candidate.author === null ? null : (cleanLine(candidate.author)?.slice(0, 200) ?? null);
  const author = minimiseName(name, privacy.names);
  // Identity does not hang on the operator's choice of how much of a name is shown.
  const minimised = privacy.names === "first_initial" ? author : minimiseName(name, "first_initial");
  const mentions = with_.findMentions
    ? with_.findMentions([words.title, words.text].filter((part) => part !== null).join("\n"))
    : (candidate.mentions ?? NO_MENTIONS);

  const row: StoredReview = {
    id: identify(candidate, source, minimised, date, words.text),
    source,
    source_id: candidate.source_id ?? null,
    format: with_.format,
    location: candidate.location ?? with_.location,
    author,
    author_avatar_url: privacy.avatars && candidate.author_avatar_url ? cleanUrl(candidate.author_avatar_url) : null,
    rating,
    rating_basis: candidate.rating_basis ?? "stars",
    date,
    title: words.title,
    text: words.text,
    language: languageOf(candidate, words.text, with_),
    translation_text: words.translation?.text ?? null,
    translation_language: words.translation?.language ?? null,
    published_at,
    updated_at: updatedAt(candidate, published_at, updated_at),
    revision: candidate.revision ?? 1,
    source_url: candidate.source_url ? cleanUrl(candidate.source_url) : null,
    reply_text: words.reply?.text ?? null,
    reply_date: words.reply === null ? null : replyDate(candidate, with_.zone),
    reply_state: words.reply === null ? null : words.reply.held_reason === null ? "published" : "held",
    reply_held_reason: words.reply?.held_reason ?? null,
    ...verificationOf(candidate, published_at, with_),
    incentivized: candidate.incentivized ? 1 : 0,
    mentions: JSON.stringify(mentions),
    redactions: JSON.stringify(words.redactions),
    changed_at: "",
    moved_from: null,
    moved_at: null,
    match_key: minimised === ANONYMOUS && words.text === null ? null : matchKey(minimised, date, words.text),
  };
  return {
    place: candidate.place,
    row,
    unknown: unknownColumns(candidate),
    updated_known: candidate.updated_at !== undefined,
    as_given: candidate.id !== undefined && candidate.revision !== undefined,
    complete: with_.complete,
  };
}
