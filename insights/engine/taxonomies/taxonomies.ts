import type { TaxonomyName } from "../../../src/model/taxonomy-names.ts";
import type { TaxonomyFile } from "../reading/taxonomy-file.ts";
import autoRepair from "./auto-repair.json" with { type: "json" };
import dentist from "./dentist.json" with { type: "json" };
import general from "./general.json" with { type: "json" };
import hairSalon from "./hair-salon.json" with { type: "json" };
import hotel from "./hotel.json" with { type: "json" };
import physicalTherapy from "./physical-therapy.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };

/* The taxonomies that come with the program. A test checks the files, because TypeScript takes their words for any string. */
export const PHYSICAL_THERAPY = physicalTherapy as TaxonomyFile;
export const RESTAURANT = restaurant as TaxonomyFile;

/** Words about health are never quoted where a business may treat people. */
const withPrivate = (taxonomy: TaxonomyFile): TaxonomyFile => ({
  ...taxonomy,
  private: PHYSICAL_THERAPY.private ?? [],
  private_es: PHYSICAL_THERAPY.private_es ?? [],
});

/** By name. `general` has no aspects: it is for a trade that no other one fits. */
export const TAXONOMIES: Record<TaxonomyName, TaxonomyFile> = {
  "physical-therapy": PHYSICAL_THERAPY,
  dentist: withPrivate(dentist as TaxonomyFile),
  restaurant: RESTAURANT,
  "auto-repair": autoRepair as TaxonomyFile,
  "hair-salon": hairSalon as TaxonomyFile,
  hotel: hotel as TaxonomyFile,
  general: withPrivate(general as TaxonomyFile),
};
