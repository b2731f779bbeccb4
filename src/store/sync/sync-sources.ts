import type { Queryable } from "../store.ts";

export const SYNC_STATES = ["ready", "late", "needs_decision", "off"] as const;
type SyncState = (typeof SYNC_STATES)[number];

/** The validators of the last response, for the next conditional request. */
export type Validators = { etag: string | null; last_modified: string | null; content_hash: string | null };

export type SyncSource = Validators & {
  name: string;
  kind: "folder" | "url";
  /** JSON. Its content depends on the kind. */
  config: string;
  config_hash: string;
  state: SyncState;
  /** The public address of another Candor server, if the source is one. */
  mirror_of: string | null;
  last_try: string | null;
  last_success: string | null;
  last_complete: string | null;
  /** When the whole content was last read. A response that it is unchanged does not count. */
  last_body: string | null;
  next_run: string;
  failures: number;
  fault_code: string | null;
  fault_text: string | null;
};

const COLUMNS = `name, kind, config, config_hash, state, etag, last_modified, content_hash, mirror_of, last_try,
  last_success, last_complete, last_body, next_run, failures, fault_code, fault_text`;

export type NewSyncSource = Pick<SyncSource, "name" | "kind" | "config" | "config_hash" | "next_run">;

/** False if the name is taken. */
export async function addSyncSource(db: Queryable, source: NewSyncSource): Promise<boolean> {
  const { name, kind, config, config_hash, next_run } = source;
  const added = await db.query(
    `INSERT INTO sync_source (name, kind, config, config_hash, state, next_run, failures)
     VALUES ($1, $2, $3, $4, 'ready', $5, 0) ON CONFLICT (name) DO NOTHING RETURNING name`,
    [name, kind, config, config_hash, next_run],
  );
  return added.length > 0;
}

export async function readSyncSources(db: Queryable): Promise<SyncSource[]> {
  return db.query(`SELECT ${COLUMNS} FROM sync_source ORDER BY name`);
}

export async function readSyncSource(db: Queryable, name: string): Promise<SyncSource | null> {
  const [row] = await db.query<SyncSource>(`SELECT ${COLUMNS} FROM sync_source WHERE name = $1`, [name]);
  return row ?? null;
}

/** The reviews of the source stay. False if no source has this name. */
export async function removeSyncSource(db: Queryable, name: string): Promise<boolean> {
  return (await db.query("DELETE FROM sync_source WHERE name = $1 RETURNING name", [name])).length > 0;
}

/** Pauses or resumes a source and keeps its state. A resumed source runs at once. */
export async function switchSyncSource(db: Queryable, name: string, state: "ready" | "off", now: string) {
  const changed = await db.query(
    "UPDATE sync_source SET state = $2, next_run = $3, failures = 0 WHERE name = $1 RETURNING name",
    [name, state, now],
  );
  return changed.length > 0;
}

/** Sources whose run is due and that no process is running, the longest due first. */
export async function findDueSources(db: Queryable, now: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT name FROM sync_source
     WHERE state <> 'off' AND next_run <= $1 AND (claimed_until IS NULL OR claimed_until <= $1) ORDER BY next_run, name`,
    [now],
  );
  return rows.map(({ name }) => name);
}

export type SyncClaim = { name: string; owner: string; now: string; until: string };

/** Null if another process is running it. `due_only`: also null if another process just finished a run. */
export async function claimSyncSource(db: Queryable, claim: SyncClaim, due_only: boolean): Promise<SyncSource | null> {
  const { name, owner, now, until } = claim;
  const due = due_only ? "AND state <> 'off' AND next_run <= $3" : "";
  const [row] = await db.query<SyncSource>(
    `UPDATE sync_source SET claimed_by = $2, claimed_until = $4, last_try = $3
     WHERE name = $1 AND (claimed_until IS NULL OR claimed_until <= $3) ${due} RETURNING ${COLUMNS}`,
    [name, owner, now, until],
  );
  return row ?? null;
}

export async function readSyncOwner(db: Queryable, name: string): Promise<string | null> {
  const [row] = await db.query<{ claimed_by: string | null }>("SELECT claimed_by FROM sync_source WHERE name = $1", [
    name,
  ]);
  return row?.claimed_by ?? null;
}

/** False if the claim was lost: it expired, and another process is running the source. */
export async function renewSyncClaim(db: Queryable, { name, owner, until }: Omit<SyncClaim, "now">): Promise<boolean> {
  const renewed = await db.query(
    "UPDATE sync_source SET claimed_until = $3 WHERE name = $1 AND claimed_by = $2 RETURNING name",
    [name, owner, until],
  );
  return renewed.length > 0;
}

export async function releaseSyncClaim(db: Queryable, name: string, owner: string): Promise<void> {
  await db.query("UPDATE sync_source SET claimed_by = NULL, claimed_until = NULL WHERE name = $1 AND claimed_by = $2", [
    name,
    owner,
  ]);
}

/** How a run ended. Missing columns keep their value. */
export type SyncResult = Partial<
  Pick<
    SyncSource,
    | "etag"
    | "last_modified"
    | "content_hash"
    | "mirror_of"
    | "last_success"
    | "last_complete"
    | "last_body"
    | "next_run"
    | "failures"
    | "fault_code"
    | "fault_text"
  >
> & { state?: Exclude<SyncState, "off"> };

/** False if the owner lost its claim; then nothing is saved. A source that was paused meanwhile stays paused. */
export async function saveSyncResult(db: Queryable, name: string, owner: string, result: SyncResult): Promise<boolean> {
  const { state, ...columns } = result;
  const entries = Object.entries(columns);
  const sets = entries.map(([column], index) => `${column} = $${index + 3}`);
  const values = entries.map(([, value]) => value);
  if (state !== undefined) {
    sets.push(`state = CASE WHEN state = 'off' THEN state ELSE $${values.length + 3} END`);
    values.push(state);
  }
  const saved = await db.query(
    `UPDATE sync_source SET ${sets.join(", ")} WHERE name = $1 AND claimed_by = $2 RETURNING name`,
    [name, owner, ...values],
  );
  return saved.length > 0;
}
