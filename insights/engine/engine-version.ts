/** Changes whenever the same text may give a different analysis with the same weights and taxonomy. */
export const ENGINE_VERSION = "1.20.0";
