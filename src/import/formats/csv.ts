import type { TableFormat } from "./format.ts";

/** Any table with a rating and a date. */
export const csv: TableFormat = { name: "csv", source: "other", verified_by: null, headers: [] };
