/*
 * Reviews are cleaned when they are imported; here once more, because an agent reads what no eye sees: controls,
 * zero-width and bidi characters, tags and variation selectors can carry hidden orders. A joiner inside an emoji and
 * the emoji selector stay.
 */
const INVISIBLE =
  /(?!\u200d)[\x7f-\x9f\p{Cf}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0e]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** An escape in JSON text; the control characters among them are the ones JSON.stringify writes so. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/g;
const CONTROL_ESCAPE = /^\\(?:u00[01][0-9a-fA-F]|[bf])$/;

/** JSON text without invisible characters in its strings; still JSON, and the same value otherwise. */
export function cleanJson(json: string): string {
  const seen = json.replace(INVISIBLE, "");
  return seen.includes("\\") ? seen.replace(ESCAPE, (found) => (CONTROL_ESCAPE.test(found) ? "" : found)) : seen;
}
