export const JSON_TYPE = "application/json";
export const ATOM_TYPE = "application/atom+xml";
/** RFC 7763 requires the charset. */
export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
