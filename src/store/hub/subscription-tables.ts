/** A subscription is a cursor on its topic: a delivery is due while delivered_seq < topic.seq. */
const SUBSCRIPTION = `
  id TEXT PRIMARY KEY,
  topic TEXT NOT NULL,
  callback TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  host TEXT NOT NULL,
  domain TEXT NOT NULL,
  asked_topic TEXT NOT NULL,
  secret TEXT,
  lease_seconds INTEGER NOT NULL,
  verified_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  delivered_seq INTEGER NOT NULL,
  attempted_seq INTEGER NOT NULL,
  attempted_at TEXT,
  failures INTEGER NOT NULL,
  last_error TEXT,
  retry_at TEXT NOT NULL,
  newer_at TEXT NOT NULL,
  claimed_by TEXT,
  claimed_until TEXT`;

const INDEXES = [
  // Within a seq in the order of random ids, so that the first rows found belong to many hosts and not to one.
  "CREATE INDEX subscription_owed ON subscription (topic, delivered_seq, id)",
  "CREATE INDEX subscription_host ON subscription (host)",
  "CREATE INDEX subscription_domain ON subscription (domain)",
  "CREATE INDEX subscription_expiry ON subscription (expires_at)",
] as const;

export const SUBSCRIPTION_TABLE: readonly string[] = [
  `CREATE TABLE subscription (${SUBSCRIPTION}, UNIQUE (topic, callback))`,
  ...INDEXES,
];

/** Why the last delivery attempt did not count: a fault of the hub itself (key or network). */
const PAUSED = "paused TEXT";
const PAUSED_INDEX = "CREATE INDEX subscription_paused ON subscription (paused) WHERE paused IS NOT NULL";

export const SUBSCRIPTION_PAUSED: readonly string[] = [`ALTER TABLE subscription ADD COLUMN ${PAUSED}`, PAUSED_INDEX];

/**
 * Subscriptions are claimed in the order of their ids. SQLite stores rows in the order in which they were inserted, so
 * a transaction of the hub would write as many pages as it claims rows. Without row ids it stores them in the order of
 * their ids, which halves the hub's time in the database (measured). PostgreSQL has no such tables.
 */
export const SORTED_SUBSCRIPTIONS = [
  `CREATE TABLE sorted_subscription (${SUBSCRIPTION}, ${PAUSED}, UNIQUE (topic, callback)) WITHOUT ROWID`,
  // Both tables have the same order of columns, because ALTER TABLE adds a column at the end.
  "INSERT INTO sorted_subscription SELECT * FROM subscription",
  "DROP TABLE subscription",
  "ALTER TABLE sorted_subscription RENAME TO subscription",
  ...INDEXES,
  PAUSED_INDEX,
].map((sqlite) => ({ sqlite }));
