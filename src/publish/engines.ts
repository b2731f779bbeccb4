import { createEngine, type Engine } from "../../insights/engine/engine.ts";
import type { TaxonomyFile } from "../../insights/engine/reading/taxonomy-file.ts";
import { PHYSICAL_THERAPY, RESTAURANT } from "../../insights/engine/taxonomies/taxonomies.ts";
import type { Profile } from "../model/business.ts";
import { OperatorError } from "../operator-error.ts";

export type EngineFor = (profile: Profile | null) => Engine;

const DEFAULT = "physical-therapy";
/** Taxonomies that are part of the program, by the name that a profile uses in `aspects`. */
const TAXONOMIES: Record<string, TaxonomyFile> = { [DEFAULT]: PHYSICAL_THERAPY, restaurant: RESTAURANT };

/** The engine for a profile's trade. It is loaded on first use. */
export function createEngines(): EngineFor {
  const opened = new Map<string, Engine>();
  return (profile) => {
    const aspects = profile?.aspects ?? DEFAULT;
    const known = opened.get(aspects);
    if (known) return known;
    if (!Object.hasOwn(TAXONOMIES, aspects)) {
      const names = Object.keys(TAXONOMIES).join(", ");
      throw new OperatorError(`aspects is ${JSON.stringify(aspects)}: must be one of ${names}`);
    }
    const engine = createEngine(TAXONOMIES[aspects]);
    opened.set(aspects, engine);
    return engine;
  };
}
