import { ENGINE_VERSION } from "../../../insights/engine/engine-version.ts";
import { RULES_VERSION } from "../../model/rules-version.ts";
import { bumpDataset, commitTime, lockDataset } from "../../store/dataset/dataset.ts";
import { readJudgedRules, saveJudgedRules } from "../../store/dataset/judged-rules.ts";
import { isEmpty } from "../../store/reviews/reviews.ts";
import type { Queryable } from "../../store/store.ts";
import type { ImportDeps } from "./run.ts";

/**
 * What is not of this program: the rules that judged what is stored, or only the engine of the insights. Those of a newer
 * program are left alone.
 */
export async function findOutdated(db: Queryable): Promise<"rules" | "engine" | null> {
  const judged = await readJudgedRules(db);
  if (judged === null || judged.rules < RULES_VERSION) return "rules";
  return judged.rules === RULES_VERSION && judged.engine !== ENGINE_VERSION ? "engine" : null;
}

/** Insights of another engine are other documents, although no review changed. */
async function noteEngine({ store, now }: Pick<ImportDeps, "store" | "now">): Promise<void> {
  await store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    const judged = await readJudgedRules(tx);
    if (judged === null || (await findOutdated(tx)) !== "engine") return;
    await saveJudgedRules(tx, { ...judged, engine: ENGINE_VERSION });
    if (judged.engine !== null && !(await isEmpty(tx)))
      await bumpDataset(tx, store.dialect, commitTime(dataset, now()));
  });
}

/** Whether everything that is stored has to be judged again. Another engine alone judges nothing: that is only noted. */
export async function areRulesOutdated(deps: Pick<ImportDeps, "store" | "now">): Promise<boolean> {
  const outdated = await findOutdated(deps.store);
  if (outdated === "engine") await noteEngine(deps);
  return outdated === "rules";
}
