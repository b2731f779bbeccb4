import { z } from "zod";
import { calendarDate, demonstration, utcTime } from "./basics/members.ts";
import { CHANGE_KINDS, CHANGE_REASONS, CHANGING_MEMBERS } from "./changes.ts";
import { review, reviewId } from "./review.ts";

const sequence = z.int().min(0);

const change = z
  .strictObject({
    sequence: sequence.meta({ description: "Its place. One more than the entry before." }),
    at: utcTime.meta({ description: "When the change was committed." }),
    kind: z.enum(CHANGE_KINDS).meta({
      description:
        "added (also returned), edited, moved (its date, perhaps more), deleted; dataset: a public document changed, but no review.",
    }),
    id: reviewId.nullable().meta({ description: "The review; null for dataset." }),
    url: z.url().nullable().meta({ description: "Page of the review; null for dataset." }),
    members: z.array(z.enum(CHANGING_MEMBERS)).meta({ description: "With edited and moved: what differs in public." }),
    from_date: calendarDate.nullable().meta({ description: "With moved: the date before." }),
    to_date: calendarDate.nullable().meta({ description: "With moved: the date after." }),
    reason: z
      .enum(CHANGE_REASONS)
      .nullable()
      .meta({ description: "With deleted: why. withheld: it is stored and not published." }),
    review: review
      .nullable()
      .meta({ description: "The review as it is public now, only at its newest entry; otherwise null." }),
  })
  .meta({ id: "Change", description: "One change of a review. It keeps no words." });

export const changesDocument = z
  .strictObject({
    demonstration,
    schema_version: z.literal("1.0").meta({ description: "Version of the format of this document." }),
    history: z.string().length(8).meta({
      description: "Places of another history do not continue here. A restore of a backup begins a new one.",
      example: "5f0c21ab",
    }),
    sequence: sequence.meta({ description: "The newest place." }),
    oldest: sequence.meta({ description: "The first place that can be continued." }),
    updated_at: utcTime
      .nullable()
      .meta({ description: "The newest updated_at or deletion in this response; null if there is none." }),
    returned: z.int().min(0).max(200).meta({ description: "Number of changes in this response." }),
    changes: z.array(change).max(200).meta({ description: "Newest first; with `after`, oldest first." }),
    next_url: z
      .url()
      .meta({ description: "What follows the newest change shown here, also when there is nothing yet." }),
    reviews_url: z.url().meta({ description: "The whole dataset, to begin with." }),
  })
  .meta({ id: "ChangesDocument", description: "Which reviews changed, in the order of the commits." });
