import { checkTaxonomy } from "../../../insights/engine/reading/check-taxonomy.ts";
import type { Profile } from "../../model/business.ts";
import { OperatorError } from "../../operator-error.ts";

/** A taxonomy that cannot be used would stop the server, so it is refused before it is stored. */
export function refuseTaxonomy({ taxonomy }: Pick<Profile, "taxonomy">): void {
  if (taxonomy === null || taxonomy === undefined || typeof taxonomy === "string") return;
  const checked = checkTaxonomy(taxonomy);
  if ("faults" in checked) throw new OperatorError(`the taxonomy cannot be used: ${checked.faults.join("; ")}`);
}
