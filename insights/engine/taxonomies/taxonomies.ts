import type { TaxonomyFile } from "../reading/taxonomy-file.ts";
import physicalTherapy from "./physical-therapy.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };

/* The taxonomies that come with the program. A test checks the files, because TypeScript takes their words for any string. */
export const PHYSICAL_THERAPY = physicalTherapy as TaxonomyFile;
export const RESTAURANT = restaurant as TaxonomyFile;
