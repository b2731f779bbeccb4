import { buildMentionFinder, type MentionFinder } from "../../../insights/engine/mentions.ts";
import { dateInZone, renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import { createRedactor, type Redactor } from "../../privacy/redact.ts";
import { createLanguageDetector, type LanguageDetector } from "./detect-language.ts";
import { createLocalTime, type LocalTime } from "./local-time.ts";

/** What is the same for all rows of a run. */
export type RunFacts = {
  profile: Profile | null;
  now_ms: number;
  /** The key of the store, for hashes of names. */
  identity_key: string;
};

/** What is made of it. */
export type RunPreparation = RunFacts & {
  findMentions: MentionFinder | null;
  redactor: Redactor;
  languages: LanguageDetector;
  local_time: LocalTime;
  /** The last calendar date that is not in the future. */
  today: string;
};

/** What is the same for all rows of a file. */
export type FileFacts = {
  format: string;
  source: Source;
  location: string | null;
  /** From --verified-by or the format; a row's own method comes first. */
  verified_by: VerificationMethod | null;
  /** The file has all reviews of its listing. */
  complete: boolean;
  /** The file shows the reviews as they are now. */
  current?: boolean;
};

export type Preparation = RunPreparation & FileFacts;

export function createPreparation(profile: Profile | null, now_ms: number, identity_key = ""): RunPreparation {
  // Without a profile the time zone is unknown; the earliest one on earth is 14 hours ahead of UTC.
  const today = profile
    ? dateInZone(profile.time_zone, renderTime(now_ms))
    : renderTime(now_ms + 14 * 3_600_000).slice(0, 10);
  return {
    profile,
    findMentions: profile ? buildMentionFinder(profile) : null,
    redactor: createRedactor(profile),
    languages: createLanguageDetector(),
    local_time: createLocalTime(profile?.time_zone ?? "UTC"),
    now_ms,
    identity_key,
    today,
  };
}
