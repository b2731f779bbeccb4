// Anyone can write the texts, and machines and browsers read them. Characters that readers cannot see and lone
// surrogates are removed. \t and \n stay.
const CONTROLS = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
/** Soft hyphens, zero-width and direction marks, separators and byte order marks. */
const MARKS = String.raw`\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`;
/** Tag characters, which hide text from readers. */
const TAGS = String.raw`\u{e0000}-\u{e0fff}`;
const UNWANTED = new RegExp(`[${CONTROLS}${MARKS}${TAGS}]`, "gu");
// A joiner has a meaning inside an emoji and between letters of joining scripts. Elsewhere it is only invisible.
const EMOJI_OR_MARK = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Mn}\p{Mc}\p{Script=Arabic}]`;
const JOINING = ["Devanagari", "Bengali", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const LOOSE_JOINER = new RegExp(String.raw`(?<!\ufe0f|${EMOJI_OR_MARK}|[${JOINING}])[\u200c\u200d]`, "gu");
const ASCII = /^[\x20-\x7e\n]*$/;

/** A text in its stored form: several lines and nothing invisible. Null if nothing remains. */
export function cleanText(value: string): string | null {
  const text = value.trim();
  if (text === "") return null;
  if (ASCII.test(text)) return text;
  const cleaned = text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, "\n")
    .normalize("NFC")
    .replace(UNWANTED, "")
    .replace(LOOSE_JOINER, "")
    .trim();
  return cleaned === "" ? null : cleaned;
}

/** The same on one line, for names and titles. */
export function cleanLine(value: string): string | null {
  return cleanText(value)?.replace(/\s+/g, " ") ?? null;
}

/** A link that is safe to show: absolute, http or https, without credentials. Otherwise null. */
export function cleanUrl(value: string): string | null {
  const url = value.length <= 2000 ? URL.parse(value.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.href;
}
