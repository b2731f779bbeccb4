import { ENGINE_VERSION } from "../../../insights/engine/engine-version.ts";
import { RULES_VERSION } from "../../model/rules-version.ts";
import { readJudgedRules } from "../../store/dataset/judged-rules.ts";
import type { Queryable } from "../../store/store.ts";

/**
 * What is not of this program: the rules that judged what is stored, or only the engine of the insights. Those of a newer
 * program are left alone.
 */
export async function findOutdated(db: Queryable): Promise<"rules" | "engine" | null> {
  const judged = await readJudgedRules(db);
  if (judged === null || judged.rules < RULES_VERSION) return "rules";
  return judged.rules === RULES_VERSION && judged.engine !== ENGINE_VERSION ? "engine" : null;
}
