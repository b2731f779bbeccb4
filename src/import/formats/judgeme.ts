import type { TableFormat } from "./format.ts";

export const judgeme: TableFormat = {
  name: "judgeme",
  source: "direct",
  verified_by: null,
  headers: ["body", "rating", "review date", "curated", "reviewer name"],
  // Its source is "web", "email" and the like: how the form was opened. Its location is the reviewer's own.
  columns: { source: "", location: "" },
};
