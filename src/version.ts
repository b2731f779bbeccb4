/** Of the program; the service description's own version is in render/openapi.ts. */
export const VERSION = "0.1.0";
/** Last-Modified of what depends on the program alone. */
export const RELEASED_AT = "2026-11-15T00:00:00Z";
