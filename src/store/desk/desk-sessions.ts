import type { Queryable } from "../store.ts";

export type DeskProcess = { instance: string; address: string };

export async function readDeskProcess(db: Queryable): Promise<DeskProcess | null> {
  const [row] = await db.query<DeskProcess>("SELECT instance, address FROM desk_process WHERE id = 1");
  return row ?? null;
}

/** Takes the place of the desk `former`, which has ended. False if another one was faster. */
export async function replaceDeskProcess(
  db: Queryable,
  { instance, address }: DeskProcess,
  former: string | null,
  started_at: string,
): Promise<boolean> {
  const taken = await db.query(
    `INSERT INTO desk_process (id, instance, address, started_at) VALUES (1, $1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET instance = excluded.instance, address = excluded.address,
       started_at = excluded.started_at WHERE desk_process.instance = $4 RETURNING id`,
    [instance, address, started_at, former ?? ""],
  );
  return taken.length > 0;
}

export async function removeDeskProcess(db: Queryable, instance: string): Promise<void> {
  await db.query("DELETE FROM desk_process WHERE instance = $1", [instance]);
}

/** Links that expired are deleted. */
export async function saveDeskLink(db: Queryable, hash: string, expires_at: string, now: string): Promise<void> {
  await db.query("DELETE FROM desk_link WHERE expires_at <= $1", [now]);
  await db.query("INSERT INTO desk_link (hash, expires_at) VALUES ($1, $2)", [hash, expires_at]);
}

export async function isDeskLink(db: Queryable, hash: string, now: string): Promise<boolean> {
  const found = await db.query("SELECT hash FROM desk_link WHERE hash = $1 AND expires_at > $2", [hash, now]);
  return found.length > 0;
}

/** Uses a link up. Of two requests with the same link, only one gets true. */
export async function takeDeskLink(db: Queryable, hash: string, now: string): Promise<boolean> {
  const taken = await db.query("DELETE FROM desk_link WHERE hash = $1 AND expires_at > $2 RETURNING hash", [hash, now]);
  return taken.length > 0;
}

export type DeskRole = "manager" | "staff";

export type DeskSession = {
  hash: string;
  instance: string | null;
  member: string | null;
  role: DeskRole;
  started_at: string;
  used_at: string;
  /** Null on this machine. */
  person_id: string | null;
  /** When the passkey was used last. */
  confirmed_at: string | null;
};

const SESSION_COLUMNS = "hash, instance, member, role, started_at, used_at, person_id, confirmed_at";

export async function saveDeskSession(db: Queryable, session: DeskSession): Promise<void> {
  const { hash, instance, member, role, started_at, used_at, person_id, confirmed_at } = session;
  await db.query(`INSERT INTO desk_session (${SESSION_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    hash,
    instance,
    member,
    role,
    started_at,
    used_at,
    person_id,
    confirmed_at,
  ]);
}

/** Not that of a person who was removed, even if it began at the same moment. */
export async function readDeskSession(db: Queryable, hash: string): Promise<DeskSession | null> {
  const [row] = await db.query<DeskSession>(
    `SELECT ${SESSION_COLUMNS} FROM desk_session WHERE hash = $1
     AND (person_id IS NULL OR EXISTS (SELECT 1 FROM desk_person WHERE id = person_id))`,
    [hash],
  );
  return row ?? null;
}

export async function touchDeskSession(db: Queryable, hash: string, used_at: string): Promise<void> {
  await db.query("UPDATE desk_session SET used_at = $2 WHERE hash = $1", [hash, used_at]);
}

export async function deleteDeskSession(db: Queryable, hash: string): Promise<void> {
  await db.query("DELETE FROM desk_session WHERE hash = $1", [hash]);
}

/** Sessions on this machine end with their desk, also with one that was killed. */
export async function endLocalSessions(db: Queryable): Promise<void> {
  await db.query("DELETE FROM desk_session WHERE instance IS NOT NULL");
}

export async function confirmDeskSession(db: Queryable, hash: string, confirmed_at: string): Promise<void> {
  await db.query("UPDATE desk_session SET confirmed_at = $2 WHERE hash = $1", [hash, confirmed_at]);
}

/** Deletes sessions of people that are over: those that began, or were used last, before these times. */
export async function deleteOldSessions(db: Queryable, began: string, used: string): Promise<void> {
  await db.query("DELETE FROM desk_session WHERE person_id IS NOT NULL AND (started_at <= $1 OR used_at <= $2)", [
    began,
    used,
  ]);
}
