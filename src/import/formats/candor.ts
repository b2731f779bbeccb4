import { z } from "zod";
import { calendarDate, utcTime } from "../../model/basics/members.ts";
import { correction, mentions, redaction, reviewId } from "../../model/review.ts";
import { SOURCES, VERIFICATION_METHODS } from "../../model/review-kinds.ts";
import type { JsonElement } from "../read/json-elements.ts";
import type { Candidate, Rejection, RowPlace } from "../record/candidate.ts";

const optionalText = z.string().nullable().optional();

/** A review in /reviews.json. Only id, rating and date are required. */
const candorReview = z.object({
  id: reviewId,
  rating: z.int().min(1).max(5),
  date: calendarDate,
  author: z.string().nullable().default(null),
  author_avatar_url: optionalText,
  title: optionalText,
  text: z.string().nullable().default(null),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, "must be a BCP 47 tag")
    .nullable()
    .optional(),
  translation: z
    .object({ text: z.string(), language: z.string().nullable().default(null) })
    .nullable()
    .optional(),
  published_at: utcTime.optional(),
  updated_at: utcTime.optional(),
  revision: z.int().min(1).optional(),
  source: z.enum(SOURCES).optional(),
  source_url: optionalText,
  owner_reply: z
    .object({ text: z.string(), date: calendarDate.nullable().default(null) })
    .nullable()
    .optional(),
  verification: z
    .object({ method: z.enum(VERIFICATION_METHODS), verified_at: utcTime.optional() })
    .nullable()
    .optional(),
  incentivized: z.boolean().optional(),
  mentions: mentions.optional(),
  redactions: z.array(redaction).optional(),
  corrections: z.array(correction).optional(),
});

const describeIssue = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;

/** Drops undefined members, because exactOptionalPropertyTypes does not accept them as missing. */
function dropUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Only undefined members are dropped, so the others keep their types.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

export const candor = {
  name: "candor",
  source: "other",
  verified_by: null,
  looksLike: ({ value }: JsonElement): boolean =>
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    "rating" in value &&
    "date" in value &&
    reviewId.safeParse(value.id).success,
  *parse({ value, root }: JsonElement, place: RowPlace): Iterable<Candidate | Rejection> {
    const parsed = candorReview.safeParse(value);
    if (!parsed.success) {
      yield { place, reason: parsed.error.issues.map(describeIssue).join("; ") };
      return;
    }
    const { owner_reply, verification, author, text, id, rating, date, ...rest } = parsed.data;
    yield {
      place,
      id,
      author,
      rating,
      date,
      text,
      title: null,
      author_avatar_url: null,
      translation: null,
      source_url: null,
      incentivized: false,
      ...dropUndefined(rest),
      reply: owner_reply ?? null,
      ...(verification ? { verification: { method: verification.method, ...dropUndefined(verification) } } : {}),
      ...("schema_version" in root ? { already_public: true as const } : {}),
    };
  },
} as const;
