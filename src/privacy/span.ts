import type { RedactionKind } from "../model/review-kinds.ts";

/** A private passage. Without `shown`, a mark such as [phone] takes its place. `doubtful`: the owner is asked. */
export type RedactionSpan = { kind: RedactionKind; start: number; end: number; shown?: string; doubtful?: boolean };
