import type { TableFormat } from "./format.ts";

/** Its email column is not in FIELDS (find-columns.ts), so it is never read. */
export const trustpilot: TableFormat = {
  name: "trustpilot",
  source: "trustpilot",
  verified_by: "platform_account",
  headers: ["review id", "review created utc", "review stars"],
  // "Source Of Review" says how the customer was invited, not where the review was posted.
  columns: { source: "" },
  utc: true,
};
