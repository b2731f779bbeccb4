import { CHANGE_TABLES } from "./changes/change-tables.ts";
import { JUDGED_RULES_TABLE } from "./dataset/judged-rules.ts";
import { SAVED_STATE_COLUMNS } from "./dataset/saved-state.ts";
import { DESK_ANSWER_TABLE } from "./desk/desk-answers.ts";
import { DESK_PEOPLE_TABLES, DESK_TABLES } from "./desk/desk-tables.ts";
import { TRY_TABLES } from "./hub/delivery-tries.ts";
import { ENDED_TABLE } from "./hub/ended-subscriptions.ts";
import { SORTED_SUBSCRIPTIONS, SUBSCRIPTION_PAUSED, SUBSCRIPTION_TABLE } from "./hub/subscription-tables.ts";
import { BRINGER_TABLES } from "./imports/bringers.ts";
import { SIGHTING_TABLES } from "./imports/sightings.ts";
import { LIKENESS_TABLE } from "./reviews/likeness.ts";
import { CORRECTION_COLUMNS, OWNER_EDIT_TABLES } from "./reviews/owner-edits.ts";
import { SKETCH_TABLES } from "./reviews/sketches.ts";
import { SYNC_TABLES } from "./sync/sync-tables.ts";

/** The columns of a review, in the table itself and in the staging table. */
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

/** A statement for both databases, or for one of them. */
export type Statement = string | { sqlite: string } | { postgres: string };

