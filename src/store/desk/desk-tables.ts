/** Secrets are stored as hashes. The record has ids and kinds, never words. */
export const DESK_TABLES = [
  // Has one row: the desk that runs, or ran last. A second `candor desk` opens that one.
  `CREATE TABLE desk_process (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    instance TEXT NOT NULL,
    address TEXT NOT NULL,
    started_at TEXT NOT NULL
  )`,
  // A link that opens a session. Using it deletes the row.
  "CREATE TABLE desk_link (hash TEXT PRIMARY KEY, expires_at TEXT NOT NULL)",
  // `instance` is the desk that a session on this machine ends with. `member` is null on this machine.
  `CREATE TABLE desk_session (
    hash TEXT PRIMARY KEY,
    instance TEXT,
    member TEXT,
    role TEXT NOT NULL,
    started_at TEXT NOT NULL,
    used_at TEXT NOT NULL
  )`,
  // `version` is the dataset version that the change made; null for what changes no data, such as signing in.
  `CREATE TABLE desk_record (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    member TEXT,
    kind TEXT NOT NULL,
    version INTEGER,
    subjects TEXT NOT NULL
  )`,
  "CREATE INDEX desk_record_at ON desk_record (at)",
];

/** People who sign in with a passkey. A passkey has a public key only, so a copy of the database lets nobody in. */
export const DESK_PEOPLE_TABLES = [
  // `folded` is the name by which two people are told apart. The id is the user handle of the person's passkeys.
  `CREATE TABLE desk_person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    invited_at TEXT NOT NULL
  )`,
  `CREATE TABLE desk_passkey (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    used_at TEXT NOT NULL
  )`,
  // A link by which a person registers a passkey. Using it deletes the row.
  `CREATE TABLE desk_invitation (
    hash TEXT PRIMARY KEY,
    person_id TEXT NOT NULL,
    expires_at TEXT NOT NULL
  )`,
  // Null on this machine, where nobody has a passkey. `confirmed_at` is the last use of the passkey.
  "ALTER TABLE desk_session ADD COLUMN person_id TEXT",
  "ALTER TABLE desk_session ADD COLUMN confirmed_at TEXT",
];
