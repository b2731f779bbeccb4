/** The statements of one migration: tables for the sources that are read automatically. */
export const SYNC_TABLES: readonly string[] = [
  // The sources. They contain no secrets: config names the settings with the secrets.
  `CREATE TABLE sync_source (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('folder', 'url')),
    config TEXT NOT NULL,
    config_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'late', 'needs_decision', 'off')),
    etag TEXT,
    last_modified TEXT,
    content_hash TEXT,
    mirror_of TEXT,
    last_try TEXT,
    last_success TEXT,
    last_complete TEXT,
    last_body TEXT,
    next_run TEXT NOT NULL,
    failures INTEGER NOT NULL,
    fault_code TEXT,
    fault_text TEXT,
    claimed_by TEXT,
    claimed_until TEXT
  )`,
  // The reviews that a complete source has or had. missing_since is the start of the first complete read without the
  // review. legal: the origin withholds the review, so it was removed here. It can return from there.
  `CREATE TABLE sync_review (
    source TEXT NOT NULL REFERENCES sync_source (name) ON DELETE CASCADE,
    review_id TEXT NOT NULL,
    listing TEXT NOT NULL,
    missing_since TEXT,
    legal INTEGER NOT NULL,
    PRIMARY KEY (source, review_id)
  )`,
  "CREATE INDEX sync_review_id ON sync_review (review_id)",
  // Files of watched folders. stamp consists of size, time and number of the file, so it changes when the file does.
  `CREATE TABLE sync_file (
    source TEXT NOT NULL REFERENCES sync_source (name) ON DELETE CASCADE,
    path TEXT NOT NULL,
    stamp TEXT NOT NULL,
    hash TEXT,
    state TEXT NOT NULL CHECK (state IN ('seen', 'imported', 'failed')),
    fault TEXT,
    PRIMARY KEY (source, path)
  )`,
  // The newest complete file of each listing in a watched folder. An older file changes nothing.
  `CREATE TABLE sync_listing (
    source TEXT NOT NULL REFERENCES sync_source (name) ON DELETE CASCADE,
    listing TEXT NOT NULL,
    exported_at TEXT NOT NULL,
    PRIMARY KEY (source, listing)
  )`,
];
