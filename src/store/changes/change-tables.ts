/** The statements of one migration. The triggers that fill `touched_review` are made after it (change-triggers.ts). */
export const CHANGE_TABLES = [
  // Has one row. `facts` is what the documents show beside reviews, so that a commit that changes it is noticed.
  `CREATE TABLE change_log (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    history TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    oldest INTEGER NOT NULL,
    begun_at TEXT NOT NULL,
    facts TEXT NOT NULL
  )`,
  // Which reviews changed in public, in the order of commits. Keeps no words.
  `CREATE TABLE review_change (
    sequence INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    review_id TEXT,
    members INTEGER NOT NULL,
    from_date TEXT,
    to_date TEXT,
    reason TEXT
  )`,
  // Reviews that the transaction in progress has changed in public. Empty between two transactions.
  `CREATE TABLE touched_review (
    id TEXT PRIMARY KEY,
    was_public INTEGER NOT NULL,
    was_date TEXT,
    members INTEGER NOT NULL
  )`,
  // The place in the log that the announced version of a topic shows.
  "ALTER TABLE topic ADD COLUMN history TEXT NOT NULL DEFAULT ''",
  "ALTER TABLE topic ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0",
];
