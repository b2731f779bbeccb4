import { z } from "zod";
import type { FilterName } from "./search.ts";

/** What a word that somebody types can name, and the filter that takes it. */
export const MEANINGS = {
  technician: "mentions_technician",
  service: "mentions_service",
  condition: "condition",
  aspect: "aspect",
  topic: "topic",
} as const satisfies Record<string, FilterName>;
export type MeaningKind = keyof typeof MEANINGS;
export const MEANING_KINDS = Object.keys(MEANINGS) as MeaningKind[]; // Object.keys returns string[]

/**
 * How sure a reading is. exact: another name in the profile. synonym: another word for it. likely: all words of the
 * phrase belong to it.
 */
export const SURE = ["exact", "synonym", "likely"] as const;
export type Sure = (typeof SURE)[number];

export const understood = z
  .array(
    z
      .strictObject({
        parameter: z.enum(Object.values(MEANINGS)).meta({ description: "The parameter." }),
        asked: z.string().meta({ description: "Its value." }),
        kind: z.enum(MEANING_KINDS).meta({ description: "What it was read as." }),
        id: z.string().meta({ description: "The ID that was applied." }),
        label: z.string().meta({ description: "Its name." }),
        sure: z.enum(SURE).meta({
          description: "exact: a name in the profile. synonym: another word for it. likely: all words belong to it.",
        }),
        matched: z.int().min(0).optional().meta({
          description:
            "How many of the matched reviews say the value, or other words for it. Present where a condition was read from a narrower phrase.",
        }),
      })
      .meta({ id: "Understood", description: "How a word that is no ID and no label was read." }),
  )
  .optional()
  .meta({ description: "Present where a filter was given by another word than its ID or label." });
export type Understood = NonNullable<z.infer<typeof understood>>[number];
