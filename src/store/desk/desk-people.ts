import type { Queryable } from "../store.ts";
import type { DeskRole } from "./desk-sessions.ts";

export type DeskPerson = { id: string; name: string; folded: string; role: DeskRole; invited_at: string };

const COLUMNS = "id, name, folded, role, invited_at";

export async function readDeskPerson(db: Queryable, folded: string): Promise<DeskPerson | null> {
  const [row] = await db.query<DeskPerson>(`SELECT ${COLUMNS} FROM desk_person WHERE folded = $1`, [folded]);
  return row ?? null;
}

/** False if there is already a person of that name. */
export async function addDeskPerson(db: Queryable, person: DeskPerson): Promise<boolean> {
  const { id, name, folded, role, invited_at } = person;
  const added = await db.query(
    `INSERT INTO desk_person (${COLUMNS}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
    [id, name, folded, role, invited_at],
  );
  return added.length > 0;
}

/** Removes a person with everything that lets her in. */
export async function deleteDeskPerson(db: Queryable, id: string): Promise<void> {
  for (const table of ["desk_session", "desk_passkey", "desk_invitation"])
    await db.query(`DELETE FROM ${table} WHERE person_id = $1`, [id]);
  await db.query("DELETE FROM desk_person WHERE id = $1", [id]);
}

export type ListedPerson = Omit<DeskPerson, "folded"> & {
  passkeys: number;
  /** When the person signed in last. */
  used_at: string | null;
  /** Until when an invitation is open. */
  invited_until: string | null;
};

export function listDeskPeople(db: Queryable, now: string): Promise<ListedPerson[]> {
  return db.query<ListedPerson>(
    `SELECT person.id, person.name, person.role, person.invited_at,
       (SELECT CAST(count(*) AS INTEGER) FROM desk_passkey WHERE person_id = person.id) AS passkeys,
       (SELECT max(used_at) FROM desk_passkey WHERE person_id = person.id) AS used_at,
       (SELECT max(expires_at) FROM desk_invitation WHERE person_id = person.id AND expires_at > $1) AS invited_until
     FROM desk_person AS person ORDER BY person.folded`,
    [now],
  );
}

/** Managers who can sign in. */
export const readManagers = (db: Queryable): Promise<{ id: string }[]> =>
  db.query(
    `SELECT id FROM desk_person WHERE role = 'manager'
     AND EXISTS (SELECT 1 FROM desk_passkey WHERE person_id = desk_person.id)`,
  );

/** Invitations that expired are deleted. */
export async function saveInvitation(
  db: Queryable,
  { hash, person_id, expires_at }: { hash: string; person_id: string; expires_at: string },
  now: string,
): Promise<void> {
  await db.query("DELETE FROM desk_invitation WHERE expires_at <= $1", [now]);
  await db.query("INSERT INTO desk_invitation (hash, person_id, expires_at) VALUES ($1, $2, $3)", [
    hash,
    person_id,
    expires_at,
  ]);
}

export async function readInvited(db: Queryable, hash: string, now: string): Promise<DeskPerson | null> {
  const [row] = await db.query<DeskPerson>(
    `SELECT ${COLUMNS} FROM desk_person
     WHERE id = (SELECT person_id FROM desk_invitation WHERE hash = $1 AND expires_at > $2)`,
    [hash, now],
  );
  return row ?? null;
}

/** Uses an invitation up. Of two requests with the same link, only one gets true. */
export async function takeInvitation(db: Queryable, hash: string, now: string): Promise<boolean> {
  const taken = await db.query("DELETE FROM desk_invitation WHERE hash = $1 AND expires_at > $2 RETURNING hash", [
    hash,
    now,
  ]);
  return taken.length > 0;
}

export type DeskPasskey = { id: string; person_id: string; public_key: string; counter: number };

/** False if the passkey is registered already. */
export async function addPasskey(db: Queryable, passkey: DeskPasskey, at: string): Promise<boolean> {
  const { id, person_id, public_key, counter } = passkey;
  const added = await db.query(
    `INSERT INTO desk_passkey (id, person_id, public_key, counter, added_at, used_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT DO NOTHING RETURNING id`,
    [id, person_id, public_key, counter, at],
  );
  return added.length > 0;
}

/** The passkey with its owner. */
export async function readPasskey(
  db: Queryable,
  id: string,
): Promise<(DeskPasskey & Pick<DeskPerson, "name" | "role">) | null> {
  const [row] = await db.query<DeskPasskey & Pick<DeskPerson, "name" | "role">>(
    `SELECT passkey.id, person_id, public_key, counter, name, role
     FROM desk_passkey AS passkey JOIN desk_person AS person ON person.id = person_id WHERE passkey.id = $1`,
    [id],
  );
  return row ?? null;
}

export async function readPasskeyIds(db: Queryable, person_id: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>("SELECT id FROM desk_passkey WHERE person_id = $1 ORDER BY id", [
    person_id,
  ]);
  return rows.map(({ id }) => id);
}

export async function notePasskeyUse(db: Queryable, id: string, counter: number, at: string): Promise<void> {
  await db.query("UPDATE desk_passkey SET counter = $2, used_at = $3 WHERE id = $1", [id, counter, at]);
}

type PasskeyRow = DeskPasskey & { added_at: string; used_at: string };
/** Everybody who may sign in. */
export type DeskPeople = { people: DeskPerson[]; passkeys: PasskeyRow[] };

export const readDeskPeople = async (db: Queryable): Promise<DeskPeople> => ({
  people: await db.query<DeskPerson>(`SELECT ${COLUMNS} FROM desk_person`),
  passkeys: await db.query<PasskeyRow>(
    "SELECT id, person_id, public_key, counter, added_at, used_at FROM desk_passkey",
  ),
});

/** In a restored backup: who was removed since stays out, who came since stays in, and everybody signs in again. */
export async function continueDeskPeople(tx: Queryable, { people, passkeys }: DeskPeople): Promise<void> {
  for (const table of ["desk_session", "desk_link", "desk_invitation"]) await tx.query(`DELETE FROM ${table}`);
  if (people.length === 0) return;
  for (const table of ["desk_person", "desk_passkey"]) await tx.query(`DELETE FROM ${table}`);
  for (const person of people) await addDeskPerson(tx, person);
  for (const { added_at, used_at, ...passkey } of passkeys) {
    await addPasskey(tx, passkey, added_at);
    await notePasskeyUse(tx, passkey.id, passkey.counter, used_at);
  }
}
