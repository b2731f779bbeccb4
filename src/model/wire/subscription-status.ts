/** One try to deliver, as a status URL shows it. */
export type ShownTry = {
  at: string;
  /** Null if there was no response. */
  status: number | null;
  milliseconds: number;
  bytes: number;
  /** Null after 2xx. */
  error: string | null;
};

/** What a status URL shows of a request or a subscription. It never contains the callback, because that is a secret. */
export type SubscriptionStatus = {
  /** In the order in which they are shown. */
  facts: Record<string, string | number>;
  /** The version that is still to be delivered: since when, and when it is tried next. Null: now. */
  owed: { since: string | null; next_attempt_at: string | null } | null;
  /** Newest first. */
  tries: ShownTry[];
};
