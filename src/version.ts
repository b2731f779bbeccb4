/** The program's version. The API has its own version, in render/openapi.ts. */
export const VERSION = "1.0.0";
/** Last-Modified of documents that change only with the program. */
export const RELEASED_AT = "2026-11-15T00:00:00Z";
