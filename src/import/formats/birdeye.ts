import type { TableFormat } from "./format.ts";

export const birdeye: TableFormat = {
  name: "birdeye",
  source: "direct",
  verified_by: null,
  headers: ["review id", "source", "reviewer name", "rating", "review", "review date"],
};
