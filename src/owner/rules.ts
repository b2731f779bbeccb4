import { findOutdated } from "../import/run/outdated-rules.ts";
import { type JudgedRules, readJudgedRules } from "../store/dataset/judged-rules.ts";
import type { Queryable } from "../store/store.ts";

/** What the rules of this version changed of what an older version had stored. */
export type AppliedRules = Pick<JudgedRules, "judged_at" | "dataset_version" | "hidden" | "replies_held"> & {
  /** False after an upgrade, until everything that is stored was judged again. */
  applied: boolean;
};

export async function readRules(db: Queryable): Promise<AppliedRules> {
  const applied = (await findOutdated(db)) !== "rules";
  const { judged_at, dataset_version, hidden, replies_held } = (await readJudgedRules(db)) ?? NOTHING;
  return { applied, judged_at, dataset_version, hidden, replies_held };
}

const NOTHING = { judged_at: null, dataset_version: null, hidden: 0, replies_held: 0 };
