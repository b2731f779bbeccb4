import type { TableFormat } from "./format.ts";

export const podium: TableFormat = {
  name: "podium",
  source: "direct",
  verified_by: null,
  headers: ["site", "customer name", "stars", "comment", "date posted"],
};
