/** Each entry is one schema version, never changed once released; the same statements run on both databases. */
const REVIEW = `
  id TEXT NOT NULL,
  source TEXT NOT NULL,
  source_id TEXT,
  format TEXT NOT NULL,
  location TEXT,
  author TEXT NOT NULL,
  author_avatar_url TEXT,
  rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
  rating_basis TEXT NOT NULL,
  date TEXT NOT NULL,
  title TEXT,
  text TEXT,
  language TEXT,
  translation_text TEXT,
  translation_language TEXT,
  published_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  source_url TEXT,
  reply_text TEXT,
  reply_date TEXT,
  reply_state TEXT,
  reply_held_reason TEXT,
  verification_method TEXT,
  verified_at TEXT,
  incentivized INTEGER NOT NULL,
  mentions TEXT NOT NULL,
  redactions TEXT NOT NULL,
  state TEXT NOT NULL,
  held_reason TEXT,
  held_at TEXT,
  changed_at TEXT NOT NULL,
  moved_from TEXT,
  moved_at TEXT,
  match_key TEXT`;

export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // One row: bumping `version` is what tells every server that there is something new to show.
    `CREATE TABLE dataset (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      changed_at TEXT NOT NULL
    )`,
    "INSERT INTO dataset (id, version, changed_at) VALUES (1, 0, '1970-01-01T00:00:00Z')",
    "CREATE TABLE business (id INTEGER PRIMARY KEY CHECK (id = 1), profile TEXT NOT NULL, changed_at TEXT NOT NULL)",
    `CREATE TABLE review (${REVIEW}, PRIMARY KEY (id))`,
    // match_key: hash of author and words, by which an import finds the same review under another id or source.
    "CREATE INDEX review_match_key ON review (match_key)",
    // Private history: what a review said before an edit. Never served.
    `CREATE TABLE review_revision (
      review_id TEXT NOT NULL REFERENCES review (id) ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      rating INTEGER NOT NULL,
      title TEXT,
      text TEXT,
      reply_text TEXT,
      updated_at TEXT NOT NULL,
      replaced_at TEXT NOT NULL,
      PRIMARY KEY (review_id, revision)
    )`,
    `CREATE TABLE tombstone (
      id TEXT PRIMARY KEY,
      date TEXT NOT NULL,
      deleted_at TEXT NOT NULL,
      reason TEXT NOT NULL,
      changed_at TEXT NOT NULL
    )`,
    // Rows of an import on their way in, so that the transaction that publishes them is one short copy.
    `CREATE TABLE staging (run TEXT NOT NULL, staged_at TEXT NOT NULL, ${REVIEW}, PRIMARY KEY (run, id))`,
    "CREATE INDEX staging_match_key ON staging (run, match_key)",
    // What an erased review hashed to, so that it does not come back under another id either.
    "CREATE TABLE erased_match (source TEXT NOT NULL, match_key TEXT NOT NULL, PRIMARY KEY (source, match_key))",
    `CREATE TABLE topic (
      path TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      seq INTEGER NOT NULL,
      dataset_version INTEGER NOT NULL
    )`,
  ],
];
