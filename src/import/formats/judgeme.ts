import type { TableFormat } from "./format.ts";

export const judgeme: TableFormat = {
  name: "judgeme",
  source: "direct",
  verified_by: null,
  headers: ["body", "rating", "review date", "curated", "reviewer name"],
  // "source" says how the form was opened ("web", "email"), and "location" where the reviewer lives.
  columns: { source: "", location: "" },
};
