import type { RedactionKind } from "../model/review-kinds.ts";

/** A private passage. Without `shown`, a mark such as [phone] takes its place. `doubtful`: the owner is asked. */
export type RedactionSpan = { kind: RedactionKind; start: number; end: number; shown?: string; doubtful?: boolean };

/** A name that was hidden: `start` is where `shown` is in the text without it. `doubtful`: nobody knows whether it is private. */
export type HiddenName = { start: number; shown: string; words: string; doubtful: boolean };
