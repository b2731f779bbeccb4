export const JSON_TYPE = "application/json";
/** RFC 4180. Spreadsheets need the charset. */
export const CSV_TYPE = "text/csv; charset=utf-8";
export const ATOM_TYPE = "application/atom+xml";
/** RFC 7763 requires the charset. */
export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
