import { z } from "zod";
import { ENOUGH_REVIEWS } from "./basics/enough.ts";
import { calendarDate } from "./basics/members.ts";

/** The dimensions by which statistics can be grouped. */
export const DIMENSIONS = [
  "rating",
  "source",
  "verification",
  "language",
  "technician",
  "service",
  "service_area",
  "condition",
  "verification_level",
  "aspect",
  "topic",
  "month",
  "quarter",
  "year",
  "has_reply",
  "incentivized",
  "edited",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export const MOST_DIMENSIONS = 2;

/** How many groups one answer lists. `group_count` counts all. */
export const MOST_GROUPS = 200;

const count = z.int().min(0);
const percent = z.number().min(0).max(100).nullable();

export const distribution = z
  .strictObject({
    "1": count.meta({ description: "Reviews with 1 star." }),
    "2": count.meta({ description: "Reviews with 2 stars." }),
    "3": count.meta({ description: "Reviews with 3 stars." }),
    "4": count.meta({ description: "Reviews with 4 stars." }),
    "5": count.meta({ description: "Reviews with 5 stars." }),
  })
  .meta({ description: "Number of reviews for each number of stars." });

const figures = {
  count: count.meta({ description: "Number of reviews." }),
  average_rating: z
    .number()
    .min(1)
    .max(5)
    .nullable()
    .meta({ description: "Average rating with two decimals; null of none." }),
  distribution,
  text_count: count.meta({ description: "Number of reviews with text." }),
  text_pct: percent.meta({ description: "Percentage of reviews with text, one decimal; null of none." }),
  reply_count: count.meta({ description: "Number of reviews with a response from the owner." }),
  reply_pct: percent.meta({ description: "Percentage of reviews with a response, one decimal; null of none." }),
  first_date: calendarDate.nullable().meta({ description: "Date of the oldest review; null of none." }),
  last_date: calendarDate.nullable().meta({ description: "Date of the newest review; null of none." }),
  enough: z.boolean().meta({ description: `Whether there are at least ${ENOUGH_REVIEWS} reviews.` }),
};

export const figuresSchema = z.strictObject(figures).meta({ id: "Figures", description: "Figures of some reviews." });
export type Figures = z.infer<typeof figuresSchema>;

const nullable = (description: string) => z.string().nullable().optional().meta({ description });
const period = (description: string, pattern: RegExp) => z.string().regex(pattern).optional().meta({ description });
const flag = (description: string) => z.boolean().optional().meta({ description });

/** Each dimension as a member of a group. Only requested dimensions are present. */
const dimensions = {
  rating: z.int().min(1).max(5).optional().meta({ description: "Number of stars." }),
  source: z.string().optional().meta({ description: "Where the reviews were written." }),
  verification: z.string().optional().meta({ description: "How the reviews were verified." }),
  language: nullable("BCP 47 language tag; null if unknown."),
  technician: nullable("ID of a technician; null: mentions none."),
  service: nullable("ID of a service; null: mentions none."),
  service_area: nullable("ID of a service area; null: mentions none."),
  condition: nullable("ID of a condition or problem; null: has a word for none."),
  verification_level: z.string().optional().meta({ description: "Checked by the business, or a signed-in account." }),
  aspect: nullable("ID of an aspect; null: about none."),
  topic: nullable("ID of a topic; null: about none."),
  month: period("Such as 2025-03.", /^\d{4}-\d{2}$/),
  quarter: period("Such as 2025-Q1.", /^\d{4}-Q[1-4]$/),
  year: period("Such as 2025.", /^\d{4}$/),
  has_reply: flag("With or without a response from the owner."),
  incentivized: flag("Whether the author was offered something."),
  edited: flag("Whether the reviews were edited."),
} satisfies Record<Dimension, z.ZodType>;

export const group = z
  .strictObject({
    ...dimensions,
    label: z.string().meta({ description: "The group in words, for people." }),
    ...figures,
  })
  .meta({ id: "StatisticsGroup", description: "The figures of one group; its dimensions are members as asked for." });

export type DimensionValue = string | number | boolean | null;
