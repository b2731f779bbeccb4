import { buildMentionFinder, type MentionFinder } from "../../../insights/engine/mentions.ts";
import { dateInZone, renderTime } from "../../model/basics/time.ts";
import type { Profile } from "../../model/business.ts";
import type { Source, VerificationMethod } from "../../model/review-kinds.ts";
import { createRedactor, type Redactor } from "../../privacy/redact.ts";
import { createSketcher, type Sketcher } from "../recognize/sketcher.ts";
import { createLanguageDetector, type LanguageDetector } from "./detect-language.ts";
import { createLocalTime, type LocalTime } from "./local-time.ts";

/** Facts that are the same for all rows of a run. */
export type RunFacts = {
  profile: Profile | null;
  now_ms: number;
  /** The key of the store, for hashes of names. */
  identity_key: string;
};

/** The facts of a run, and the tools that are made from them. */
export type RunPreparation = RunFacts & {
  findMentions: MentionFinder | null;
  redactor: Redactor;
  languages: LanguageDetector;
  local_time: LocalTime;
  sketch: Sketcher;
  /** The time of the run. */
  now: string;
  /** The last calendar date that is not in the future. */
  today: string;
};

/** Facts that are the same for all rows of a file. */
export type FileFacts = {
  format: string;
  source: Source;
  location: string | null;
  /** From --verified-by or the format. A row's own method wins. */
  verified_by: VerificationMethod | null;
  /** True if the file has all reviews of its listing. */
  complete: boolean;
  /** True if the file shows the current state of the reviews. */
  current?: boolean;
};

export type Preparation = RunPreparation & FileFacts;

export function createPreparation(profile: Profile | null, now_ms: number, identity_key = ""): RunPreparation {
  const now = renderTime(now_ms);
  // Without a profile the time zone is unknown. The earliest one is 14 hours ahead of UTC.
  const today = profile ? dateInZone(profile.time_zone, now) : renderTime(now_ms + 14 * 3_600_000).slice(0, 10);
  return {
    profile,
    findMentions: profile ? buildMentionFinder(profile) : null,
    redactor: createRedactor(profile),
    languages: createLanguageDetector(),
    local_time: createLocalTime(profile?.time_zone ?? "UTC"),
    sketch: createSketcher(identity_key),
    now_ms,
    now,
    identity_key,
    today,
  };
}