/** Each entry is one schema version. It never changes after its release. */
export const MIGRATIONS: readonly (readonly Statement[])[] = [
  [
    // Has one row. Every server that sees a new `version` builds a new snapshot.
    `CREATE TABLE dataset (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      version INTEGER NOT NULL,
      changed_at TEXT NOT NULL
    )`,
    "INSERT INTO dataset (id, version, changed_at) VALUES (1, 0, '1970-01-01T00:00:00Z')",
    "CREATE TABLE business (id INTEGER PRIMARY KEY CHECK (id = 1), profile TEXT NOT NULL, changed_at TEXT NOT NULL)",
    `CREATE TABLE review (${REVIEW}, PRIMARY KEY (id))`,
    // match_key is a hash of author and words. It finds the same review under another id or source.
    "CREATE INDEX review_match_key ON review (match_key)",
    "CREATE INDEX review_source_id ON review (source_id)",
    // Private history: the text of a review before an edit. Never served.
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
    // The rows of a running import. Publishing them is then one copy in a short transaction.
    `CREATE TABLE staging (run TEXT NOT NULL, staged_at TEXT NOT NULL, ${REVIEW}, PRIMARY KEY (run, id))`,
    "CREATE INDEX staging_match_key ON staging (run, match_key)",
    // The hash of an erased review, so that it cannot return under another id.
    "CREATE TABLE erased_match (source TEXT NOT NULL, match_key TEXT NOT NULL, PRIMARY KEY (source, match_key))",
    `CREATE TABLE topic (
      path TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      seq INTEGER NOT NULL,
      dataset_version INTEGER NOT NULL
    )`,
  ],
  [
    // A handshake is one GET to send to a callback. There is one row per pair, because the newest request wins.
    `CREATE TABLE handshake (
      topic TEXT NOT NULL,
      callback TEXT NOT NULL,
      token TEXT NOT NULL UNIQUE,
      host TEXT NOT NULL,
      domain TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('subscribe', 'unsubscribe', 'denied')),
      asked_topic TEXT NOT NULL,
      secret TEXT,
      lease_seconds INTEGER NOT NULL,
      reason TEXT,
      requested_at TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      attempted_at TEXT,
      last_error TEXT,
      due_at TEXT NOT NULL,
      claimed_by TEXT,
      claimed_until TEXT,
      PRIMARY KEY (topic, callback)
    )`,
    "CREATE INDEX handshake_due ON handshake (due_at)",
    "CREATE INDEX handshake_host ON handshake (host)",
    "CREATE INDEX handshake_domain ON handshake (domain)",
    ...SUBSCRIPTION_TABLE,
    ...ENDED_TABLE,
    // One row per callback host or registrable domain. All processes share it, so limits hold across them.
    `CREATE TABLE callback_limit (
      name TEXT PRIMARY KEY,
      requests_until TEXT NOT NULL,
      gets_until TEXT NOT NULL,
      failures INTEGER NOT NULL,
      failed_at TEXT NOT NULL,
      refused_until TEXT NOT NULL
    )`,
  ],
  [
    // MCP sessions that a client ended. Session ids are signed and not stored. Only ended ones are stored, until they
    // expire.
    "CREATE TABLE mcp_revocation (session TEXT PRIMARY KEY, revoked_at TEXT NOT NULL, expires_at TEXT NOT NULL)",
    "CREATE INDEX mcp_revocation_revoked_at ON mcp_revocation (revoked_at)",
  ],
  [
    // What the insights engine found in a review, with a hash of text, engine and taxonomy. Deleted with the review.
    `CREATE TABLE analysis (
      review_id TEXT PRIMARY KEY REFERENCES review (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      body TEXT NOT NULL
    )`,
  ],
  [
    // When each version of a topic was committed. Shows how long a subscriber that is behind has waited.
    `CREATE TABLE topic_change (
      path TEXT NOT NULL,
      seq INTEGER NOT NULL,
      changed_at TEXT NOT NULL,
      PRIMARY KEY (path, seq)
    )`,
  ],
  [
    ...SUBSCRIPTION_PAUSED,
    // A keyed hash of the client's address. Failed handshakes are counted per client and host.
    "ALTER TABLE handshake ADD COLUMN client TEXT",
  ],
  [
    // Random, and new with every change. It tells a restored database from the one that servers have read.
    "ALTER TABLE dataset ADD COLUMN commit_id TEXT NOT NULL DEFAULT ''",
    // The newest commits of this history.
    "CREATE TABLE dataset_commit (version INTEGER PRIMARY KEY, commit_id TEXT NOT NULL)",
    // The commit that was announced as new because the database had been restored. Several workers may notice a
    // restore.
    "ALTER TABLE topic ADD COLUMN restored_commit TEXT NOT NULL DEFAULT ''",
  ],
  [
    // Has one row, created by the first import and never changed. With this key, ids are made from full names that are
    // not stored.
    "CREATE TABLE identity_key (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL)",
    // A keyed hash of the full name. It distinguishes two people with the same short name. Never served.
    "ALTER TABLE review ADD COLUMN person TEXT",
    "ALTER TABLE staging ADD COLUMN person TEXT",
    // The newest complete export of each listing. An older export deletes nothing.
    `CREATE TABLE complete_export (
      format TEXT NOT NULL,
      location TEXT NOT NULL,
      exported_at TEXT NOT NULL,
      PRIMARY KEY (format, location)
    )`,
  ],
  [
    // Has one row, created with the table (kind.ts): whether the reviews belong to a business or are made up.
    `CREATE TABLE store_kind (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      kind TEXT NOT NULL CHECK (kind IN ('business', 'demonstration')),
      invented_removed INTEGER NOT NULL,
      decided_at TEXT NOT NULL
    )`,
  ],
  [
    // Imports that changed something, in the order of their commits. files, counts and exports are JSON.
    `CREATE TABLE import_run (
      number INTEGER PRIMARY KEY,
      version INTEGER NOT NULL,
      committed_at TEXT NOT NULL,
      files TEXT NOT NULL,
      counts TEXT NOT NULL,
      exports TEXT NOT NULL,
      undone_at TEXT,
      forgotten_at TEXT
    )`,
    // The import that added the review. Null if an older program did.
    "ALTER TABLE review ADD COLUMN added_by INTEGER",
    // A keyed hash of the name as it was given, full or short. It is used to find corrections. Never served.
    "ALTER TABLE review ADD COLUMN name_key TEXT",
    "ALTER TABLE staging ADD COLUMN name_key TEXT",
    "UPDATE review SET name_key = person",
    "CREATE INDEX review_name_key ON review (name_key) WHERE source_id IS NULL",
    // Private: reviews as they were before an import changed or removed them, until that import can no longer be
    // undone. A migration that adds a column to review must add it to staging and to this table, too.
    `CREATE TABLE former_review (
      run INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('updated', 'removed')),
      added_by INTEGER, ${REVIEW}, person TEXT, name_key TEXT,
      PRIMARY KEY (run, id)
    )`,
    "CREATE INDEX former_review_id ON former_review (id)",
    // What the operator decided about a review, and the review's state before that (JSON). Contains no words.
    `CREATE TABLE decision (
      review_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      decided_at TEXT NOT NULL,
      kind TEXT NOT NULL,
      detail TEXT,
      former TEXT NOT NULL,
      PRIMARY KEY (review_id, version)
    )`,
  ],
  [
    // Hashes of author and words of reviews that an undo removed, so that they can still be erased.
    `CREATE TABLE undone_match (
      review_id TEXT NOT NULL,
      source TEXT NOT NULL,
      match_key TEXT NOT NULL,
      PRIMARY KEY (review_id, match_key)
    )`,
  ],
  SYNC_TABLES,
  [
    // Keyed hashes of other ids and earlier words under which a review was known. Never served.
    `CREATE TABLE review_key (
      review_id TEXT NOT NULL,
      key TEXT NOT NULL,
      source TEXT NOT NULL,
      PRIMARY KEY (review_id, key, source)
    )`,
    "CREATE INDEX review_key_key ON review_key (key)",
    `CREATE TABLE staged_key (
      run TEXT NOT NULL,
      review_id TEXT NOT NULL,
      key TEXT NOT NULL,
      source TEXT NOT NULL,
      PRIMARY KEY (run, review_id, key, source)
    )`,
    // The same for erased reviews: no import, undo or backup brings them back. The hashes in erased_match and
    // undone_match had no key, so their rows move to these two tables (review-keys.ts).
    "CREATE TABLE erased_key (key TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (key, source))",
    // Has a row while deleted words may still be in the files of the database. The next command removes them
    // (purge.ts).
    "CREATE TABLE purge_due (id INTEGER PRIMARY KEY CHECK (id = 1), since TEXT NOT NULL)",
  ],
  [
    // With these, a server reads what changed since its snapshot and counts held reviews without reading every review.
    "CREATE INDEX review_changed_at ON review (changed_at)",
    "CREATE INDEX review_held ON review (held_reason, changed_at) WHERE state = 'held'",
  ],
  SIGHTING_TABLES,
  SORTED_SUBSCRIPTIONS,
  BRINGER_TABLES,
  DESK_TABLES,
  JUDGED_RULES_TABLE,
  SKETCH_TABLES,
  LIKENESS_TABLE,
  CHANGE_TABLES,
  TRY_TABLES,
  // What the file says about publication, and what the owner answered for the author.
  ["review", "staging", "former_review"].flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN consent TEXT`,
    `ALTER TABLE ${table} ADD COLUMN consent_by_owner TEXT`,
  ]),
  DESK_PEOPLE_TABLES,
  SAVED_STATE_COLUMNS,
  OWNER_EDIT_TABLES,
  // 1: a copy of the demonstration in which everything can be tried, and which is deleted afterwards.
  ["ALTER TABLE store_kind ADD COLUMN throwaway INTEGER NOT NULL DEFAULT 0"],
  CORRECTION_COLUMNS,
  DESK_ANSWER_TABLE,
];
