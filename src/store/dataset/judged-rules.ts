import { RULES_VERSION } from "../../model/rules-version.ts";
import type { Queryable } from "../store.ts";

/** What the rules decided when they last judged everything that is stored. */
export type JudgedRules = {
  rules: number;
  /** The version of the insights engine. Null: not known. */
  engine: string | null;
  judged_at: string | null;
  /** The dataset version that it made. Null if nothing changed. */
  dataset_version: number | null;
  reviews: number;
  /** Reviews of which less is shown than before. */
  hidden: number;
  replies_held: number;
};

/** The statements of one migration. Without a row, an older version judged what is stored. */
export const JUDGED_RULES_TABLE: readonly string[] = [
  `CREATE TABLE judged_rules (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    rules INTEGER NOT NULL,
    engine TEXT,
    judged_at TEXT,
    dataset_version INTEGER,
    reviews INTEGER NOT NULL,
    hidden INTEGER NOT NULL,
    replies_held INTEGER NOT NULL
  )`,
  // A keyed hash of the reply that the owner decided about. Null: an older version recorded the decision.
  "ALTER TABLE decision ADD COLUMN words TEXT",
];

const COLUMNS = "rules, engine, judged_at, dataset_version, reviews, hidden, replies_held";

export async function readJudgedRules(db: Queryable): Promise<JudgedRules | null> {
  const [row] = await db.query<JudgedRules>(`SELECT ${COLUMNS} FROM judged_rules WHERE id = 1`);
  return row ?? null;
}

export async function saveJudgedRules(tx: Queryable, judged: JudgedRules): Promise<void> {
  const { rules, engine, judged_at, dataset_version, reviews, hidden, replies_held } = judged;
  await tx.query("DELETE FROM judged_rules");
  await tx.query(`INSERT INTO judged_rules (id, ${COLUMNS}) VALUES (1, $1, $2, $3, $4, $5, $6, $7)`, [
    rules,
    engine,
    judged_at,
    dataset_version,
    reviews,
    hidden,
    replies_held,
  ]);
}

/** A store that was just made: only this version will write into it. */
export const beginJudged = (tx: Queryable): Promise<void> =>
  saveJudgedRules(tx, {
    rules: RULES_VERSION,
    engine: null,
    judged_at: null,
    dataset_version: null,
    reviews: 0,
    hidden: 0,
    replies_held: 0,
  });
