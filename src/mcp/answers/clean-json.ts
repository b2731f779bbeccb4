/*
 * Reviews are cleaned at import and again here, because an agent also reads characters that people cannot see. Control,
 * zero-width and bidi characters, tags and variation selectors can hide instructions. A joiner inside an emoji and the
 * emoji selector are kept.
 */
const HIDDEN = String.raw`[\x7f-\x9f\p{Cf}\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0e]`;
const NO_EMOJI_BEFORE = String.raw`(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)`;
const INVISIBLE = new RegExp(
  String.raw`(?!\u200d)${HIDDEN}|${NO_EMOJI_BEFORE}\u200d|\u200d(?!\p{Extended_Pictographic})`,
  "gu",
);

/**
 * A fast first test. Most texts contain none of these, and the test takes a quarter of the time (3 ms for 700 KB,
 * measured).
 */
const MAYBE_INVISIBLE = new RegExp(HIDDEN, "u");
const MAYBE_CONTROL_ESCAPE = /\\(?:u00[01]|[bf])/;

/** An escape in JSON text, and the escapes that JSON.stringify writes for control characters. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/g;
const CONTROL_ESCAPE = /^\\(?:u00[01][0-9a-fA-F]|[bf])$/;

/** Removes invisible characters from the strings in a JSON text. The value is otherwise the same. */
export function cleanJson(json: string): string {
  const visible = MAYBE_INVISIBLE.test(json) ? json.replace(INVISIBLE, "") : json;
  return MAYBE_CONTROL_ESCAPE.test(visible)
    ? visible.replace(ESCAPE, (found) => (CONTROL_ESCAPE.test(found) ? "" : found))
    : visible;
}
