import { z } from "zod";
import { calendarDate, demonstration, utcTime } from "./basics/members.ts";
import {
  DELETION_REASONS,
  REDACTION_KINDS,
  SOURCES,
  VERIFICATION_LEVELS,
  VERIFICATION_METHODS,
} from "./review-kinds.ts";

export const reviewId = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "must be 26 characters of 0-9 and A-Z without I, L, O and U")
  .meta({
    id: "ReviewId",
    example: "7Q2M4D9ZK1VXB3H8RTCNE5WYA6",
    description: "Derived from the source and the ID there, so importing the review again keeps the ID.",
  });

const named = z
  .strictObject({
    id: z.string().meta({ description: "ID in the profile of the business." }),
    name: z.string().meta({ description: "Name as the business writes it." }),
  })
  .meta({ id: "Named", description: "A technician, service or service area of the business." });

export const mentions = z
  .strictObject({
    technicians: z.array(named).meta({ description: "People it mentions." }),
    services: z.array(named).meta({ description: "Services it mentions." }),
    service_areas: z.array(named).meta({ description: "Service areas it mentions." }),
  })
  .meta({
    id: "Mentions",
    description: "Technicians, services and service areas of the business that the text mentions.",
  });
export type Mentions = z.infer<typeof mentions>;

export const redaction = z
  .strictObject({
    kind: z.enum(REDACTION_KINDS).meta({ description: "Kind of private detail." }),
    count: z.int().min(1).meta({ description: "Number of passages." }),
  })
  .meta({
    id: "Redaction",
    description: "Number of passages of one kind that were replaced with a label such as [phone].",
  });
export type Redaction = z.infer<typeof redaction>;

const verification = z
  .strictObject({
    method: z.enum(VERIFICATION_METHODS).meta({ description: "How the review was verified." }),
    level: z.enum(VERIFICATION_LEVELS).meta({
      description: "business: checked by the business. account: a signed-in account at the source.",
    }),
    verified_at: utcTime.meta({ description: "When the review was verified." }),
  })
  .meta({ id: "Verification", description: "How we know that the author was a customer." });

const ownerReply = z
  .strictObject({
    text: z.string().meta({ description: "Text of the response." }),
    date: calendarDate.nullable().meta({ description: "Date of the response; null if the source does not give it." }),
  })
  .nullable()
  .meta({ id: "OwnerReply", description: "Response from the owner, or null." });

const translation = z
  .strictObject({
    text: z.string().meta({ description: "Translated text." }),
    language: z.string().nullable().meta({ description: "BCP 47 language tag; null if unknown." }),
  })
  .nullable()
  .meta({ id: "Translation", description: "A translation that came with the review, or null." });

const correctedValue = z.union([z.string(), z.int(), z.null()]).optional();

export const correction = z
  .strictObject({
    member: z
      .enum(["date", "source", "language", "rating", "author", "title", "text"])
      .meta({ description: "Member that was corrected." }),
    at: utcTime.meta({ description: "When it was corrected." }),
    from: correctedValue.meta({
      description: "Former value of a date, source, language or rating; never of a name or words.",
    }),
    to: correctedValue.meta({ description: "New value of a date, source, language or rating." }),
  })
  .meta({ id: "Correction", description: "What the business corrected after the import." });
export type Correction = z.infer<typeof correction>;

/** A published review. The order of the members is part of the contract. */
export const review = z
  .strictObject({
    demonstration: demonstration.meta({
      description: "Present only in the answer for one review, on a demonstration, where all reviews are made up.",
    }),
    id: reviewId,
    url: z.url().meta({ description: "Page of the review." }),
    author: z.string().meta({ example: "Maria S.", description: "Display name, shortened for privacy." }),
    author_avatar_url: z
      .url()
      .nullable()
      .meta({ description: "Picture of the author; null unless the operator opts in." }),
    rating: z.int().min(1).max(5).meta({ description: "Number of stars." }),
    date: calendarDate.meta({ description: "Date in the time zone of the business." }),
    title: z.string().nullable().meta({ description: "Title that the reviewer wrote, or null." }),
    text: z
      .string()
      .nullable()
      .meta({ description: "Text that the reviewer wrote, with private details replaced; null for a rating only." }),
    language: z.string().nullable().meta({ description: "BCP 47 language tag; null if unknown.", example: "en" }),
    translation,
    published_at: utcTime.meta({ description: "When the review was written." }),
    updated_at: utcTime.meta({ description: "When the review was last edited." }),
    revision: z.int().min(1).meta({ description: "1 if the review was never edited." }),
    source: z.enum(SOURCES).meta({ description: "Where it was written." }),
    source_url: z.url().nullable().meta({ description: "URL of the review at its source." }),
    owner_reply: ownerReply,
    verified: z.literal(true).meta({ description: "Always true: only verified reviews are published." }),
    verification,
    incentivized: z.boolean().meta({ description: "Whether the author was offered something for the review." }),
    mentions,
    redactions: z.array(redaction).meta({ description: "Private details that were replaced in the text." }),
    corrections: z
      .array(correction)
      .min(1)
      .optional()
      .meta({ description: "Present only if the business corrected something that an import read wrongly." }),
  })
  .meta({ id: "Review", description: "One published review." });
export type Review = z.infer<typeof review>;

/** What is kept of a removed review: enough to notify every consumer, but none of its text. */
export const tombstone = z
  .strictObject({
    id: reviewId,
    date: calendarDate.meta({ description: "Date of the review." }),
    deleted_at: utcTime.meta({ description: "When the review was removed." }),
    reason: z.enum(DELETION_REASONS).meta({ description: "Why the review was removed." }),
  })
  .meta({ id: "Tombstone", description: "A review that was removed." });
export type Tombstone = z.infer<typeof tombstone>;
