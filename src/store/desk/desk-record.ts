import { onlyRow, type Queryable } from "../store.ts";

export type DeskRecord = {
  at: string;
  /** Null: at the desk on this machine. */
  member: string | null;
  kind: string;
  version: number | null;
  /** Ids of reviews, numbers of imports, names of sources: never words of a review. */
  subjects: string[];
};

type Row = Omit<DeskRecord, "subjects"> & { subjects: string };
const COLUMNS = "at, member, kind, version, subjects";
const parseRecord = (row: Row): DeskRecord => ({ ...row, subjects: JSON.parse(row.subjects) });

export async function saveDeskRecord(db: Queryable, id: string, record: DeskRecord): Promise<void> {
  const { at, member, kind, version, subjects } = record;
  await db.query(`INSERT INTO desk_record (id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`, [
    id,
    at,
    member,
    kind,
    version,
    JSON.stringify(subjects),
  ]);
}

/** The newest first. */
export async function readDeskRecords(db: Queryable, limit: number, offset: number): Promise<DeskRecord[]> {
  const rows = await db.query<Row>(`SELECT ${COLUMNS} FROM desk_record ORDER BY at DESC, id DESC LIMIT $1 OFFSET $2`, [
    limit,
    offset,
  ]);
  return rows.map(parseRecord);
}

export async function countDeskRecords(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ count: number }>("SELECT CAST(count(*) AS INTEGER) AS count FROM desk_record")).count;
}

/** What was recorded last of one kind. */
export async function readLastOfKind(db: Queryable, kind: string): Promise<DeskRecord | null> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM desk_record WHERE kind = $1 ORDER BY at DESC, id DESC LIMIT 1`,
    [kind],
  );
  return row ? parseRecord(row) : null;
}

/** Who made this version at the desk. Null if it was made elsewhere. */
export async function readChangeOf(db: Queryable, version: number): Promise<DeskRecord | null> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM desk_record WHERE version = $1 LIMIT 1`, [version]);
  return row ? parseRecord(row) : null;
}
