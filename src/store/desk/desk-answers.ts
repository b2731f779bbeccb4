import type { Queryable } from "../store.ts";

/** What an owner answered about a file is remembered for the next one with the same columns. It has no rows of the file. */
export const DESK_ANSWER_TABLE = [
  "CREATE TABLE desk_answer (shape TEXT PRIMARY KEY, answers TEXT NOT NULL, saved_at TEXT NOT NULL)",
];

/** No business has more kinds of files. */
const MOST = 100;

export async function readDeskAnswers(db: Queryable, shape: string): Promise<string | null> {
  const [row] = await db.query<{ answers: string }>("SELECT answers FROM desk_answer WHERE shape = $1", [shape]);
  return row?.answers ?? null;
}

export async function saveDeskAnswers(db: Queryable, shape: string, answers: string, saved_at: string): Promise<void> {
  await db.query(
    `INSERT INTO desk_answer (shape, answers, saved_at) VALUES ($1, $2, $3)
     ON CONFLICT (shape) DO UPDATE SET answers = excluded.answers, saved_at = excluded.saved_at`,
    [shape, answers, saved_at],
  );
  await db.query(
    `DELETE FROM desk_answer WHERE shape NOT IN (SELECT shape FROM desk_answer ORDER BY saved_at DESC LIMIT ${MOST})`,
  );
}
