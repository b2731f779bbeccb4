import type { TableFormat } from "./format.ts";

/** Its e-mail column is none of FIELDS, so it is never read. */
export const trustpilot: TableFormat = {
  name: "trustpilot",
  source: "trustpilot",
  verified_by: "platform_account",
  headers: ["review id", "review created utc", "review stars"],
  // "Source Of Review" says how the invitation went out, not where the review stands.
  columns: { source: "" },
  utc: true,
};
