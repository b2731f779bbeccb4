/** How often the owner replies, and after how many days half of the replies had come. */
export type OwnerReplies = { count: number; median_days: number | null };

export type SourceCount = { source: string; count: number };

type Criticism = { critical: number; mentioned: number };

/** A subject about which criticism became rarer or more common. `from` is the first day of the later time. */
export type SubjectChange = {
  aspect: string;
  from: string;
  direction: "fell" | "rose";
  before: Criticism;
  now: Criticism;
};
