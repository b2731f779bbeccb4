import type { FacetCounts } from "../../src/model/facets.ts";
import type { Site } from "../../src/pages/parts/site.ts";

/** A site without a profile. */
export const SITE: Site = {
  base_url: "https://reviews.example",
  demonstration: false,
  structured_data: "business",
  business: null,
  license: null,
};

/** The Spanish twin of an English site. */
export const SPANISH: Site = { ...SITE, languages: ["en", "es"], locale: "es-US" };

/** Facets without values. */
export const FACETS: FacetCounts = {
  rating: [],
  technician: [],
  service: [],
  aspect: [],
  sentiment: [],
  topic: [],
  condition: [],
  year: [],
  source: [],
  language: [],
  verification_level: [],
  verification: [],
  has_text: [],
  has_reply: [],
  incentivized: [],
  edited: [],
};

/** An overview that knows no more than its insights. */
export const NO_FACTS = {
  mentioned: { mentions_technician: new Map(), mentions_service: new Map() },
  changes: [],
  replies: null,
  sources: [],
};
