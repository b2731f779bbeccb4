import { z } from "zod";
import { calendarDate, utcTime } from "./time.ts";

export const SOURCES = ["google", "yelp", "facebook", "trustpilot", "healthgrades", "direct", "other"] as const;
export type Source = (typeof SOURCES)[number];

export const VERIFICATION_METHODS = ["visit_record", "invitation", "platform_account", "operator"] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

export const REDACTION_KINDS = [
  "phone",
  "email",
  "url",
  "address",
  "birth_date",
  "record_number",
  "insurance_number",
] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

const DELETION_REASONS = ["erased_on_request", "legal", "removed_at_source"] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

export const HELD_REASONS = ["unverified", "duplicate", "legal"] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

export const reviewId = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "must be 26 characters of 0-9 and A-Z without I, L, O and U")
  .meta({
    id: "ReviewId",
    example: "7Q2M4D9ZK1VXB3H8RTCNE5WYA6",
    description: "Derived from the source and the id there, so importing again keeps it.",
  });

const named = z
  .strictObject({
    id: z.string().meta({ description: "Of the business's profile." }),
    name: z.string().meta({ description: "As the business writes it." }),
  })
  .meta({ id: "Named", description: "A technician, service or service area of the business." });

export const mentions = z
  .strictObject({
    technicians: z.array(named).meta({ description: "People named." }),
    services: z.array(named).meta({ description: "Services named." }),
    service_areas: z.array(named).meta({ description: "Places named." }),
  })
  .meta({
    id: "Mentions",
    description: "Technicians, services and service areas of the business that the words name.",
  });
export type Mentions = z.infer<typeof mentions>;

export const redaction = z
  .strictObject({
    kind: z.enum(REDACTION_KINDS).meta({ description: "What was replaced." }),
    count: z.int().min(1).meta({ description: "How many passages." }),
  })
  .meta({ id: "Redaction", description: "How many passages of a kind were replaced by a mark such as [phone]." });
export type Redaction = z.infer<typeof redaction>;

const verification = z
  .strictObject({
    method: z.enum(VERIFICATION_METHODS).meta({ description: "What it is known by." }),
    verified_at: utcTime.meta({ description: "Since when." }),
  })
  .meta({ id: "Verification", description: "How it is known that the author was a customer." });

const ownerReply = z
  .strictObject({
    text: z.string().meta({ description: "Its words." }),
    date: calendarDate.nullable().meta({ description: "When; null where the source does not tell." }),
  })
  .nullable()
  .meta({ id: "OwnerReply", description: "The business's answer, or null." });

const translation = z
  .strictObject({
    text: z.string().meta({ description: "Its words." }),
    language: z.string().nullable().meta({ description: "BCP 47; null where unknown." }),
  })
  .nullable()
  .meta({ id: "Translation", description: "A translation that came with the review, or null." });

/** A published review, its members in the contract's order. */
export const review = z
  .strictObject({
    id: reviewId,
    url: z.url().meta({ description: "Its page." }),
    author: z.string().meta({ example: "Maria S.", description: "Display name after minimising." }),
    author_avatar_url: z.url().nullable().meta({ description: "null unless the operator opts in." }),
    rating: z.int().min(1).max(5).meta({ description: "Stars." }),
    date: calendarDate.meta({ description: "In the business's time zone." }),
    title: z.string().nullable().meta({ description: "The reviewer's own; null without one." }),
    text: z
      .string()
      .nullable()
      .meta({ description: "The reviewer's own words, redacted where needed; null = rating only." }),
    language: z.string().nullable().meta({ description: "BCP 47.", example: "en" }),
    translation,
    published_at: utcTime.meta({ description: "When it was written at its source." }),
    updated_at: utcTime.meta({ description: "When it was last edited." }),
    revision: z.int().min(1).meta({ description: "1 = never edited." }),
    source: z.enum(SOURCES).meta({ description: "Where it was written." }),
    source_url: z.url().nullable().meta({ description: "Its address there." }),
    owner_reply: ownerReply,
    verified: z.literal(true).meta({ description: "Only verified reviews are published." }),
    verification,
    incentivized: z.boolean().meta({ description: "Whether something was offered for it." }),
    mentions,
    redactions: z.array(redaction).meta({ description: "What was replaced in the text: no edit is silent." }),
  })
  .meta({ id: "Review", description: "One verified review." });
export type Review = z.infer<typeof review>;

/** What is kept of a review taken back: enough to tell every consumer, and nothing of its words. */
export const tombstone = z
  .strictObject({
    id: reviewId,
    date: calendarDate.meta({ description: "Of the review." }),
    deleted_at: utcTime.meta({ description: "When it was taken back." }),
    reason: z.enum(DELETION_REASONS).meta({ description: "Why." }),
  })
  .meta({ id: "Tombstone", description: "A review that was taken back." });
export type Tombstone = z.infer<typeof tombstone>;
