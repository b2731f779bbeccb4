import { createEngine, type Engine } from "../../insights/engine/engine.ts";
import type { TaxonomyFile } from "../../insights/engine/reading/taxonomy-file.ts";
import { TAXONOMIES } from "../../insights/engine/taxonomies/taxonomies.ts";
import type { Profile } from "../model/business.ts";
import { isTaxonomyName, TAXONOMY_NAMES, taxonomyOfType } from "../model/taxonomy-names.ts";
import { OperatorError } from "../operator-error.ts";

export type EngineFor = (profile: Profile | null) => Engine;

/** Before there is a profile, nobody has said what the business is. */
const WITHOUT_PROFILE = "physical-therapy";

function engineOf(taxonomy: NonNullable<Profile["taxonomy"]>): Engine {
  if (typeof taxonomy === "string") {
    if (isTaxonomyName(taxonomy)) return createEngine(TAXONOMIES[taxonomy]);
    const names = TAXONOMY_NAMES.join(", ");
    throw new OperatorError(`taxonomy is ${JSON.stringify(taxonomy)}: must be one of ${names}, or a file`);
  }
  // It was checked when it was saved. Checking again would load the schemas into the build thread.
  return createEngine(taxonomy as TaxonomyFile);
}

/** Engines of this thread that are in use, or were lately: the first text of another takes a third of a second (measured). */
const lately = new Map<string, WeakRef<Engine>>();

/** The engine for a profile's trade. It is loaded on first use. */
export function createEngines(): EngineFor {
  const opened = new Map<string, Engine>();
  return (profile) => {
    const chosen = profile?.taxonomy ?? profile?.aspects;
    const taxonomy = chosen ?? (profile ? taxonomyOfType(profile.type) : WITHOUT_PROFILE);
    const key = JSON.stringify(taxonomy);
    const known = opened.get(key);
    if (known) return known;
    const engine = lately.get(key)?.deref() ?? engineOf(taxonomy);
    opened.set(key, engine);
    lately.set(key, new WeakRef(engine));
    return engine;
  };
}
