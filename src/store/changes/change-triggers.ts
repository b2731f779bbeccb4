import { CHANGING_MEMBERS, type ChangingMember } from "../../model/changes.ts";
import type { Queryable, Store } from "../store.ts";

/*
 * Whoever writes to the table of reviews is seen by these triggers, so no writer can forget the log of changes. They
 * note which reviews were public before the transaction and which members differ. logChanges reads that when the
 * transaction makes its new version.
 */

/** How a statement names a row before and after. On PostgreSQL, `old` and `new` already are variables of a trigger. */
type Names = { old: string; new: string };
type Expression = (row: string) => string;

const column =
  (name: string): Expression =>
  (row) =>
    `${row}.${name}`;
const replied = (name: string): Expression => {
  return (row) =>
    `CASE WHEN ${row}.reply_state = 'published' AND ${row}.reply_text IS NOT NULL THEN ${row}.${name} END`;
};

/** What each public member is made of: the same as publicReview in render/review.ts. */
export const MADE_OF: Record<ChangingMember, readonly Expression[]> = {
  author: [column("author")],
  author_avatar_url: [column("author_avatar_url")],
  rating: [column("rating")],
  date: [column("date")],
  title: [column("title")],
  text: [column("text")],
  language: [column("language")],
  translation: [
    column("translation_text"),
    (row) => `CASE WHEN ${row}.translation_text IS NOT NULL THEN ${row}.translation_language END`,
  ],
  published_at: [column("published_at")],
  updated_at: [column("updated_at")],
  revision: [column("revision")],
  source: [column("source")],
  source_url: [column("source_url")],
  owner_reply: [replied("reply_text"), replied("reply_date")],
  verification: [
    (row) => `COALESCE(${row}.verification_method, 'operator')`,
    (row) => `COALESCE(${row}.verified_at, ${row}.published_at)`,
  ],
  incentivized: [column("incentivized")],
  mentions: [column("mentions")],
  redactions: [column("redactions")],
  corrections: [column("corrections")],
};

const differs = (member: ChangingMember, names: Names): string =>
  MADE_OF[member].map((of) => `${of(names.old)} IS DISTINCT FROM ${of(names.new)}`).join(" OR ");

const isPublic = (row: string): string => `${row}.state = 'published'`;
/** A review that returns in the transaction that removed it: its former members are not known any more. */
const ALL_MEMBERS = 2 ** CHANGING_MEMBERS.length - 1;

type Step = { on: "INSERT" | "UPDATE" | "DELETE"; values: string; when: string };

function stepsFor(names: Names): Step[] {
  const [was, now] = [isPublic(names.old), isPublic(names.new)];
  const bits = CHANGING_MEMBERS.map((member, bit) => `CASE WHEN ${differs(member, names)} THEN ${2 ** bit} ELSE 0 END`);
  const any = CHANGING_MEMBERS.map((member) => differs(member, names)).join(" OR ");
  return [
    { on: "INSERT", values: `${names.new}.id, 0, NULL, ${ALL_MEMBERS}`, when: now },
    {
      on: "UPDATE",
      values: `${names.new}.id, CASE WHEN ${was} THEN 1 ELSE 0 END, CASE WHEN ${was} THEN ${names.old}.date END,
        ${bits.join(" + ")}`,
      when: `(${was} OR ${now}) AND (NOT (${was} AND ${now}) OR ${any})`,
    },
    { on: "DELETE", values: `${names.old}.id, 1, ${names.old}.date, 0`, when: was },
  ];
}

const NOTE = "INSERT INTO touched_review (id, was_public, was_date, members)";
const AGAIN = "ON CONFLICT (id) DO UPDATE SET members = touched_review.members | excluded.members";
const nameOf = ({ on }: Pick<Step, "on">): string => `review_touched_by_${on.toLowerCase()}`;

const sqliteTrigger = (step: Step): string[] => [
  `CREATE TRIGGER ${nameOf(step)} AFTER ${step.on} ON review WHEN ${step.when}
   BEGIN ${NOTE} VALUES (${step.values}) ${AGAIN}; END`,
];

const ROWS = {
  INSERT: { tables: "NEW TABLE AS made", from: "made" },
  UPDATE: { tables: "OLD TABLE AS was NEW TABLE AS made", from: "was JOIN made ON made.id = was.id" },
  DELETE: { tables: "OLD TABLE AS was", from: "was" },
} as const;

/** For each statement: a trigger for each row takes several times as long on PostgreSQL. */
const postgresTrigger = (step: Step): string[] => [
  `CREATE FUNCTION ${nameOf(step)}() RETURNS trigger LANGUAGE plpgsql AS
   $candor$ BEGIN ${NOTE} SELECT ${step.values} FROM ${ROWS[step.on].from} WHERE ${step.when} ${AGAIN}; RETURN NULL; END $candor$`,
  `CREATE TRIGGER ${nameOf(step)} AFTER ${step.on} ON review REFERENCING ${ROWS[step.on].tables}
   FOR EACH STATEMENT EXECUTE FUNCTION ${nameOf(step)}()`,
];

/** Before a migration, which may change the columns of a review. */
export async function dropChangeTriggers(tx: Queryable, dialect: Store["dialect"]): Promise<void> {
  for (const on of ["INSERT", "UPDATE", "DELETE"] as const) {
    if (dialect === "sqlite") await tx.query(`DROP TRIGGER IF EXISTS ${nameOf({ on })}`);
    else await tx.query(`DROP FUNCTION IF EXISTS ${nameOf({ on })}() CASCADE`);
  }
}

/** After the migrations, so that the triggers always know the columns of this program. */
export async function createChangeTriggers(tx: Queryable, dialect: Store["dialect"]): Promise<void> {
  const statements =
    dialect === "sqlite"
      ? stepsFor({ old: "old", new: "new" }).flatMap(sqliteTrigger)
      : stepsFor({ old: "was", new: "made" }).flatMap(postgresTrigger);
  for (const statement of statements) await tx.query(statement);
}

/**
 * Changes so many reviews that the history begins anew: to note each of them would hold the lock twice as long. On
 * PostgreSQL, without the triggers nobody could read meanwhile.
 */
export async function withoutNotes(
  tx: Queryable,
  dialect: Store["dialect"],
  change: () => Promise<void>,
): Promise<void> {
  if (dialect === "sqlite") await dropChangeTriggers(tx, dialect);
  await change();
  if (dialect === "sqlite") await createChangeTriggers(tx, dialect);
}
